"""Days in the reader's language, with their year and without."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import pgettext


def day(value: date) -> str:
    """Return a day with its year: 23 Nov 2026."""
    return date_format(value, pgettext("a day, in Django's date format", "j M Y"))


def day_of_year(value: date) -> str:
    """Return a day where there is little room and the year is plain: 23 Nov."""
    return date_format(value, pgettext("a day without its year, in Django's date format", "j M"))
