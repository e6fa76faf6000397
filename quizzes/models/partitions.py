"""The months of the attempts' table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.db import connection, transaction
from psycopg import sql

TABLE = "quizzes_attempt"
REST = "quizzes_attempt_rest"
MONTHS_AHEAD = 2

_LOCK = (0x7AB1E, 0)  # the pools take their buckets' ids for the second number


def ensure_partitions(today: date) -> list[str]:
    """Make the partitions of today's month and the next two where they are missing. Return the names of those made.

    Months are UTC's. Attempts of a month that had no partition yet are in the rest and move out of it. It can be
    called at any time and by several processes at once.
    """
    made = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", _LOCK)
        for start, end in _months(today):
            name = f"{TABLE}_{start:%Y_%m}"
            cursor.execute("SELECT to_regclass(%s)", [name])
            if cursor.fetchone() == (None,):
                _make(name, start, end)
                made.append(name)
    return made


def _months(today: date) -> Iterator[tuple[date, date]]:
    start = today.replace(day=1)
    for _ in range(1 + MONTHS_AHEAD):
        end = date(start.year + start.month // 12, start.month % 12 + 1, 1)
        yield start, end
        start = end


def _make(name: str, start: date, end: date) -> None:
    """Make a partition beside the table, then attach it: unlike CREATE ... PARTITION OF, that lets answers through."""
    words = {
        "table": sql.Identifier(TABLE),
        "rest": sql.Identifier(REST),
        "part": sql.Identifier(name),
        "start": sql.Literal(f"{start} 00:00+00"),
        "end": sql.Literal(f"{end} 00:00+00"),
    }
    with connection.cursor() as cursor:
        for statement in (
            "LOCK TABLE {rest} IN ACCESS EXCLUSIVE MODE",
            "CREATE TABLE {part} (LIKE {table} INCLUDING ALL)",
            "WITH moved AS (DELETE FROM {rest} WHERE issued_at >= {start} AND issued_at < {end} RETURNING *)"
            " INSERT INTO {part} SELECT * FROM moved",
            "ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES FROM ({start}) TO ({end})",
        ):
            cursor.execute(sql.SQL(statement).format(**words))
