"""The calendar of the progress page: the last twelve weeks day by day, and the days in a row (issue 5)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from quizzes.practising.calendar import calendar, first_day
from quizzes.wording.skills import streak_text

TODAY = date(2026, 5, 13)  # a Wednesday: the week is that of Monday 11 May


def test_the_calendar_has_twelve_weeks_from_monday_and_nothing_after_today() -> None:
    found = calendar({TODAY: 4, date(2026, 2, 23): 2, date(2026, 2, 22): 9}, TODAY)
    assert first_day(TODAY) == found.first == date(2026, 2, 23)
    assert [len(week) for week in found.weeks] == [7] * 12
    assert found.weeks[0] == (2, 0, 0, 0, 0, 0, 0)
    assert found.weeks[-1] == (0, 0, 4, None, None, None, None)
    assert (found.days, found.most, found.monday(11)) == (2, 4, date(2026, 5, 11))


@pytest.mark.parametrize(
    ("ago", "streak"), [([], 0), ([0], 1), ([1], 1), ([2], 0), ([0, 1, 2, 4], 3), ([1, 2], 2), ([0, 2], 1)]
)
def test_days_in_a_row_end_today_or_yesterday(ago: list[int], streak: int) -> None:
    found = calendar({TODAY - timedelta(days=days): 1 for days in ago}, TODAY)
    assert found.streak == streak
    assert not found.whole


def test_days_in_a_row_that_reach_back_to_the_first_day_may_be_more() -> None:
    every = {first_day(TODAY) + timedelta(days=day): 1 for day in range(80)}
    found = calendar(every, TODAY)
    assert (found.streak, found.whole) == (80, True)  # eleven weeks and Monday to Wednesday
    assert streak_text(found.streak, found.whole) == "At least 80 days in a row."
