"""The words of starting hands. A chart is for practice, and every question says that it may not be used at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.starting_hand import solve
from quizzes.wording.base import KindWords
from quizzes.wording.chart import action_name, actions, group_name, groups, position_name, situation_name
from quizzes.wording.houses import house_name

MISTAKES = {
    "suits-unseen": (
        lazy("Suits left out"),
        lazy("Two cards of one suit are another hand than two of different suits: this one is %(hand)s."),
    ),
    "position-unseen": (
        lazy("The seat left out"),
        lazy("The chart asks for more in an earlier seat. This seat is: %(position)s."),
    ),
    "raise-unseen": (
        lazy("A raise left out"),
        lazy("What happened before decides the row of the chart: %(before)s."),
    ),
    "callers-unseen": (
        lazy("The callers left out"),
        lazy("Players who called decide the row of the chart as well: %(before)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the chart's action, with the line that no chart may be used with a live hand."""
    words = {"player": player, "house": house_name(document.rules)}
    return (
        _("What does the %(house)s chart say for %(player)s's hand? It is for practice, never for a live hand.") % words
    )


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"action": _("Action"), "group": _("Group")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"action": action_name(answer["action"]), "group": group_name(answer["group"])}
    return _("%(action)s. Group: %(group)s") % words


def short(answer: Answer) -> str:
    """Return the action."""
    return action_name(answer["action"])


def numbers(document: Document) -> Mapping[str, str]:
    """Return the hand, the seat and what happened before."""
    found = {name: value for step in solve(document).steps for name, value in step.out.items()}
    return {
        "hand": found["hand"],
        "position": position_name(found["position"]),
        "before": situation_name(found["before"]),
    }


def value(field: str, value: Any) -> str:
    """Return an action or a group in words."""
    return action_name(value) if field == "action" else group_name(value)


WORDS = KindWords(
    name=lazy("Starting hands"),
    decides=("chart_says",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=lambda: {"action": actions(), "group": groups()},
)
