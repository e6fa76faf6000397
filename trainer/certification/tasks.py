"""Celery's tasks of certification: thin, each calls one function, and each can be done twice without harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from quizzes import pools
from trainer.certification import (
    blueprints,
    closed,
    corrections,
    exposure,
    grading,
    heads,
    items,
    performance,
    renewals,
    retention,
)

STOCK_EXPIRES = 300
"""Seconds until a batch that no worker got to is dropped: by then the next round asks for it again."""

STOCK_PRIORITY = 6
"""Before the pools of practice, as Valkey counts them: without its questions an exam is closed."""


@shared_task
def stock_exams() -> None:
    """Ask for the questions that exams want, and offer the exams that have them by now."""
    for bucket_id, size in blueprints.wanting():
        stock_bucket.apply_async((bucket_id, size), expires=STOCK_EXPIRES, priority=STOCK_PRIORITY, ignore_result=True)
    blueprints.open_waiting()


@shared_task(ignore_result=True)
def stock_bucket(bucket_id: int, size: int) -> None:
    """Add one batch of drills to a bucket that has fewer than so many, and work out the keys of all that have none."""
    pools.fill(bucket_id, size)
    items.take_up(bucket_id)


@shared_task(ignore_result=True)
def compare_items() -> int:
    """Compare what candidates were shown with what is seen outside exams. Return how many items were exposed."""
    return exposure.sweep()


@shared_task(ignore_result=True)
def grade(sitting_id: int) -> None:
    """Grade a sitting that was handed in."""
    grading.grade(sitting_id)


@shared_task(ignore_result=True)
def release_room(room_id: int) -> None:
    """Release a piece of the results that waited for a room to close, and ask for the next piece."""
    if grading.release_waiting(timezone.now(), ticket__room=room_id) == grading.A_PIECE:
        release_room.delay(room_id)


@shared_task(ignore_result=True)
def correct_on(correction_id: int) -> None:
    """Mark a piece of the sittings of a corrected question anew, which asks for the next piece."""
    corrections.go_on(correction_id, timezone.now())


@shared_task(ignore_result=True)
def sweep_sittings() -> int:
    """Hand in the sittings whose time is up, grade or release those whose task is lost, and go on with corrections.
    Return how many were graded.

    The cache is told again which networks are closed: it may have lost them.
    """
    closed.refresh_networks()
    graded = grading.sweep(timezone.now())
    corrections.sweep(timezone.now())
    return graded


@shared_task(ignore_result=True)
def remind_of_ends() -> int:
    """Write to the holders whose certificate ends soon. Return how many letters there are."""
    return renewals.remind(timezone.now())


@shared_task(ignore_result=True)
def remind_of_sheets() -> int:
    """Write to those who look after rooms with sheets still to be signed. Return how many letters there are."""
    return performance.remind(timezone.now())


@shared_task(ignore_result=True)
def take_heads() -> None:
    """Take and sign the heads of the day before, where that is not done yet."""
    heads.take(timezone.now())


@shared_task(ignore_result=True)
def keep_to_retention() -> None:
    """Empty what is older than it may be."""
    retention.keep_to(timezone.now())
