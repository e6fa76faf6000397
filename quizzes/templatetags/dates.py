"""Days as they stand on the pages: {% load dates %}{{ week.monday|day }}. A moment is taken in the reader's zone."""

from __future__ import annotations

from datetime import date

from django import template
from django.utils.formats import date_format
from django.utils.translation import pgettext

register = template.Library()


@register.filter(expects_localtime=True)
def day(value: date) -> str:
    """A day with its year: 23 Nov 2026."""
    return date_format(value, pgettext("a day, in Django's date format", "j M Y"))


@register.filter(expects_localtime=True)
def day_of_year(value: date) -> str:
    """A day where there is little room and the year is plain: 23 Nov."""
    return date_format(value, pgettext("a day without its year, in Django's date format", "j M"))
