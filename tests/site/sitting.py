"""Candidates and their sittings, begun and answered, for the tests of exams."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.models import Drill
from tests.site.certified import exam
from tests.site.exams import sat, stocked
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.models import User
from trainer.certification import candidates, sittings
from trainer.certification.models import Blueprint, Sitting, SittingItem

DEVICE = "d" * 32


def named(name: str = "Ann") -> User:
    """Somebody whose name a certificate can bear."""
    user = person(name)
    candidates.name(candidates.candidate_of(user), f"{name} Lee", "")
    return user


def begun(user: User, blueprint: Blueprint | None = None, **options: Any) -> Sitting:
    """A sitting that was begun a moment ago."""
    return sittings.start(user, blueprint or stocked(), **{"device": DEVICE, "now": timezone.now(), **options})


def opened(user: User, **changes: Any) -> Sitting:
    """An open sitting of three raises, without all that a start takes."""
    drills = list(Drill.objects.order_by("pk")[:3]) or store(make_bucket(reserve=True), opening_bets(3))
    sitting = sat(exam("raises"), user, drills, device=DEVICE, **changes)
    User.objects.filter(pk=user.pk).update(exam_until=sitting.deadline)
    return sitting


def seated(user: User) -> tuple[Client, Sitting]:
    """A browser that holds such a sitting."""
    client, sitting = browser_of(user), opened(user)
    assert client.post(f"/exams/sitting/{sitting.key}/take").status_code == 302
    sitting.refresh_from_db()
    return client, sitting


def save(sitting: Sitting, place: int, typed: Raw, number: int = 1, **changes: Any) -> sittings.Saved:
    """Save an answer as its candidate's browser does."""
    options = {"user_id": sitting.user_id, "device": sitting.device, "now": timezone.now(), **changes}
    return sittings.save(sitting.key, place, typed, number=number, **options)


def response_of(sitting: Sitting, place: int) -> Any:
    """What is saved of an answer."""
    return SittingItem.objects.get(sitting=sitting, place=place).response


def right_answers(sitting: Sitting) -> dict[int, Raw]:
    """A right response to each question, by its kind's own examples."""
    rows = sitting.items.select_related("drill__bucket")
    return {row.place: KINDS[row.drill.bucket.kind].examples(row.drill.spot(sitting.ruleset)).right[0] for row in rows}


def address_of(sitting: Sitting, page: object = "") -> str:
    """The address of a page of a sitting: a question by its place, or another one by its name."""
    return f"/exams/sitting/{sitting.key}/{page}/" if page else f"/exams/sitting/{sitting.key}/"
