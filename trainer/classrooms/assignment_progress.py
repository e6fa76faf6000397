"""How far learners have come with what their class was given to do, out of their answers, in a fixed number of queries.

Nothing is written when somebody answers: what counts is looked up when it is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Count, DateTimeField, F, OuterRef, Q, QuerySet, Value, When

from quizzes.kinds.base import Variant
from quizzes.models import Attempt, LessonRead, ScenarioVersion, TemplateVersion
from quizzes.practising.asking import house_for, nearest
from quizzes.practising.choices import levels_of
from quizzes.tokens import LIFETIME
from trainer.classrooms.assignments import Window, choice_of
from trainer.classrooms.models import Assignment, AssignmentItem, Membership

What = Assignment.What


@dataclass(frozen=True, slots=True)
class Done:
    """How much of an assignment somebody has done: `done` of `of`, `late` of that late, and `right` of it right."""

    done: int
    of: int
    late: int = 0
    right: int = 0

    @property
    def complete(self) -> bool:
        return 0 < self.of <= self.done


class Task(NamedTuple):
    """An assignment for one learner, an account, with when their answers count."""

    assignment: Assignment
    learner: int
    window: Window


Key = tuple[int, int]
"""An assignment and a learner, by their ids."""

Counting = Callable[[Sequence[Task]], Iterable[tuple[Key, Done]]]
"""Yields how far tasks of one sort have come."""


def progress(tasks: Sequence[Task]) -> dict[Key, Done]:
    """Return how far each learner has come with each assignment, by both their ids.

    One query for all goals and pools, two for all sets and two for all paths, however many learners there are; what is
    not among the tasks takes none.
    """
    by_count: dict[Counting, list[Task]] = defaultdict(list)
    for task in tasks:
        by_count[_COUNTED[What(task.assignment.what)]].append(task)
    return {key: done for count, those in by_count.items() for key, done in count(those)}


def fits(assignment: Assignment) -> Q:
    """Return which attempts count for a goal or a pool, whenever they were made: right answers to what it asks, to a
    goal without a hint where it says so.
    """
    unaided = Q(hinted=False) if assignment.what == What.GOAL and assignment.unaided else Q()
    return asked_in(assignment) & unaided & Q(right=True)


def asked_in(assignment: Assignment) -> Q:
    """Return which attempts are answers to what an assignment asks, right or wrong, whenever they were made: to the
    scenarios of a set as `with_drills` has them, to the drills of a pool, and to what practice asks of a goal; none to
    lessons.
    """
    if assignment.what == What.POOL:
        return Q(drill__bucket__bank=TemplateVersion(pk=assignment.pool_id).bank)
    if assignment.what == What.SET:
        chosen = AssignmentItem.objects.filter(assignment=assignment).values("version")
        asked = {"scenario__versions__in": chosen, "number__gte": F("scenario__versions__number")}
        return Q(drill__in=ScenarioVersion.objects.filter(**asked).values("drill"), why="")
    return _asked_by_practice(assignment) if assignment.what == What.GOAL else Q(pk__in=[])


def answers_given(assignment: Assignment) -> int:
    """Return how many answers learners have given to what an assignment asks since it opened. One query."""
    since = assignment.opens_at
    made = Attempt.objects.filter(asked_in(assignment), issued_at__gte=since - LIFETIME, answered_at__gte=since)
    learners = Membership.objects.filter(classroom=assignment.classroom_id, role=Membership.Role.LEARNER)
    return made.filter(user__in=learners.values("learner")).count()


class Wanted(NamedTuple):
    """What practice asks of one kind for a goal: under the house with an id, on one level or on each for None, in some
    games and limits, and of drills that show a misconception, if one is named.
    """

    kind: str
    house: str
    level: int | None
    variants: tuple[Variant, ...]
    mistake: str | None


def wanted_by(goal: Assignment) -> Iterator[Wanted]:
    """Yield what practice asks for a goal, kind by kind."""
    choice = choice_of(goal)
    for kind in choice.wanted().values():
        level = None if choice.level is None else nearest(levels_of(kind, choice), choice.level)
        yield Wanted(kind.id, house_for(kind, choice.ruleset).id, level, choice.variants(kind), choice.mistake)


def _asked_by_practice(goal: Assignment) -> Q:
    fitting = Q(pk__in=[])
    for each in wanted_by(goal):
        wanted = Q(drill__bucket__kind=each.kind, ruleset=each.house)
        if each.level is not None:
            wanted &= Q(drill__bucket__level=each.level)
        if each.mistake:
            wanted &= Q(drill__told_apart__contains=[[each.mistake]])
        played = Q()
        for game, limit in each.variants:
            played |= Q(drill__bucket__game=game, drill__bucket__limit=limit)
        fitting |= wanted & played
    return fitting & Q(drill__bucket__bank="") & ~Q(why="")


def _right_ones(tasks: Sequence[Task]) -> Iterator[tuple[Key, Done]]:
    """Count right answers: to a goal each of them, to a pool those to different drills."""
    counts, anything = {}, Q(pk__in=[])
    by_assignment = list(_by_assignment(tasks))
    for assignment, mine in by_assignment:
        right = fits(assignment) & Q(answered_at__gte=assignment.opens_at)
        due = _moments({task.learner: task.window.due_at for task in mine})
        until = _moments({task.learner: task.window.until for task in mine})
        anything |= right
        once = {"expression": "drill", "distinct": True} if assignment.what == What.POOL else {"expression": "nonce"}
        counts[f"on_time_{assignment.pk}"] = Count(**once, filter=right & Q(answered_at__lte=due))
        counts[f"in_all_{assignment.pk}"] = Count(**once, filter=right & Q(answered_at__lte=until) if until else right)
    made = _attempts(tasks).filter(anything).values("user").annotate(**counts)
    rows: dict[int, Mapping[str, Any]] = {row["user"]: row for row in made}
    for assignment, mine in by_assignment:
        pk, wanted, nothing = assignment.pk, assignment.wanted, Done(0, assignment.wanted)
        for task in mine:
            row = rows.get(task.learner)
            done = min(row[f"in_all_{pk}"], wanted) if row else 0
            on_time = min(row[f"on_time_{pk}"], wanted) if row else 0
            yield (pk, task.learner), Done(done, wanted, done - on_time, done) if done else nothing


def _moments(moments: Mapping[int, datetime | None]) -> Case | None:
    """Return each learner's moment as an expression over attempts; None where there is none for anybody.

    Those who have the same one are named together: a class has few time factors and thousands of learners.
    """
    learners: dict[datetime | None, list[int]] = defaultdict(list)
    for learner, moment in moments.items():
        learners[moment].append(learner)
    usual = max(learners, key=lambda moment: len(learners[moment]))
    if usual is None:
        return None
    others = [When(user__in=those, then=Value(moment)) for moment, those in learners.items() if moment != usual]
    return Case(*others, default=Value(usual), output_field=DateTimeField())


def _sets(tasks: Sequence[Task]) -> Iterator[tuple[Key, Done]]:
    items: dict[int, list[list[int]]] = defaultdict(list)
    rows = with_drills(AssignmentItem.objects.filter(assignment__in=_pks(tasks)))
    for assignment, drills in rows.values_list("assignment", "drills"):  # type: ignore[misc]  # annotated there
        items[assignment].append(drills)
    asked = {drill for each in items.values() for drills in each for drill in drills}
    answers: dict[tuple[int, int], list[tuple[datetime, bool]]] = defaultdict(list)
    made = _attempts(tasks).filter(drill__in=asked)
    for learner, drill, moment, right in made.values_list("user", "drill", "answered_at", "right"):
        answers[learner, drill].append((moment, right))
    for task in tasks:
        mine = {drill: answers[task.learner, drill] for drills in items[task.assignment.pk] for drill in drills}
        tried = [tries_in(answers_to(drills, mine), task) for drills in items[task.assignment.pk]]
        settled = [each for each in tried if each.settled]
        late, of_it = sum(each.late for each in settled), sum(each.right for each in settled)
        yield _key(task), Done(len(settled), len(tried), late, of_it)


def with_drills(items: QuerySet[AssignmentItem]) -> QuerySet[AssignmentItem]:
    """Return items of sets, each with the `drills` of the version that was chosen and of those after it: a corrected
    scenario is still the same one of the set. `shown` are those of all its versions: their keys tell of each other.
    """
    versions = ScenarioVersion.objects.filter(scenario=OuterRef("version__scenario"), drill__isnull=False)
    shown = versions.order_by("number").values("drill")
    drills = shown.filter(number__gte=OuterRef("version__number"))
    return items.annotate(drills=ArraySubquery(drills), shown=ArraySubquery(shown))


def answers_to(
    drills: Collection[int], answers: Mapping[int, Sequence[tuple[datetime, bool]]]
) -> list[tuple[datetime, bool]]:
    """Return the answers to any of some drills, when each was given and whether it was right, in order."""
    return sorted(given for drill in drills for given in answers.get(drill, ()))


class Tried(NamedTuple):
    """What somebody made of one scenario of a set. It is `settled` once it was right, or no try is left. `at` is when
    the answer was given that it is worth: the first right one, else the last that counts; None without one.
    """

    tries: int
    right: bool
    settled: bool
    late: bool
    at: datetime | None = None


def tries_in(answers: Iterable[tuple[datetime, bool]], task: Task) -> Tried:
    """Return what somebody's answers to a scenario are worth: when each was given and whether it was right, in order.

    Only those in the window count, and of them no more than the set has tries.
    """
    window, most = task.window, task.assignment.tries
    counted = [each for each in answers if window.state(each[0]) in ("open", "late")]
    counted = counted[:most] if most else counted
    right_at = next((moment for moment, right in counted if right), None)
    settled_at = right_at or (counted[-1][0] if most and len(counted) == most else None)
    late = settled_at is not None and settled_at > window.due_at
    at = right_at or (counted[-1][0] if counted else None)
    return Tried(len(counted), right_at is not None, settled_at is not None, late, at)


def _paths(tasks: Sequence[Task]) -> Iterator[tuple[Key, Done]]:
    lessons: dict[int, list[int]] = defaultdict(list)
    for assignment, lesson in AssignmentItem.objects.filter(assignment__in=_pks(tasks)).values_list(
        "assignment", "lesson"
    ):
        lessons[assignment].append(lesson)
    asked = {lesson for each in lessons.values() for lesson in each}
    reads = LessonRead.objects.filter(
        user__in={task.learner for task in tasks}, lesson__in=asked, finished_at__isnull=False
    )
    finished = {(user, lesson): at for user, lesson, at in reads.values_list("user", "lesson", "finished_at")}
    for task in tasks:
        path, until = lessons[task.assignment.pk], task.window.until
        done = [at for lesson in path if (at := finished.get((task.learner, lesson)))]
        counted = [at for at in done if until is None or at <= until]
        late = sum(at > task.window.due_at for at in counted)
        yield _key(task), Done(len(counted), len(path), late, len(counted))


_COUNTED: Mapping[What, Counting] = {
    What.GOAL: _right_ones,
    What.POOL: _right_ones,
    What.SET: _sets,
    What.PATH: _paths,
}


def _attempts(tasks: Sequence[Task]) -> QuerySet[Attempt]:
    """Return all attempts of the learners since the first of the assignments opened."""
    first = min(task.assignment.opens_at for task in tasks)
    # What was answered then was asked a week before at the earliest: older months are not even looked at.
    asked = Attempt.objects.filter(issued_at__gte=first - LIFETIME, answered_at__gte=first)
    return asked.filter(user__in={task.learner for task in tasks})


def _by_assignment(tasks: Sequence[Task]) -> Iterator[tuple[Assignment, list[Task]]]:
    found: dict[int, list[Task]] = defaultdict(list)
    for task in tasks:
        found[task.assignment.pk].append(task)
    for mine in found.values():
        yield mine[0].assignment, mine


def _pks(tasks: Sequence[Task]) -> list[int]:
    return list(dict.fromkeys(task.assignment.pk for task in tasks))


def _key(task: Task) -> Key:
    return task.assignment.pk, task.learner
