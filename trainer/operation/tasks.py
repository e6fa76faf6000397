"""Celery's tasks of operation: thin, each calls one function, and each can be done twice without harm."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from trainer.operation import archive, failures, retention


@shared_task(ignore_result=True)
def keep_to_retention() -> None:
    """Delete what visitors answered long ago, what is archived of accounts that are gone, and old failures."""
    retention.keep_to(timezone.now())
    archive.forget_the_gone()
    failures.forget_old(timezone.now())
