"""Acts on one sitting at the same moment: the second waits for the first, and goes by what that has left."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from unittest.mock import patch

import pytest
from celery import current_app
from django.db import connection, transaction
from django.utils import timezone

from quizzes.models import Drill
from tests.site.people import person
from tests.site.rooms import acts, proctor
from tests.site.sitting import opened
from tests.site.stand_ins import together
from trainer.accounts.models import User
from trainer.certification import audit, corrections, grading, sittings
from trainer.certification.models import ItemResult, Sitting

Act = Callable[[Sitting], object]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_worker")]


def beside(first: Callable[[], object], second: Callable[[], object]) -> None:
    """Do something, and something else before the first is committed: until that is done, or waits for it."""
    begun, through = threading.Event(), threading.Event()

    def uncommitted() -> None:
        try:
            with transaction.atomic():
                first()
                begun.set()
                until = time.monotonic() + 5
                while not through.is_set() and not _somebody_waits() and time.monotonic() < until:
                    time.sleep(0.002)
        finally:
            begun.set()

    def meanwhile() -> None:
        begun.wait()
        try:
            second()
        except sittings.Over:
            return
        finally:
            through.set()

    together(uncommitted, meanwhile)


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid)))"
        )
        return bool(cursor.fetchone()[0])


def submit(sitting: Sitting) -> object:
    return sittings.submit(sitting, timezone.now())


def take_over(sitting: Sitting) -> object:
    return sittings.take_over(sitting, "e" * 32)


def grant(sitting: Sitting) -> object:
    return sittings.grant(sitting, 300, "", proctor())


def void(sitting: Sitting) -> object:
    return sittings.void(sitting, "", proctor())


def grade(sitting: Sitting) -> object:
    return grading.grade(sitting.pk)


def note(sitting: Sitting) -> object:
    return audit.append(sitting, "noted")


def correct(sitting: Sitting) -> object:
    manager = User.objects.get(username="Mona")
    return corrections.correct(Drill.objects.earliest("pk"), "credit", "raise", "", manager, timezone.now())


BESIDE: list[tuple[str, Act, Act, list[str]]] = [
    ("open", submit, submit, ["submitted"]),
    ("open", submit, take_over, ["submitted"]),
    ("open", submit, grant, ["submitted"]),
    ("open", void, void, ["voided"]),
    ("submitted", grade, grade, ["graded", "released"]),
    ("submitted", void, grade, ["voided"]),
    ("submitted", note, note, ["noted", "noted"]),
    ("graded", void, correct, ["voided"]),
]
"""A sitting in a state, what is done to it, what beside, and the events that it has then."""


def test_no_worker_hears_of_a_sitting_that_is_handed_in_here() -> None:
    with patch.object(current_app.amqp, "send_task_message") as published:
        submit(opened(person("Ann")))
    published.assert_not_called()


def test_what_is_done_to_a_sitting_beside_something_else_goes_by_what_that_has_left() -> None:
    person("Mona", role=User.Role.MANAGER)
    proctor()
    for number, (state, first, second, expected) in enumerate(BESIDE):
        sitting = opened(person(f"Ann {number}"), state=state)
        if state != "open":
            results = (ItemResult(item=item, points=0, out_of=3, right=False) for item in sitting.items.all())
            ItemResult.objects.bulk_create(results)
            Sitting.objects.filter(pk=sitting.pk).update(
                points=0, out_of=9, passed=False if state == "graded" else None
            )
        beside(partial(first, sitting), partial(second, sitting))
        assert acts(sitting) == expected, f"{first.__name__} beside {second.__name__}"
