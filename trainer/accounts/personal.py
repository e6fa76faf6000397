"""What a person may do with the own account: another name, a copy of all data, the end of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import IntegrityError, transaction
from django.db.models import Case, F, QuerySet, When
from django.utils import timezone

from quizzes.models import (
    ArchivedAttempt,
    Attempt,
    Course,
    HandFile,
    HouseRules,
    ImportJob,
    LessonRead,
    Notice,
    Place,
    Placement,
    PracticeDay,
    RegradedAttempt,
    Report,
    ReviewItem,
    RunRecord,
    ScenarioReader,
    ScenarioVersion,
    SkillState,
    SkillWeek,
    TemplateVersion,
)
from quizzes.models.attempts import StoredAttempt
from trainer.accounts.models import User
from trainer.classrooms import classwork
from trainer.classrooms.models import ClassAccount, ClassMessage, Membership

NAME_CONSTRAINTS = {"account_name_once", "accounts_user_username_key"}

EXPORTS: dict[str, Callable[[User], Any]] = {}
"""What apps that use this one keep of a person, by its name in the file: an app adds its own as it starts."""

LOSSES: list[Callable[[User], Iterable[str]]] = []
"""What apps that use this one say, in sentences, is lost with an account: an app adds its own as it starts."""

_ATTEMPT = ("issued_at", "answered_at", "ruleset", "response", "points", "out_of", "right", "misconceptions", "seconds")
_ASKED = ("why", "hinted", "sure")
_NOTICE = ("made_at", "seen_at", "key", "values")
_MESSAGE = ("subject", "text", "made_at")
_CLASS = F("classroom__name")
_REGRADED = (
    "issued_at",
    "ruleset",
    "points_before",
    "out_of_before",
    "misconceptions_before",
    "points",
    "out_of",
    "kept",
)
_IMPORT = ("made_at", "name", "state", "size", "made")
_REPORT = ("made_at", "about", "text", "state", "reply")
_REVIEW = ("missed_at", "ruleset", "response", "right_on")
_RUN = ("state", "choice", "responses", "ends_at")
_SCENARIO = ("scenario", "number", "state", "document", "text", "remark", "made_at", "published_at")
_TEMPLATE = ("template", "number", "state", "name", "recipe", "made_at", "published_at")
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
    untold = classwork.open_drills(user.pk, timezone.now())
    return {
        "account": {
            "name": user.username,
            "role": user.role,
            "language": user.language,
            "joined": user.date_joined,
            "last_signed_in": user.last_login,
            "addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
            "second_factors": list(
                Authenticator.objects.filter(user=user).order_by("pk").values("type", "created_at", "last_used_at")
            ),
        },
        **{name: told(user) for name, told in EXPORTS.items()},
        **_in_classes(user),
        **_written(user),
        **_practised(user),
        "notices": list(Notice.objects.filter(user=user).order_by("pk").values(*_NOTICE)),
        "regraded": list(RegradedAttempt.objects.filter(user=user).order_by("pk").values(*_REGRADED)),
        "hands": list(HandFile.objects.filter(owner=user).values("made_at", "house", "hands")),
        "imports": list(ImportJob.objects.filter(owner=user).order_by("pk").values(*_IMPORT)),
        "reports": list(Report.objects.filter(user=user).order_by("made_at").values(*_REPORT)),
        "attempts": [attempt for model in (ArchivedAttempt, Attempt) for attempt in _attempts(model, user, untold)],
    }


def _in_classes(user: User) -> dict[str, Any]:
    return {
        "classes": {
            "taught": list(user.classes_taught.values("name", "join_code", "zone", "made_at", "ended_at")),
            "joined": list(user.memberships.values("joined_at", "role", "time_factor", name=F("classroom__name"))),
            "account_of": ClassAccount.objects.filter(user=user).values("name", of=F("classroom__name")).first(),
        },
        "letters": list(user.letters.order_by("pk").values("subject", "text", "state", "made_at", "sent_at")),
        "messages": {
            "written": list(ClassMessage.objects.filter(author=user).order_by("pk").values(*_MESSAGE, name=_CLASS)),
            "received": list(_received(user).order_by("pk").values(*_MESSAGE, name=_CLASS)),
        },
        "mail_stopped": list(user.mail_stops.order_by("pk").values("made_at", name=F("classroom__name"))),
        "assigned": list(user.assigned.order_by("pk").values(assignment_name=F("assignment__name"))),
        "extensions": list(
            user.extensions.order_by("pk").values("due_at", "given_at", assignment_name=F("assignment__name"))
        ),
    }


def _written(user: User) -> dict[str, Any]:
    return {
        "house_rules": list(
            HouseRules.objects.filter(owner=user).order_by("pk").values("name", "number", "base", "changes", "made_at")
        ),
        "scenarios": list(ScenarioVersion.objects.filter(author=user).order_by("pk").values(*_SCENARIO)),
        "scenarios_read": list(ScenarioReader.objects.filter(user=user).order_by("pk").values("scenario", "read_at")),
        "templates": list(TemplateVersion.objects.filter(template__owner=user).order_by("pk").values(*_TEMPLATE)),
    }


def _practised(user: User) -> dict[str, Any]:
    return {
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
            LessonRead.objects.filter(user=user)
            .order_by("lesson")
            .values("checks", "read_at", "finished_at", slug=F("lesson__slug"))
        ),
        "runs": list(RunRecord.objects.filter(user=user).order_by("pk").values(*_RUN)),
        "review": list(
            ReviewItem.objects.filter(user=user)
            .order_by("missed_at")
            .values(*_REVIEW, kind=F("drill__bucket__kind"), document=F("drill__document"))
        ),
    }


def _received(user: User) -> QuerySet[ClassMessage]:
    """Return what was written to the classes in which somebody learns."""
    places = Membership.objects.filter(learner=user, role=Membership.Role.LEARNER)
    return ClassMessage.objects.filter(classroom__in=places.values("classroom"))


def _attempts(model: type[StoredAttempt], user: User, untold: Collection[int]) -> Iterable[dict[str, Any]]:
    """Return a person's answers with what was asked, but for the drills whose answer is not told yet: a document may
    hold it.
    """
    attempts: QuerySet[Any] = model._default_manager.filter(user=user).order_by("answered_at")
    document = Case(When(drill__in=untold, then=None), default=F("drill__document"))
    return attempts.values(*_ATTEMPT, *_ASKED, kind=F("drill__bucket__kind"), document=document)


@transaction.atomic
def set_password(user: User, password: str) -> None:
    """Give an account that a class made a password: it is its learner's own, and no personal code opens it any more."""
    user.set_password(password)
    user.save(update_fields=["password"])
    user.class_account.delete()


def losses(user: User) -> list[str]:
    """Return what a person loses with the account beside what everybody does, in sentences."""
    return [said for told in LOSSES for said in told(user)]


@transaction.atomic
def delete(user: User) -> None:
    """Delete an account with all that belongs to it: addresses, answers, skills, places in classes, own classes.

    The accounts that its classes made go with these: nobody could sign in to them. Exams and certificates stay without
    their names, see `certification.erasure`.
    """
    User.objects.filter(class_account__classroom__teacher=user).delete()
    user.delete()
