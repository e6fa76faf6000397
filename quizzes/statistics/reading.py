"""Counting: which tries an item's figures rest on, read in one statement and written as summary rows.

Only first tries without a hint say how hard an item is for somebody who meets it. Learners are accounts, and visitors
who practise; whoever answers by a shared link is met once and known by nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from quizzes import kinds
from quizzes.models import BucketStatistic, Drill, ItemStatistic
from quizzes.statistics.fairness import Variant, fairness
from quizzes.statistics.formulas import Try, figures

FEW = 10
"""First tries below which a drill has no row: nothing is shown of it, and it counts for no fairness."""

A_BATCH = 20_000
"""Tries that are in memory at once, those of the last drill over it: some drills have ten of them, some thousands."""

AGAIN = 60
"""Seconds in which the same count is asked for once."""

WRITTEN_ONE_BY_ONE = "authored"
"""The bank whose drills are no variants of one another: each is a scenario of its own."""

_TRIES = """
    WITH known AS (
        SELECT coalesce(user_id::text, visitor::text) AS who, drill_id, ruleset, issued_at, nonce, "right", response,
            misconceptions, seconds, hinted
        FROM {attempts} AS attempt WHERE user_id IS NOT NULL OR why <> ''
    ), firsts AS (
        SELECT DISTINCT ON (who, drill_id) * FROM known ORDER BY who, drill_id, issued_at, nonce
    ), scored AS (
        SELECT *, count(*) OVER mine - 1 AS others, sum("right"::int) OVER mine - "right"::int AS others_right,
            count(*) OVER (PARTITION BY drill_id) AS tries
        FROM firsts WHERE NOT hinted WINDOW mine AS (PARTITION BY who)
    )
    SELECT drill_id, ruleset, "right", response, misconceptions, seconds, others, others_right
    FROM scored WHERE tries >= %(few)s {drill} ORDER BY drill_id, issued_at, nonce
"""

_OF_ITS_LEARNERS = """(
    WITH its AS MATERIALIZED (SELECT DISTINCT user_id, visitor FROM quizzes_attempt WHERE drill_id = %(drill)s)
    SELECT * FROM quizzes_attempt WHERE user_id IN (SELECT user_id FROM its WHERE user_id IS NOT NULL)
    UNION ALL
    SELECT * FROM quizzes_attempt WHERE visitor IN (SELECT visitor FROM its WHERE visitor IS NOT NULL)
)"""
"""The attempts of all who tried a drill: one condition for accounts and visitors together would use neither's index."""


class Row(NamedTuple):
    """A first try as it is stored."""

    drill: int
    ruleset: str
    right: bool
    response: dict[str, Any]
    misconceptions: list[str]
    seconds: int
    others: int
    others_right: int


def count_all() -> int:
    """Count every drill that was tried often enough, and how fair the buckets are. Return how many drills."""
    now, counted, held = timezone.now(), 0, 0
    batch: list[tuple[int, list[Row]]] = []
    for drill, rows in groupby(_rows(None), key=lambda row: row.drill):
        batch.append((drill, list(rows)))
        held += len(batch[-1][1])
        if held >= A_BATCH:
            counted += _write(batch, now)
            batch, held = [], 0
    counted += _write(batch, now)
    ItemStatistic.objects.filter(made_at__lt=now).delete()
    count_fairness(now)
    return counted


def count_one(drill: int) -> None:
    """Count one drill anew."""
    found = [(key, list(rows)) for key, rows in groupby(_rows(drill), key=lambda row: row.drill)]
    if not _write(found, timezone.now()):
        ItemStatistic.objects.filter(drill=drill).delete()


def may_count(what: str) -> bool:
    """Return whether a count may be asked for: not again within a minute."""
    return bool(cache.add(f"statistics:{what}", 1, AGAIN))


def count_fairness(now: datetime) -> None:
    """Write how equally hard the drills of each bucket are, out of the rows of the drills."""
    rows = ItemStatistic.objects.exclude(drill__bucket__bank=WRITTEN_ONE_BY_ONE).order_by("drill__bucket")
    values = rows.values_list("drill__bucket", "drill", "right", "tries").iterator()
    found = []
    for bucket, drills in groupby(values, key=lambda row: row[0]):
        fair = fairness([Variant(*row[1:]) for row in drills])
        if fair is not None:
            far = [[*variant, round(distance, 2)] for variant, distance in fair.furthest]
            told = {**asdict(fair), "furthest": far, "unequal": fair.unequal}
            found.append(BucketStatistic(bucket_id=bucket, made_at=now, **told))
    _store(BucketStatistic, "bucket", found)
    BucketStatistic.objects.filter(made_at__lt=now).delete()


def _rows(drill: int | None) -> Iterator[Row]:
    """Yield the first tries drill by drill, of all drills or of one, a few thousand at a time."""
    everything, narrowed = ("quizzes_attempt", ""), (_OF_ITS_LEARNERS, "AND drill_id = %(drill)s")
    attempts, wanted = everything if drill is None else narrowed
    statement = _TRIES.format(attempts=attempts, drill=wanted)
    with connection.chunked_cursor() as cursor:
        cursor.execute(statement, {"few": FEW, "drill": drill})
        while rows := cursor.fetchmany(2000):
            for item, house, right, response, misconceptions, *counts in rows:
                yield Row(item, house, right, json.loads(response), json.loads(misconceptions), *counts)


def _write(batch: Sequence[tuple[int, list[Row]]], now: datetime) -> int:
    """Store the figures of some drills. Return how many; kinds that are not asked any more have none."""
    drills = Drill.objects.select_related("bucket").in_bulk([drill for drill, _rows in batch])
    found = [
        _statistic(drills[drill], rows, now)
        for drill, rows in batch
        if drill in drills and drills[drill].bucket.kind in kinds.KINDS
    ]
    _store(ItemStatistic, "drill", found)
    return len(found)


def _statistic(drill: Drill, rows: Sequence[Row], now: datetime) -> ItemStatistic:
    numbers = _numbered(drill, rows)
    tries = [
        Try(row.right, number, tuple(row.misconceptions), row.seconds, row.others, row.others_right)
        for row, number in zip(rows, numbers, strict=True)
    ]
    told = figures(tries)
    answers = [
        {
            "response": rows[numbers.index(each.answer)].response,
            "right": each.right,
            "tries": each.tries,
            "strong": each.strong,
        }
        for each in told.answers
    ]
    plain = {**asdict(told), "answers": answers, "alarms": list(told.alarms), "alarmed": len(told.alarms)}
    return ItemStatistic(drill=drill, house=rows[0].ruleset, made_at=now, **plain)


def _numbered(drill: Drill, rows: Sequence[Row]) -> list[int]:
    """Return a number for the answer of each row, the same for answers that mean the same."""
    kind, document = kinds.KINDS[drill.bucket.kind], drill.spot(rows[0].ruleset)
    right = kind.solve(document).answer
    meanings: list[Any] = []
    known: dict[str, int] = {}
    for row in rows:
        text = json.dumps(row.response, sort_keys=True)
        if text in known:
            continue
        meaning = kind.values(document, right, row.response)
        if meaning not in meanings:
            meanings.append(meaning)
        known[text] = meanings.index(meaning)
    return [known[json.dumps(row.response, sort_keys=True)] for row in rows]


def _store(model: type[ItemStatistic] | type[BucketStatistic], once: str, rows: Sequence[Any]) -> None:
    fields = [field.name for field in model._meta.local_concrete_fields if field.name not in ("id", once)]
    model._default_manager.bulk_create(rows, 500, update_conflicts=True, unique_fields=[once], update_fields=fields)
