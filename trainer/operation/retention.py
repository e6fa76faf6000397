"""How long what visitors answer is kept. The privacy page says the same.

A visitor is known by a key in a browser's session, which ends two weeks after its last use. The answers stay for a
while, since a visitor who comes back and signs up takes them along, and then they go.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from quizzes.models import Report, ReviewItem, RunRecord

VISITORS = timedelta(days=90)

BATCH = 5000
"""Rows in one statement: answers go on while many are deleted, and a worker that is stopped has lost little."""

_ATTEMPTS = """
    DELETE FROM quizzes_attempt WHERE issued_at < %(before)s AND (issued_at, nonce) IN (
        SELECT issued_at, nonce FROM quizzes_attempt WHERE visitor IS NOT NULL AND issued_at < %(before)s
        LIMIT %(batch)s
    )
"""
"""Months that are younger are not looked into, and in the others only the index of visitors' answers is."""


def keep_to(now: datetime) -> dict[str, int]:
    """Delete what visitors answered more than VISITORS ago, and return how many rows that were, by what they are.

    What they reported about questions stays, and says no longer which visitor it was.
    """
    before = now - VISITORS
    started = Cast(KT("state__started_at"), DateTimeField())
    runs = RunRecord.objects.filter(visitor__isnull=False).alias(started_at=started).filter(started_at__lt=before)
    misses = ReviewItem.objects.filter(visitor__isnull=False, missed_at__lt=before)
    return {
        "attempts": _until_none(lambda: _attempts(before)),
        "runs": _until_none(lambda: _rows(runs)),
        "misses": _until_none(lambda: _rows(misses)),
        "reports": Report.objects.filter(visitor__isnull=False, made_at__lt=before).update(visitor=None),
    }


def _until_none(batch: Callable[[], int]) -> int:
    """Do a batch again until it finds nothing. Return how many rows it found in all."""
    gone = 0
    while found := batch():
        gone += found
    return gone


def _attempts(before: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_ATTEMPTS, {"before": before, "batch": BATCH})
        return int(cursor.rowcount)


def _rows(old: QuerySet[Any]) -> int:
    batch = list(old.values_list("pk", flat=True)[:BATCH])
    gone, _by_model = old.model._default_manager.filter(pk__in=batch).delete()
    return int(gone)
