"""The names of a chart of starting hands: its groups, seats, situations and actions."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def groups() -> Mapping[str, str]:
    """Return every group's name, and what a hand in none of them is called."""
    return {
        "very-strong": pgettext("starting hand", "Very strong"),
        "strong": pgettext("starting hand", "Strong"),
        "medium": pgettext("starting hand", "Medium"),
        "speculative": pgettext("starting hand", "Speculative"),
        "mixed": pgettext("starting hand", "Mixed"),
        "none": pgettext("starting hand", "Not in the chart"),
    }


def actions() -> Mapping[str, str]:
    """Return every action's name."""
    return {"raise": _("Raise"), "call": _("Call"), "check": _("Check"), "fold": _("Fold")}


def group_name(group: str | None) -> str:
    """Return a group's name."""
    return groups()[group or "none"]


def action_name(action: str) -> str:
    """Return an action's name."""
    return actions()[action]


def position_name(position: str) -> str:
    """Return a position's name."""
    return {
        "early": pgettext("position", "early"),
        "middle": pgettext("position", "middle"),
        "late": pgettext("position", "late"),
        "small-blind": pgettext("position", "the small blind"),
        "big-blind": pgettext("position", "the big blind"),
    }[position]


def situation_name(situation: str) -> str:
    """Return what happened before a player."""
    return {
        "folds": _("nobody has called or raised"),
        "one-call": _("one player has called"),
        "calls": _("two players or more have called"),
        "raise": _("one player has raised and nobody has called that"),
        "raise-call": _("one player has raised and at least one has called that"),
        "raises": _("there has been more than one raise"),
    }[situation]
