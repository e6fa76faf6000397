"""The pot before a player acts and the largest pot-limit raise, by laying the chips of the call into the middle."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import blinds
from quizzes.kinds.second.raises import open_to
from quizzes.kinds.second.table import Table, asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return `pot`, `call_adds`, `max_raise_by`, `max_to` and `adds` in chips.

    Raises DocumentError at `limit` in the other limits, and at `question` for a player who may not raise.
    """
    if document.limit != "pot-limit":
        raise DocumentError("limit", "only pot-limit has a largest raise by the pot")
    table = replay(document)
    seat = asked(table)
    if not open_to(table, seat):
        raise DocumentError("question", "%(name)s may not raise", name=seat)
    own, bet, most = table.in_front[seat], table.bet, largest_total(table, seat)
    return {
        "pot": sum(middle(table)),
        "call_adds": bet - own,
        "max_raise_by": most - bet,
        "max_to": most,
        "adds": most - own,
    }


def middle(table: Table) -> list[int]:
    """Return the heaps of chips that a house counts as the pot: what was there, and what each entry put in.

    Before the flop a blind that is short counts as posted in full, in some houses the small one as a big one, until
    its seat has that much in (TDA 2024 54-B); elsewhere chips count as they are (54-C).
    """
    document = table.document
    heaps = [document.pot, *(entry.chips for entry in table.book)]
    base = document.rules["pl_preflop_base"]
    if table.street != document.game.first or base == "exact":
        return heaps
    piles = table.in_front
    for name, blind in blinds(document).items():
        counted = list(blinds(document).values())[-1] if base == "sb-as-bb" else blind
        heaps.append(max(0, counted - piles[name]))
    return heaps


def largest_total(table: Table, seat: str) -> int:
    """Return the total of a pot raise: the call goes in first, then as much again as is in the middle."""
    call = table.bet - table.in_front[seat]
    most = table.bet + sum([*middle(table), call])
    unit = table.document.unit or table.document.chip
    if table.document.rules["pl_rounding"] == "up":
        most = -(-most // unit) * unit
    return most
