"""The last weeks day by day: what was answered on each, and how many days in a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

WEEKS = 12
DAYS = 7


@dataclass(frozen=True, slots=True)
class Calendar:
    """The answers of each day, by week from Monday on, the oldest week first; None on days to come."""

    first: date
    today: date
    weeks: tuple[tuple[int | None, ...], ...]

    @property
    def days(self) -> int:
        """On how many days something was answered."""
        return sum(bool(answers) for week in self.weeks for answers in week)

    @property
    def most(self) -> int:
        """The most answers of a day."""
        return max(answers or 0 for week in self.weeks for answers in week)

    @property
    def _past(self) -> list[int]:
        """The answers of every day, the latest first: from today on, or from yesterday while today has none."""
        past = [answers for week in self.weeks for answers in week if answers is not None][::-1]
        return past if past[0] else past[1:]

    @property
    def streak(self) -> int:
        """How many days in a row something was answered, up to today, or to yesterday while today has no answer."""
        return next((days for days, answers in enumerate(self._past) if not answers), len(self._past))

    @property
    def whole(self) -> bool:
        """Whether the days in a row reach back to the first day, so that there may be more."""
        return self.streak == len(self._past)

    def monday(self, week: int) -> date:
        """Return the first day of a week."""
        return self.first + timedelta(weeks=week)


def first_day(today: date) -> date:
    """Return the first of the days that are looked at: the Monday of the oldest week."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def calendar(answers: Mapping[date, int], today: date) -> Calendar:
    """Return the calendar up to today's week out of the answers by day; days before it are left out."""
    first = first_day(today)

    def of(number: int) -> int | None:
        day = first + timedelta(days=number)
        return None if day > today else answers.get(day, 0)

    weeks = tuple(tuple(of(DAYS * week + day) for day in range(DAYS)) for week in range(WEEKS))
    return Calendar(first, today, weeks)
