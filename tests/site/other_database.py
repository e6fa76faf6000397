"""Another database in the place of the site's: one that is away, or one that was restored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper


@contextmanager
def database_away(folder: Path, patience: float = 0.2) -> Iterator[None]:
    """Have the site look for its database where no server is, and wait that long for it."""
    settings = deepcopy(connections["default"].settings_dict)
    settings |= {"HOST": str(folder), "TEST": {}}
    settings["OPTIONS"]["pool"] = {"min_size": 1, "timeout": patience}
    away = DatabaseWrapper(settings, alias="away")
    try:
        with instead(away):
            yield
    finally:
        away.close_pool()


@contextmanager
def instead(database: DatabaseWrapper) -> Iterator[None]:
    """Have the site use another database."""
    there = connections["default"]
    connections["default"] = database
    try:
        yield
    finally:
        connections["default"] = there
