"""Lines of the logs: JSON, the request's id through to its tasks, nothing of a person (issue 9, "Operation")."""

from __future__ import annotations

import json
import logging
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from quizzes.tasks import fill_bucket
from tests.site.people import person
from trainer import local
from trainer.accounts.models import User
from trainer.accounts.tasks import forget_expired_sessions
from trainer.operation import logs, request_ids

GIVEN = "a1b2-c3"


class Written(logging.Handler):
    """Keeps what a public site would write."""

    def __init__(self) -> None:
        super().__init__()
        self.addFilter(logs.Marked())
        self.setFormatter(logs.Json())
        self.lines: list[dict[str, Any]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(json.loads(self.format(record)))


@pytest.fixture
def written() -> Iterator[Written]:
    """What is written about requests from here on."""
    handler = Written()
    loggers = [logging.getLogger(name) for name in ("trainer.requests", "trainer.tasks", "django.request")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    yield handler
    for logger, level in zip(loggers, levels, strict=True):
        logger.removeHandler(handler)
        logger.setLevel(level)


def test_a_request_has_the_id_that_a_proxy_gave_and_one_line_names_it(client: Client, written: Written) -> None:
    response = client.get("/api/v1/openapi.json", headers={"X-Request-ID": GIVEN})

    assert response.headers["X-Request-ID"] == GIVEN
    line = written.lines[-1]
    assert (line["request"], line["view"], line["status"]) == (GIVEN, "quizzes:openapi", 200)
    assert (line["method"], line["level"]) == ("GET", "INFO")
    assert line["ms"] >= 0


@pytest.mark.django_db
def test_a_task_that_goes_well_writes_a_line(written: Written) -> None:
    forget_expired_sessions.apply(task_id="of-its-own")

    line = written.lines[-1]
    assert (line["task"], line["state"]) == ("trainer.accounts.tasks.forget_expired_sessions", "SUCCESS")
    assert (line["message"], line["request"]) == ("done", "of-its-own")
    assert line["ms"] > 0


@pytest.mark.parametrize("odd", ["", "x" * 65, 'a"b', "a b", "é"])
def test_an_id_that_is_none_is_replaced(client: Client, odd: str) -> None:
    response = client.get("/healthz", headers={"X-Request-ID": odd})

    made = response.headers["X-Request-ID"]
    assert made != odd
    assert len(made) == 32


def test_two_requests_have_two_ids(client: Client) -> None:
    ids = {client.get("/healthz").headers["X-Request-ID"] for _ in range(2)}
    assert len(ids) == 2
    assert request_ids.current.get() == "", "the id ends with its request"


@pytest.mark.django_db
def test_no_line_holds_an_address_with_a_token_in_it(written: Written) -> None:
    client = Client(raise_request_exception=False)
    client.get("/account/password/reset/key/1-s3cr3t-t0k3n/")
    client.get("/verify/s3cr3t-t0k3n/")
    client.get("/no/such/s3cr3t-t0k3n/")

    assert any(line["message"].startswith("Not Found: ") for line in written.lines)
    assert "s3cr3t" not in json.dumps(written.lines)


@pytest.mark.django_db
def test_no_line_holds_the_row_that_the_database_refused() -> None:
    person("Zephyrine")
    try:
        with transaction.atomic():
            User.objects.create(username="Zephyrine")
    except IntegrityError as error:
        record = logging.makeLogRecord({"msg": "%s %r", "args": (error, error), "exc_info": (None, error, None)})
    line = logs.Json().format(record)

    assert "Zephyrine" not in line
    said = json.loads(line)
    assert [error["type"] for error in said["errors"]] == ["IntegrityError", "UniqueViolation"]
    assert "duplicate key value violates unique constraint" in said["message"]
    assert any("test_logs.py" in place for place in said["errors"][0]["where"])


def test_a_line_is_one_line_whatever_it_says() -> None:
    assert "\n" not in logs.Json().format(logging.makeLogRecord({"msg": "one\ntwo\u2028"}))


def test_plain_lines_name_the_request_too() -> None:
    lines = logs.configuration(json_lines=False, debug=False)["formatters"]["lines"]
    record = logging.makeLogRecord({"msg": "said", "levelname": "ERROR", "name": "x"})
    token = request_ids.current.set(GIVEN)
    logs.Marked().filter(record)
    request_ids.current.reset(token)

    assert logging.Formatter(lines["format"], style="{").format(record).endswith(f"ERROR x [{GIVEN}]: said")


@pytest.mark.django_db(transaction=True)
def test_a_task_goes_by_the_id_of_the_request_that_asked_for_it(celery_worker: subprocess.Popen[bytes]) -> None:
    token = request_ids.current.set("from-a-request")
    try:
        # No bucket has this number: the task fails, and the worker writes a line about that.
        fill_bucket.apply_async((0, 1), ignore_result=False).get(timeout=120, propagate=False)
    finally:
        request_ids.current.reset(token)

    log = local.LOCAL / "log" / "worker.log"
    local.wait_until(lambda: "[from-a-request]: " in log.read_text(), celery_worker, "The worker", log)
