"""Celery's tasks: thin, each calls one function, and each can be done twice without harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from quizzes import pools
from quizzes.models import partitions

FILL_EXPIRES = 300
"""Seconds until a batch that no worker got to is dropped: by then the next refill asks for it again."""


@shared_task
def refill_pools() -> None:
    """Ask for one batch of drills for every bucket that wants some."""
    for bucket_id in pools.below_target():
        fill_bucket.apply_async((bucket_id,), expires=FILL_EXPIRES, ignore_result=True)


@shared_task(ignore_result=True)
def fill_bucket(bucket_id: int) -> int:
    """Add one batch of drills to a bucket. Return how many."""
    return pools.fill(bucket_id)


@shared_task
def ensure_partitions() -> list[str]:
    """Make the attempts' partitions for this month and the next two. Return the names of those made."""
    return partitions.ensure_partitions(timezone.now().date())
