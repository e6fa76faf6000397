"""When a skill counts as mastered: right in the mix, and right again after a day; lost after two misses in a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

LEVEL = 3
"""The least level that counts, or a skill's highest where it has fewer."""

AGAIN_AFTER = timedelta(days=1)
LOST_AFTER = 2


@dataclass(frozen=True, slots=True)
class Mastery:
    """How far a skill has come. Times are None until it has: `mixed_at` the first right answer in the mix that counts,
    `since` the right answer a day or more later.
    """

    mixed_at: datetime | None = None
    since: datetime | None = None
    misses: int = 0

    @property
    def mastered(self) -> bool:
        return self.since is not None

    def confirmable(self, now: datetime) -> bool:
        """Return whether one more right answer at `now` makes it mastered."""
        return not self.mastered and self.mixed_at is not None and now - self.mixed_at >= AGAIN_AFTER

    def to_json(self) -> dict[str, Any]:
        return {
            "mixed_at": self.mixed_at.isoformat() if self.mixed_at else None,
            "since": self.since.isoformat() if self.since else None,
            "misses": self.misses,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Mastery:
        mixed_at, since = (datetime.fromisoformat(data[at]) if data[at] else None for at in ("mixed_at", "since"))
        return cls(mixed_at, since, int(data["misses"]))


def enough(top: int) -> int:
    """Return the least level whose answers count, of a skill whose highest level is `top`."""
    return min(LEVEL, top)


def after(mastery: Mastery, right: bool, level: int, top: int, mixed: bool, now: datetime) -> Mastery:
    """Return the mastery after an unaided answer. `mixed`: the question before it was of another skill."""
    if not right:
        misses = mastery.misses + 1
        return Mastery(misses=misses) if misses >= LOST_AFTER else replace(mastery, misses=misses)
    mastery = replace(mastery, misses=0)
    if level < enough(top) or mastery.mastered:
        return mastery
    if mastery.confirmable(now):
        return replace(mastery, since=now)
    if mixed and mastery.mixed_at is None:
        return replace(mastery, mixed_at=now)
    return mastery
