"""What is known of tasks without asking a worker: how many wait, since when, how many failed, and when the schedule
spoke last. Counters are in the cache, which all machines share.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from celery import signals
from django.core.cache import cache

from quizzes.models import Bucket
from trainer.celery import app
from trainer.operation.request_ids import SENT_HEADER

QUEUE = "celery"
SCHEDULE_SPOKE = "operation-schedule-spoke"
FAILED = "operation-failed-"
FILLED = "operation-filled-"

_schedule = {"here": False}


class Queue(NamedTuple):
    """How many tasks wait, and since how many seconds the first of them does."""

    length: int
    oldest: float


def watch() -> None:
    """Count what fails, note when pools are filled and when the schedule sends a task."""
    signals.task_failure.connect(_failed, dispatch_uid="tasks seen: failed")
    signals.task_success.connect(_succeeded, dispatch_uid="tasks seen: succeeded")
    signals.beat_init.connect(_schedule_begins, dispatch_uid="tasks seen: schedule begins")
    signals.before_task_publish.connect(_published, dispatch_uid="tasks seen: published")


def queue() -> Queue:
    """Return how many tasks wait in the broker. Raises what kombu and redis raise where it can't be reached."""
    with app.connection_for_read(transport_options={"socket_connect_timeout": 1, "socket_timeout": 2}) as connection:
        channel: Any = connection.default_channel
        length = channel.queue_declare(QUEUE).message_count
        ends = [channel.client.lindex(channel._q_for_pri(QUEUE, step), -1) for step in channel.priority_steps]
    sent = [json.loads(message)["headers"].get(SENT_HEADER) for message in ends if message]
    return Queue(length, max((time.time() - when for when in sent if when), default=0.0))


def failed() -> Mapping[str, int]:
    """Return how many times each of the site's tasks failed since the cache was empty."""
    app.loader.import_default_modules()
    names = sorted(name for name in app.tasks if not name.startswith("celery."))
    counts = cache.get_many([FAILED + name for name in names])
    return {name: counts.get(FAILED + name, 0) for name in names}


def filled(kinds: list[str]) -> Mapping[str, float]:
    """Return how many seconds ago a pool of a kind last got drills, for the kinds of which that is known."""
    times = cache.get_many([FILLED + kind for kind in kinds])
    return {key.removeprefix(FILLED): max(0.0, time.time() - when) for key, when in times.items()}


def schedule_spoke() -> float | None:
    """Return how many seconds ago the schedule sent a task, None where nothing is known."""
    when = cache.get(SCHEDULE_SPOKE)
    return None if when is None else max(0.0, time.time() - when)


def _failed(sender: Any, **_signal: Any) -> None:
    cache.add(FAILED + sender.name, 0, None)
    cache.incr(FAILED + sender.name)


def _succeeded(sender: Any, result: Any, **_signal: Any) -> None:
    if sender.name == "quizzes.tasks.fill_bucket" and result:
        bucket = Bucket.objects.filter(pk=sender.request.args[0]).first()
        if bucket:
            cache.set(FILLED + bucket.kind, time.time(), None)


def _schedule_begins(**_signal: Any) -> None:
    _schedule["here"] = True


def _published(**_signal: Any) -> None:
    if _schedule["here"]:
        cache.set(SCHEDULE_SPOKE, time.time(), None)
