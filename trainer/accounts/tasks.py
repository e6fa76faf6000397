"""Celery's tasks for accounts."""

from __future__ import annotations

from celery import shared_task
from django.core.management import call_command


@shared_task
def forget_expired_sessions() -> None:
    """Delete the sessions that nobody can use any more."""
    call_command("clearsessions")
