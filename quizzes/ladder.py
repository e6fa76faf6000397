"""The ladder of levels that a learner climbs in each kind: two rungs a level."""

from __future__ import annotations

from quizzes.kinds.base import LEVELS

FIRST_RUNG = 1
TOP_RUNG = 2 * len(LEVELS) - 1


def level_of(rung: int) -> int:
    """Return the level, 1 to 5, that is asked on a rung. From the first rung one right answer leads to level 2."""
    return LEVELS[rung // 2]


def step(points: int, right: bool) -> int:
    """Return by how many rungs an answer moves: one up when right, two down when all wrong, none for part of it.

    With two down against one up a learner stays where two answers of three are right.
    """
    if right:
        return 1
    return 0 if points else -2


def climb(rung: int, by: int) -> int:
    """Return the rung that many steps on, never off the ladder."""
    return min(max(rung + by, 0), TOP_RUNG)
