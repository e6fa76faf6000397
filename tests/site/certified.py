"""Passed sittings and their certificates, for the tests of certification."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.test import Client

from tests.site.exams import sat, table
from trainer.accounts.models import User
from trainer.certification import certificates
from trainer.certification.models import Blueprint, Candidate, Certificate, Room, Sitting, Ticket

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)
NAME = "Nguyễn Thị Ánh Ngọc"


@cache
def visitor() -> Client:
    """A browser of somebody without an account; one for all tests, since a new one takes a while."""
    return Client()


def exam(slug: str = "dealer-1", **fields: Any) -> Blueprint:
    """An exam that nobody sits: its plan has a title and no questions that there are."""
    given = {"ruleset": "tda", "edition": "2024", "minutes": 30, "valid_months": 24, **fields}
    plan = table(slug=slug, title={"en": "Dealer 1", "ms": "Pengedar 1", "zh-hant": "發牌員一級"})
    return Blueprint.objects.get_or_create(slug=slug, defaults={"plan": plan, **given})[0]


def passed(user: User | None, blueprint: Blueprint | None = None, name: str = NAME, **fields: Any) -> Sitting:
    """A graded sitting of somebody who passed."""
    if user:
        Candidate.objects.get_or_create(user=user, defaults={"name": name})
    graded = {"state": Sitting.State.GRADED, "passed": True, "points": 9, "out_of": 10, "graded_at": NOON}
    return sat(blueprint or exam(), user, **{**graded, **fields})


def certified(user: User | None, blueprint: Blueprint | None = None, at: datetime = NOON, **fields: Any) -> Certificate:
    """The certificate of somebody who passed."""
    certificate = certificates.issue_for(passed(user, blueprint, **fields), at)
    assert certificate
    return certificate


def ticket(user: User, proctor: User, *, confirmed: bool = True) -> Ticket:
    """A place in a room, with the name compared with an ID or not."""
    candidate = Candidate.objects.get_or_create(user=user, defaults={"name": NAME})[0]
    room = Room.objects.create(name="Ballroom", blueprint=exam(), proctor=proctor)
    return Ticket.objects.create(room=room, candidate=candidate, number=1, confirmed_at=NOON if confirmed else None)
