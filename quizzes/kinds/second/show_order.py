"""The order of showing, read off the book of entries from its end."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import clockwise
from quizzes.kinds.second.may_see import to_the_end
from quizzes.kinds.second.stud import opener
from quizzes.kinds.second.table import Table, replay


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of a `show_order` question. Raises DocumentError at `question` before the showdown."""
    return {"order": facts(document)["order"]}


def facts(document: Document) -> dict[str, Any]:
    """Return the order, who begins it under the name of the reason, and the players of a side pot.

    Also whose hand is the next one clockwise, where the one that would begin is not there any more, and whether
    somebody is all-in in a house where that changes nothing.
    """
    table = replay(document)
    live, able = table.live, table.able
    last = document.game.streets[-1]
    if len(live) < 2 or table.turn is not None or (table.street != last and len(able) > 1):
        raise DocumentError("question", "there is no showdown yet")
    all_in = [name for name in live if name not in able]
    reason, first = _begins(table, live, all_in)
    order = [name for name in (first, *clockwise(document, first)[:-1]) if name in live]
    begins: dict[str, Any] = {reason: first} if first in live else {reason: first, "next_with_hand": order[0]}
    begins["in_order"] = bool(all_in) and document.rules["all_in_showdown"] == "in-order"
    reach = _reach(table, live)
    if document.rules["show_first"] == "side-pot" and len(set(reach.values())) > 1:
        order = _by_pots(reach, order)
        side = [name for name in order if reach[name] > min(reach.values())]
        return {**begins, "order": order, "side_pot": side}
    went_in = any(table.behind[name] == 0 for name in to_the_end(table))
    if went_in and document.rules["all_in_showdown"] == "all-at-once":
        return {"order": [live]}
    return {**begins, "order": order}


def _begins(table: Table, live: list[str], all_in: list[str]) -> tuple[str, str]:
    document = table.document
    if all_in and document.rules["all_in_showdown"] == "first-all-in" and len(live) - len(all_in) < 2:
        return "first_all_in", _first_all_in(table, all_in)
    last = document.game.streets[-1]
    bets = [entry.seat for entry in table.book if entry.street == last and entry.did == "raise"]
    if bets:
        return "last_aggressor", bets[-1]
    if document.game.family == "stud":
        return "best_board", opener(document, last, live)
    return "left_of_button", next(name for name in clockwise(document, document.button) if name in live)


def _first_all_in(table: Table, all_in: list[str]) -> str:
    """Return who had nothing left first, by reading the book line by line from where all have posted."""
    around = clockwise(table.document, table.document.button)
    posts = sum(entry.did == "post" for entry in table.book)
    for lines in range(posts, len(table.book) + 1):
        behind = Table(table.document, table.street, table.book[:lines]).behind
        for name in around:
            if name in all_in and behind[name] == 0:
                return name
    return next(name for name in around if name in all_in)


def _reach(table: Table, live: list[str]) -> dict[str, int]:
    """Return in how many pots each player is: one for each level of chips that two players or more have in."""
    chips = dict.fromkeys(live, 0)
    for entry in table.book:
        if entry.seat in chips and entry.kind != "dead":
            chips[entry.seat] += entry.chips
    levels = sorted({amount for amount in chips.values() if sum(other >= amount for other in chips.values()) > 1})
    return {name: sum(amount >= level for level in levels) for name, amount in chips.items()}


def _by_pots(reach: dict[str, int], order: list[str]) -> list[str]:
    """Put those who are in more pots before those who are in fewer."""
    found: list[str] = []
    for pots in sorted(set(reach.values()), reverse=True):
        found += [name for name in order if reach[name] == pots]
    return found
