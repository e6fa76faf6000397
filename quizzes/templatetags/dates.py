"""Days as they stand on the pages: {% load dates %}{{ week.monday|day }}. A moment is taken in the reader's zone."""

from __future__ import annotations

from django import template

from quizzes.wording.dates import day, day_of_year

__all__ = ["day", "day_of_year", "register"]

register = template.Library()
register.filter("day", day, expects_localtime=True)
register.filter("day_of_year", day_of_year, expects_localtime=True)
