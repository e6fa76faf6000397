"""Runs: three minutes against the clock, and survival, which the first miss ends. Unrated, kept by the server.

The caller sees to it that an answer counts once: every question of a run carries its own token.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

Mode = Literal["clock", "survival"]

CLOCK = timedelta(minutes=3)
GRACE = timedelta(seconds=2)
"""How much later an answer that was sent in time may arrive."""


class RunIsOver(ValueError):
    """An answer came after the run's end; it changes nothing."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run as far as it has come: right answers, and the misses by the names of their drills for a review list."""

    mode: Mode
    started_at: datetime
    right: int = 0
    misses: tuple[str, ...] = ()

    @property
    def ends_at(self) -> datetime | None:
        """When the clock stops; None in survival, which has none."""
        return self.started_at + CLOCK if self.mode == "clock" else None

    def to_json(self) -> dict[str, Any]:
        return {
            "mode": self.mode,
            "started_at": self.started_at.isoformat(),
            "right": self.right,
            "misses": list(self.misses),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Run:
        return cls(data["mode"], datetime.fromisoformat(data["started_at"]), int(data["right"]), tuple(data["misses"]))


def start(mode: Mode, now: datetime) -> Run:
    """Return a run that begins at `now`."""
    return Run(mode, now)


def left(run: Run, now: datetime) -> timedelta | None:
    """Return how much of the clock is left, never less than nothing; None in survival."""
    return None if run.ends_at is None else max(timedelta(0), run.ends_at - now)


def is_over(run: Run, now: datetime) -> bool:
    """Return whether no further question is asked."""
    if run.ends_at is None:
        return bool(run.misses)
    return now >= run.ends_at


def may_answer(run: Run, now: datetime) -> bool:
    """Return whether an answer that arrives at `now` counts: on the clock there are two seconds for its way here."""
    if run.ends_at is None:
        return not run.misses
    return now <= run.ends_at + GRACE


def after(run: Run, drill: str, right: bool, now: datetime) -> Run:
    """Return the run after an answer to a drill, given by its name. Raises RunIsOver where it comes too late."""
    if not may_answer(run, now):
        raise RunIsOver(run.mode)
    return replace(run, right=run.right + 1) if right else replace(run, misses=(*run.misses, drill))


def best(before: int | None, run: Run, now: datetime) -> tuple[int | None, bool]:
    """Return the personal best of a mode after a run, and whether the run set it.

    A run that is not over, or in which nothing was right, sets none.
    """
    if not is_over(run, now) or run.right <= (before or 0):
        return before, False
    return run.right, True
