"""What drills ask and what is right, kept by each process for a while: a drill never changes, and many learners get it.

What its bucket counts does change, so that is never kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from quizzes.engine.document import Document
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.models import Drill

KEPT = 1024


class Dealt(NamedTuple):
    """A drill as a house asks it: its document, with the house's rules in it, and what is right."""

    document: Document
    solution: Solution


@lru_cache(maxsize=KEPT)
def dealt(drill: Drill, house: str) -> Dealt:
    """Return a drill as a house, given by its id, asks it."""
    document = drill.spot(house)
    return Dealt(document, KINDS[drill.bucket.kind].solve(document))


def forget() -> None:
    """Forget all that is kept: for tests, whose drills are gone after each."""
    dealt.cache_clear()
