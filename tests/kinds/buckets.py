"""The pools of drills that tests go through, and the same drills of each in every run."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from quizzes.engine.document import Document
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS
from tests.scale import LONG, scale

Bucket = tuple[str, int, str]


def houses(kind: str) -> list[str]:
    """Return one house for each pool of a kind: those that agree on its toggles share one (design, Drill pools)."""
    first: dict[str, str] = {}
    for house in RULESET_IDS:
        first.setdefault(ruleset(house).key(KINDS[kind].toggles), house)
    return list(first.values())


BUCKETS: list[Bucket] = [(kind, level, house) for kind in KINDS for level in LEVELS for house in houses(kind)]


@lru_cache(maxsize=2 if LONG else None)
def drills(kind: str, level: int, house: str, many: int = scale(6, 500)) -> tuple[Document, ...]:
    """Return the first drills of a bucket."""
    rng = Random(f"{kind} {level} {house}")
    return tuple(KINDS[kind].generate(rng, level, ruleset(house)) for _ in range(many))
