"""{{ names|comma }}, {{ parts|semicolon }}, {{ exam }}{% between %}{{ date }}: what stands one after the other, as the
language in force writes it.
"""

from __future__ import annotations

from django import template
from django.utils.translation import pgettext

from quizzes.wording.numbers import comma, semicolon

register = template.Library()

register.filter("comma", comma)
register.filter("semicolon", semicolon)


@register.simple_tag
def between() -> str:
    """Return what stands between facts about one thing, each of which has its own place in the page."""
    return pgettext("between facts about one thing", ", ")
