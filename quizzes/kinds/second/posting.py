"""What a player owes, read off a table of what each reason costs in big and small blinds."""

from __future__ import annotations

from typing import Any

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import blinds

COSTS = {"new": (1, 0), "missed-both": (1, 1), "missed-big": (1, 0), "missed-small": (0, 1)}
"""How many big blinds are live and how many small blinds dead, in a house that asks for them."""


def solve(document: Document) -> dict[str, Any]:
    """Return the answer of a `posting` question."""
    if not document.blinds or document.question.player is None:
        raise DocumentError("question", "blinds and a player are needed")
    reason, player = document.question.extra["reason"], document.question.player
    small, big = document.blinds
    if reason == "short":
        stack = document.seats[document.index(player)].stack
        if stack is None:
            raise DocumentError("question", "a stack is needed")
        due = small if next(iter(blinds(document))) == player else big
        return {"live": due if due < stack else stack, "dead": 0}
    asked = document.rules["new_player"] == "big-blind"
    if reason != "new":
        asked = document.rules["missed_blinds"] == "live-and-dead"
    live, dead = COSTS[reason]
    place = document.index(player)
    stack = document.seats[place].stack
    if asked and stack is not None and live * big + dead * small > stack:
        raise DocumentError(f"seats[{place}].stack", "the stack is too small for what is owed")
    return {"live": live * big * asked, "dead": dead * small * asked}


facts = solve
"""What a derivation may state: the answer itself."""
