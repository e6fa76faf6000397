"""A pytest plugin: a throwaway PostgreSQL and Valkey for the whole run, there before Django reads its settings.

Loaded by pyproject.toml. DATABASE_URL and CELERY_BROKER_URL replace them. With several pytest processes the servers are
shared: pytest-django gives each process a database, and here each gets its own numbers in Valkey.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

STARTED = ExitStack()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Generator[None]:
    """Before pytest-django, which reads the settings in this hook."""
    process = os.environ.get("PYTEST_XDIST_WORKER")
    if process is None:
        start_servers()
    else:
        number = 2 * int(process.removeprefix("gw"))
        os.environ["CELERY_BROKER_URL"] = os.environ["CELERY_BROKER_URL"].partition("?")[0] + f"?virtual_host={number}"
    yield


def start_servers() -> None:
    """Start what the environment does not name, and name it there."""
    folder = Path(tempfile.mkdtemp(prefix="table-stakes-", dir="/tmp"))
    STARTED.callback(shutil.rmtree, folder)
    os.environ["TABLE_STAKES_LOCAL"] = str(folder / "local")

    from trainer import local  # its folder comes from the environment

    at = local.Place(local.make_way(folder), folder / "log")
    if not os.environ.get("DATABASE_URL"):
        STARTED.enter_context(local.postgres(at, settings=local.THROWAWAY))
        os.environ["DATABASE_URL"] = at.database_url
    if not os.environ.get("CELERY_BROKER_URL"):
        STARTED.enter_context(local.valkey(at, keep=False))
        os.environ["CELERY_BROKER_URL"] = at.broker_url


def pytest_sessionstart() -> None:
    """Collect the static files: pages name them by their hashes, as they do on a real site."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        from django.core.management import call_command

        call_command("collectstatic", interactive=False, verbosity=0)


def pytest_unconfigure() -> None:
    """Stop the servers and forget their data."""
    STARTED.close()
