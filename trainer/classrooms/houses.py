"""The house rules by which a class is asked."""

from __future__ import annotations

from django.db.models import Q

from quizzes.engine.rulesets import ruleset
from quizzes.house_rules import keep
from quizzes.models import HouseRules
from trainer.accounts.models import User
from trainer.classrooms.models import Assignment, Classroom, Membership
from trainer.classrooms.models.assignments import USUAL_HOUSE


def shared_with(user_id: int) -> Q:
    """Return which own rules an account may use for its classes: theirs, and those of what they were given to do."""
    mine = Q(memberships__learner=user_id) | Q(teacher=user_id)
    classes = Classroom.objects.filter(mine)
    given = Assignment.objects.filter(classroom__in=classes.values("pk"), house__isnull=False)
    return Q(pk__in=classes.filter(house__isnull=False).values("house")) | Q(pk__in=given.values("house"))


def offered(user: User, classroom: Classroom) -> list[HouseRules]:
    """Return the own rules that somebody can have a class asked by: the newest of their own, and what it has now."""
    newest = Q(owner=user, after__isnull=True)
    own = HouseRules.objects.filter(newest | Q(pk=classroom.house_id)).order_by("name", "pk")
    return [row for row in own if not row.is_shipped]


def shipped_for(classroom: Classroom) -> str:
    """Return the id of the shipped house by which a class is asked, "" for a room's own rules."""
    house = classroom.house
    return USUAL_HOUSE if house is None else house.base if house.is_shipped else ""


def as_row(shipped: str) -> HouseRules | None:
    """Return how a class keeps a shipped house: None for the usual one, else rules of nobody's that change nothing."""
    return None if shipped == USUAL_HOUSE else keep(shipped, {}, None, ruleset(shipped).name)


def starts_under(user_id: int) -> HouseRules | None:
    """Return the own rules by which all open classes are asked in which somebody learns; None where they differ."""
    learns = Classroom.objects.filter(memberships__learner=user_id, memberships__role=Membership.Role.LEARNER)
    classes = list(learns.filter(ended_at__isnull=True).select_related("house").distinct("house")[:2])
    return classes[0].house if len(classes) == 1 else None


def use(classroom: Classroom, house: HouseRules | None) -> None:
    """Have a class asked by rules that are kept as a row, or by the usual ones for None. Assignments keep theirs."""
    Classroom.objects.filter(pk=classroom.pk).update(house=house)
