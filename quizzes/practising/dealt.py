"""What drills ask and what is right, kept by each process for a while: a drill never changes, and many learners get it.

What its bucket counts does change, so that is never kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from quizzes.engine.document import Document
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.kinds.base import Kind, keeping_last
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


@lru_cache(maxsize=KEPT)
def kind_of(drill: Drill, house: str) -> Kind:
    """Return the kind of a drill as a house asks it, which works out once what it says of that document: its answer,
    its level, and what the misconceptions make of it. Grading asks for these again and again.
    """
    kind, solution = KINDS[drill.bucket.kind], dealt(drill, house).solution
    traps = (
        replace(trap, applies=keeping_last(trap.applies), solve=keeping_last(trap.solve))
        for trap in kind.misconceptions
    )
    return replace(kind, solve=lambda _document: solution, level=keeping_last(kind.level), misconceptions=tuple(traps))


def may_be_kept(drill: Drill) -> bool:
    """Return whether what is said of a drill may be kept: not of one of the reserve, and nothing with changing code."""
    return not settings.DEBUG and not drill.bucket.reserve


def forget() -> None:
    """Forget all that is kept: for tests, whose drills are gone after each."""
    dealt.cache_clear()
    kind_of.cache_clear()
