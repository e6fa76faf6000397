"""Spots against a mistake of a class, given in one act to just those of its learners who show it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from trainer.accounts.models import User
from trainer.classrooms import assignments, misconceptions
from trainer.classrooms.misconceptions import Row
from trainer.classrooms.models import Assignee, Assignment, Classroom

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
    joins those who do: nobody has the same to do twice. Raises NobodyShowsIt.
    """
    Classroom.objects.select_for_update(of=("self",), no_key=True).get(pk=classroom.pk)
    learners = misconceptions.who_shows(classroom, row.kind, row.id)
    if not learners or not row.drill:
        raise NobodyShowsIt(row.id)
    running = misconceptions.given_against(classroom, now).get((row.kind, row.id), ())
    if running:
        latest = next((each for each in running if not each.chosen), running[-1])
        have = set(Assignee.objects.filter(assignment__in=running).values_list("learner", flat=True))
        if latest.chosen:
            assignments.give_to(latest, learners - have)
        return latest
    settings = {
        "name": row.name[:NAME_LENGTH],
        "kinds": row.kind,
        "mistake": row.id,
        "wanted": WANTED,
        "opens_at": now,
        "due_at": now + LASTS,
        "late": Assignment.Late.ALWAYS,
    }
    return assignments.make(user, classroom, Assignment.What.GOAL, settings, learners=learners)
