"""Who is paid what of a hand whose betting is over: each pot to its best hand, odd chips in the house's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from quizzes.engine.cards import Card
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import Hand
from quizzes.engine.holdings import Holding, scores
from quizzes.engine.pots import (
    Pot,
    Pots,
    by_high_card,
    by_low_card,
    cut,
    from_the_bottom,
    from_the_top,
    left_of_button,
    share,
)

Half = Literal["whole", "high", "low"]


@dataclass(frozen=True, slots=True)
class Side:
    """What a pot pays for one thing: all of it for the best hand, or its halves for the best high and the best low.

    `paid` is who gets how many chips, by seat; those who share stand in the order in which odd chips go.
    """

    half: Half
    amount: int
    paid: Mapping[int, int]


def pots_of(hand: Hand) -> Pots:
    """Return the hand's pots, main pot first, and what comes back (TDA 2024 21 and 15)."""
    return cut(hand.put_in, hand.live, hand.dead, hand.mucked)


def award(hand: Hand) -> list[tuple[Side, ...]]:
    """Return what each pot pays, main pot first (TDA 2024 20 and 21).

    Raises DocumentError at `order`, `order_low`, `board` or `seats[n].cards` where these don't say who has the best
    hand, and at `order` where cards that are not known decide an odd chip.
    """
    awards = [sides(hand, pot) for pot in pots_of(hand).pots]
    check_odd_chips(hand, awards)
    return awards


def sides(hand: Hand, pot: Pot) -> tuple[Side, ...]:
    """Return what a pot pays: whole, or in a split game with a low that qualifies, its two halves.

    The odd chip of the pot goes to the high half (TDA 2024 20). Where the same seats win both halves, they share the
    pot as evenly as it goes. An odd chip that is open (`is_open`) stands with the first seat left of the button.
    """
    high, low = best_seats(hand, pot.eligible), best_lows(hand, pot.eligible)
    if not low or set(high) == set(low):
        return (_side(hand, "whole", pot.amount, high),)
    chip = hand.document.chip
    low_amount = pot.amount // chip // 2 * chip
    high_side = _side(hand, "high", pot.amount - low_amount, high)
    return high_side, _side(hand, "low", low_amount, low, passed_over(hand, high_side, low_amount))


def passed_over(hand: Hand, high: Side, low_amount: int) -> frozenset[int]:
    """Return who comes last for an odd chip of the low half, having one of the high half (toggle `odd_chip_most`).

    Who wins the high half alone has the odd chip of the pot, if it had one. Nobody is where each half goes by itself.
    """
    if hand.document.rules["odd_chip_most"] == "each-half":
        return frozenset()
    if len(high.paid) == 1:
        return frozenset(high.paid if high.amount > low_amount else ())
    even = high.amount // (len(high.paid) * hand.document.chip) * hand.document.chip
    return frozenset(seat for seat, chips in high.paid.items() if chips > even)


def _side(hand: Hand, half: Half, amount: int, winners: Sequence[int], last: frozenset[int] = frozenset()) -> Side:
    if len(winners) == 1:
        return Side(half, amount, {winners[0]: amount})
    chip = hand.document.chip
    odd = amount % (len(winners) * chip)
    in_order = odd_chip_order(hand, half, winners) if odd else _from_button(hand.document, winners)
    if odd:
        in_order = tuple(sorted(in_order, key=last.__contains__))
    return Side(half, amount, share(amount, in_order, chip))


def is_open(hand: Hand, side: Side) -> bool:
    """Return whether an odd chip of a side goes by cards that are not known, since only an order of the hands is."""
    odd = len(side.paid) > 1 and side.amount % (len(side.paid) * hand.document.chip) > 0
    return odd and by_cards(hand.document) and hand.document.order is not None and not known(hand, tuple(side.paid))


def check_odd_chips(hand: Hand, awards: Sequence[Sequence[Side]]) -> None:
    """Raise DocumentError at `order` where an odd chip is open: an order of the hands does not say whose it is."""
    for side in (side for parts in awards for side in parts):
        if is_open(hand, side):
            names = ", ".join(map(hand.name, side.paid))
            raise DocumentError(
                "order", "an odd chip between %(players)s goes by their cards, and these are not given", players=names
            )


def odd_chip_rule(document: Document, half: Half) -> str:
    """Return the id of the rule by which odd chips go in the document's game and house."""
    if document.game.family != "stud":
        return document.rules.rule("odd_chip")
    low = half == "low" or document.game.scale != "high"
    return document.rules.rule("odd_chip_low" if low and _low_card(document) else "odd_chip_stud")


def odd_chip_order(hand: Hand, half: Half, winners: Sequence[int]) -> tuple[int, ...]:
    """Return the winners in the order in which odd chips go to them (TDA 2024 20).

    The first seats left of the button; in stud, and in houses that play it so, by the highest card, suits counting: of
    the five that play or of all, and for a low hand in some houses by the lowest card. Of several fives that are worth
    the same a player has the one that serves best.
    """
    document = hand.document
    if not _cards_decide(hand, winners):
        return _from_button(document, winners)
    by_card = by_low_card if _lowest_first(document, half) else by_high_card
    groups = {seat: _groups(hand, half, seat) for seat in winners}
    return by_card(winners, groups, document.index(document.button), len(document.seats), _ace_low(document, half))


def odd_chip_cards(hand: Hand, half: Half, winners: Sequence[int]) -> dict[int, tuple[Card, ...]]:
    """Return each winner's cards that decide the order of odd chips where cards do.

    They begin with the first card in which not all are alike, and end where nobody else has had the same ones. Those
    who play the same cards to the end keep all of them: between these it is the seats that decide. None where all of
    the winners play the same cards, or where no cards are looked at.
    """
    ranked = _laid_out(hand, half, winners) if _cards_decide(hand, winners) else {}
    differ = [len(set(cards)) > 1 for cards in zip(*ranked.values(), strict=True)]
    if not any(differ):
        return {}
    told = {seat: tuple(cards[differ.index(True) :]) for seat, cards in ranked.items()}
    return {seat: _until_alone(cards, [told[other] for other in told if other != seat]) for seat, cards in told.items()}


def same_cards(hand: Hand, half: Half, winners: Sequence[int]) -> tuple[Card, ...]:
    """Return the cards that come first with every winner where cards decide odd chips, so that these decide nothing.

    All of their cards where the winners play the same: then seats decide.
    """
    ranked = _laid_out(hand, half, winners) if _cards_decide(hand, winners) else {}
    places = zip(*ranked.values(), strict=True)
    return tuple(first for first, *others in takewhile(lambda place: len(set(place)) == 1, places))


def _laid_out(hand: Hand, half: Half, winners: Sequence[int]) -> dict[int, Sequence[Card]]:
    """Return each winner's cards that are looked at for an odd chip, the one that counts first before the others."""
    laid = from_the_bottom if _lowest_first(hand.document, half) else from_the_top
    return {seat: laid(_groups(hand, half, seat), _ace_low(hand.document, half)) for seat in winners}


def _until_alone(cards: tuple[Card, ...], others: Sequence[tuple[Card, ...]]) -> tuple[Card, ...]:
    """Return the first of these cards that no others begin with; all of them where others are the same."""
    alone = (many for many in range(1, len(cards)) if all(other[:many] != cards[:many] for other in others))
    return cards[: next(alone, len(cards))]


def by_cards(document: Document) -> bool:
    """Return whether the winners' cards say who gets odd chips, and not their seats: in stud, and in some houses."""
    return document.game.family == "stud" or document.rules["odd_chip"] == "high-card"


def _cards_decide(hand: Hand, winners: Sequence[int]) -> bool:
    """Return whether odd chips go by cards. Where an order of the hands is given, their cards need not be known."""
    return by_cards(hand.document) and (hand.document.order is None or known(hand, winners))


def _groups(hand: Hand, half: Half, seat: int) -> list[tuple[Card, ...]]:
    """Return the groups of a winner's cards that are looked at for an odd chip."""
    held = cards_of(hand, seat)
    if hand.document.game.family == "stud" and hand.document.rules["odd_chip_stud"] == "all-cards":
        return [held.cards]
    return held.equals(low=half == "low")


def _ace_low(document: Document, half: Half) -> bool:
    return half == "low" or document.game.scale in ("ace-to-five", "badugi")


def _lowest_first(document: Document, half: Half) -> bool:
    low = _ace_low(document, half) or document.game.scale != "high"
    return document.game.family == "stud" and low and _low_card(document)


def _low_card(document: Document) -> bool:
    return document.rules["odd_chip_low"] == "low-card"


def _from_button(document: Document, winners: Sequence[int]) -> tuple[int, ...]:
    return left_of_button(winners, document.index(document.button), len(document.seats))


def best_seats(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of these seats have the best hand, by the order given or by their cards; one seat needs neither.

    In a split game that is the best high hand. Raises DocumentError at `order` where it names none of them, and where
    the cards of those whose cards are known speak another order (TDA 2024 12).
    """
    if len(seats) == 1:
        return tuple(seats)
    order = hand.document.order
    if order is None:
        return _best_of({seat: _scores(hand, seat)[0] for seat in seats})
    groups = _named_in(hand, order, seats)
    if not groups:
        names = ", ".join(map(hand.name, seats))
        raise DocumentError("order", "the order names none of %(players)s", players=names)
    shown = _shown(hand, seats)
    if shown:
        wrong = _against_cards(hand, _named_in(hand, order, shown), {seat: _scores(hand, seat)[0] for seat in shown})
        if wrong is not None:
            players, first = wrong
            raise DocumentError("order", "of %(players)s the cards put %(first)s first", players=players, first=first)
    return groups[0]


def best_lows(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of these seats have the best low that qualifies in a split game; none where there is no such low.

    Where an order of the hands is given, who has a low stands in that of the lows. Raises DocumentError at `order_low`
    where the cards of those whose cards are known speak otherwise (TDA 2024 12).
    """
    document = hand.document
    if len(seats) == 1 or not document.game.split:
        return ()
    if document.order is None:
        return _best_of(_lows(hand, seats))
    groups = _named_in(hand, document.order_low or (), seats)
    shown = _shown(hand, seats)
    told = _named_in(hand, document.order_low or (), shown) if groups else [()]
    _check_lows(hand, told, _lows(hand, shown))
    return groups[0] if groups else ()


def _check_lows(hand: Hand, groups: Sequence[Sequence[int]], lows: Mapping[int, int]) -> None:
    """Raise DocumentError at `order_low` where an order of lows is not that of the lows that qualify.

    A group of nobody says that nobody has a low.
    """
    for seat in (seat for group in groups for seat in group):
        if seat not in lows:
            raise DocumentError(
                "order_low", "by the cards %(player)s has no low that qualifies", player=hand.name(seat)
            )
    wrong = _against_cards(hand, groups, lows)
    if wrong is not None:
        players, first = wrong
        raise DocumentError(
            "order_low", "of the lows of %(players)s the cards put %(first)s first", players=players, first=first
        )


def known(hand: Hand, seats: Sequence[int]) -> bool:
    """Return whether all cards that a showdown of these seats needs are known."""
    return all(_missing(hand, seat) is None for seat in seats)


def _shown(hand: Hand, seats: Sequence[int]) -> list[int]:
    """Return those of these seats whose cards for a showdown are known."""
    return [seat for seat in seats if known(hand, (seat,))]


def _best_of(strengths: Mapping[int, int]) -> tuple[int, ...]:
    return tuple(seat for seat, own in strengths.items() if own == max(strengths.values()))


def _lows(hand: Hand, seats: Sequence[int]) -> dict[int, int]:
    """Return what the lows that qualify are worth."""
    return {seat: low for seat in seats if (low := _scores(hand, seat)[1]) is not None}


def _against_cards(hand: Hand, groups: Sequence[Sequence[int]], strengths: Mapping[int, int]) -> tuple[str, str] | None:
    """Return where hands don't stand in the order of their strengths: whose are left there, and whose are the best.

    None where they do. Who is in no group stands behind all who are.
    """
    left = dict(strengths)
    for group in groups:
        best = _best_of(left)
        if set(group) != set(best):
            return ", ".join(map(hand.name, left)), ", ".join(map(hand.name, best))
        left = {seat: own for seat, own in left.items() if seat not in group}
    return None


def _named_in(hand: Hand, order: Sequence[Sequence[str]], seats: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the groups of an order with these seats alone, as far as it names them."""
    groups = (tuple(seat for seat in seats if hand.name(seat) in group) for group in order)
    return [group for group in groups if group]


def _scores(hand: Hand, seat: int) -> tuple[int, int | None]:
    return scores(hand.document.game, _own_cards(hand, seat), hand.board)


def cards_of(hand: Hand, seat: int) -> Holding:
    """Return a seat's cards for a showdown. Raises DocumentError where one of them is not known."""
    return Holding(hand.document.game, _own_cards(hand, seat), hand.board)


def _own_cards(hand: Hand, seat: int) -> tuple[Card, ...]:
    missing = _missing(hand, seat)
    if missing is not None:
        raise missing
    return tuple([card for card in hand.document.seats[seat].cards if card is not None])


def _missing(hand: Hand, seat: int) -> DocumentError | None:
    """Return the error of a showdown for which a seat's cards or the board's are not known; None where they are."""
    game, cards = hand.document.game, hand.document.seats[seat].cards
    shared = len(hand.board) if game.family == "stud" else 0
    if len(cards) + shared not in game.hand or None in cards:
        return DocumentError(
            f"seats[{seat}].cards", "%(name)s's cards decide a pot and are not known", name=hand.name(seat)
        )
    if game.family == "flop" and len(hand.board) != 5:
        return DocumentError("board", "a showdown needs the five cards of the board")
    return None
