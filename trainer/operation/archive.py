"""Months of attempts that are moved away: out of the table that pages read, into the schema `archive`, and back.

All that learners and teachers are shown of long ago is counted when an answer is stored (quizzes.models.skills), so a
month that is moved away changes no progress. Item statistics no longer see its answers. What concerns every answer goes
on: a month there is part of `ArchivedAttempt`, by which a person gets a copy of it, by which it is regraded, goes to
another account and is deleted with its own.
"""

from __future__ import annotations

from datetime import date

from django.db import connection, transaction
from django.db.models import Exists, OuterRef
from psycopg import sql

from quizzes.models import ArchivedAttempt
from quizzes.models.partitions import TABLE
from trainer.accounts.models import User

SCHEMA, PARENT = "archive", ArchivedAttempt._meta.db_table
KEPT_MONTHS = 24
"""How many months stay where they are: an appeal, a regrade and a year's comparison with the one before need them."""


class NoSuchMonth(Exception):
    """A month that has no partition, or none in the archive."""


def months() -> list[date]:
    """Return the first days of the months that have a partition, the oldest first."""
    return _named("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = %s::regclass", TABLE)


def archived() -> list[date]:
    """Return the first days of the months in the archive, the oldest first."""
    return _named("SELECT tablename FROM pg_tables WHERE schemaname = %s", SCHEMA)


def old(today: date) -> list[date]:
    """Return the months that the plan moves away: those more than KEPT_MONTHS before today's."""
    return [month for month in months() if _count(today) - _count(month) > KEPT_MONTHS]


@transaction.atomic
def move_away(month: date) -> str:
    """Move a month into the archive and return its table's name. Answers wait for some milliseconds. Where it would
    take longer, because something reads all months, an error is raised and nothing is done.

    It keeps its rows, keys and indexes, but not the database's tie to accounts. Raises NoSuchMonth.
    """
    _check(month, months())
    name = _table(month)
    _run("SET LOCAL lock_timeout = '2s'", name)
    _run("CREATE SCHEMA IF NOT EXISTS {schema}", name)
    _run("ALTER TABLE {table} DETACH PARTITION {part}", name)
    for constraint in _foreign_keys(name):
        _run("ALTER TABLE {part} DROP CONSTRAINT {constraint}", name, constraint)
    _run("ALTER TABLE {part} SET SCHEMA {schema}", name)
    _run("ALTER TABLE {schema}.{part} INHERIT {parent}", name)
    return f"{SCHEMA}.{name}"


@transaction.atomic
def bring_back(month: date) -> str:
    """Move a month back to where pages read it and return its table's name. Raises NoSuchMonth.

    What belongs to accounts that are gone is deleted on the way.
    """
    _check(month, archived())
    name, following = _table(month), date(month.year + month.month // 12, month.month % 12 + 1, 1)
    forget_the_gone()
    _run("ALTER TABLE {schema}.{part} NO INHERIT {parent}", name)
    _run("ALTER TABLE {schema}.{part} SET SCHEMA public", name)
    start, end = sql.Literal(f"{month} 00:00+00"), sql.Literal(f"{following} 00:00+00")
    _run("ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES FROM ({start}) TO ({end})", name, start=start, end=end)
    return name


def forget_the_gone() -> int:
    """Delete what the archive holds of accounts that are gone. Return how many rows that were.

    An account takes its answers along. Those are left that were moved away at the very moment when it was deleted.
    """
    gone = ArchivedAttempt.objects.filter(user__isnull=False).exclude(Exists(User.objects.filter(pk=OuterRef("user"))))
    return gone._raw_delete(gone.db)


def _run(statement: str, part: str, constraint: str = "", **words: sql.Composable) -> int:
    known = {"table": TABLE, "parent": PARENT, "schema": SCHEMA, "part": part, "constraint": constraint}
    names = {word: sql.Identifier(name) for word, name in known.items() if name}
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(**names, **words))
        return int(cursor.rowcount)


def _foreign_keys(name: str) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = %s::regclass", [name])
        return [found for (found,) in cursor.fetchall()]


def _named(query: str, given: str) -> list[date]:
    """Return the months that the names of tables say; the rest, which is no month, is left out."""
    with connection.cursor() as cursor:
        cursor.execute(query, [given])
        names = [name.removeprefix(f"{TABLE}_").split("_") for (name,) in cursor.fetchall()]
    return sorted(date(int(parts[0]), int(parts[1]), 1) for parts in names if len(parts) == 2)


def _check(month: date, known: list[date]) -> None:
    if month.day != 1 or month not in known:
        raise NoSuchMonth(f"There is no {month:%Y-%m}.")


def _table(month: date) -> str:
    return f"{TABLE}_{month:%Y_%m}"


def _count(month: date) -> int:
    return month.year * 12 + month.month
