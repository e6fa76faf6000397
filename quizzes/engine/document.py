"""The scenario document as frozen values. `notation` reads and prints it; amounts are whole chips."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quizzes.engine.cards import Card
from quizzes.engine.games import GAMES, Game
from quizzes.engine.rulesets import Ruleset, ruleset


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat. `stack` is what it has behind when the street begins, before any blind; None is deep enough.

    An unknown card is None. `up` are those of a stud hand's cards that lie open, in the order in which they were dealt.
    An empty seat has no player: no cards, no turn, no post.
    """

    name: str
    stack: int | None = None
    cards: tuple[Card | None, ...] = ()
    up: tuple[Card | None, ...] = ()
    empty: bool = False


class Action(NamedTuple):
    """What a player did.

    `amount` is a street total for bet, raise-to, all-in, bring-in and complete, an increase for raise-by, live chips
    for post, and a number of cards for draw.
    """

    seat: str
    verb: str
    amount: int | None = None
    dead: int = 0
    out_of_turn: bool = False


class Deal(NamedTuple):
    """A street mark: the next street begins, with its community cards where the document gives them."""

    street: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a player said and pushed in.

    motions   the chips of each motion, one by one; a single motion is the rule
    said      what was said before or with the chips, in small letters
    before    chips already in front; None for what the player has in on this street, as one chip where it is not zero
    pulled    how much of those was taken back: none, some or all
    """

    player: str
    motions: tuple[tuple[int, ...], ...]
    said: str = ""
    before: tuple[int, ...] | None = None
    pulled: str = "none"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: a kind, the seat it is about (None: whose turn it is), and what else that kind needs."""

    kind: str
    player: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """One spot at a poker table and one question about it."""

    seats: tuple[Seat, ...]
    question: Question
    game: Game = GAMES["holdem"]
    limit: str = "no-limit"
    rules: Ruleset = field(default_factory=lambda: ruleset("tda"))
    blinds: tuple[int, int] | None = None
    ante: int = 0
    ante_by: str = "all"
    straddles: tuple[int, ...] = ()
    straddle_by: str | None = None
    bets: tuple[int, int] | None = None
    bring_in: int = 0
    chip: int = 1
    unit: int | None = None
    button: str = ""
    street: str = "preflop"
    pot: int = 0
    board: tuple[Card, ...] = ()
    actions: tuple[Action | Deal, ...] = ()
    put_in: Mapping[str, int] | None = None
    folded: tuple[str, ...] = ()
    order: tuple[tuple[str, ...], ...] | None = None
    order_low: tuple[tuple[str, ...], ...] | None = None
    pushed: Pushed | None = None
    words: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names in clockwise order, empty ones too."""
        return tuple(seat.name for seat in self.seats)

    def index(self, name: str) -> int:
        """Return the place of a seat, counted clockwise from 0. Raises ValueError for a name that no seat has."""
        for place, seat in enumerate(self.seats):
            if seat.name == name:
                return place
        raise ValueError(f"no seat is called {name!r}")
