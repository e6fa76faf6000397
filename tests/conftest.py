"""Fixtures for all tests; the servers behind them are in servers.py."""

from __future__ import annotations

import gc
import os
import subprocess
from collections.abc import Iterator

import pytest
from celery import Celery
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.utils import translation
from hypothesis import HealthCheck, settings
from psycopg.conninfo import make_conninfo
from pytest_django import DjangoDbBlocker
from whitenoise import WhiteNoise

from quizzes import limits
from quizzes.practising import dealt
from tests.worker import worker

LONGEST_FIRST = (
    "test_run.py",
    "test_faults.py",
    "test_practising.py",
    "test_accessibility.py",
    "test_account_limits.py",
    "test_every_url.py",
)
"""Files that take long and mostly wait: begun first, so that no worker is left alone with one at the end."""

# How long an example takes says something of the machine, and who shares it, not of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the files that take longest first."""
    items.sort(key=lambda item: LONGEST_FIRST.index(item.path.name) if item.path.name in LONGEST_FIRST else 99)


def pytest_collection_finish() -> None:
    """Leave what was imported out of the search for cycles, which would take a seventh of a run."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Making an account takes no longer than another row: passwords are hashed in a quick way."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_once() -> Iterator[None]:
    """The static files are looked at once for all clients of a run: each client is a site that has just started."""
    found: dict[tuple[str, str], dict[str, object]] = {}
    look = WhiteNoise.update_files_dictionary

    def remember(site: WhiteNoise, root: str, prefix: str) -> None:
        if (root, prefix) not in found:
            known = set(site.files)
            look(site, root, prefix)
            found[root, prefix] = {url: file for url, file in site.files.items() if url not in known}
        site.files.update(found[root, prefix])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", remember)
        yield


@pytest.fixture(autouse=True)
def english() -> None:
    """A test begins in no language but the site's first, whatever a request before it was answered in."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def empty_cache(request: pytest.FixtureRequest) -> None:
    """No drills or counts of another test are in mind; one that uses the database starts with nothing in the cache."""
    dealt.forget()
    limits.forget()
    if {"db", "transactional_db"} & set(request.fixturenames) or request.node.get_closest_marker("django_db"):
        cache.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """End the sessions that are left before the database goes: a process that was stopped may still hold one."""
    yield
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.fixture(scope="session")
def children_use_test_database(django_db_setup: None) -> Iterator[None]:
    """Processes that a test starts see the test database, where only committed rows show: use transactional_db."""
    with pytest.MonkeyPatch.context() as patch:
        name = connection.settings_dict["NAME"]
        patch.setenv("DATABASE_URL", make_conninfo(os.environ["DATABASE_URL"], dbname=str(name)))
        yield


@pytest.fixture(scope="session")
def celery_worker(children_use_test_database: None) -> Iterator[subprocess.Popen[bytes]]:
    """One worker for the whole run."""
    with worker("worker") as process:
        yield process


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker that another test has started hears of nothing: it would do what is left undone here."""
    monkeypatch.setattr(Celery, "send_task", lambda app, *args, **options: None)
