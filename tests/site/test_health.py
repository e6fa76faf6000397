"""/healthz, /readyz and the page for what goes wrong; what is due is said in issue 9, "Operation"."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.urls import resolve
from kombu.exceptions import KombuError
from pytest_django import DjangoDbBlocker
from redis.exceptions import ConnectionError

from quizzes.models import Bucket
from tests.site.other_database import database_away
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer import prepare
from trainer.operation import health, tasks_seen


@pytest.fixture
def away(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database is away, and the site has answered before."""
    resolve("/")
    with django_db_blocker.unblock(), database_away(tmp_path):
        yield


def readyz(client: Client) -> tuple[int, dict[str, Any]]:
    """The status of /readyz and what it says in JSON."""
    response = client.get("/readyz", headers={"Accept": "application/json"})
    return response.status_code, response.json()


def one_drill() -> None:
    """A pool with a drill in it."""
    store(make_bucket(), opening_bets(1))


@pytest.mark.django_db
def test_a_site_with_drills_is_ready_part_by_part(client: Client) -> None:
    one_drill()

    status, said = readyz(client)

    assert status == 200
    assert said == dict.fromkeys(("database", "migrations", "pools", "broker", "cache"), "ok") | {"ready": True}


@pytest.mark.django_db
def test_a_site_without_drills_is_not_ready(client: Client) -> None:
    Bucket.objects.all().delete()

    response = client.get("/readyz")

    assert response.status_code == 503
    assert "pools: no drills yet\n" in response.content.decode()
    assert response.headers["Content-Type"].startswith("text/plain")


@pytest.mark.django_db
def test_a_migration_that_is_missing_makes_it_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    one_drill()
    monkeypatch.setitem(health._known, "migrated", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")

    status, said = readyz(client)

    assert (status, said["migrations"]) == (503, "1 not applied")


@pytest.mark.django_db
@pytest.mark.parametrize("error", [ConnectionError, KombuError])  # redis's and kombu's
def test_a_broker_that_is_away_is_said_and_pages_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def lost() -> None:
        raise error("redis://:secret@queue")

    one_drill()
    monkeypatch.setattr(tasks_seen, "queue", lost)

    status, said = readyz(client)

    assert (status, said["broker"], said["ready"]) == (200, f"can't be reached ({error.__name__})", True)


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_probes_need_no_known_host_name_and_leave_no_cookie(client: Client, away: None, address: str) -> None:
    response = client.get(address, headers={"Host": "10.0.0.7:8000"})

    assert response.status_code == {"/healthz": 200, "/readyz": 503}[address]
    assert not response.cookies
    assert response.headers["Cache-Control"] == "no-store"


def test_a_site_without_database_is_alive_and_not_ready(client: Client, away: None) -> None:
    assert client.get("/healthz").content == b"ok\n"
    assert readyz(client)[1]["database"] == "can't be reached (OperationalError)"


def test_probes_are_only_read(client: Client) -> None:
    assert client.post("/healthz").status_code == 405


def test_the_database_is_waited_for_but_not_where_waiting_mends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    # What PostgreSQL says: its manual, "Server Start-up" and "Client Connection Problems", and the texts of its errors
    # 57P03 (cannot_connect_now), 53300 (too_many_connections) and 3D000 (invalid_catalog_name).
    passing = [
        "connection to server at 127.0.0.1 failed: Connection refused",
        "FATAL: the database system is starting up",
        "FATAL: the database system is in recovery mode",
        "FATAL: the database system is not yet accepting connections",
        "FATAL: sorry, too many clients already",
    ]
    refused, missing = passing[0], 'FATAL: database "none" does not exist'
    said = [*passing, "", missing]
    monkeypatch.setattr(health, "why_away", lambda: said.pop(0))
    monkeypatch.setattr(time, "sleep", lambda _seconds: None)
    assert prepare.wait_for_database(patience=60) == ""
    assert prepare.wait_for_database(patience=60) == missing
    said.append(refused)
    assert prepare.wait_for_database(patience=0) == refused


@pytest.mark.parametrize("address", ["/", "/practice/", "/ms/practice/"])
def test_without_database_a_page_says_within_a_second_what_to_do(away: None, address: str) -> None:
    times = []
    for _ in range(2):  # the machine may be busy at one of them
        begun = time.monotonic()
        response = Client(raise_request_exception=False).get(address)
        times.append(time.monotonic() - begun)

    page = response.content.decode()
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "10"
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "<h1>" in page
    assert "/static/css/tokens." in page, "in the site's look"
    assert min(times) < 1


def test_programs_are_told_in_json_that_the_site_can_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr("quizzes.views.api.reply", fail)
    client = Client(raise_request_exception=False)
    response = client.post("/api/v1/solve", b"{}", content_type="application/json")

    assert response.status_code == 503
    assert json.loads(response.content)["ok"] is False


def test_a_fault_of_the_code_is_no_lost_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("quizzes.views.api.reply", fail)
    response = Client(raise_request_exception=False).post("/api/v1/solve", b"{}", content_type="application/json")

    assert response.status_code == 500
    assert "Retry-After" not in response.headers
