"""Progress: what a learner is told about tries, right answers, mistakes and weeks, out of summaries alone (issue 3)."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from quizzes import ladder
from quizzes.drawing.charts import Bar, draw_kinds, draw_stack, draw_weeks
from quizzes.kinds import KINDS
from quizzes.models import Attempt, SkillState, SkillWeek
from quizzes.models.skills import monday
from quizzes.practice import Learner
from quizzes.progress import WEEKS, Habit, Tally, standing
from quizzes.wording.mistakes import mistake_name
from tests.site.people import browser_of, deal, person, practise
from trainer.accounts.models import User

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)  # a Wednesday: the week is that of Monday 11 May


def state(
    user: User, kind: str, tries: int, right: int, rung: int = 4, mistakes: list[list[str]] | None = None
) -> None:
    missed = [{"at": NOW.isoformat(), "misconceptions": ids} for ids in mistakes or []]
    SkillState.objects.create(
        user=user, kind=kind, order_key="x", tries=tries, right=right, rung=rung, mistakes=missed, last_at=NOW
    )


def of_account(user: User) -> Any:
    return standing(Learner({}, user.pk), NOW)


# The weeks


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
    for name, days in (("Ann", 9), ("Ann", 2), ("Ben", 2)):
        with time_machine.travel(NOW - timedelta(days=days)):
            client.force_login(User.objects.filter(username=name).first() or person(name))
            practise(client, [True, False])
    practise(Client(), [True])
    weeks = SkillWeek.objects.order_by("user", "week").values_list("user", "kind", "week", "tries", "right")
    last = SkillState.objects.order_by("user").values_list("user", "kind", "last_at")
    before = [*weeks], [*last]
    SkillWeek.objects.all().delete()
    SkillState.objects.update(last_at=NOW + timedelta(days=1))
    migration = import_module("quizzes.migrations.0002_progress")
    with connection.cursor() as cursor:
        cursor.execute(migration.COUNT_WEEKS)
        cursor.execute(migration.NOTE_LAST)
    assert ([*weeks.all()], [*last.all()]) == before


# Where an account stands


@pytest.mark.django_db
def test_an_account_sees_each_kind_with_its_tally_and_level() -> None:
    user = person()
    state(user, "min_raise", 8, 6, rung=5)
    state(user, "a kind that is gone", 3, 3)
    state(person("Ben"), "reopen", 5, 5)
    found = of_account(user)
    assert [skill.kind for skill in found.skills] == list(KINDS)
    first = next(skill for skill in found.skills if skill.kind == "min_raise")
    assert (first.tally, first.tally.percent, first.level, first.last_at) == (Tally(8, 6), 75, 3, NOW)
    assert ladder.level_of(5) == 3
    assert {(skill.tally, skill.level) for skill in found.skills if skill.kind != "min_raise"} == {(Tally(), 0)}
    assert found.total == Tally(8, 6)


@pytest.mark.django_db
def test_the_last_twelve_weeks_are_there_empty_ones_too_and_kinds_are_added_up() -> None:
    user = person()
    for weeks, kind, tries, right in (
        (0, "min_raise", 4, 3),
        (0, "reopen", 2, 0),
        (11, "reopen", 1, 1),
        (12, "reopen", 9, 9),
    ):
        day = date(2026, 5, 11) - timedelta(weeks=weeks)
        SkillWeek.objects.create(user=user, kind=kind, week=day, tries=tries, right=right)
    weeks = of_account(user).weeks
    assert [week.monday for week in weeks] == [date(2026, 2, 23) + timedelta(weeks=number) for number in range(WEEKS)]
    assert [week.tally for week in weeks] == [Tally(1, 1), *[Tally()] * 10, Tally(6, 3)]
    assert [weeks[0].tally.percent, weeks[1].tally.percent, weeks[-1].tally.percent] == [100, None, 50]


@pytest.mark.django_db
def test_habits_are_the_mistakes_by_name_that_were_behind_most_misses() -> None:
    user = person()
    state(
        user, "min_raise", 9, 4, mistakes=[["double-the-bet"], [], ["double-the-bet", "to-for-by"], ["gone-since"], []]
    )
    state(user, "reopen", 1, 0, mistakes=[])
    doubling, other = of_account(user).habits
    name = mistake_name("min_raise", "double-the-bet")
    assert doubling == Habit("min_raise", of_account(user).skills[0].name, name, times=2, misses=5)
    assert (other.name, other.times) == (mistake_name("min_raise", "to-for-by"), 1)


@pytest.mark.django_db
def test_an_account_costs_two_queries_and_none_of_them_reads_an_attempt(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    deal()
    user = person()
    practise(browser_of(user), [True, False])
    with django_assert_num_queries(2) as captured:
        of_account(user)
    tables = {re.search(r'FROM "(\w+)"', query["sql"])[1] for query in captured.captured_queries}  # type: ignore[index]  # all name one
    assert tables == {"quizzes_skillstate", "quizzes_skillweek"}
    client.force_login(user)
    client.get("/progress/")
    with django_assert_num_queries(3):  # who is signed in, and the two
        client.get("/progress/")


# The page


@pytest.mark.django_db
def test_a_visitor_sees_the_sessions_summary_and_is_invited_without_a_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    page = client.get("/progress/").content.decode()
    assert "Nothing answered yet" in page
    assert "Keep it" not in page
    deal()
    practise(client, [True, False, True])
    with django_assert_num_queries(0):
        page = client.get("/progress/").content.decode()
    assert "3 spots answered" in page
    assert "2 of them right in every part: 67 %." in page
    assert "3 tries, 67 % right" in page
    assert 'href="/account/signup/?next=/progress/"' in page
    assert "Mistakes you made lately" not in page
    assert "by week" not in page


@pytest.mark.django_db
def test_a_session_from_before_tallies_shows_its_levels(client: Client) -> None:
    session = client.session
    session["practice"] = {"answered": 2, "rungs": {"min_raise": 2}, "served": {"1": 2}}
    session.save()
    assert client.get("/progress/").status_code == 200


@pytest.mark.django_db
def test_behind_each_chart_of_the_page_is_a_table_with_its_numbers() -> None:
    user = person()
    state(user, "min_raise", 8, 6, mistakes=[["double-the-bet"]])
    week = monday(datetime.now(UTC))
    SkillWeek.objects.create(user=user, kind="min_raise", week=week, tries=8, right=6)
    page = browser_of(user).get("/progress/").content.decode()
    assert page.count('<svg class="drawing"') == page.count('<table class="fields">') == 2
    by_week, by_kind = re.findall(r"<tbody>(.*?)</tbody>", page, re.DOTALL)
    assert by_week.count("<tr>") == WEEKS
    assert "<td>8</td><td>6</td><td>75</td>" in by_week.split("<tr>")[-1]
    assert "<td>8</td><td>6</td><td>75</td>" in by_kind
    assert mistake_name("min_raise", "double-the-bet") in page
    assert "in your only miss" in page


# The drawings


def test_the_line_goes_through_the_weeks_with_answers_at_their_height() -> None:
    figure = draw_weeks([None, 0, 100, None, 50], ["1", "2", "3", "4", "5"])
    (line,) = [path.d for path in figure.paths if path.css == "line-mark"]
    points = [tuple(map(float, point.split())) for point in line[1:].split("L")]
    assert [y for _, y in points] == [150, 18, 84], "nothing right on the floor, all right at the top, half between"
    steps = [x for x, _ in points]
    assert steps[2] - steps[1] == pytest.approx(2 * (steps[1] - steps[0]), abs=0.2)
    assert [text.text for text in figure.texts if text.css == "strong start"] == ["50"]
    assert len(figure.shapes) == 3
    assert [text.text for text in figure.texts if text.css == "soft"] == ["5", "2"]


def test_a_bar_is_as_long_as_its_share_and_a_name_never_leaves_the_drawing() -> None:
    figure = draw_kinds(
        [Bar("All", 100, "100 %"), Bar("Half", 50, "50 %"), Bar("None", 0, "0 %"), Bar("x" * 90, 1, "1 %")]
    )
    lengths = [shape.outline.width for shape in figure.shapes]
    full = lengths[0]
    assert lengths == [full, full, full, full / 2, full, full, pytest.approx(full / 100, abs=0.1)]
    assert len(next(text.text for text in figure.texts if text.text.startswith("x"))) < 50


@pytest.mark.parametrize("level", range(6))
def test_a_stack_holds_a_chip_for_each_level_from_the_table_up(level: int) -> None:
    stack = draw_stack(level)
    assert [chip.held for chip in stack] == [True] * level + [False] * (5 - level)
    assert [chip.y for chip in stack] == sorted((chip.y for chip in stack), reverse=True)
