"""Who is paid what out of every pot: halves cut first, odd chips then handed out one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal

from quizzes.engine.cards import RANKS, SUITS, Card, card_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import clockwise
from quizzes.kinds.second.hands import FiveKey, dealt, key, own_cards, playable, qualifying
from quizzes.kinds.second.side_pots import share, stakes

Half = Literal["high", "low"]
"""The low half of a split game; what a game awards first, or alone, is its high half, of lowball games too."""


def solve(document: Document) -> dict[str, Any]:
    """Return `pots` with their winners, `returned` and `won` in chips; DocumentError where no winner can be told."""
    shared = share(stakes(document))
    pots: list[dict[str, Any]] = []
    won: dict[str, int] = {}
    for amount, eligible in shared.pots:
        paid = _pay(document, amount, eligible)
        pots.append({"amount": amount, "eligible": list(eligible), "winners": paid})
        for seat, chips in paid.items():
            won[seat] = won.get(seat, 0) + chips
    return {"pots": pots, "returned": shared.returned, "won": won}


def _pay(document: Document, amount: int, eligible: tuple[str, ...]) -> dict[str, int]:
    """Cut a pot in two where somebody has a low, the odd chip to the high half, and share each half out (TDA 2024 20).

    The same winners both ways share the pot as one. In some houses those who were handed an odd chip of the high half
    stand behind the others of the low half (RRoP 11).
    """
    high = _winners(document, eligible, "high")
    low = _winners(document, eligible, "low") if document.game.split and len(eligible) > 1 else []
    if not low or set(low) == set(high):
        return _share_out(document, amount, high, "high")[0]
    low_half = amount // (2 * document.chip) * document.chip
    paid, handed = _share_out(document, amount - low_half, high, "high")
    if len(high) == 1 and amount != 2 * low_half:
        handed = high
    behind = handed if document.rules["odd_chip_most"] == "one-a-player" else []
    for seat, chips in _share_out(document, low_half, low, "low", behind)[0].items():
        paid[seat] = paid.get(seat, 0) + chips
    return paid


def _share_out(
    document: Document, amount: int, winners: list[str], half: Half, behind: Sequence[str] = ()
) -> tuple[dict[str, int], list[str]]:
    """Share chips out evenly, then one smallest chip each to the first in line until nothing is left.

    Those who stand `behind` come after the others of the line. Return who has how many chips, and who was handed an odd
    one.
    """
    even = amount // (document.chip * len(winners)) * document.chip
    paid = dict.fromkeys(winners, even)
    rest = amount - even * len(winners)
    usual = odd_chip_line(document, winners, half) if rest else []
    line = [seat for seat in usual if seat not in behind] + [seat for seat in usual if seat in behind]
    handed: list[str] = []
    while rest:
        chip = min(document.chip, rest)
        handed.append(line[len(handed)])
        paid[handed[-1]] += chip
        rest -= chip
    return {seat: chips for seat, chips in paid.items() if chips}, handed


def _winners(document: Document, eligible: tuple[str, ...], half: Half) -> list[str]:
    """Return who has the best hand of those who can win a pot. One seat alone needs no hand; a low may be nobody's."""
    if len(eligible) == 1:
        return list(eligible)
    if document.order is not None:
        _hold_to_the_cards(document, half, eligible)
        for group in (document.order if half == "high" else document.order_low) or ():
            best = [seat for seat in group if seat in eligible]
            if best:
                return best
        if half == "high":
            raise DocumentError("order", "none of %(players)s stands in the order", players=", ".join(eligible))
        return []
    worth = {seat: value for seat, value in _worths(document, eligible, half).items() if value is not None}
    return [seat for seat, value in worth.items() if value == max(worth.values())]


def _worths(document: Document, seats: Sequence[str], half: Half) -> dict[str, FiveKey | None]:
    """Return what each seat's best group for a half is worth; None without a low that qualifies."""
    scale = _scale(document, half)
    return {seat: max((key(scale, group) for group in _hands(document, seat, half)), default=None) for seat in seats}


def _all_told(document: Document, names: Sequence[str]) -> bool:
    """Return whether every card of these seats is told, and with a flop all five of the board."""
    board = len(dealt(document))
    if document.game.family == "flop" and board != 5:
        return False
    lent = board if document.game.family == "stud" else 0
    hands = [seat.cards for seat in document.seats if seat.name in names]
    return all(None not in cards and len(cards) + lent in document.game.hand for cards in hands)


def _hold_to_the_cards(document: Document, half: Half, eligible: Sequence[str]) -> None:
    """Refuse an order that the cards speak against, seat by seat (TDA 2024 12): DocumentError at the order's key.

    It is held to the hands of which every card is told. Those it does not name come after those it does, and have no
    low where it names nobody at all who plays for the pot.
    """
    worth = _worths(document, [seat for seat in eligible if _all_told(document, [seat])], half)
    where = "order" if half == "high" else "order_low"
    order = document.order if half == "high" else document.order_low
    place = {seat: number for number, group in enumerate(order or ()) for seat in group if seat in eligible}
    wrong = any(value is None if seat in place else value and not place for seat, value in worth.items())
    if half == "low" and wrong:
        raise DocumentError(where, "other lows qualify by the cards")
    told = {seat: value for seat, value in worth.items() if value is not None}
    for one, other in combinations(told, 2):
        if one not in place and other not in place:
            continue
        ahead = place.get(other, len(order or ())) - place.get(one, len(order or ()))
        if (ahead > 0) != (told[one] > told[other]) or (ahead < 0) != (told[one] < told[other]):
            raise DocumentError(where, "the cards of %(one)s and %(other)s speak otherwise", one=one, other=other)


def odd_chip_line(document: Document, winners: list[str], half: Half) -> list[str]:
    """Return the winners in the order in which odd chips fall to them.

    It is around the table from the button's left, or in some houses by the highest card. In stud it is the highest card
    of the five that play, in some houses of all seven, and in some the lowest one where the lowest hand wins (RRoP 11).
    Raises DocumentError at `order` where hands are only told in their order, and so have no cards to look at.
    """
    around = [seat for seat in clockwise(document, document.button) if seat in winners]
    rules, stud = document.rules, document.game.family == "stud"
    if len(winners) < 2 or not (stud or rules["odd_chip"] == "high-card"):
        return around
    if document.order is not None and not _all_told(document, winners):
        raise DocumentError("order", "the cards of %(players)s are not told", players=", ".join(winners))
    lowest = stud and _scale(document, half) != "high" and rules["odd_chip_low"] == "low-card"
    every = stud and rules["odd_chip_stud"] == "all-cards"
    shown = {seat: _laid_out(document, seat, half, lowest, every) for seat in around}
    return sorted(around, key=shown.__getitem__, reverse=not lowest)


def _laid_out(document: Document, seat: str, half: Half, lowest: bool, every: bool) -> list[tuple[int, int]]:
    """Return the ranks and suits of a hand, the card that is looked at first in front.

    Of several groups that are as good, the one that does best plays.
    """
    scale = _scale(document, half)
    if every:
        return sorted(
            (_face(scale, card) for card in [*own_cards(document, seat), *dealt(document)]), reverse=not lowest
        )
    groups = _hands(document, seat, half)
    best = max(key(scale, group) for group in groups)
    fives = [
        sorted((_face(scale, card) for card in group), reverse=not lowest)
        for group in groups
        if key(scale, group) == best
    ]
    return min(fives) if lowest else max(fives)


def _face(scale: str, card: Card) -> tuple[int, int]:
    """Return a card's rank and suit; an ace is low on the scales on which it is."""
    text = card_text(card)
    rank = RANKS.index(text[0])
    return -1 if text[0] == "A" and scale in ("ace-to-five", "badugi") else rank, SUITS.index(text[1])


def _scale(document: Document, half: Half) -> str:
    return document.game.scale if half == "high" else "ace-to-five"


def _hands(document: Document, seat: str, half: Half) -> list[tuple[Card, ...]]:
    """Return the groups of cards that a seat may play for a half. Raises DocumentError at cards that are missing."""
    game, place = document.game, document.index(seat)
    own, board = own_cards(document, seat), dealt(document)
    shared = len(board) if game.family == "stud" else 0
    if not any(len(own) + shared == many for many in game.hand):
        raise DocumentError(f"seats[{place}].cards", "the cards of %(name)s are not known", name=seat)
    if game.family == "flop" and len(board) < 3:
        raise DocumentError("board", "too few cards are on the board to compare hands")
    groups = playable(document, seat)
    return [tuple(group) for group in qualifying(groups)] if half == "low" else groups
