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


def dues(document: Document, name: str) -> list[tuple[Chips, int]]:
    """Return what a player has to post, in the order in which its house takes it."""
    bets = _forced_bets(document, name)
    if document.ante_by == "all":
        antes: list[tuple[Chips, int]] = [("ante", document.ante)]
        ante_first = document.rules["ante_order"] == "ante-first"
    else:
        antes = [("dead", document.ante)] if name == list(blinds(document))[-1] else []
        ante_first = document.rules["bb_ante_order"] == "ante-first"
    return antes + bets if ante_first else bets + antes


def _forced_bets(document: Document, name: str) -> list[tuple[Chips, int]]:
    """Return a player's blind, or what it is written to have posted in its place, and what a straddle adds to that."""
    owed: list[tuple[Chips, int]] = []
    live = 0
    if name in blinds(document):
        written = _written_post(document, name)
        live = blinds(document)[name] if written is None else written.amount or 0
        owed = [("bet", live), ("dead", 0 if written is None else written.dead)]
    if name in straddles(document):
        owed.append(("bet", max(0, straddles(document)[name] - live)))
    return owed


def _written_post(document: Document, name: str) -> Action | None:
    posts = (item for item in document.actions if isinstance(item, Action) and item.verb == "post")
    return next((post for post in posts if post.seat == name), None)
