"""Worked examples that fade: how much of a derivation a learner is shown before answering alone."""

from __future__ import annotations

BACK_AFTER = 2
"""So many misses in a row bring a whole example back."""


def steps_shown(steps: int, meeting: int) -> int:
    """Return how many of a derivation's first steps are shown at a skill's n-th meeting, counted from 0.

    At first all of them, then all but the last, and so on, until none is.
    """
    return max(0, steps - meeting)


def next_meeting(meeting: int, misses: int) -> int:
    """Return the meeting that follows, given the misses in a row: after two of them it starts over."""
    return 0 if misses >= BACK_AFTER else meeting + 1


def comes_back(misses: int) -> bool:
    """Return whether a worked example comes before the next question."""
    return misses >= BACK_AFTER
