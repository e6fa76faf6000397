"""Figures for Prometheus, at /metrics.

What this machine's web processes count lies in files that they share (PROMETHEUS_MULTIPROC_DIR, see gunicorn.py): it
costs an answer some microseconds. What everybody shares, pools, queue and sittings, is read when it is asked for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import REGISTRY, CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from quizzes.signals import answered
from trainer.certification.models import Sitting
from trainer.operation import backup, failures, pool_levels, tasks_seen
from trainer.operation.request_ids import view_of

SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

REQUESTS = Counter("table_stakes_requests", "Requests answered", ["view", "status"])
TOOK = Histogram("table_stakes_request_seconds", "Seconds until an answer began", ["view"], buckets=SECONDS)
REFUSED = Counter("table_stakes_refused", "Requests refused because they had waited too long")
ANSWERS = Counter("table_stakes_answers", "Answers of learners", ["kind", "verdict"])


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Count a request by the view that answered it, and how long that took."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = get_response(request)
        view = view_of(request)
        REQUESTS.labels(view, response.status_code).inc()
        TOOK.labels(view).observe(time.perf_counter() - begun)
        return response

    return respond


def count_answers() -> None:
    """Count each answer from here on."""
    answered.connect(_count, dispatch_uid="metrics: answers")


def text() -> bytes:
    """Return all figures as Prometheus reads them. What can't be read, because a server is away, is left out."""
    counted = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # prometheus_client leaves it untyped
    else:
        counted = REGISTRY
    shared = CollectorRegistry(auto_describe=False)
    shared.register(Shared())
    return generate_latest(counted) + generate_latest(shared)


class Shared(Collector):
    """What all machines share, read at the moment."""

    def collect(self) -> Iterator[Metric]:
        for read in (_pools, _queue, _failed, _aside, _sittings, _backup):
            try:
                yield from list(read())
                fault = 0
            except Exception:  # noqa: BLE001  # whatever a server that is away raises: the other figures still count
                fault = 1
            yield GaugeMetricFamily(f"table_stakes{read.__name__}_unreadable", "1 where it can't be read", value=fault)


def _pools() -> Iterator[Metric]:
    depth = GaugeMetricFamily("table_stakes_pool_drills", "Drills in the pools", labels=["kind", "use"])
    missing = GaugeMetricFamily("table_stakes_pool_missing", "Drills below the target", labels=["kind", "use"])
    age = GaugeMetricFamily("table_stakes_pool_age_seconds", "Since a kind's pools last got drills", labels=["kind"])
    levels = pool_levels.levels(timezone.now())
    for level in levels:
        labels = [level.kind, "exams" if level.reserve else "practice"]
        depth.add_metric(labels, level.drills)
        missing.add_metric(labels, level.missing)
    for kind, seconds in tasks_seen.filled(sorted({level.kind for level in levels})).items():
        age.add_metric([kind], seconds)
    yield from (depth, missing, age)


def _queue() -> Iterator[Metric]:
    waiting = tasks_seen.queue()
    yield GaugeMetricFamily("table_stakes_queue_tasks", "Tasks that wait", value=waiting.length)
    yield GaugeMetricFamily("table_stakes_queue_oldest_seconds", "How long the first waits", value=waiting.oldest)


def _failed() -> Iterator[Metric]:
    failed = CounterMetricFamily("table_stakes_tasks_failed", "Tasks that failed", labels=["task"])
    for name, count in tasks_seen.failed().items():
        failed.add_metric([name], count)
    yield failed


def _aside() -> Iterator[Metric]:
    aside = GaugeMetricFamily("table_stakes_tasks_aside", "Tasks put aside after failing", labels=["task"])
    for name, count in failures.aside_by_name().items():
        aside.add_metric([name], count)
    yield aside


def _sittings() -> Iterator[Metric]:
    number = Sitting.objects.filter(state=Sitting.State.OPEN, deadline__gt=timezone.now()).count()
    yield GaugeMetricFamily("table_stakes_sittings_open", "Exams that are open", value=number)


def _backup() -> Iterator[Metric]:
    made = backup.last()
    if made:
        age = (timezone.now() - made).total_seconds()
        yield GaugeMetricFamily("table_stakes_backup_age_seconds", "Since the last backup on this machine", value=age)


def _count(kind: str, verdict: str, **_signal: Any) -> None:
    ANSWERS.labels(kind, verdict).inc()
