"""Whether this process can serve: its database, its migrations, and drills to ask. Broker and cache are looked at too,
but pages go on without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import psycopg
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from quizzes.models import Bucket
from trainer.operation import tasks_seen

OK = "ok"
NEEDED = ("database", "migrations", "pools")
"""The parts without which no question can be answered."""

_known = {"migrated": False}


def readiness() -> Mapping[str, str]:
    """Return what each part says: "ok", or what is wrong with it in a few words, which name no address."""
    database = _said(_database)
    rest = _said(_migrations, _pools) if database["database"] == OK else {}
    return {**database, **rest, **_said(_broker, _cache)}


def ready(said: Mapping[str, str]) -> bool:
    """Return whether what each part says lets this process have requests: all web processes share one broker, and to
    take them out because it is away would take the site away.
    """
    return all(said.get(part) == OK for part in NEEDED)


def why_away() -> str:
    """Return why the database can't be reached, in the words of PostgreSQL or its client; "" where it can. The pool
    says only that it has waited.
    """
    try:
        psycopg.connect(**{"connect_timeout": 3, **connection.get_connection_params()}).close()
    except psycopg.Error as error:
        return " ".join(str(error).split())
    return ""


def unapplied() -> list[str]:
    """Return the names of the migrations that the code has and the database has not."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def _said(*checks: Callable[[], str]) -> dict[str, str]:
    found = {}
    for check in checks:
        try:
            found[check.__name__.strip("_")] = check()
        except (DatabaseError, RedisError, KombuError, OSError) as error:
            found[check.__name__.strip("_")] = f"can't be reached ({type(error).__name__})"
    return found


def _database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return OK


def _migrations() -> str:
    """A process's code never changes: once all were there, they are looked for no more."""
    if not _known["migrated"]:
        missing = len(unapplied())
        if missing:
            return f"{missing} not applied"
        _known["migrated"] = True
    return OK


def _pools() -> str:
    filled = Bucket.objects.filter(bank="", reserve=False, size__gt=0).exists()
    return OK if filled else "no drills yet"


def _broker() -> str:
    tasks_seen.queue()
    return OK


def _cache() -> str:
    cache.add("operation-there", 1)  # it says where the server is away, which reading does not
    return OK
