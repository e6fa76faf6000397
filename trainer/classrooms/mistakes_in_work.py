"""Who gives a mistake's answer to the sets of scenarios and the pools that a class was given, and has not shown since
that they know better: the model of learning leaves those answers alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import NamedTuple

from django.db.models import F, Q, QuerySet

from quizzes.learning.habits import CLEARED_BY
from quizzes.models import Attempt, Drill, ScenarioVersion, TemplateVersion
from trainer.classrooms.models import Assignment, AssignmentItem, Classroom, Membership

Shown = tuple[int, str, str]
"""A learner, a kind, and a misconception of it."""


class Given(NamedTuple):
    """An answer to a drill of a `scenario`, or of a pool where that is None."""

    learner: int
    scenario: int | None
    drill: int
    at: datetime
    kind: str
    misconceptions: Collection[str]

    @property
    def item(self) -> tuple[int, int | None, int]:
        """By whom what was answered: a scenario is the same one in all its versions."""
        return self.learner, self.scenario, 0 if self.scenario else self.drill


def in_work(classroom: Classroom) -> set[Shown]:
    """Return which learners show which mistake in what the class was given: the last answer to a scenario or a spot is
    the mistake's, and there were not three right ones in a row in practice since, to drills that show it, unaided.

    Two queries, and one more where there are such answers.
    """
    last = {given.item: given for given in _given(classroom)}
    wrong_at: dict[Shown, datetime] = {}
    for given in last.values():
        for id in given.misconceptions:
            shown = given.learner, given.kind, id
            wrong_at[shown] = max(given.at, wrong_at.get(shown, given.at))
    return wrong_at.keys() - _cleared(classroom, wrong_at) if wrong_at else set()


def answers_in(classroom: Classroom) -> QuerySet[Attempt]:
    """Return what the learners of a class have answered since they joined."""
    return Attempt.objects.filter(
        Q(user__memberships__classroom=classroom, user__memberships__role=Membership.Role.LEARNER),
        answered_at__gte=F("user__memberships__joined_at"),
        drill__bucket__reserve=False,
    )


def _given(classroom: Classroom) -> Iterable[Given]:
    """Return what learners answered to the scenarios and pools that a class was given, in order."""
    asked = ScenarioVersion.objects.filter(
        scenario__versions__in=AssignmentItem.objects.filter(assignment__classroom=classroom).values("version")
    )
    pools = Assignment.objects.filter(classroom=classroom, pool__isnull=False).values_list("pool", flat=True)
    banks = [TemplateVersion(pk=pool).bank for pool in pools.distinct()]
    drills = asked.values("drill").union(Drill.objects.filter(bucket__bank__in=banks).values("pk"))
    given = answers_in(classroom).filter(drill__in=drills, why="")
    rows = given.order_by("answered_at").values_list(
        *("user", "drill__scenario_version__scenario", "drill", "answered_at", "drill__bucket__kind", "misconceptions")
    )
    return map(Given._make, rows.iterator())


def _cleared(classroom: Classroom, wrong_at: Mapping[Shown, datetime]) -> set[Shown]:
    """Return who has shown since that they know better. One query."""
    mistakes = {(kind, id) for _who, kind, id in wrong_at}
    shown = [Q(drill__bucket__kind=kind, drill__told_apart__contains=[[id]]) for kind, id in sorted(mistakes)]
    since = answers_in(classroom).filter(reduce(or_, shown), hinted=False, answered_at__gt=min(wrong_at.values()))
    since = since.filter(user__in={who for who, *_mistake in wrong_at}).exclude(why="").order_by("answered_at")
    by_learner: defaultdict[tuple[int, str], list[Shown]] = defaultdict(list)
    for each in wrong_at:
        by_learner[each[:2]].append(each)
    in_a_row, cleared = Counter[Shown](), set[Shown]()
    rows = since.values_list("user", "drill__bucket__kind", "answered_at", "right", "drill__told_apart")
    for who, kind, at, right, told_apart in rows.iterator():
        for each in by_learner[who, kind]:
            if at > wrong_at[each] and any(each[2] in group for group in told_apart):
                in_a_row[each] = in_a_row[each] + 1 if right else 0
                if in_a_row[each] >= CLEARED_BY:
                    cleared.add(each)
    return cleared
