"""Where the button and the blinds are in the next hand, when players have left."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.posting import blind_seats, players_from


@dataclass(frozen=True, slots=True)
class Placing:
    """The seats of button and blinds, counted clockwise from 0. A small blind that nobody posts is None.

    A dead button stands at a seat without a player.
    """

    button: int
    small_blind: int | None
    big_blind: int


def next_hand(document: Document, gone: Collection[str]) -> Placing:
    """Return where button and blinds are in the hand after a document's, once the players in `gone` have left.

    dead        the big blind goes to the next player; the small blind follows to where the big blind was, the button
                to where the small blind was, whether or not a player is left there (TDA 2024 32). So nobody has the
                big blind twice or misses it, and the button may pass over several vacant seats (TDA 2026 36-B).
    moving      each blind goes to the player whose turn at it is, and the button to the next player (RRoP 11)
    simplified  the button goes to the next player, the blinds to the next two, who may miss one (some sites)

    With two players left the button is the small blind; where blinds go in turn, the big blind goes to the next player
    all the same (TDA 2024 34-B). Raises DocumentError at `question.gone` when fewer than two are left.
    """
    small, big = blind_seats(document)
    stay = [seat for seat in players_from(document, 0) if document.seats[seat].name not in gone]
    if len(stay) < 2:
        raise DocumentError("question.gone", "fewer than two players are left, so there is no next hand")
    button = document.index(document.button)
    if document.rules["button"] == "simplified":
        return _next_three(document, stay, button)
    next_big = _next(document, stay, big)
    if len(stay) == 2:
        other = _next(document, stay, next_big)
        return Placing(other, other, next_big)
    moved = small if document.rules["button"] == "dead" else _next(document, stay, button)
    return Placing(moved, big if big in stay else None, next_big)


def _next_three(document: Document, stay: list[int], button: int) -> Placing:
    moved = _next(document, stay, button)
    small = moved if len(stay) == 2 else _next(document, stay, moved)
    return Placing(moved, small, _next(document, stay, small))


def _next(document: Document, stay: list[int], seat: int) -> int:
    """Return the first of these seats clockwise after one."""
    return next(place for place in players_from(document, seat + 1) if place in stay)
