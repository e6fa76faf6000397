"""Scenarios of sets that the engine of an upgrade refuses: nobody could answer them, so they leave the sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes import notices
from quizzes.models import Notice, ScenarioVersion
from quizzes.wording.authored import scenario_name
from quizzes.wording.kinds import kind_name
from trainer.classrooms.models import AssignmentItem, Classroom, Membership

NOTICE = "set-without-scenario"
"""The key of the notices that tell those who teach a class."""


def asked() -> Q:
    """Return which versions of scenarios are asked by sets that have not ended."""
    return Q(pk__in=_open().values("version"))


def take_out(version: ScenarioVersion) -> None:
    """Take a version out of the sets that have not ended, and tell those who teach their classes. Those that have ended
    keep it, and their marks.
    """
    items = list(_open().filter(version=version).select_related("assignment__classroom"))
    for item in items:
        _tell(item, version)
    AssignmentItem.objects.filter(pk__in=[item.pk for item in items]).delete()


def in_words(values: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return the sentence of a notice, and the address of the set."""
    said = _("“%(scenario)s” has left the set “%(name)s”: today’s engine refuses it, so that nobody could answer it.")
    scenario = scenario_name(values["title"], values["scenario"], kind_name(values["kind"]), None)
    named = {"scenario": scenario, "name": values["name"]}
    return (said % named,), reverse("assignment", args=[values["classroom"], values["set"]])


def forget_class(instance: Classroom, **_signal: Any) -> None:
    """Take away the notices about a class that is about to be deleted."""
    Notice.objects.filter(about__startswith=_about(instance)).delete()


def _open() -> QuerySet[AssignmentItem]:
    return AssignmentItem.objects.filter(version__isnull=False, assignment__ended_at=None)


def _tell(item: AssignmentItem, version: ScenarioVersion) -> None:
    assignment, classroom = item.assignment, item.assignment.classroom
    values = {
        "classroom": classroom.pk,
        "set": assignment.pk,
        "name": assignment.name,
        "scenario": version.scenario_id,
        "title": version.title,
        "kind": version.kind,
    }
    roles = (Membership.Role.TEACHER, Membership.Role.ASSISTANT)
    helping = Membership.objects.filter(classroom=classroom, role__in=roles).values_list("learner", flat=True)
    notices.put(
        Notice(user_id=user, about=f"{_about(classroom)}{item.pk}", key=NOTICE, values=values)
        for user in {classroom.teacher_id, *helping}
    )


def _about(classroom: Classroom) -> str:
    """Return how what the notices about a class's sets are about begins."""
    return f"{NOTICE}:{classroom.pk}:"
