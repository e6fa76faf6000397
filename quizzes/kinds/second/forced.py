"""Who sits where, and what each player owes before anybody acts: blinds, straddles, antes and written posts."""

from __future__ import annotations

from typing import Literal

from quizzes.engine.document import Action, Document

Chips = Literal["bet", "ante", "dead"]
"""Chips of a bet count for the street's bet and in the pots, an ante only in the pots; dead chips are nobody's."""


def players(document: Document) -> list[str]:
    """Return the names at the table, without empty seats."""
    return [seat.name for seat in document.seats if not seat.empty]


def clockwise(document: Document, after: str) -> list[str]:
    """Return the players from the left of a seat all the way around to the seat itself."""
    place = document.index(after) + 1
    around = document.seats[place:] + document.seats[:place]
    return [seat.name for seat in around if not seat.empty]


def blinds(document: Document) -> dict[str, int]:
    """Return who owes the small and who the big blind, in that order; nobody does in a stud game.

    They are the first two left of the button; heads-up the button is the small blind (TDA 2024 34-B).
    """
    if not document.blinds or document.game.family == "stud":
        return {}
    around = clockwise(document, document.button)
    if len(around) == 2 and document.button in around:
        around.reverse()
    return dict(zip(around, document.blinds, strict=False))


def straddles(document: Document) -> dict[str, int]:
    """Return who straddles to what total, the last straddle last."""
    if document.straddle_by is not None:
        return {document.straddle_by: document.straddles[-1]}
    if not document.straddles:
        return {}
    return dict(zip(clockwise(document, list(blinds(document))[-1]), document.straddles, strict=False))


def dues(document: Document) -> list[tuple[str, Chips, int]]:
    """Return who has to post what, a player's own posts in the order in which its house takes them."""
    bets = _forced_bets(document)
    if document.ante_by == "all":
        antes: list[tuple[str, Chips, int]] = [(name, "ante", document.ante) for name in players(document)]
        ante_first = document.rules["ante_order"] == "ante-first"
    else:
        antes = [(list(blinds(document))[-1], "dead", document.ante)]
        ante_first = document.rules["bb_ante_order"] == "ante-first"
    owed = antes + bets if ante_first else bets + antes
    return [due for due in owed if due[2]]


def _forced_bets(document: Document) -> list[tuple[str, Chips, int]]:
    """Return the blinds, or what is written to have been posted in their place, and what straddles add to that."""
    written = {item.seat: item for item in document.actions if isinstance(item, Action) and item.verb == "post"}
    owed: list[tuple[str, Chips, int]] = []
    live: dict[str, int] = {}
    for name, blind in blinds(document).items():
        post = written.get(name)
        live[name] = blind if post is None else post.amount or 0
        owed += [(name, "bet", live[name]), (name, "dead", 0 if post is None else post.dead)]
    owed += [(name, "bet", max(0, to - live.get(name, 0))) for name, to in straddles(document).items()]
    return owed
