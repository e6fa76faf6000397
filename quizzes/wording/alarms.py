"""What the statistics of an item are suspicious of, in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.base import Message

ALARMS: Mapping[str, tuple[Message, Message]] = {
    "key": (
        lazy("The key may be wrong"),
        lazy("Stronger learners do worse here, or agree on an answer that counts as wrong. Work it out again."),
    ),
    "easy": (
        lazy("Too easy"),
        lazy("Nearly everybody is right: it hardly tells anybody apart."),
    ),
    "drift": (
        lazy("Drifting"),
        lazy("The newest tries are right more or less often than the first ones: it may be known, or out of date."),
    ),
}
"""By an alarm's id its name, and what it means."""


def alarm_name(id: str) -> str:
    """Return an alarm's name."""
    return str(ALARMS[id][0])
