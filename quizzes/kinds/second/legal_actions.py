"""All that a player may do, with the amounts."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.kinds.second.levels import next_totals
from quizzes.kinds.second.pot_limit import largest_total
from quizzes.kinds.second.raises import full_raise_of, may_raise
from quizzes.kinds.second.table import Table, asked, replay


def solve(document: Document) -> dict[str, Any]:
    """Return what the seat may do: street totals, and `call_adds` in chips; DocumentError for who is all-in."""
    return menu(replay(document))


def menu(table: Table, player: str | None = None) -> dict[str, Any]:
    """Return the same of a hand that has been played out, for the player who is named here or in the question."""
    seat = asked(table, player)
    own, most, price = table.in_front[seat], table.most(seat), table.to_call(seat)
    call = price if most is None else min(price, most)
    full = full_raise_of(table, seat)
    raises = full is not None or may_raise(table, seat)
    return {
        "to_act": seat,
        "may_check": own >= price,
        "call_to": None if own >= price else call,
        "call_adds": None if own >= price else call - own,
        "may_raise": raises,
        "raise_min_to": full,
        "raise_max_to": None if full is None else _most(table, seat, full, most),
        "all_in_to": most if raises and full is None else None,
    }


def nearest(table: Table, seat: str, total: int) -> int:
    """Return the bet or raise that a player who may raise is held to for a total: the legal one that lies nearest."""
    return nearest_of(menu(table, seat), table.document.limit, total)


def nearest_of(offers: dict[str, Any], limit: str, total: int) -> int:
    """Return the same of what the player may do, under a limit.

    In fixed-limit one of two sizes is only reached by as much: between them is the smaller one.
    """
    if offers["all_in_to"] is not None:
        return int(offers["all_in_to"])
    least: int = offers["raise_min_to"]
    most: int | None = offers["raise_max_to"]
    if limit == "fixed-limit":
        return most if most is not None and total >= most else least
    return max(least, total if most is None else min(total, most))


def _most(table: Table, seat: str, full: int, most: int | None) -> int | None:
    """Return the largest total of a raise, None where only the stack would limit it and that is not stated."""
    if table.document.limit == "fixed-limit":
        largest = next_totals(table)[1]
        return largest if most is None else min(largest, most)
    if table.document.limit == "no-limit":
        return most
    pot = max(full, largest_total(table, seat))
    return pot if most is None else min(pot, most)
