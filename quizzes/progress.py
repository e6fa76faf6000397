"""Where a learner stands, out of summaries alone: skill states and weeks of an account, the session of a visitor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from quizzes import ladder
from quizzes.kinds import KINDS
from quizzes.models import SkillState, SkillWeek
from quizzes.models.skills import monday
from quizzes.practice import Learner
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known, mistake_name

WEEKS = 12
HABITS = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """Tries, and how many of them were right in every part."""

    tries: int = 0
    right: int = 0

    @property
    def percent(self) -> int | None:
        """The share that was right, None without a try."""
        return round(100 * self.right / self.tries) if self.tries else None


@dataclass(frozen=True, slots=True)
class Skill:
    """A kind: its tally, the level that is asked next, 0 before the first try, and when it was last answered."""

    kind: str
    name: str
    tally: Tally
    level: int
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Habit:
    """A mistake by name: how often it was behind the latest `misses` of its kind."""

    kind: str
    skill: str
    name: str
    times: int
    misses: int


@dataclass(frozen=True, slots=True)
class Week:
    """A week, given by its Monday, and what was answered in it."""

    monday: date
    tally: Tally


@dataclass(frozen=True, slots=True)
class Standing:
    """All that a progress page tells. A visitor's has no habits and no weeks: a session doesn't keep them."""

    skills: tuple[Skill, ...]
    habits: tuple[Habit, ...] = ()
    weeks: tuple[Week, ...] = field(default=())

    @property
    def total(self) -> Tally:
        return _sum(skill.tally for skill in self.skills)


def standing(learner: Learner, now: datetime) -> Standing:
    """Return where a learner stands: two queries for an account, none for a visitor."""
    return _of_visitor(learner) if learner.user_id is None else _of_account(learner.user_id, now)


def _of_account(user_id: int, now: datetime) -> Standing:
    states = {state.kind: state for state in SkillState.objects.filter(user=user_id, kind__in=KINDS)}
    first = monday(now) - timedelta(weeks=WEEKS - 1)
    found: dict[date, list[Tally]] = {first + timedelta(weeks=number): [] for number in range(WEEKS)}
    for week in SkillWeek.objects.filter(user=user_id, week__in=found, kind__in=KINDS):
        found[week.week].append(Tally(week.tries, week.right))
    return Standing(
        skills=tuple(_skill(kind, states.get(kind)) for kind in KINDS),
        habits=_habits(states.values()),
        weeks=tuple(Week(day, _sum(tallies)) for day, tallies in found.items()),
    )


def _skill(kind: str, state: SkillState | None) -> Skill:
    if state is None:
        return Skill(kind, kind_name(kind), Tally(), 0)
    return Skill(kind, kind_name(kind), Tally(state.tries, state.right), ladder.level_of(state.rung), state.last_at)


def _habits(states: Iterable[SkillState]) -> tuple[Habit, ...]:
    """The mistakes that came most often among each kind's latest misses."""
    habits = []
    for state in states:
        times = Counter(id for miss in state.mistakes for id in miss["misconceptions"] if known(state.kind, id))
        skill, misses = kind_name(state.kind), len(state.mistakes)
        habits += [Habit(state.kind, skill, mistake_name(state.kind, id), n, misses) for id, n in times.items()]
    return tuple(sorted(habits, key=lambda habit: (-habit.times, habit.misses)))[:HABITS]


def _of_visitor(learner: Learner) -> Standing:
    rungs = learner.session.get("practice", {}).get("rungs", {})
    tallies = {kind: Tally(*counts) for kind, counts in learner.session.get("tally", {}).items()}
    return Standing(
        tuple(
            Skill(
                kind, kind_name(kind), tallies.get(kind, Tally()), ladder.level_of(rungs[kind]) if kind in rungs else 0
            )
            for kind in KINDS
        )
    )


def _sum(tallies: Iterable[Tally]) -> Tally:
    counts = [(tally.tries, tally.right) for tally in tallies]
    return Tally(sum(tries for tries, _ in counts), sum(right for _, right in counts))
