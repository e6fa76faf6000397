"""Celery's tasks for classes."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from trainer.classrooms import outbox, retention


@shared_task
def send_letters() -> int:
    """Send a batch of the letters that are due, and ask for the next one after a full batch. Return how many."""
    taken = outbox.send_due()
    if taken == outbox.BATCH:
        outbox.wake()
    return taken


@shared_task(ignore_result=True)
def keep_to_retention() -> None:
    """Delete letters and walls that are older than they may be."""
    retention.keep_to(timezone.now())
