"""Whose an exam under a room's own rules is: those who look after it and play by them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from django.db.models import BigIntegerField, Case, Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Cast, Substr

from quizzes import house_rules
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.models import HouseRules
from quizzes.models.houses import PREFIX
from quizzes.wording.houses import house_name
from trainer.certification.models import Blueprint, Staff
from trainer.classrooms.models import Assignment, Classroom

_NUMBER = Case(When(house__startswith=PREFIX, then=Cast(Substr("house", len(PREFIX) + 1), BigIntegerField())))
"""The number of the own rules that a staff plays by; none is read of a shipped house."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who can sit an exam: the card rooms whose staff can, by name, and how many classes are asked by its rules.

    `everybody` is for an exam under rules that come with the site.
    """

    everybody: bool
    staffs: tuple[str, ...] = ()
    classes: int = 0


def shared_with(user_id: int) -> Q:
    """Return which own rules an account may use for the card rooms on whose staff it is."""
    return Q(pk__in=_sharing(Staff.objects.filter(members__user=user_id)).values_list(_NUMBER))


def _sharing(staffs: QuerySet[Staff]) -> QuerySet[Staff]:
    """Return those of some staffs that give their members a room's own rules. None gives what its manager has from the
    staff alone: they wrote the rules, or have them from a class, or from another staff of which that holds.
    """
    same = Staff.objects.filter(house=OuterRef("house"), members__user=OuterRef("manager"))
    others = _under_own_rules(same).filter(_has_rules())
    return _under_own_rules(staffs).filter(_has_rules() | Exists(others))


def _under_own_rules(staffs: QuerySet[Staff]) -> QuerySet[Staff]:
    """Return those of some staffs that play by a room's own rules, with the number of these as `rules`."""
    return staffs.filter(house__startswith=PREFIX).annotate(rules=_NUMBER)


def _has_rules() -> Q:
    """Whether the manager of a staff wrote its rules, or has them from a class."""
    wrote = HouseRules.objects.filter(pk=OuterRef("rules"), owner=OuterRef("manager"))
    classes = Classroom.objects.filter(Q(teacher=OuterRef("manager")) | Q(memberships__learner=OuterRef("manager")))
    given = Assignment.objects.filter(
        Q(classroom__teacher=OuterRef("manager")) | Q(classroom__memberships__learner=OuterRef("manager"))
    )
    by_class = Exists(classes.filter(house=OuterRef("rules"))) | Exists(given.filter(house=OuterRef("rules")))
    return Exists(wrote) | by_class


def name_of(id: str) -> str:
    """Return what the house of an id is called, a room's own rules with the number of their version."""
    return house_name(house_rules.rules_of(id)) if id in RULESET_IDS else _numbered(house_rules.own_pk(id))


def newer(id: str, user_id: int) -> HouseRules | None:
    """Return the newest version of a room's own rules that the account may use, None where the id names that, or a
    house of the site's, or where none is newer.
    """
    if id in RULESET_IDS:
        return None
    row = HouseRules(pk=house_rules.own_pk(id))
    later = takewhile(lambda version: version.pk != row.pk, house_rules.versions(row))
    usable = house_rules.usable(user_id).filter(pk__in=[version.pk for version in later])
    return usable.order_by("-number").first()


@lru_cache(maxsize=house_rules.KEPT)
def _numbered(pk: int) -> str:
    """Return the name and number of a version: it never changes, so each process reads it once."""
    return str(HouseRules.objects.get(pk=pk))


def company_of(exam: Blueprint) -> Company:
    """Return who can sit an exam, beside whoever wrote its house rules. Two queries for a room's own rules."""
    if exam.house_id is None:
        return Company(everybody=True)
    staffs = _sharing(Staff.objects.filter(house=f"{PREFIX}{exam.house_id}")).order_by("name", "pk")
    given = Assignment.objects.filter(house=exam.house_id)
    classes = Classroom.objects.filter(Q(house=exam.house_id) | Q(pk__in=given.values("classroom")))
    return Company(False, tuple(staffs.values_list("name", flat=True)), classes.count())
