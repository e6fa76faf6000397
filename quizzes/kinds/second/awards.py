"""Who is paid what out of every pot, odd chips dealt one by one around the table."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from quizzes.engine.cards import Card
from quizzes.engine.document import Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.hands import rank_key
from quizzes.kinds.second.side_pots import share, stakes
from quizzes.kinds.second.table import clockwise


def solve(document: Document) -> dict[str, Any]:
    """Return `pots` with their winners, `returned` and `won` in chips; DocumentError where no winner can be told."""
    shared = share(stakes(document))
    pots: list[dict[str, Any]] = []
    won: dict[str, int] = {}
    for amount, eligible in shared.pots:
        paid = _pay(document, amount, _winners(document, eligible))
        pots.append({"amount": amount, "eligible": list(eligible), "winners": paid})
        for seat, chips in paid.items():
            won[seat] = won.get(seat, 0) + chips
    return {"pots": pots, "returned": shared.returned, "won": won}


def _winners(document: Document, eligible: tuple[str, ...]) -> list[str]:
    """Return who has the best hand of those who can win a pot. One seat alone needs no hand."""
    if len(eligible) == 1:
        return list(eligible)
    if document.order is not None:
        for group in document.order:
            best = [seat for seat in group if seat in eligible]
            if best:
                return best
        raise DocumentError("order", f"none of {', '.join(eligible)} stands in the order")
    worth = {seat: rank_key(_cards(document, seat)) for seat in eligible}
    return [seat for seat in eligible if worth[seat] == max(worth.values())]


def _pay(document: Document, amount: int, winners: list[str]) -> dict[str, int]:
    """Share a pot out evenly, then one smallest chip each to the first in line until nothing is left (TDA 2024 20)."""
    even = amount // (document.chip * len(winners)) * document.chip
    paid = dict.fromkeys(winners, even)
    rest = amount - even * len(winners)
    line = iter(_odd_chip_line(document, winners) if rest else ())
    while rest:
        chip = min(document.chip, rest)
        paid[next(line)] += chip
        rest -= chip
    return {seat: chips for seat, chips in paid.items() if chips}


def _odd_chip_line(document: Document, winners: list[str]) -> list[str]:
    """Return the winners in the order in which odd chips fall to them."""
    around = [seat for seat in clockwise(document, document.button) if seat in winners]
    if len(winners) > 1 and document.rules["odd_chip"] == "high-card":
        return sorted(around, key=lambda seat: _playing(_cards(document, seat)), reverse=True)
    return around


def _playing(cards: list[Card]) -> list[Card]:
    """Return the five that play, highest card first; where several fives are as good, those with the highest suits."""
    fives = (sorted(five, reverse=True) for five in combinations(cards, 5))
    return max(fives, key=lambda five: (rank_key(five), five))


def _cards(document: Document, seat: str) -> list[Card]:
    """Return a seat's cards and the board. Raises DocumentError at the ones that are missing."""
    dealt = [card for item in document.actions if isinstance(item, Deal) for card in item.cards]
    board = [*document.board, *dealt]
    place = document.index(seat)
    own = [card for card in document.seats[place].cards if card is not None]
    if len(own) < 2:
        raise DocumentError(f"seats[{place}].cards", f"the cards of {seat} are not known")
    if len(board) < 3:
        raise DocumentError("board", "too few cards are on the board to compare hands")
    return [*own, *board]
