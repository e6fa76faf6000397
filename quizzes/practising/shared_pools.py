"""A template's pool by its link: its drills one after another, each person's in an order of their own.

Nothing that was answered comes again before all of it was. What is answered here is graded, explained and stored, and
changes nothing of what practice knows of a learner.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from uuid import uuid4

from django.db.models import QuerySet
from django.utils import timezone

from quizzes import practice
from quizzes.authoring.templates import drills_of, recipe_of
from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.learners import Learner
from quizzes.models import Attempt, Drill, TemplateVersion
from quizzes.practice import Outcome, Served
from quizzes.tokens import Token, write_token


@dataclass(frozen=True, slots=True)
class Done:
    """How far somebody is through a pool: drills that were answered, those among them once right, and all."""

    answered: int
    right: int
    all: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The question that comes next, and how far its reader is."""

    served: Served
    done: Done


def find(template: int) -> TemplateVersion:
    """Return what a template has published. Raises TemplateVersion.DoesNotExist, also where the kind is gone."""
    return TemplateVersion.objects.get(template=template, state=TemplateVersion.State.PUBLISHED, kind__in=KINDS)


def ask(learner: Learner, version: TemplateVersion) -> Asked:
    """Return the next question of a pool, the same until it is answered: of those answered least often the first in the
    learner's order. Three queries. Raises Drill.DoesNotExist where the pool is empty.
    """
    drills = list(drills_of(version).order_by("pk").values_list("pk", flat=True))
    times, right = _answered(learner, drills)
    order = Random(f"{learner.key}/{version.pk}").sample(drills, len(drills))
    if not order:
        raise Drill.DoesNotExist
    drill = Drill.objects.select_related("bucket").get(pk=min(order, key=lambda pk: times[pk]))
    house = recipe_of(version).house
    token = Token(drill.pk, house, timezone.now(), uuid4(), learner.key, asked_by=asked_by(version))
    served = Served(write_token(token), drill, drill.spot(house), KINDS[version.kind])
    return Asked(served, Done(len(times), len(right), len(drills)))


def answer(learner: Learner, version: TemplateVersion, token_text: str, raw: Raw) -> Outcome:
    """Grade an answer to a drill of a pool; the same token again is the same answer. A visitor is known from here on.

    Raises BadToken for a token that is not of this pool, and IllFormed; then nothing is written.
    """
    outcome = practice.answer(learner, token_text, raw, asked_by(version))
    if outcome.attempt.visitor is not None:
        learner.session["visitor"] = outcome.attempt.visitor.hex
    return outcome


def shown(learner: Learner, version: TemplateVersion, token_text: str) -> Served:
    """Return what a token asked, to ask it again. Raises BadToken for one that is not of this pool."""
    return practice.shown(learner, token_text, asked_by=asked_by(version))


def asked_by(version: TemplateVersion) -> str:
    """Return what the tokens of a pool say of who asked: no other page takes an answer to them."""
    return f"pool-{version.pk}"


def _answered(learner: Learner, drills: list[int]) -> tuple[Counter[int], set[int]]:
    """Return how often a learner answered each drill, and which of them right."""
    tries = list(_attempts(learner).filter(drill__in=drills).values_list("drill", "right"))
    return Counter(drill for drill, _right in tries), {drill for drill, right in tries if right}


def _attempts(learner: Learner) -> QuerySet[Attempt]:
    if learner.user_id is not None:
        return Attempt.objects.filter(user=learner.user_id)
    return Attempt.objects.filter(visitor=learner.visitor) if learner.visitor else Attempt.objects.none()
