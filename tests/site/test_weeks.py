"""What is counted of every answer into its week and its day (issues 3 and 5)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from importlib import import_module

import pytest
import time_machine
from django.db import connection
from django.test import Client

from quizzes.learners import Learner
from quizzes.models import Attempt, PracticeDay, SkillState, SkillWeek
from quizzes.models.skills import LONGEST, monday
from quizzes.practising.progress import WEEKS, Standing, Tally, standing
from tests.site.pages import answer, ask, asked
from tests.site.people import deal, person, practise
from trainer.accounts.models import User

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)  # a Wednesday: the week is that of Monday 11 May


def of_account(user: User) -> Standing:
    return standing(Learner({}, user.pk), NOW)


@pytest.mark.parametrize(
    ("moment", "first"),
    [
        (datetime(2026, 5, 11, 0, 0, tzinfo=UTC), date(2026, 5, 11)),
        (datetime(2026, 5, 17, 23, 59, 59, tzinfo=UTC), date(2026, 5, 11)),
        (datetime.fromisoformat("2026-05-11T07:00:00+08:00"), date(2026, 5, 4)),  # Sunday 23:00 in UTC
        (datetime(2027, 1, 1, tzinfo=UTC), date(2026, 12, 28)),  # a Friday
    ],
)
def test_a_week_goes_from_monday_to_sunday_in_utc(moment: datetime, first: date) -> None:
    assert monday(moment) == first


@pytest.mark.django_db
def test_every_answer_is_counted_into_its_week_with_its_attempt(client: Client) -> None:
    deal()
    user = person()
    for days, verdicts in ((15, [True, False]), (8, [True]), (0, [False, False, True])):
        with time_machine.travel(NOW - timedelta(days=days)):
            client.force_login(user)
            practise(client, verdicts)
    assert list(SkillWeek.objects.order_by("week").values_list("week", "tries", "right")) == [
        (date(2026, 4, 27), 2, 1),
        (date(2026, 5, 4), 1, 1),
        (date(2026, 5, 11), 3, 1),
    ]
    found = SkillState.objects.get()
    assert (found.tries, found.right) == (6, 3)
    assert found.last_at == max(Attempt.objects.values_list("answered_at", flat=True))


@pytest.mark.django_db
def test_the_migration_counts_old_attempts_as_they_are_counted_when_they_are_written(client: Client) -> None:
    deal()
    for name, ago in (("Ann", 9), ("Ann", 2), ("Ben", 2)):  # 4 May, 11 May
        with time_machine.travel(NOW - timedelta(days=ago)):
            client.force_login(User.objects.filter(username=name).first() or person(name))
            practise(client, [True, False])
    practise(Client(), [True])
    Attempt.objects.filter(answered_at__day=4).update(seconds=2 * LONGEST)
    with time_machine.travel(NOW):
        client.force_login(person("Cho"))
        practise(client, [True])
    fields = ("user", "kind", "week", "tries", "right")
    weeks = SkillWeek.objects.order_by("user", "week").values_list(*fields, "timed", "seconds")
    days = PracticeDay.objects.order_by("user", "day").values_list("user", "day", "tries", "right")
    last = SkillState.objects.order_by("user").values_list("user", "kind", "last_at")
    SkillWeek.objects.filter(week=date(2026, 5, 4)).update(timed=0, seconds=0)  # they lay open
    before = [*weeks], [*days], [*last]
    for model in (SkillWeek, PracticeDay):
        model._default_manager.all().delete()
    SkillState.objects.update(last_at=NOW + timedelta(days=1))
    first, later = (import_module(f"quizzes.migrations.{name}") for name in ("0002_progress", "0008_placement"))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for column in ("timed", "seconds"):  # as a row is that was there before them
            cursor.execute(f"ALTER TABLE quizzes_skillweek ALTER COLUMN {column} SET DEFAULT 0")
        for statement in (first.COUNT_WEEKS, first.NOTE_LAST, later.COUNT_SECONDS, later.COUNT_DAYS):
            cursor.execute(statement)
    assert ([*weeks.all()], [*days.all()], [*last.all()]) == before


@pytest.mark.django_db
def test_right_answers_are_timed_unless_they_lay_open(client: Client) -> None:
    deal()
    client.force_login(person())
    for seconds, right in ((20, True), (40, True), (90, False), (LONGEST, True), (LONGEST + 1, True)):
        with time_machine.travel(NOW, tick=False) as clock:
            page = ask(client, kind="min_raise", level=1)
            clock.shift(seconds)
            answer(client, page, asked(page).right if right else asked(page).wrong)
    week = SkillWeek.objects.get()
    assert (week.tries, week.right, week.timed, week.seconds) == (5, 4, 3, 20 + 40 + LONGEST)
    (found,) = [week for week in of_account(User.objects.get()).weeks if week.tally.tries]
    assert found.pace == 220  # 660 / 3


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "days"), [("UTC", [13]), ("Asia/Kuala_Lumpur", [13, 14])])
def test_every_answer_is_counted_into_its_day_where_the_learner_is(client: Client, zone: str, days: list[int]) -> None:
    deal()
    client.force_login(person())
    client.cookies["zone"] = zone
    for hour in (10, 20):  # 18:00 on the 13th and 04:00 on the 14th in Kuala Lumpur (UTC+8)
        with time_machine.travel(NOW.replace(hour=hour), tick=False):
            practise(client, [True, False])
    found = PracticeDay.objects.order_by("day").values_list("day", "tries", "right")
    each = 4 // len(days)
    assert list(found) == [(date(2026, 5, day), each, each // 2) for day in days]


@pytest.mark.django_db
def test_the_last_twelve_weeks_are_there_empty_ones_too_and_kinds_are_added_up() -> None:
    user = person()
    for ago, kind, tries, right in (
        (0, "min_raise", 4, 3),
        (0, "reopen", 2, 0),
        (11, "reopen", 1, 1),
        (12, "reopen", 9, 9),
    ):
        day = date(2026, 5, 11) - timedelta(weeks=ago)
        SkillWeek.objects.create(
            user=user, kind=kind, week=day, tries=tries, right=right, timed=right, seconds=10 * right
        )
    weeks = of_account(user).weeks
    assert [week.monday for week in weeks] == [date(2026, 2, 23) + timedelta(weeks=number) for number in range(WEEKS)]
    assert [week.tally for week in weeks] == [Tally(1, 1), *[Tally()] * 10, Tally(6, 3)]
    assert [weeks[0].tally.percent, weeks[1].tally.percent, weeks[-1].tally.percent] == [100, None, 50]
    assert [weeks[0].pace, weeks[1].pace, weeks[-1].pace] == [10, None, 10]
