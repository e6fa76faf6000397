"""{% open_appeals user as appeals %}: how many appeals wait for an account."""

from __future__ import annotations

from typing import Any

from django import template

from trainer.certification import appeals
from trainer.certification.models import Appeal

register = template.Library()


@register.simple_tag
def open_appeals(user: Any) -> int:
    """Return how many of the appeals that somebody who writes exams answers are open. One query."""
    return appeals.desk(user).filter(state=Appeal.State.OPEN).count()
