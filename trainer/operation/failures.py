"""What becomes of tasks that fail: counted, told, and after MOST_TRIES in a row put aside, so that they take no
worker's time from the others.

A try fails by an error, or is lost: its worker died or was killed, or the task ran out of its time. A row is written
before a try begins, so that it outlives the worker and the broker's memory. What is put aside is tried once more after
a rest, and so comes back by itself once it is mended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from celery import current_app
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from trainer.operation.errors import AWAY
from trainer.operation.logs import without_rows
from trainer.operation.models import FailedTask

State = FailedTask.State

MOST_TRIES = 3
REST = timedelta(hours=1)
REST_OF_SCHEDULE = timedelta(minutes=5)
"""Tasks without arguments are the schedule's, and others wait for what they do."""

KEPT = timedelta(days=90)
LOST = "WorkerLost"
LOST_WORDS = "The worker died, or the task ran out of its time."

_LONGEST = 200


class Try(NamedTuple):
    """One delivery of a task: its name, its arguments as they may be kept, its id, and the id of who asked for it."""

    name: str
    arguments: str
    id: str
    request_id: str = ""


def kept_arguments(positional: Sequence[object], named: Mapping[str, object]) -> str:
    """Return arguments as a JSON list of the numbers that they are; "?" for any others, which may be personal."""
    plain = not named and all(isinstance(each, int) for each in positional)
    return json.dumps(list(positional)) if plain else "?"


@transaction.atomic
def begin(this: Try, now: datetime, limit: timedelta) -> FailedTask:
    """Note that a task is taken up, and return its row: put aside where it must not be done.

    `limit` is how long a try may take: a row that is held for longer, or under the same id, tells of a lost try. A row
    that another worker holds stays as it is, for a task that is delivered twice has not failed.
    """
    rows = FailedTask.objects.select_for_update()
    row, made = rows.get_or_create(
        name=this.name,
        arguments=this.arguments,
        defaults={"holder": this.id, "begun_at": now, "request_id": this.request_id},
    )
    if made:
        return row
    if row.begun_at is not None and (row.holder == this.id or now - row.begun_at > limit):
        _note(row, now, LOST, LOST_WORDS)
        _put_aside(row)
    elif row.state == State.ASIDE and now >= _rested_at(row):
        row.state = State.TRYING
    if row.begun_at is None and row.state == State.TRYING:
        row.holder, row.begun_at, row.request_id = this.id, now, this.request_id
    row.save()
    return row


def succeeded(this: Try) -> None:
    """Forget what is known of a task that is done well, unless another worker is still at it."""
    rows = FailedTask.objects.filter(name=this.name, arguments=this.arguments)
    rows.filter(Q(holder=this.id) | Q(begun_at=None)).delete()


@transaction.atomic
def failed(this: Try, now: datetime, error: BaseException) -> FailedTask:
    """Note that a try failed, and return its row. A database or a broker that is away is no fault of the task's: it is
    told, but never put aside.
    """
    rows = FailedTask.objects.select_for_update()
    row, _made = rows.get_or_create(name=this.name, arguments=this.arguments, defaults={"request_id": this.request_id})
    _note(row, now, type(error).__name__, without_rows(str(error)))
    if not isinstance(error, AWAY):
        _put_aside(row)
    row.save()
    return row


def aside() -> QuerySet[FailedTask]:
    """Return the tasks that are put aside, those that failed last first."""
    return FailedTask.objects.filter(state=State.ASIDE).order_by("-last_at")


def aside_by_name() -> Mapping[str, int]:
    """Return how many tasks are put aside, by their names. One query."""
    return dict(aside().order_by("name").values_list("name").annotate(Count("pk")))


def run_again(rows: QuerySet[FailedTask]) -> int:
    """Ask for failed tasks once more, with all their tries before them. Return how many: those whose arguments were not
    kept have to be asked for where they come from.
    """
    asked = 0
    for row in rows.exclude(arguments="?"):
        FailedTask.objects.filter(pk=row.pk).update(state=State.TRYING, tries=0, holder="", begun_at=None)
        current_app.send_task(row.name, json.loads(row.arguments), retry=False, ignore_result=True)
        asked += 1
    return asked


def forget_old(now: datetime) -> int:
    """Delete what has not failed, nor been taken up, for long. Return how many rows."""
    old = Q(last_at__lt=now - KEPT) | Q(last_at=None, begun_at__lt=now - KEPT)
    return FailedTask.objects.filter(old).delete()[0]


def _note(row: FailedTask, now: datetime, error: str, message: str) -> None:
    row.tries += 1
    row.error, row.message = error[:100], message.replace("\0", "")[:_LONGEST]
    row.first_at, row.last_at = row.first_at or now, now
    row.holder, row.begun_at = "", None


def _put_aside(row: FailedTask) -> None:
    if row.tries >= MOST_TRIES:
        row.state = State.ASIDE


def _rested_at(row: FailedTask) -> datetime:
    """Return when a task that is put aside is tried once more."""
    return (row.last_at or row.begun_at or datetime.max) + (REST_OF_SCHEDULE if row.arguments == "[]" else REST)
