"""Where a learner stands, out of summaries alone: states of skills, weeks and days of an account, the session of a
visitor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from quizzes.kinds import KINDS
from quizzes.learners import Learner
from quizzes.learning import habits
from quizzes.learning.habits import CLEARED_BY
from quizzes.learning.mastery import LOST_AFTER, enough
from quizzes.learning.memory import Plan
from quizzes.learning.skills import Skill as Learnt
from quizzes.models import PracticeDay, SkillWeek
from quizzes.models.skills import monday
from quizzes.practising import course, reading_list
from quizzes.practising.calendar import Calendar, calendar, first_day
from quizzes.practising.choices import against, choice_query, groups
from quizzes.practising.course import Known
from quizzes.practising.reading_list import Reading
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known as has_words
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.skills import Stage, due_text, next_text, stage_name

WEEKS = 12

STAGES: tuple[Stage, ...] = ("mastered", "mixed", "begun", "lost", "none")


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
    """A skill on the map.

    level     the level that is asked next, 0 where nothing is known of the skill
    due       when it is due, in words, "" where it was never asked
    is_due    whether the plan has it for today
    next      what it takes next, in a sentence
    readings  the lessons that end in a drill of it
    """

    kind: str
    name: str
    stage: Stage
    stage_name: str
    tally: Tally
    level: int
    due: str
    is_due: bool
    next: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Skills that belong together."""

    name: str
    skills: tuple[Skill, ...]

    @property
    def kinds(self) -> str:
        """The skills joined by dots, as a choice has them."""
        return ".".join(skill.kind for skill in self.skills)


@dataclass(frozen=True, slots=True)
class Habit:
    """A misconception that is told: how often it was behind the latest misses of its kind, and how many of the
    successes in a row that clear it are there. `drill` is the query that practises it.
    """

    kind: str
    id: str
    skill: str
    name: str
    times: int
    misses: int
    successes: int
    drill: str
    needed: int = CLEARED_BY


@dataclass(frozen=True, slots=True)
class Week:
    """A week, given by its Monday: what was answered in it, and how long its timed right answers took together."""

    monday: date
    tally: Tally
    timed: int = 0
    seconds: int = 0

    @property
    def pace(self) -> int | None:
        """The seconds that a right answer took, None where none was timed."""
        return round(self.seconds / self.timed) if self.timed else None


@dataclass(frozen=True, slots=True)
class Planned:
    """The skills that the plan has for a day, by their names."""

    day: date
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Due:
    """What is due: today, as far as the cap lets it, and on which days the rest is caught up."""

    today: tuple[str, ...]
    later: tuple[Planned, ...]
    cap: int


@dataclass(frozen=True, slots=True)
class Standing:
    """All that a progress page tells. A visitor's has no weeks and no days: a session doesn't keep them. `placed` is
    whether a placement test found where the skills begin.
    """

    groups: tuple[Group, ...]
    habits: tuple[Habit, ...]
    due: Due
    placed: bool = False
    weeks: tuple[Week, ...] = ()
    calendar: Calendar | None = None

    @property
    def skills(self) -> tuple[Skill, ...]:
        return tuple(skill for group in self.groups for skill in group.skills)

    @property
    def total(self) -> Tally:
        return _sum(skill.tally for skill in self.skills)

    @property
    def stages(self) -> list[tuple[Stage, int]]:
        """How many skills have come how far."""
        found = [skill.stage for skill in self.skills]
        return [(stage, found.count(stage)) for stage in STAGES]


def standing(learner: Learner, now: datetime) -> Standing:
    """Return where a learner stands; `now` is in the learner's zone.

    Three queries for an account, none for a visitor, and those of `reading_list` for both.
    """
    known = course.known(learner)
    plan = known.plan(now)
    groups, due = tuple(_groups(known, plan, now)), _due(plan, known.cap)
    found = Standing(groups, tuple(_habits(known)), due, placed=bool(known.placed))
    if learner.user_id is None:
        return found
    return replace(found, weeks=_weeks(learner.user_id, now), calendar=_days(learner.user_id, now.date()))


def stage_of(skill: Learnt | None) -> Stage:
    """Return how far a skill has come; None is one of which nothing is known."""
    if skill is None or not skill.tries:
        return "none"
    if skill.mastery.mastered:
        return "mastered"
    if skill.mastery.mixed_at:
        return "mixed"
    return "lost" if skill.right and skill.mastery.misses >= LOST_AFTER else "begun"


def _groups(known: Known, plan: Plan, now: datetime) -> Iterator[Group]:
    planned = {skill: day.date for day in plan.later for skill in day.skills}
    planned |= dict.fromkeys(plan.today, now.date())
    readings = reading_list.by_kind()
    for group in groups():
        kinds = [kind for kind, _name in group.skills]
        skills = [_skill(kind, known.skills.get(kind), planned, now, readings.get(kind, ())) for kind in kinds]
        yield Group(group.name, tuple(skills))


def _skill(
    kind: str, skill: Learnt | None, planned: Mapping[str, date], now: datetime, readings: tuple[Reading, ...]
) -> Skill:
    stage, learnt, today = stage_of(skill), skill or Learnt(), now.date()
    level = course.level_for(KINDS[kind], learnt) if skill else 0
    day = planned.get(kind)
    return Skill(
        kind=kind,
        name=kind_name(kind),
        stage=stage,
        stage_name=stage_name(stage),
        tally=Tally(learnt.tries, learnt.right),
        level=level,
        due=due_text(learnt.card.due, today, day) if learnt.card else "",
        is_due=day == today,
        next=next_text(stage, learnt, level, enough(max(KINDS[kind].levels)), now),
        readings=readings,
    )


def _habits(known: Known) -> Iterator[Habit]:
    """The misconceptions that are told, by skill the surest first."""
    for kind, skill in known.skills.items():
        for id in filter(lambda id: has_words(kind, id), skill.habits.flagged):
            behind = habits.share(skill.habits, id)
            drill = choice_query(against(kind, id))
            successes = skill.habits.evidence[id].successes
            yield Habit(
                kind, id, kind_name(kind), mistake_name(kind, id), behind.times, behind.misses, successes, drill
            )


def _due(plan: Plan, cap: int) -> Due:
    later = tuple(Planned(day.date, _names(day.skills)) for day in plan.later)
    return Due(_names(plan.today), later, cap)


def _names(kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(map(kind_name, kinds))


def _weeks(user_id: int, now: datetime) -> tuple[Week, ...]:
    first = monday(now) - timedelta(weeks=WEEKS - 1)
    found: dict[date, list[SkillWeek]] = {first + timedelta(weeks=number): [] for number in range(WEEKS)}
    for row in SkillWeek.objects.filter(user=user_id, week__in=found, kind__in=KINDS):
        found[row.week].append(row)
    return tuple(
        Week(
            day,
            _sum(Tally(row.tries, row.right) for row in rows),
            sum(row.timed for row in rows),
            sum(row.seconds for row in rows),
        )
        for day, rows in found.items()
    )


def _days(user_id: int, today: date) -> Calendar:
    rows = PracticeDay.objects.filter(user=user_id, day__gte=first_day(today))
    return calendar(dict(rows.values_list("day", "tries")), today)


def _sum(tallies: Iterable[Tally]) -> Tally:
    counts = [(tally.tries, tally.right) for tally in tallies]
    return Tally(sum(tries for tries, _ in counts), sum(right for _, right in counts))
