"""What a template asks of its spots: a kind and a game, ranges for the numbers, and conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from quizzes.kinds.base import HOLDEM, Variant

MOST_PLAYERS = 10
COUNTS = ("raises", "short_all_ins", "calls_for_less", "callers", "folders")
"""What is counted of a hand as it is told: full bets and raises; all-ins that are less than those; all-ins for less
than the bet; players who called all of a bet; players who folded.
"""


class Range(NamedTuple):
    """From the least to the most, both among it; None where that side is open."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: object) -> bool:
        """Return whether a number of chips, players or the like lies in the range."""
        if not isinstance(number, int):
            return False
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    @property
    def any(self) -> bool:
        """Whether it leaves everything open."""
        return self.least is None and self.most is None

    def times(self, unit: int) -> Range:
        """Return the range of so many times as much: big blinds as chips."""
        return Range(*(None if end is None else end * unit for end in self))


ANY = Range()


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that a template asks of its spots. What is left empty or open is left to chance.

    house        the id of the house under which they are asked
    level        1 to 5, None for any
    blinds       small and big blind, each pair as good as any other
    streets      the streets on which the betting is told
    stacks       of everybody, in big blinds; of the seats in `seat_stacks` what stands there, by their distance
                 clockwise from the button
    counts       how often what is in COUNTS happens
    asked        whose turn it is: its distance from the button
    conditions   what the hand shows, ids of `conditions.offered`
    mistakes     misconceptions of the kind that give another answer than the right one
    """

    kind: str
    game: str = HOLDEM.game
    limit: str = HOLDEM.limit
    house: str = "tda"
    level: int | None = None
    players: Range = ANY
    blinds: tuple[tuple[int, int], ...] = ()
    streets: tuple[str, ...] = ()
    stacks: Range = ANY
    seat_stacks: Mapping[int, Range] = field(default_factory=lambda: MappingProxyType({}))
    counts: Mapping[str, Range] = field(default_factory=lambda: MappingProxyType({}))
    asked: int | None = None
    conditions: tuple[str, ...] = ()
    mistakes: tuple[str, ...] = ()

    @property
    def variant(self) -> Variant:
        """The game and limit that is played."""
        return Variant(self.game, self.limit)

    def stack_of(self, place: int) -> Range:
        """Return the stack of the seat at a distance from the button, in big blinds."""
        return self.seat_stacks.get(place, self.stacks)

    def to_table(self) -> dict[str, Any]:
        """Return the recipe as plain values."""
        return {
            **{name: getattr(self, name) for name in ("kind", "game", "limit", "house", "level", "asked")},
            **{name: list(getattr(self, name)) for name in ("players", "stacks", "streets", "conditions", "mistakes")},
            "blinds": [list(pair) for pair in self.blinds],
            "seat_stacks": {str(place): list(ends) for place, ends in self.seat_stacks.items()},
            "counts": {name: list(ends) for name, ends in self.counts.items()},
        }

    @classmethod
    def from_table(cls, table: Mapping[str, Any]) -> Recipe:
        """Return the recipe of which these are the plain values."""
        return cls(
            **{name: table[name] for name in ("kind", "game", "limit", "house", "level", "asked")},
            streets=tuple(table["streets"]),
            conditions=tuple(table["conditions"]),
            mistakes=tuple(table["mistakes"]),
            players=Range(*table["players"]),
            stacks=Range(*table["stacks"]),
            blinds=tuple((small, big) for small, big in table["blinds"]),
            seat_stacks={int(place): Range(*ends) for place, ends in table["seat_stacks"].items()},
            counts={name: Range(*ends) for name, ends in table["counts"].items()},
        )
