"""Whose an exam under a room's own rules is: those who look after it and play by them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import BigIntegerField, Case, Q, When
from django.db.models.functions import Cast, Substr

from quizzes.models.houses import PREFIX
from trainer.certification.models import Blueprint, Staff
from trainer.classrooms.models import Assignment, Classroom


@dataclass(frozen=True, slots=True)
class Company:
    """Who can sit an exam: the card rooms whose staff can, by name, and how many classes are asked by its rules.

    `everybody` is for an exam under rules that come with the site.
    """

    everybody: bool
    staffs: tuple[str, ...] = ()
    classes: int = 0


def shared_with(user_id: int) -> Q:
    """Return which own rules an account may use for its card rooms: those that it manages, or is on the staff of."""
    mine = Q(manager=user_id) | Q(members__user=user_id)
    number = Cast(Substr("house", len(PREFIX) + 1), BigIntegerField())
    own = Case(When(house__startswith=PREFIX, then=number))  # a shipped house has no number to read
    return Q(pk__in=Staff.objects.filter(mine, house__startswith=PREFIX).values_list(own))


def company_of(exam: Blueprint) -> Company:
    """Return who can sit an exam, beside whoever wrote its house rules. Two queries for a room's own rules."""
    if exam.house_id is None:
        return Company(everybody=True)
    staffs = Staff.objects.filter(house=f"{PREFIX}{exam.house_id}").order_by("name", "pk")
    given = Assignment.objects.filter(house=exam.house_id)
    classes = Classroom.objects.filter(Q(house=exam.house_id) | Q(pk__in=given.values("classroom")))
    return Company(False, tuple(staffs.values_list("name", flat=True)), classes.count())
