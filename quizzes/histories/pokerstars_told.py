"""A hand in the text form of PokerStars as far as its lines have been read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from quizzes.engine.errors import DocumentError
from quizzes.engine.games import Game
from quizzes.histories.amounts import chips, plain
from quizzes.histories.record import Move, Posted, Verb


class Posting(NamedTuple):
    """A post by name: what it is, and its chips."""

    name: str
    posted: Posted
    amount: int


@dataclass(slots=True)
class Told:
    """What the lines have told. Players go by their names, `seats` says where they sit.

    shown      the whole hands that were laid open; mucked: the lines on which hands were thrown away at the end
    unshown    the lines that say that a hand was not shown, by whoever may have won without
    collected  who was paid what of the pots, 0 where the summary alone says so; given_back: bets nobody called
    total      the chips of all pots as the summary has them
    """

    game: Game
    limit: str
    stakes: tuple[int, int]
    scale: int
    line: int
    button: int = 0
    seats: dict[str, int] = field(default_factory=dict)
    stacks: dict[str, int] = field(default_factory=dict)
    cards: dict[str, list[str]] = field(default_factory=dict)
    open_cards: dict[str, list[str]] = field(default_factory=dict)
    street: str = ""
    board: list[str] = field(default_factory=list)
    antes: dict[str, int] = field(default_factory=dict)
    ante_lines: dict[str, int] = field(default_factory=dict)
    posts: list[Posting] = field(default_factory=list)
    moves: list[tuple[str, Move]] = field(default_factory=list)
    totals: Counter[str] = field(default_factory=Counter)
    drawn: set[str] = field(default_factory=set)
    bring_in: int = 0
    folded: set[str] = field(default_factory=set)
    all_in: set[str] = field(default_factory=set)
    shown: dict[str, frozenset[str]] = field(default_factory=dict)
    mucked: dict[str, int] = field(default_factory=dict)
    unshown: dict[str, int] = field(default_factory=dict)
    collected: Counter[str] = field(default_factory=Counter)
    given_back: Counter[str] = field(default_factory=Counter)
    cashed_out: set[str] = field(default_factory=set)
    total: int | None = None

    @property
    def where(self) -> str:
        """The line that is being read, as an error names it."""
        return f"line {self.line}"

    @property
    def begun(self) -> bool:
        """Whether somebody has put chips in: then everybody has a seat."""
        return bool(self.antes or self.posts or self.moves)

    @property
    def active(self) -> set[str]:
        """Those who were dealt in: they posted or did something."""
        return {*self.antes, *(post.name for post in self.posts), *(name for name, _ in self.moves)}

    def begin_street(self, street: str) -> None:
        """Go on to a street, on which nobody has put anything in."""
        self.street, self.totals, self.drawn = street, Counter(), set()

    def amount(self, text: str) -> int:
        """Return an amount as chips."""
        return chips(plain(text, self.line), self.scale, self.line)

    def move(self, name: str, verb: Verb, to: int | None, line: int = 0) -> None:
        """Note what a player did, to which total on the street."""
        if to is not None and verb != "draw":
            self.totals[name] = to
        self.moves.append((name, Move(self.street, self.seats[name], verb, to, line or self.line)))

    def of(self, words: str, after: str = ": ") -> str:
        """Return whose line it is, by the longest name that it begins with; "" for nobody's."""
        names = sorted(self.seats, key=len, reverse=True)
        return next((name for name in names if words.startswith(name + after)), "")

    def stranger(self, name: str) -> DocumentError:
        """Return the error at a line about somebody who has no seat."""
        return DocumentError(self.where, "%(name)s has no seat in this hand", name=repr(name[:80]))
