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
        paid = _paid_by_a_short_stack(document, player, stack)
        return {"live": paid["blind"], "dead": paid["ante"] * (document.ante_by == "big-blind")}
    asked = document.rules["new_player"] == "big-blind"
    if reason != "new":
        asked = document.rules["missed_blinds"] == "live-and-dead"
    live, dead = COSTS[reason]
    place = document.index(player)
    stack = document.seats[place].stack
    owed = live * big + dead * small
    if asked and owed and stack is not None and owed + _ante(document, player) > stack:
        raise DocumentError(f"seats[{place}].stack", "the stack is too small for what is owed")
    return {"live": live * big * asked, "dead": dead * small * asked}


def _ante(document: Document, player: str) -> int:
    pays = document.ante_by == "all" or list(blinds(document))[-1] == player
    return document.ante if pays else 0


def _paid_by_a_short_stack(document: Document, player: str, stack: int) -> dict[str, int]:
    """Pay the ante and the blind out of a stack in the house's order, and return what was paid for each."""
    small = next(iter(blinds(document))) == player
    owed = {"ante": _ante(document, player), "blind": (document.blinds or (0, 0))[0 if small else 1]}
    order = document.rules["ante_order" if document.ante_by == "all" else "bb_ante_order"]
    paid: dict[str, int] = {}
    for what in ("ante", "blind") if order == "ante-first" else ("blind", "ante"):
        paid[what] = min(owed[what], stack - sum(paid.values()))
    return paid


def facts(document: Document) -> dict[str, Any]:
    """Return what a derivation may state: the answer itself, and where the button is that has to pass first."""
    return {**solve(document), "comes_in_after": document.button}
