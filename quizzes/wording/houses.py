"""The names of houses, and where each differs from the others."""

from __future__ import annotations

from django.utils import translation
from django.utils.translation import gettext as _

from quizzes.engine.rulesets import Ruleset


def house_name(house: Ruleset) -> str:
    """Return a house's name: a shipped one's in the language in force, a room's own as it was given."""
    return house.name if house.base else translation.gettext(house.name)


def house_note(ruleset_id: str) -> str:
    """Return in a few words where a shipped house differs from the others; "" where nobody has written them yet."""
    notes = {
        "tda": _("the last full raise again; short all-ins add up"),
        "jj": _("a raise is to at least twice the bet"),
        "half-raise": _("more than half of the last full raise reopens"),
        "single-raise": _("short all-ins never add up"),
        "rrop": _("cash games: missed blinds are made up, hands are shown in order"),
    }
    return notes.get(ruleset_id, "")
