"""A small exam and its questions, for the tests of certification."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple
from uuid import uuid4

from django.utils import timezone

from quizzes.engine.document import Document
from quizzes.engine.notation import to_table
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS
from quizzes.models import Bucket, Drill
from tests.site.pages import drill_of
from tests.site.stand_ins import make_bucket, opening_bets
from trainer.accounts.models import User
from trainer.certification import blueprints, stock
from trainer.certification.models import Blueprint, Candidate, Sitting, SittingItem
from trainer.certification.plans import chosen, load

_TABLE: dict[str, Any] = {
    "slug": "raises",
    "title": {"en": "How much to raise"},
    "ruleset": "tda",
    "edition": "2024",
    "minutes": 30,
    "sections": [
        {
            "name": {"en": "Raises"},
            "must_pass": True,
            "items": [{"kind": "min_raise", "games": ["holdem"], "levels": [1], "count": 2}],
        },
        {"name": {"en": "The button"}, "items": [{"kind": "next_button", "levels": [2], "count": 1}]},
    ],
}


def table(**changes: Any) -> dict[str, Any]:
    """A blueprint: two minimum raises, which have a reserve, and one move of the button, of which spots are few."""
    return {**deepcopy(_TABLE), **changes}


class Spot(NamedTuple):
    """A drill's columns."""

    fingerprint: str
    document: dict[str, Any]


def _spots(documents: Iterable[Document]) -> list[Spot]:
    found = [(fingerprint(each), to_table(each)) for each in documents]
    return [Spot(name, {key: value for key, value in made.items() if key != "rules"}) for name, made in found]


@cache
def _raises(number: int) -> list[Spot]:
    return _spots(opening_bets(number))


@cache
def _moves() -> list[Spot]:
    return _spots(drill_of("next_button", 2, seed) for seed in range(1, 4))


def _filled(bucket: Bucket, spots: Iterable[Spot]) -> Bucket:
    """A bucket with these spots, which are worked out once for all tests."""
    drills = [Drill(bucket=bucket, slot=slot, **spot._asdict()) for slot, spot in enumerate(spots)]
    Drill.objects.bulk_create(drills)
    bucket.size = len(drills)
    bucket.save()
    return bucket


def reserve(number: int = 2 * stock.ROOM) -> Bucket:
    """The reserve of minimum raises of level 1, with so many of them."""
    return _filled(make_bucket(KINDS["min_raise"], 1, reserve=True), _raises(number))


def moves() -> Bucket:
    """The ordinary bucket of moves of the button, with a few of them."""
    return _filled(make_bucket(KINDS["next_button"], 2), _moves())


def author(name: str = "Ines") -> User:
    """Somebody who writes exams."""
    return User.objects.get_or_create(username=name, role=User.Role.INSTRUCTOR)[0]


def stocked(**changes: Any) -> Blueprint:
    """An exam that is offered, with just the questions that it takes."""
    reserve()
    moves()
    return blueprints.publish(load(chosen(table(**changes))), author())


def sat(blueprint: Blueprint, user: User | None, drills: Iterable[Drill] = (), **changes: Any) -> Sitting:
    """A sitting of an exam with these questions, begun a moment ago."""
    candidate = Candidate.objects.filter(user=user).first() if user else None
    now = timezone.now()
    fields = {
        "blueprint": blueprint,
        "candidate": candidate or Candidate.objects.create(user=user, name="A name"),
        "user": user,
        "ruleset": blueprint.ruleset,
        "started_at": now,
        "base_seconds": 1800,
        "deadline": now + timedelta(seconds=1800),
        "device": uuid4().hex,
    }
    sitting = Sitting.objects.create(**{**fields, **changes})
    SittingItem.objects.bulk_create(
        SittingItem(sitting=sitting, place=place, section=0, drill=drill) for place, drill in enumerate(drills, 1)
    )
    return sitting
