"""{{ names|comma }}, {{ parts|semicolon }}, {{ setting|then:story }}, {{ exam }}{% between %}{{ date }}: what stands
one after the other, as the language in force writes it.
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

from quizzes.wording.numbers import comma, semicolon, sentences

register = template.Library()

register.filter("comma", comma)
register.filter("semicolon", semicolon)


@register.simple_tag
def between() -> str:
    """Return what stands between facts about one thing, each of which has its own place in the page."""
    return pgettext("between facts about one thing", ", ")


@register.simple_tag
def apart() -> str:
    """Return what stands between groups of such facts."""
    return pgettext("between sentences that belong together", "; ")


@register.simple_tag
def linked(named: Iterable[tuple[str, str]], view: str) -> SafeString:
    """Return things as a list of links, each by its name in the addresses of a view and by its words."""
    links = [format_html('<a href="{}">{}</a>', reverse(view, args=[name]), words) for name, words in named]
    return mark_safe(comma(links))


@register.filter
def then(text: str, more: str) -> str:
    """Return sentences and those that come after them; either may be empty."""
    return sentences([text, more])
