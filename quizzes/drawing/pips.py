"""A run of questions as a row of pips: right ones round, others diamonds, the one that comes next ringed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

STEP = 12


class Pip(NamedTuple):
    """One question of the run: `right`, `part`, `wrong`, `now` or `left`, and where it stands."""

    result: str
    x: int

    @property
    def diamond(self) -> str:
        """The outline of a pip that is not round."""
        return f"M{self.x} 2.5l5.5 5.5-5.5 5.5-5.5-5.5z"


@lru_cache(maxsize=512)
def _pip(result: str, place: int) -> Pip:
    return Pip(result, 8 + STEP * place)


@dataclass(frozen=True, slots=True)
class RunPicture:
    """A run of `length` questions as far as it has come."""

    results: tuple[str, ...]
    length: int
    asking: bool

    @property
    def pips(self) -> tuple[Pip, ...]:
        """All pips from the left, those to come among them."""
        now = ("now",) if self.asking and len(self.results) < self.length else ()
        left = ("left",) * (self.length - len(self.results) - len(now))
        return tuple(map(_pip, (*self.results, *now, *left), range(self.length)))

    @property
    def done(self) -> bool:
        return len(self.results) >= self.length

    @property
    def number(self) -> int:
        """The question that is shown, counted from 1."""
        return len(self.results) + (self.asking and not self.done)

    @property
    def right(self) -> int:
        return self.results.count("right")

    @property
    def part(self) -> int:
        return self.results.count("part")

    @property
    def wrong(self) -> int:
        return self.results.count("wrong")


def draw_run(results: Sequence[str], length: int, asking: bool) -> RunPicture:
    """Return the picture of a run; while a question is asked, a finished run gives way to the next one."""
    shown = () if asking and len(results) >= length else tuple(results)
    return RunPicture(shown, length, asking)
