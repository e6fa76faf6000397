"""Who is paid what of a hand whose betting is over: each pot to its best hand, odd chips in the house's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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

    Raises DocumentError at `order`, `board` or `seats[n].cards` where these don't say who has the best hand.
    """
    return [sides(hand, pot) for pot in pots_of(hand).pots]


def sides(hand: Hand, pot: Pot) -> tuple[Side, ...]:
    """Return what a pot pays: whole, or in a split game with a low that qualifies, its two halves.

    The odd chip of the pot goes to the high half (TDA 2024 20). Where the same seats win both halves, they share the
    pot as evenly as it goes.
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
    if not by_cards(document):
        return _from_button(document, winners)
    by_card = by_low_card if _lowest_first(document, half) else by_high_card
    groups = {seat: _groups(hand, half, seat) for seat in winners}
    return by_card(winners, groups, document.index(document.button), len(document.seats), _ace_low(document, half))


def odd_chip_cards(hand: Hand, half: Half, winners: Sequence[int]) -> dict[int, Card]:
    """Return each winner's card that decides the order of odd chips where cards do: the first in which they differ.

    None where all of them play the board: then it is the seats that decide.
    """
    laid = from_the_bottom if _lowest_first(hand.document, half) else from_the_top
    ranked = [laid(_groups(hand, half, seat), _ace_low(hand.document, half)) for seat in winners]
    first = next((cards for cards in zip(*ranked, strict=True) if len(set(cards)) > 1), None)
    return {} if first is None else dict(zip(winners, first, strict=True))


def by_cards(document: Document) -> bool:
    """Return whether the winners' cards say who gets odd chips, and not their seats."""
    return document.order is None and (document.game.family == "stud" or document.rules["odd_chip"] == "high-card")


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

    In a split game that is the best high hand.
    """
    if len(seats) == 1:
        return tuple(seats)
    order = hand.document.order
    if order is not None:
        first = _first_of(hand, order, seats)
        if not first:
            names = ", ".join(map(hand.name, seats))
            raise DocumentError("order", "the order names none of %(players)s", players=names)
        return first
    strengths = [_scores(hand, seat)[0] for seat in seats]
    best = max(strengths)
    return tuple(seat for seat, own in zip(seats, strengths, strict=True) if own == best)


def best_lows(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of these seats have the best low that qualifies in a split game; none where there is no such low."""
    document = hand.document
    if len(seats) == 1 or not document.game.split:
        return ()
    if document.order is not None:
        return _first_of(hand, document.order_low or (), seats)
    lows = {seat: low for seat in seats if (low := _scores(hand, seat)[1]) is not None}
    return tuple(seat for seat, low in lows.items() if low == max(lows.values()))


def _first_of(hand: Hand, order: Sequence[Sequence[str]], seats: Sequence[int]) -> tuple[int, ...]:
    """Return which of these seats stand first in an order; none where it names none of them."""
    groups = (tuple(seat for seat in seats if hand.name(seat) in group) for group in order)
    return next((group for group in groups if group), ())


def _scores(hand: Hand, seat: int) -> tuple[int, int | None]:
    return scores(hand.document.game, _own_cards(hand, seat), hand.board)


def cards_of(hand: Hand, seat: int) -> Holding:
    """Return a seat's cards for a showdown. Raises DocumentError where one of them is not known."""
    return Holding(hand.document.game, _own_cards(hand, seat), hand.board)


def _own_cards(hand: Hand, seat: int) -> tuple[Card, ...]:
    game = hand.document.game
    own = tuple([card for card in hand.document.seats[seat].cards if card is not None])
    shared = len(hand.board) if game.family == "stud" else 0
    if len(own) + shared not in game.hand or len(own) != len(hand.document.seats[seat].cards):
        raise DocumentError(
            f"seats[{seat}].cards", "%(name)s's cards decide a pot and are not known", name=hand.name(seat)
        )
    if game.family == "flop" and len(hand.board) != 5:
        raise DocumentError("board", "a showdown needs the five cards of the board")
    return own
