"""/metrics as Prometheus reads it (issue 9, "Operation")."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoDbBlocker

from quizzes import pools
from quizzes.models import Bucket
from quizzes.tasks import fill_bucket
from tests.site.exams import author, sat, table
from tests.site.other_database import database_away
from tests.site.pages import answer, ask, asked
from tests.site.people import person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.accounts.tasks import forget_expired_sessions
from trainer.celery import app
from trainer.certification.models import Blueprint, Sitting
from trainer.operation import failures, tasks_seen

Labels = dict[str, str]


def figures(client: Client) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every figure of the page, by its name and labels, as Prometheus's own reader reads it."""
    response = client.get("/metrics")
    assert response.status_code == 200, response.content
    families = text_string_to_metric_families(response.content.decode())
    return {(one.name, frozenset(one.labels.items())): one.value for each in families for one in each.samples}


def figure(client: Client, name: str, **labels: str) -> float:
    return figures(client).get((f"table_stakes_{name}", frozenset(labels.items())), 0)


def counted(name: str, **labels: str) -> float:
    """What this process has counted so far."""
    return REGISTRY.get_sample_value(f"table_stakes_{name}", labels) or 0


def test_requests_are_counted_by_view_and_status_with_the_time_they_took(client: Client) -> None:
    view = "quizzes:api_solve"
    before = counted("requests_total", view=view, status="422"), counted("request_seconds_count", view=view)

    client.post("/api/v1/solve", b"{}", content_type="application/json")

    assert counted("requests_total", view=view, status="422") == before[0] + 1
    assert counted("request_seconds_count", view=view) == before[1] + 1
    assert counted("request_seconds_bucket", view=view, le="+Inf") == before[1] + 1


@pytest.mark.django_db
def test_answers_are_counted_by_kind_and_verdict_and_the_same_one_once(client: Client) -> None:
    store(make_bucket(), opening_bets(3))
    verdicts = ("right", "part", "wrong")
    before = [counted("answers_total", kind="min_raise", verdict=verdict) for verdict in verdicts]
    page = ask(client, kind="min_raise", level="1")
    answer(client, page, asked(page).right)
    answer(client, page, asked(page).right)
    page = ask(client, kind="min_raise", level="1")
    answer(client, page, {**asked(page).right, "adds": "1"})
    page = ask(client, kind="min_raise", level="1")
    answer(client, page, {"raise_to": "1", "raise_by": "2", "adds": "3"})

    after = [counted("answers_total", kind="min_raise", verdict=verdict) for verdict in verdicts]
    assert after == [number + 1 for number in before]


@pytest.mark.django_db
def test_pools_say_how_many_drills_they_have_and_want_and_how_old_they_are(client: Client) -> None:
    Bucket.objects.all().delete()
    bucket = make_bucket()
    store(bucket, opening_bets(3))
    Bucket.objects.update(last_asked_at=None)
    tasks_seen._succeeded(fill_of(bucket), 3)

    assert figure(client, "pool_drills", kind="min_raise", use="practice") == 3
    assert figure(client, "pool_missing", kind="min_raise", use="practice") == pools.FIRST_DEPTH - 3
    assert 0 <= figure(client, "pool_age_seconds", kind="min_raise") < 60


def fill_of(bucket: Bucket) -> Any:
    """The task that has filled a bucket, as Celery hands it to those who listen."""
    return SimpleNamespace(name=fill_bucket.name, request=SimpleNamespace(args=(bucket.pk,)))


@pytest.mark.django_db
def test_the_queue_says_how_many_tasks_wait_and_how_long_the_first_does(client: Client) -> None:
    with app.connection_for_write() as connection:
        channel: Any = connection.default_channel
        channel.queue_purge(tasks_seen.QUEUE)
        forget_expired_sessions.apply_async(priority=9)
        time.sleep(0.05)
        forget_expired_sessions.apply_async()
        try:
            assert figure(client, "queue_tasks") == 2
            assert 0.05 <= figure(client, "queue_oldest_seconds") < 60
        finally:
            channel.queue_purge(tasks_seen.QUEUE)


@pytest.mark.django_db
def test_tasks_that_fail_are_counted_by_name(client: Client) -> None:
    name = "trainer.accounts.tasks.forget_expired_sessions"
    assert figure(client, "tasks_failed_total", task=name) == 0

    for _ in range(2):
        forget_expired_sessions.apply(args=("too many",))

    assert figure(client, "tasks_failed_total", task=name) == 2


@pytest.mark.django_db
def test_tasks_that_are_put_aside_are_counted_by_name(client: Client) -> None:
    for bucket in (7, 8):
        for number in range(failures.MOST_TRIES):
            failed = failures.Try(fill_bucket.name, f"[{bucket}, 20]", str(number))
            failures.failed(failed, timezone.now(), RuntimeError("again"))

    assert figure(client, "tasks_aside", task=fill_bucket.name) == 2


@pytest.mark.django_db
def test_open_sittings_are_counted(client: Client) -> None:
    blueprint = Blueprint.objects.create(slug="raises", plan=table(), ruleset="tda", minutes=30, author=author())
    sat(blueprint, person())
    sat(blueprint, person("Ben"), state=Sitting.State.GRADED)

    assert figure(client, "sittings_open") == 1


@pytest.fixture
def away(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), database_away(tmp_path):
        yield


def test_what_can_not_be_read_is_said_and_the_rest_is_there(client: Client, away: None) -> None:
    assert figure(client, "pools_unreadable") == 1
    assert figure(client, "queue_unreadable") == 0


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"REMOTE_ADDR": "192.0.2.7"}, 403),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"}, 403),
        ({"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer wrong"}, 403),
        ({"REMOTE_ADDR": "192.0.2.7", "HTTP_AUTHORIZATION": "Bearer tell-me"}, 200),
    ],
)
def test_figures_are_for_this_machine_or_for_a_token(away: None, asked: Labels, status: int) -> None:
    with override_settings(METRICS_TOKEN="tell-me"):
        assert Client().get("/metrics", **asked).status_code == status  # type: ignore[arg-type]  # of the request's environment


def test_no_token_opens_nothing_where_none_is_set(away: None) -> None:
    stranger = Client(REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer ")
    assert stranger.get("/metrics").status_code == 403
