"""The pools of drills that tests go through, and the same drills of each in every run."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from quizzes.engine.document import Document
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import HOLDEM, Variant
from tests.scale import LONG, scale

Bucket = tuple[str, int, str]

WRITTEN = {"choice"}
"""Kinds whose drills are written, not generated."""


def houses(kind: str) -> list[str]:
    """Return one house for each pool of a kind: those that agree on its toggles share one (design, Drill pools)."""
    first: dict[str, str] = {}
    asked = KINDS[kind]
    toggles = {toggle: None for variant in asked.variants for toggle in asked.toggles_in(variant)}
    for house in RULESET_IDS:
        if asked.asked_by(ruleset(house)):
            first.setdefault(ruleset(house).key(tuple(toggles)), house)
    return list(first.values())


def _is_run(level: int, levels: tuple[int, ...], number: int) -> bool:
    """In short runs every level of a kind's first house is gone through, and one level of each other one."""
    return LONG or number == 0 or level == levels[number % len(levels)]


BUCKETS: list[Bucket] = [
    (kind.id, level, house)
    for kind in KINDS.values()
    for level in kind.levels
    for number, house in enumerate(houses(kind.id))
    if kind.id not in WRITTEN and _is_run(level, kind.levels, number)
]


def variant_of(kind: str, number: int) -> Variant:
    """Return the game and limit of a kind's n-th drill: hold'em for every other one, the others in turn."""
    others = [variant for variant in KINDS[kind].variants if variant != HOLDEM]
    if not others or (HOLDEM in KINDS[kind].variants and number % 2 == 0):
        return KINDS[kind].variants[0]
    return others[number // 2 % len(others)]


@lru_cache(maxsize=2 if LONG else None)
def drills(kind: str, level: int, house: str, many: int = scale(6, 500)) -> tuple[Document, ...]:
    """Return the first drills of a bucket, from each of the kind's games in turn."""
    rng = Random(f"{kind} {level} {house}")
    generate, rules = KINDS[kind].generate, ruleset(house)
    return tuple(generate(rng, level, rules, variant_of(kind, number)) for number in range(many))
