"""The order of action by walking round the table from the button, or from whom the open cards of a stud hand name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from quizzes.engine.document import Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import blinds, clockwise, players, straddles
from quizzes.kinds.second.stud import opener
from quizzes.kinds.second.table import replay


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of an `action_order` question. Raises DocumentError at `question` when nobody acts."""
    street = document.question.extra["street"]
    live, able = _left(document, street)
    order = [name for name in _round(document, street, live) if name in able]
    if len(live) < 2 or not order:
        raise DocumentError("question", "nobody acts on the %(street)s", street=street)
    ends = {"first": order[0], "last": order[-1]}
    if document.game.family == "stud":
        return {"bring_in": opener(document, document.game.streets[0], players(document)), **ends}
    if not document.blinds:
        return {"small_blind": None, "big_blind": None, **ends}
    small, big = blinds(document)
    return {"small_blind": small if document.blinds[0] else None, "big_blind": big, **ends}


facts = solve
"""What a derivation may state: the answer itself."""


def _left(document: Document, street: str) -> tuple[list[str], list[str]]:
    """Return who is in the hand when a street begins, and who of them has chips."""
    cut = len(document.actions)
    for place, item in enumerate(document.actions):
        if isinstance(item, Deal) and item.street == street:
            cut = place
    streets = document.game.streets
    if streets.index(street) <= streets.index(document.street):
        cut = sum(getattr(item, "verb", "") == "post" for item in document.actions)
    table = replay(replace(document, actions=document.actions[:cut]))
    return table.live, table.able


def _round(document: Document, street: str, live: list[str]) -> list[str]:
    """Return the players in turn: from the button, the big blind, the last straddle, or who opens a stud street."""
    first_street = street == document.game.streets[0]
    if document.game.family == "stud":
        begins = opener(document, street, players(document) if first_street else live)
        return [begins, *clockwise(document, begins)[:-1]]
    before = [document.button, *blinds(document), *straddles(document)] if first_street else [document.button]
    return clockwise(document, before[-1])
