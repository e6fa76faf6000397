"""What teachers and learners do with classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, QuerySet

from quizzes.kinds import KINDS
from quizzes.models import SkillState
from quizzes.progress import Tally
from quizzes.wording.kinds import kind_name
from trainer.accounts.models import User
from trainer.classrooms.models import Classroom, Membership


class NotATeacher(Exception):
    """Only an instructor can make a class."""


class NoSuchClass(Exception):
    """No class has this code, or the one that has it is one's own."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one learner did in one kind."""

    tally: Tally
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One learner of a class, with a cell for each kind."""

    learner: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """How a class does: the kinds' names, and a row for each learner in the order of their names."""

    kinds: tuple[str, ...]
    rows: tuple[Row, ...]


def make(teacher: User, name: str) -> Classroom:
    """Make a class. Raises NotATeacher for anybody but an instructor."""
    if teacher.role != User.Role.INSTRUCTOR:
        raise NotATeacher(teacher.username)
    return Classroom.objects.create(teacher=teacher, name=name)


@transaction.atomic
def join(learner: User, code: str) -> Classroom:
    """Join a class by its code, in capitals or not; joining again changes nothing. Raises NoSuchClass."""
    classroom = Classroom.objects.filter(join_code="".join(code.split()).upper()).exclude(teacher=learner).first()
    if classroom is None:
        raise NoSuchClass(code)
    Membership.objects.get_or_create(classroom=classroom, learner=learner)
    return classroom


def leave(learner: User, classroom_id: int) -> None:
    """Leave a class; the answers stay the learner's own. Whoever is not in it leaves nothing."""
    Membership.objects.filter(learner=learner, classroom=classroom_id).delete()


def taught_by(teacher: User) -> QuerySet[Classroom]:
    """Return a teacher's classes, each with the number of its `members`."""
    return Classroom.objects.filter(teacher=teacher).annotate(members=Count("memberships")).order_by("name", "pk")


def joined_by(learner: User) -> QuerySet[Classroom]:
    """Return the classes that a learner is in, with their teachers."""
    return Classroom.objects.filter(memberships__learner=learner).select_related("teacher").order_by("name", "pk")


def report(classroom: Classroom) -> Report:
    """Return tries, right share and last answer of each member and kind, out of skill states alone: two queries."""
    members = User.objects.filter(memberships__classroom=classroom).only("username")
    states = {
        (state.user_id, state.kind): Cell(Tally(state.tries, state.right), state.last_at)
        for state in SkillState.objects.filter(user__in=members, kind__in=KINDS)
    }
    return Report(
        kinds=tuple(kind_name(kind) for kind in KINDS),
        rows=tuple(
            Row(member.username, tuple(states.get((member.pk, kind), Cell(Tally())) for kind in KINDS))
            for member in _by_name(members)
        ),
    )


def _by_name(people: QuerySet[User]) -> Sequence[User]:
    """Sort in Python: the embedded PostgreSQL knows no language's order."""
    return sorted(people, key=lambda person: person.username.casefold())
