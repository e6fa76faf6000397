"""What is drawn: one table, as a document describes it, without a single coordinate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SeatState = Literal["", "act", "folded", "all-in", "empty"]


@dataclass(frozen=True, slots=True)
class SceneSeat:
    """One seat. Amounts are chips; `cards` holds "Kd" face up and "??" for a back, and () draws none.

    `up` are the places of those cards that lie open before the player, as some of a stud hand do.
    """

    name: str
    stack: int | None  # behind; None when the document does not say
    bet: int  # in front on this street
    state: SeatState
    cards: tuple[str, ...] = ()
    up: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Note:
    """One step of a derivation, shown at a seat's bet. The text has at most five characters, such as "+200"."""

    number: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Heap:
    """Chips that belong together before a player, by their values: those of one motion, or those that were there.

    `kind` is "before" for chips in front from earlier, "motion" for chips pushed in; motions count from 1, and
    `number` is 0 where there is only one.
    """

    kind: Literal["before", "motion"]
    chips: tuple[int, ...]
    number: int = 0


@dataclass(frozen=True, slots=True)
class Act:
    """What a player says and pushes in. `pulled` tells how much of what was there is taken back: none, some or all."""

    seat: int
    said: str
    heaps: tuple[Heap, ...]
    pulled: str = "none"


@dataclass(frozen=True, slots=True)
class Scene:
    """A table at one moment. Seats are in clockwise order; `hero`, `button` and notes count them from 0."""

    seats: tuple[SceneSeat, ...]
    hero: int  # drawn at the bottom middle
    button: int | None
    street: str  # as the scenario format names it
    board: tuple[str, ...]
    pot: int  # in the middle, without the bets in front
    community: int = 5  # how many cards the board has in the end
    notes: tuple[Note, ...] = ()
    ghost: tuple[int, int] | None = None  # seat and amount: the bet that would be
    repeats: int | None = None  # the seat whose raise it repeats
    told: tuple[tuple[int, int], ...] = ()  # step number and seat: whom each step of a derivation speaks of
    act: Act | None = None
    early: tuple[int, int] | None = None  # seat and amount: a bet out of turn, before its turn has come
    moved: int | None = None  # the seat whose chips have just come
    gathered: tuple[tuple[int, int], ...] = ()  # seat and amount: bets that have just gone to the middle
