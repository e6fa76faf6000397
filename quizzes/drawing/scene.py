"""What is drawn: one table, as a document describes it, without a single coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SeatState = Literal["", "act", "folded", "all-in", "empty"]


@dataclass(frozen=True, slots=True)
class SceneSeat:
    """One seat. Amounts are chips; `cards` holds "Kd" face up and "??" for a back, and () draws none."""

    name: str
    stack: int | None  # behind; None when the document does not say
    bet: int  # in front on this street
    state: SeatState
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """One step of a derivation, shown at a seat's bet. The text has at most five characters, such as "+200"."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment. Seats are in clockwise order; `hero`, `button` and notes count them from 0."""

    seats: tuple[SceneSeat, ...]
    hero: int  # drawn at the bottom middle
    button: int | None
    street: str  # "preflop", "flop", "turn", "river"
    board: tuple[str, ...]
    pot: int  # in the middle, without the bets in front
    notes: tuple[Note, ...] = ()
    ghost: tuple[int, int] | None = None  # seat and amount: the bet that would be
    repeats: int | None = None  # the seat whose raise it repeats
