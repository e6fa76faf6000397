"""Spots against a mistake of a class, given in one act to just those of its learners who show it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from trainer.accounts.models import User
from trainer.classrooms import assignments, misconceptions
from trainer.classrooms.misconceptions import Row
from trainer.classrooms.models import Assignee, Assignment, Classroom, Extension, Membership

WANTED = 5
"""Right answers: three in a row clear a mistake, and two more are there for a slip."""

LASTS = timedelta(days=7)
NAME_LENGTH = 80


class NobodyShowsIt(Exception):
    """No learner of the class shows the mistake, or no drill does."""


@transaction.atomic
def give(user: User, classroom: Classroom, row: Row, now: datetime) -> Assignment:
    """Give those learners of a class who show a mistake spots that show it, from now on for a week.

    What they do later counts with a mark. Whoever has such spots that are not due yet gets no others, and who has none
    joins those who do, and has a week as well: nobody has the same to do twice. Raises NobodyShowsIt.
    """
    Classroom.objects.select_for_update(of=("self",), no_key=True).get(pk=classroom.pk)
    learners = misconceptions.who_shows(classroom, row.kind, row.id)
    if not learners or not row.drill:
        raise NobodyShowsIt(row.id)
    given = misconceptions.given_against(classroom, now).get((row.kind, row.id), ())
    running, longer = [each for each in given if each.opens_at <= now], _longer(classroom, row, now)
    if running:
        latest = next((each for each in running if not each.chosen), running[-1])
        have = set(Assignee.objects.filter(assignment__in=running).values_list("learner", flat=True))
        if latest.chosen:
            _join(latest, learners - have - longer.keys(), now)
        return latest
    if learners <= longer.keys():
        return longer[min(learners)]
    settings = {
        "name": row.name[:NAME_LENGTH],
        "kinds": row.kind,
        "mistake": row.id,
        "wanted": WANTED,
        "opens_at": now,
        "due_at": now + LASTS,
        "late": Assignment.Late.ALWAYS,
    }
    return assignments.make(user, classroom, Assignment.What.GOAL, settings, learners=learners - longer.keys())


def _longer(classroom: Classroom, row: Row, now: datetime) -> dict[int, Assignment]:
    """Return which learners have spots against a mistake, and time of their own for them, and of which assignment."""
    against = {"assignment__classroom": classroom, "assignment__kinds": row.kind, "assignment__mistake": row.id}
    theirs = Exists(Assignee.objects.filter(assignment=OuterRef("assignment"), learner=OuterRef("learner")))
    going_on = Extension.objects.filter(
        Q(assignment__chosen=False) | theirs,
        **against,
        assignment__opens_at__lte=now,
        assignment__ended_at=None,
        due_at__gt=now,
    )
    return {each.learner_id: each.assignment for each in going_on.select_related("assignment")}


def _join(assignment: Assignment, learners: Collection[int], now: datetime) -> None:
    """Give spots that others have already to more learners, who have as long for them from now on."""
    assignments.give_to(assignment, learners)
    joining = Membership.objects.filter(classroom=assignment.classroom_id, learner__in=learners)
    week = [
        Extension(assignment=assignment, learner_id=learner, due_at=now + LASTS * max(factor, 100) / 100)
        for learner, factor in joining.values_list("learner", "time_factor")
    ]
    Extension.objects.bulk_create(
        week, update_conflicts=True, unique_fields=["assignment", "learner"], update_fields=["due_at", "given_at"]
    )
