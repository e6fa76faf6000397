"""Visitors' answers go after 90 days (issue 9, "Operation"), and old months are moved away by a plan."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from quizzes.models import ArchivedAttempt, Attempt, Drill, Report, ReviewItem, RunRecord
from quizzes.models.partitions import ensure_partitions
from tests.site.people import person
from tests.site.stand_ins import make_bucket, store_case
from trainer.accounts import personal
from trainer.accounts.models import User
from trainer.classrooms import merging
from trainer.operation import archive, retention
from trainer.operation.tasks import keep_to_retention

pytestmark = pytest.mark.django_db

NOW = datetime(2046, 6, 15, 3, tzinfo=UTC)
VISITOR = UUID(int=1)
PART = "quizzes_attempt_2043_11"


@pytest.fixture
def drill() -> Drill:
    return store_case(make_bucket())


def answered(drill: Drill, at: datetime, **owner: Any) -> Attempt:
    """A stored answer."""
    values = {"nonce": uuid4(), "response": {}, "points": 1, "out_of": 1, "right": True, "seconds": 9, "ruleset": "tda"}
    made = Attempt(issued_at=at, answered_at=at, drill=drill, **values, **(owner or {"visitor": VISITOR}))
    assert made.record()
    return made


def days(number: int) -> datetime:
    return NOW - timedelta(days=number)


def test_a_visitors_answers_go_after_ninety_days_and_an_accounts_stay(drill: Drill) -> None:
    ensure_partitions(date(2046, 2, 1))
    ann = person()
    for age in (89, 91, 130):
        answered(drill, days(age))
        answered(drill, days(age), user=ann)

    gone = retention.keep_to(NOW)

    assert gone["attempts"] == 2
    assert [made.issued_at for made in Attempt.objects.filter(visitor=VISITOR)] == [days(89)]
    assert Attempt.objects.filter(user=ann).count() == 3
    assert retention.keep_to(NOW)["attempts"] == 0


def test_more_than_a_batch_goes_in_several(drill: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for age in range(100, 105):
        answered(drill, days(age))

    assert retention.keep_to(NOW)["attempts"] == 5


def test_a_visitors_runs_and_misses_go_with_the_answers(drill: Drill) -> None:
    for age, visitor in ((91, UUID(int=1)), (89, UUID(int=2))):
        state = {"mode": "survival", "started_at": days(age).isoformat(), "right": 0, "misses": []}
        RunRecord.objects.create(visitor=visitor, state=state, seed=uuid4())
        ReviewItem.objects.create(visitor=visitor, drill=drill, ruleset="tda", response={}, missed_at=days(age))

    gone = retention.keep_to(NOW)

    assert (gone["runs"], gone["misses"]) == (1, 1)
    assert RunRecord.objects.get().visitor == ReviewItem.objects.get().visitor == UUID(int=2)


def test_a_visitors_report_stays_without_the_visitor(drill: Drill) -> None:
    Report.objects.create(
        drill=drill, ruleset="tda", version=1, answer={}, visitor=VISITOR, about="answer", text="Why?", made_at=days(91)
    )

    retention.keep_to(NOW)

    found = Report.objects.get()
    assert (found.text, found.visitor) == ("Why?", None)


@pytest.fixture
def months(drill: Drill) -> list[date]:
    """An answer in each of three months long ago, the first two of which the plan of that day moves away."""
    found = [date(2043, 11, 1), date(2043, 12, 1), date(2044, 1, 1)]
    ensure_partitions(found[0])
    for month in found:
        answered(drill, datetime(month.year, month.month, 5, tzinfo=UTC), user=person(f"Ann {month:%m}"))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table whose checks are still due can't be altered
    return found


def in_archive(month: date) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM archive.quizzes_attempt_{month:%Y_%m}")
        return int(cursor.fetchone()[0])


def test_the_plan_moves_away_what_is_older_than_two_years(months: list[date]) -> None:
    today = datetime(2046, 1, 15, tzinfo=UTC)  # January 2044 is 24 months ago, December 2043 is 25

    with time_machine.travel(today, tick=False):
        call_command("archive_attempts", stdout=StringIO())

    assert [month for month in archive.archived() if month in months] == months[:2]
    assert [in_archive(month) for month in months[:2]] == [1, 1]
    assert [made.issued_at.month for made in Attempt.objects.filter(issued_at__year__gte=2043)] == [1]


def test_a_month_that_was_moved_away_comes_back_as_it_was(months: list[date]) -> None:
    before = list(Attempt.objects.order_by("issued_at").values())

    archive.move_away(months[0])
    out = StringIO()
    call_command("archive_attempts", "--back", "2043-11", stdout=out)

    assert list(Attempt.objects.order_by("issued_at").values()) == before
    assert archive.archived() == []
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_constraint WHERE conrelid = %s::regclass AND contype = 'f'", [PART])
        assert cursor.fetchone() == (1,), "accounts are held by the database again"


def test_the_way_back_before_the_archives_table_loses_no_month_and_the_way_forward_finds_it(months: list[date]) -> None:
    archive.move_away(months[0])
    loader = MigrationLoader(connection)
    before, after = (loader.project_state(("quizzes", name)) for name in ("0017_lesson_finished", "0018_scale"))
    (made,) = loader.disk_migrations["quizzes", "0018_scale"].operations

    with connection.schema_editor() as editor:
        made.database_backwards("quizzes", editor, after, before)
        assert in_archive(months[0]) == 1
        made.database_forwards("quizzes", editor, before, after)

    assert ArchivedAttempt.objects.count() == 1


def test_an_account_can_be_deleted_and_takes_its_archived_answers_along(months: list[date]) -> None:
    archive.move_away(months[0])
    archive.move_away(months[1])

    User.objects.get(username="Ann 11").delete()

    assert [in_archive(month) for month in months[:2]] == [0, 1]


def test_what_was_moved_away_while_its_account_was_deleted_is_forgotten_at_night(months: list[date]) -> None:
    archive.move_away(months[0])
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_user WHERE username = 'Ann 11'")

    keep_to_retention()

    assert in_archive(months[0]) == 0


def test_a_person_gets_a_copy_of_what_was_moved_away(months: list[date]) -> None:
    ann = User.objects.get(username="Ann 11")
    before = personal.export(ann)["attempts"]

    archive.move_away(months[0])

    assert [each["issued_at"].month for each in before] == [11]
    assert personal.export(ann)["attempts"] == before


def test_what_was_moved_away_goes_to_the_account_that_another_becomes(months: list[date]) -> None:
    archive.move_away(months[0])

    merging.merge(User.objects.get(username="Ann 11"), User.objects.get(username="Ann 12"))

    assert ArchivedAttempt.objects.get().user == User.objects.get(username="Ann 12")


def test_a_month_that_is_not_there_is_refused_by_name(months: list[date]) -> None:
    with pytest.raises(CommandError, match="There is no 2031-02"):
        call_command("archive_attempts", "--back", "2031-02")
