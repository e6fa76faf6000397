"""How long letters to a class and what was on its wall are kept. The privacy page says the same."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from trainer.classrooms.models import Letter, Wall

KEPT = timedelta(days=180)
"""After half a year a term is over: nobody asks any more whether a letter came or what was on the wall."""

BATCH = 1000
"""Rows in one statement, with all that hangs on them: a worker that is stopped has lost little."""


def keep_to(now: datetime) -> dict[str, int]:
    """Delete the letters that were written more than KEPT ago, but not those that are still to be sent, and the walls
    that began before; return how many of each. What a teacher wrote to the class stays with the class.
    """
    before = now - KEPT
    return {
        "letters": _delete(Letter.objects.exclude(state=Letter.State.WAITING).filter(made_at__lt=before)),
        "walls": _delete(Wall.objects.filter(started_at__lt=before)),
    }


def _delete(old: QuerySet[Any]) -> int:
    gone = 0
    while batch := list(old.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        old.model._default_manager.filter(pk__in=batch).delete()
        gone += len(batch)
    return gone
