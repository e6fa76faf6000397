"""{% open_reports user as reports %}: how many problem reports wait for an account.

{{ where|place }}: a key path of a document in words.
"""

from __future__ import annotations

from typing import Any

from django import template

from quizzes.authoring import reporting
from quizzes.wording.places import place_text

register = template.Library()
register.filter("place", place_text)


@register.simple_tag
def open_reports(user: Any) -> int:
    """Return how many reports about the drills that an account looks after nobody has looked at. One query."""
    return reporting.for_desk(user).filter(state="open").count()
