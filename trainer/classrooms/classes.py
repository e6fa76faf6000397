"""What teachers and learners do with classes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet

from quizzes.kinds import KINDS
from quizzes.models import SkillState
from quizzes.practising.progress import Tally
from quizzes.wording.kinds import kind_name
from trainer.accounts.models import User
from trainer.classrooms import messages
from trainer.classrooms.models import Classroom, Membership, make_code

A_PAGE = 50


class NotATeacher(Exception):
    """Only an instructor can make a class."""


class NoSuchClass(Exception):
    """No class that can be joined has this code, or the one that has it is one's own."""


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
    """How learners of a class do: the kinds' names, and a row for each in the order of their names."""

    kinds: tuple[str, ...]
    rows: tuple[Row, ...]


def make(teacher: User, name: str, zone: str = "UTC") -> Classroom:
    """Make a class with the name of its time zone. Raises NotATeacher for whoever may not."""
    if not teacher.has_perm("classrooms.add_classroom"):
        raise NotATeacher(teacher.username)
    return Classroom.objects.create(teacher=teacher, name=name, zone=zone)


def class_of(code: str, *, ended: bool = False) -> Classroom:
    """Return the class of a code, in capitals or not; one that has ended only where asked. Raises NoSuchClass."""
    tidy = "".join(filter(str.isalnum, code)).upper()
    classroom = Classroom.objects.select_related("teacher").filter(join_code=tidy).first()
    if classroom is None or (classroom.ended_at and not ended):
        raise NoSuchClass(code)
    return classroom


@transaction.atomic
def join(learner: User, code: str) -> Classroom:
    """Join a class by its code as a learner; whoever is in it already keeps their role. Raises NoSuchClass."""
    classroom = class_of(code)
    if classroom.teacher_id == learner.pk:
        raise NoSuchClass(code)
    Membership.objects.get_or_create(classroom=classroom, learner=learner)
    return classroom


@transaction.atomic
def leave(learner: User, classroom_id: int) -> None:
    """Leave a class; the answers stay the learner's own. Whoever is not in it leaves nothing."""
    end_places(classroom_id, [learner.pk])


def end_places(classroom: Classroom | int, people: Collection[int]) -> None:
    """Take accounts out of a class, and from them the notices of what they can't read any more. The only act that does
    so: within one transaction, whoever asks.
    """
    Membership.objects.filter(learner__in=people, classroom=classroom).delete()
    messages.forget(classroom, people)


def new_code(classroom: Classroom) -> None:
    """Give a class another code to join by: with the former one nobody gets in any more."""
    Classroom.objects.filter(pk=classroom.pk).update(join_code=make_code())


def end(classroom: Classroom, now: datetime | None) -> None:
    """End a class: nobody joins it any more, and all else stays; None takes it up again."""
    Classroom.objects.filter(pk=classroom.pk).update(ended_at=now)


@transaction.atomic
def delete(classroom: Classroom) -> None:
    """Delete a class with the accounts that it made for learners without an e-mail address; others keep theirs."""
    User.objects.filter(class_account__classroom=classroom).delete()
    classroom.delete()


def taught_to(teacher: int) -> Q:
    """Return which accounts are in a class of the account with this id."""
    return Q(memberships__classroom__teacher=teacher)


def taught_by(teacher: User) -> QuerySet[Classroom]:
    """Return a teacher's classes, those that have ended last, each with the number of its learners as `members`."""
    learners = Count("memberships", filter=Q(memberships__role=Membership.Role.LEARNER))
    classes = Classroom.objects.filter(teacher=teacher).annotate(members=learners)
    return classes.order_by(F("ended_at").asc(nulls_first=True), "name", "pk")


def joined_by(learner: User) -> QuerySet[Classroom]:
    """Return the classes in which somebody learns, with their teachers."""
    classes = Classroom.objects.filter(memberships__learner=learner, memberships__role=Membership.Role.LEARNER)
    return classes.select_related("teacher").order_by("name", "pk")


def helped_by(user: User) -> QuerySet[Classroom]:
    """Return the classes of others in which somebody teaches, assists or observes, with their owners."""
    roles = [role for role in Membership.Role if role != Membership.Role.LEARNER]
    classes = Classroom.objects.filter(memberships__learner=user, memberships__role__in=roles)
    return classes.select_related("teacher").order_by("name", "pk")


def learners_of(classroom: Classroom) -> Sequence[int]:
    """Return the accounts of a class's learners, in the order of their names: one query."""
    learners = Membership.objects.filter(classroom=classroom, role=Membership.Role.LEARNER)
    return by_name(learners.values_list("learner_id", "learner__username"))


def by_name(people: QuerySet[Membership, tuple[int, str]]) -> Sequence[int]:
    """Return the first of each pair in the order of the second. The embedded PostgreSQL knows no language's order."""
    return [id for id, _name in sorted(people, key=lambda person: (person[1].casefold(), person[0]))]


def report(classroom: Classroom, learners: Sequence[int] | None = None) -> Report:
    """Return tries, right share and last answer of each learner and kind that one of them tried, out of skill states
    alone.

    `learners` are those of a page, in their order, all where None: two queries, and one more for all.
    """
    learners = learners_of(classroom) if learners is None else learners
    names = User.objects.only("username").in_bulk(list(learners))
    states = {
        (state.user_id, state.kind): Cell(Tally(state.tries, state.right), state.last_at)
        for state in SkillState.objects.filter(user__in=learners, kind__in=KINDS).defer("learnt", "served", "mistakes")
    }
    kinds = [kind for kind in KINDS if any(tried == kind for _user, tried in states)]
    return Report(
        kinds=tuple(map(kind_name, kinds)),
        rows=tuple(
            Row(names[pk].username, tuple(states.get((pk, kind), Cell(Tally())) for kind in kinds))
            for pk in learners
            if pk in names
        ),
    )
