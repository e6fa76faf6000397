"""How far a learner is through a bucket's drills: which places of the own order were answered, also ahead of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Taken:
    """Every place before `count` was answered, and those in `ahead`: drills that told more than the next in order."""

    count: int = 0
    ahead: frozenset[int] = frozenset()

    def to_json(self) -> Any:
        """Return a plain number, or where some were taken ahead a list of it and them."""
        return [self.count, *sorted(self.ahead)] if self.ahead else self.count

    @classmethod
    def from_json(cls, data: Any) -> Taken:
        return cls(data[0], frozenset(data[1:])) if isinstance(data, list) else cls(data)

    def has(self, place: int) -> bool:
        """Return whether a place was answered."""
        return place < self.count or place in self.ahead

    def following(self, number: int, end: int) -> list[int]:
        """Return the next places that were not answered: those of the next `number`, and before `end`."""
        return [place for place in range(self.count, min(self.count + number, end)) if place not in self.ahead]

    def then(self, place: int) -> Taken:
        """Return what is taken once a place is answered."""
        if self.has(place):
            return self
        count, ahead = self.count, self.ahead | {place}
        while count in ahead:
            count += 1
        return Taken(count, frozenset(each for each in ahead if each >= count))
