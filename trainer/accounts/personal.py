"""What a person may do with the own account: another name, a copy of all data, the end of it."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.db.models import F

from quizzes.models import (
    Attempt,
    Course,
    LessonRead,
    Place,
    Placement,
    PracticeDay,
    Report,
    ReviewItem,
    RunRecord,
    SkillState,
    SkillWeek,
)
from trainer.accounts.models import User

NAME_CONSTRAINTS = {"account_name_once", "accounts_user_username_key"}

_ATTEMPT = ("issued_at", "answered_at", "ruleset", "response", "points", "out_of", "right", "misconceptions", "seconds")
_ASKED = ("why", "hinted", "sure")
_REPORT = ("made_at", "about", "text", "state", "reply")
_REVIEW = ("missed_at", "ruleset", "response", "right_on")
_RUN = ("state", "choice", "responses", "ends_at")
_SKILL = ("kind", "tries", "right", "learnt", "mistakes", "last_at")


class NameTaken(Exception):
    """Somebody else has the name, or got it a moment ago."""


def rename(user: User, name: str) -> None:
    """Give an account another name. Raises NameTaken."""
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).update(username=name)
    except IntegrityError as error:
        if not is_about_the_name(error):
            raise
        raise NameTaken(name) from error


def is_about_the_name(error: IntegrityError) -> bool:
    """Return whether the database refused an account because of its name."""
    return getattr(getattr(error.__cause__, "diag", None), "constraint_name", None) in NAME_CONSTRAINTS


def export(user: User) -> dict[str, Any]:
    """Return all that is stored about a person, as values that JSON can hold once times are written as text."""
    attempts = Attempt.objects.filter(user=user).order_by("answered_at")
    return {
        "account": {
            "name": user.username,
            "role": user.role,
            "language": user.language,
            "joined": user.date_joined,
            "last_signed_in": user.last_login,
            "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        },
        "classes": {
            "taught": list(user.classes_taught.values("name", "join_code", "made_at")),
            "joined": list(user.memberships.values("joined_at", name=F("classroom__name"))),
        },
        "last_choice": Place.objects.filter(user=user).values_list("choice", flat=True).first(),
        "course": Course.objects.filter(user=user).values("answered", "wish", "cap").first(),
        "skills": list(SkillState.objects.filter(user=user).order_by("kind").values(*_SKILL)),
        "weeks": list(
            SkillWeek.objects.filter(user=user)
            .order_by("week", "kind")
            .values("week", "kind", "tries", "right", "timed", "seconds")
        ),
        "days": list(PracticeDay.objects.filter(user=user).order_by("day").values("day", "tries", "right")),
        "placement": Placement.objects.filter(user=user).values("placed", answers=F("sitting__kept")).first(),
        "lessons": list(
            LessonRead.objects.filter(user=user).order_by("lesson").values("checks", "read_at", slug=F("lesson__slug"))
        ),
        "runs": list(RunRecord.objects.filter(user=user).order_by("pk").values(*_RUN)),
        "review": list(
            ReviewItem.objects.filter(user=user)
            .order_by("missed_at")
            .values(*_REVIEW, kind=F("drill__bucket__kind"), document=F("drill__document"))
        ),
        "reports": list(Report.objects.filter(user=user).order_by("made_at").values(*_REPORT)),
        "attempts": list(
            attempts.values(*_ATTEMPT, *_ASKED, kind=F("drill__bucket__kind"), document=F("drill__document"))
        ),
    }


@transaction.atomic
def delete(user: User) -> None:
    """Delete an account with all that belongs to it: addresses, answers, skills, places in classes, own classes."""
    user.delete()
