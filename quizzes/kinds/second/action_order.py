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
    answer = ("small_blind", "big_blind", "bring_in", "first", "last")
    return {name: found for name, found in facts(document).items() if name in answer}


def facts(document: Document) -> dict[str, Any]:
    """Return what a derivation may state: the answer, who is passed over before the first to act or after the last and
    why, and whom the house lets straddle; in stud whose card says that it brings the hand in, and whose board that it
    opens the street.
    """
    street = document.question.extra["street"]
    live, able = _left(document, street)
    turns = _round(document, street, live)
    order = [name for name in turns if name in able]
    if len(live) < 2 or not order:
        raise DocumentError("question", "nobody acts on the %(street)s", street=street)
    ends = {"first": order[0], "last": order[-1]}
    over = [*turns[: turns.index(order[0])], *turns[turns.index(order[-1]) + 1 :]]
    if document.game.family == "stud":
        low_card = opener(document, document.game.streets[0], players(document))
        return {"low_card": low_card, "bring_in": _bring_in(document, low_card), "opening_board": turns[0], **ends}
    passed = {
        "folded": [name for name in over if name not in live],
        "no_chips": [name for name in over if name in live],
        "straddle_seats": document.rules["straddle_seats"],
    }
    if not document.blinds:
        return {"small_blind": None, "big_blind": None, **ends, **passed}
    small, big = blinds(document)
    return {"small_blind": small if document.blinds[0] else None, "big_blind": big, **ends, **passed}


def _bring_in(document: Document, low_card: str) -> str:
    """Return who brings it in: the low card, or to its left who has not put all its chips into the ante (RRoP 11)."""
    first_street = document.game.streets[0]
    if document.street != first_street:
        return low_card
    _, able = _left(document, first_street)
    return next(name for name in (low_card, *clockwise(document, low_card)) if name in able)


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
