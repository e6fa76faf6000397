"""Attempts lie in the partition of the month in which their question was issued (issue 2, design "What is stored")."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection
from django.utils import timezone

from quizzes.models import Attempt, Drill
from quizzes.models.partitions import ensure_partitions
from tests.site.stand_ins import make_bucket, store_case, together

pytestmark = pytest.mark.django_db


@pytest.fixture
def drill() -> Drill:
    return store_case(make_bucket())


def attempt(drill: Drill, issued_at: datetime, **changes: Any) -> Attempt:
    values: dict[str, Any] = {"nonce": uuid4(), "visitor": UUID(int=1), "response": {"raise_to": 1900}, "points": 3}
    values |= {"out_of": 3, "right": True, "answered_at": issued_at, "seconds": 9, "ruleset": "tda"}
    return Attempt(issued_at=issued_at, drill=drill, **values | changes)


def part_of(made: Attempt) -> str:
    """The table in which a row lies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass FROM quizzes_attempt WHERE nonce = %s", [made.nonce])
        return str(cursor.fetchone()[0])


def partitions() -> set[str]:
    """The attached partitions."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'quizzes_attempt'::regclass")
        return {name for (name,) in cursor.fetchall()}


def test_migrating_makes_this_month_and_the_next_two() -> None:
    today = timezone.now()
    months = [divmod(today.year * 12 + today.month - 1 + ahead, 12) for ahead in range(3)]
    assert {f"quizzes_attempt_{year}_{month + 1:02}" for year, month in months} <= partitions()


def test_an_attempt_lies_in_the_month_of_its_issue_in_utc(drill: Drill) -> None:
    ensure_partitions(date(2040, 1, 9))
    for when, part in (
        (datetime(2040, 1, 31, 23, 59, 59, 999999, UTC), "quizzes_attempt_2040_01"),
        (datetime(2040, 2, 1, tzinfo=UTC), "quizzes_attempt_2040_02"),
        (datetime(2040, 3, 31, 23, 59, tzinfo=UTC), "quizzes_attempt_2040_03"),
    ):
        made = attempt(drill, when)
        assert made.record()
        assert part_of(made) == part


def test_the_months_go_over_the_end_of_the_year_and_are_made_once() -> None:
    assert ensure_partitions(date(2041, 11, 30)) == [
        f"quizzes_attempt_{part}" for part in ("2041_11", "2041_12", "2042_01")
    ]
    assert ensure_partitions(date(2041, 12, 1)) == ["quizzes_attempt_2042_02"]
    assert ensure_partitions(date(2041, 12, 31)) == []


def test_an_attempt_of_a_month_without_partition_waits_in_the_rest_and_moves_out_of_it(drill: Drill) -> None:
    early, far = attempt(drill, datetime(2043, 5, 5, tzinfo=UTC)), attempt(drill, datetime(2043, 9, 9, tzinfo=UTC))
    assert early.record()
    assert far.record()
    assert part_of(early) == part_of(far) == "quizzes_attempt_rest"
    ensure_partitions(date(2043, 5, 6))
    assert part_of(early) == "quizzes_attempt_2043_05"
    assert part_of(far) == "quizzes_attempt_rest"
    found = Attempt.objects.get(pk=(early.issued_at, early.nonce))
    assert (found.response, found.points, found.visitor) == ({"raise_to": 1900}, 3, UUID(int=1))


@pytest.mark.django_db(transaction=True)
def test_two_processes_may_make_the_months_at_once() -> None:
    made = together(*[lambda: ensure_partitions(date(2044, 6, 1))] * 4)
    assert sorted(len(names) for names in made) == [0, 0, 0, 3]
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE quizzes_attempt_2044_06, quizzes_attempt_2044_07, quizzes_attempt_2044_08")


def test_a_partition_has_the_keys_and_indexes_of_the_whole_table() -> None:
    ensure_partitions(date(2045, 1, 1))
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FILTER (WHERE indisprimary), count(*) FROM pg_index "
            "WHERE indrelid = 'quizzes_attempt_2045_01'::regclass"
        )
        assert cursor.fetchone() == (1, 4)
        cursor.execute(
            "SELECT contype, count(*) FROM pg_constraint "
            "WHERE conrelid = 'quizzes_attempt_2045_01'::regclass GROUP BY contype"
        )
        kinds = dict(cursor.fetchall())
    assert kinds["f"] == 1, "the account, and not the drill, is held by the database"
    assert kinds["p"] == 1


def test_an_attempt_is_recorded_once_for_its_issue_time_and_nonce(drill: Drill) -> None:
    first = attempt(drill, datetime(2026, 3, 3, tzinfo=UTC), points=1, right=False)
    again = attempt(drill, first.issued_at, nonce=first.nonce)
    assert first.record()
    assert not again.record()
    assert [made.points for made in Attempt.objects.all()] == [1]


@pytest.mark.parametrize("owners", [{"visitor": None}, {"visitor": UUID(int=1), "user": True}])
def test_an_attempt_belongs_to_an_account_or_a_visitor_never_to_both_or_none(
    drill: Drill, owners: dict[str, Any]
) -> None:
    if owners.get("user"):
        owners = {**owners, "user": get_user_model().objects.create_user("ann")}
    with pytest.raises(IntegrityError, match="attempt_has_one_owner"):
        attempt(drill, timezone.now(), **owners).record()


def test_an_account_takes_its_attempts_with_it(drill: Drill) -> None:
    ann, bo = (get_user_model().objects.create_user(name) for name in ("ann", "bo"))
    for user in (ann, bo):
        assert attempt(drill, timezone.now(), user=user, visitor=None).record()
    ann.delete()
    assert [made.user_id for made in Attempt.objects.all()] == [bo.pk]
