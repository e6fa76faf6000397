"""What a placement test found: where the learner stands by groups of skills, and what to start with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median_low
from typing import Literal

from quizzes.kinds import KINDS
from quizzes.learning import placement
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill as Learnt
from quizzes.practising import course, reading_list
from quizzes.practising.asking import FIRST
from quizzes.practising.choices import groups
from quizzes.practising.placing import Kept, Sitting
from quizzes.practising.reading_list import Reading
from quizzes.practising.sharing import spot_name
from quizzes.wording.kinds import kind_name

STARTS = 3

Verdict = Literal["right", "wrong", "left-out", ""]


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill after the test: the level that it begins with, and whether it was asked, answered and right.

    `spot` names the page of the question, "" where it was not asked.
    """

    kind: str
    name: str
    level: int
    verdict: Verdict = ""
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Skills that belong together, how many of them were asked and right, and the level in their middle."""

    name: str
    skills: tuple[Skill, ...]

    @property
    def asked(self) -> int:
        return sum(bool(skill.verdict) for skill in self.skills)

    @property
    def right(self) -> int:
        return sum(skill.verdict == "right" for skill in self.skills)

    @property
    def level(self) -> int:
        return median_low(skill.level for skill in self.skills)


@dataclass(frozen=True, slots=True)
class Start:
    """A skill to start with: whether it was missed in the test, and what there is to read on it."""

    kind: str
    name: str
    missed: bool
    reading: Reading | None


@dataclass(frozen=True, slots=True)
class Result:
    """All that the page of a finished test tells."""

    asked: int
    right: int
    groups: tuple[Group, ...]
    starts: tuple[Start, ...]

    @property
    def start_kinds(self) -> str:
        """The skills to start with, joined by dots as a choice has them."""
        return ".".join(start.kind for start in self.starts)


def result(sitting: Sitting) -> Result:
    """Return what a finished test found, in the language in force: the queries of `reading_list`.

    It is the test's own word. Where practice knew more of a skill, that stays (`course.place`).
    """
    abilities = placement.abilities(sitting.answers, list(KINDS))
    kept = {each.answered.skill: each for each in sitting.kept}
    return Result(
        asked=len(sitting.kept),
        right=sum(answered.right for answered in sitting.answers),
        groups=tuple(
            Group(group.name, tuple(_skill(kind, abilities, kept.get(kind)) for kind, _name in group.skills))
            for group in groups()
        ),
        starts=_starts(abilities, kept),
    )


def _skill(kind: str, abilities: Mapping[str, Rating], kept: Kept | None) -> Skill:
    level = course.level_for(KINDS[kind], Learnt(abilities[kind]))
    if kept is None:
        return Skill(kind, kind_name(kind), level)
    verdict: Verdict = "left-out" if kept.left_out else "right" if kept.answered.right else "wrong"
    return Skill(kind, kind_name(kind), level, verdict, spot_name(kept.drill, kept.house))


def _starts(abilities: Mapping[str, Rating], kept: Mapping[str, Kept]) -> tuple[Start, ...]:
    """What was missed comes first, then what the test knows least good of, in the order in which skills are begun."""
    readings = reading_list.by_kind()

    def order(kind: str) -> tuple[bool, float, int]:
        missed = kind in kept and not kept[kind].answered.right
        return (not missed, 0.0 if missed else round(abilities[kind].value, 2), FIRST.index(kind))

    first = sorted((kind for kind in KINDS if kind in FIRST), key=order)[:STARTS]
    return tuple(
        Start(kind, kind_name(kind), not order(kind)[0], next(iter(readings.get(kind, ())), None)) for kind in first
    )
