"""The next hand's button and blinds by counting seats from this hand's big blind, or hand by hand from the button."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import clockwise, players


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of a `next_button` question. Raises DocumentError at `question.gone` when one is left."""
    found = facts(document)
    return {field: found[field] for field in ("button", "small_blind", "big_blind")}


def facts(document: Document) -> dict[str, Any]:
    """Return the answer and this hand's blinds, which a derivation begins with."""
    gone = document.question.extra.get("gone", ())
    stay = [name for name in players(document) if name not in gone]
    if len(stay) < 2:
        raise DocumentError("question.gone", "one player alone plays no hand")
    around = clockwise(document, document.button)
    heads_up = len(around) == 2 and document.button in around
    last_small, last_big = (document.button, around[0]) if heads_up else around[:2]
    last = {"last_small_blind": last_small, "last_big_blind": last_big}
    queue = [name for name in clockwise(document, document.button) if name in stay]
    if document.rules["button"] == "simplified":
        button, *blinds = (queue * 3)[:3]
        small, big = blinds if len(stay) > 2 else (button, blinds[0])
        return {"button": button, "small_blind": small, "big_blind": big, **last}
    big = min(stay, key=lambda name: _steps(document, last_big, name))
    if len(stay) == 2:
        other = next(name for name in stay if name != big)
        return {"button": other, "small_blind": other, "big_blind": big, **last}
    behind = last_big if last_big in stay else None
    button = queue[0] if document.rules["button"] == "moving" else last_small
    return {"button": button, "small_blind": behind, "big_blind": big, **last}


def _steps(document: Document, start: str, end: str) -> int:
    """Return how many seats there are clockwise from one to another: all of them from a seat to itself."""
    names = [seat.name for seat in document.seats]
    return (names.index(end) - names.index(start) - 1) % len(names) + 1
