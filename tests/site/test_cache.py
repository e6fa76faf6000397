"""A Valkey that takes connections and never answers, or is gone: what needs it not goes on (issue 9)."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError, OutOfMemoryError, ReadOnlyError, TimeoutError

from quizzes import limits
from quizzes.models import Attempt
from quizzes.tasks import refill_pools
from tests.site.pages import answer, ask, asked
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, opening_bets, store
from trainer.celery import app
from trainer.operation import cache_client

AWAY = (ConnectionError, TimeoutError)
PATIENCE = 0.2


@pytest.fixture
def silent(tmp_path: Path) -> Iterator[Path]:
    """The socket of a server that takes connections and says nothing."""
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(50)
        yield path


@pytest.fixture
def ann(db: None) -> Client:
    """The browser of somebody who has signed in while the cache was there."""
    return browser_of(person("Ann"))


@pytest.fixture
def frozen(ann: Client, silent: Path) -> Iterator[None]:
    """The site's cache is that server, with less patience than the settings have."""
    options = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    there = {"BACKEND": "trainer.operation.cache.Cache", "LOCATION": f"unix://{silent}", "OPTIONS": options}
    with override_settings(CACHES={"default": there}):
        yield


def seconds(act: Callable[[], object]) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


def test_what_is_read_is_missing_what_is_kept_is_forgotten_and_who_counts_or_deletes_is_told(frozen: None) -> None:
    assert cache.get("a", 1) == 1
    assert cache.get_many(["a"]) == {}
    assert "a" not in cache
    cache.set("a", 1)
    assert cache.set_many({"a": 1}) == ["a"]
    for act in (cache.incr, cache.touch, cache.delete, partial(cache.add, value=1)):
        with pytest.raises(AWAY):
            act("a")


def test_a_server_that_is_silent_is_waited_for_once(frozen: None) -> None:
    assert seconds(lambda: cache.get("a")) >= PATIENCE
    assert seconds(lambda: [cache.get("a") for _ in range(20)]) < PATIENCE


@pytest.mark.parametrize("error", [OutOfMemoryError, ReadOnlyError])
def test_a_server_that_takes_nothing_in_is_as_good_as_away(
    frozen: None, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error("not at the moment")

    monkeypatch.setattr("trainer.operation.cache.REST", 0)
    for name in ("set", "incr"):
        monkeypatch.setattr(cache_client.Client, name, refuse)
    cache.set("a", 1)
    assert limits.count("answer", "somebody") == 0
    with pytest.raises(AWAY):
        limits.count("ticket", "somebody")


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_learner_answers_without_the_cache(ann: Client, frozen: None, signed_in: bool) -> None:
    store(make_bucket(), opening_bets(3))
    browser = ann if signed_in else Client()
    page = ask(browser, kind="min_raise", level="1")
    told = answer(browser, page, asked(page).right)
    assert told.status_code == 200
    assert [attempt.right for attempt in Attempt.objects.all()] == [True]


def test_what_guards_a_secret_is_refused_where_nothing_can_be_counted(frozen: None) -> None:
    for action in ("ticket", "join_misses", "verify"):
        with pytest.raises(AWAY):
            limits.count(action, "somebody")
    with pytest.raises(AWAY):
        limits.reached("join_misses", "somebody")
    refused = Client(raise_request_exception=False).get("/search/?q=raise")
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "10")


def test_nobody_waits_long_for_a_broker_that_is_silent(silent: Path) -> None:
    options = {**app.conf.broker_transport_options, "socket_timeout": PATIENCE}
    url = f"redis+socket://{quote(str(silent))}"

    def send() -> None:
        with app.connection_for_write(url, transport_options=options) as line, pytest.raises(OperationalError):
            app.send_task(refill_pools.name, connection=line, retry=False, ignore_result=True)

    assert seconds(send) < 10 * PATIENCE


def test_each_connection_to_valkey_has_an_end_of_patience() -> None:
    conf = app.conf
    times = (conf.broker_transport_options["socket_timeout"], conf.redis_socket_timeout)
    assert all(0 < each <= 3 for each in times)
    assert conf.task_ignore_result, "to store a result would wait for Valkey again"
