"""The words of the order in which hands are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.show_order import show_order
from quizzes.kinds.base import Answer
from quizzes.kinds.show_order import solve
from quizzes.wording.base import KindWords, Message
from quizzes.wording.numbers import comma, listed

MOST_PLACES = 23
"""As many as a table has seats."""

MISTAKES = {
    "left-of-button-first": (
        lazy("Begun left of the button in spite of a bet"),
        lazy("Somebody bet on the last street. The last to bet or raise shows first: %(first)s."),
    ),
    "first-bettor-first": (
        lazy("The first bet counted, not the last raise"),
        lazy("It is the last bet or raise that counts, and %(first)s made it."),
    ),
    "caller-first": (
        lazy("The caller first"),
        lazy("A caller has paid to see the hand that bet. %(first)s made the last bet and shows first."),
    ),
    "earlier-aggressor-first": (
        lazy("An earlier street's bet counted"),
        lazy("Only the last street counts, and nobody bet on it: the first player left of the button shows first."),
    ),
    "all-in-first": (
        lazy("The all-in player first"),
        lazy("With a player all-in and no betting left, nobody waits for anybody: all hands go face up at once."),
    ),
    "aggressor-though-all-in": (
        lazy("The last bet first, with a player all-in"),
        lazy("With a player all-in and no betting left, nobody waits for anybody: all hands go face up at once."),
    ),
}

FIRST = {
    "first_all_in": lazy("In this house the player who was all-in first shows first: %(first)s."),
    "last_aggressor": lazy("Somebody bet on the last street. The last to bet or raise shows first: %(first)s."),
    "left_of_button": lazy(
        "Only the last street counts, and nobody bet on it: the first player left of the button shows first."
    ),
    "best_board": lazy("Only the last street counts, and nobody bet on it: the best board shows first, %(first)s."),
}
"""Who is first where an order is kept, by the reason for it."""

FIRST_IN_SIDE_POT = lazy("In this house players in a side pot show before the others, and %(first)s is their first.")


def prompt(document: Document, player: str) -> str:
    """Ask for the order."""
    return _("The betting is over. In what order are the hands shown?")


def labels() -> Mapping[str, str]:
    """Return the fields' names, those of the places too."""
    places = {
        f"place_{number}": _("Shows as number %(number)s") % {"number": number} for number in range(1, MOST_PLACES + 1)
    }
    return {"first": _("Shows first"), "order": _("The whole order"), **places}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    first, *others = answer["order"]
    if isinstance(first, list):
        return _("%(players)s show all at once") % {"players": listed(first)}
    return _("%(first)s shows first, then %(others)s") % {"first": first, "others": listed(others)}


def short(answer: Answer) -> str:
    """Return who begins."""
    first = answer["order"][0]
    return _("all at once") if isinstance(first, list) else _("%(first)s first") % {"first": first}


def numbers(document: Document) -> Mapping[str, str]:
    """Return who begins."""
    first = solve(document).answer["order"][0]
    return {"first": listed(first) if isinstance(first, list) else first}


def instead(document: Document) -> Mapping[str, Message]:
    """Return who is first and why where an order is kept though somebody is all-in, and that of a stud hand."""
    found = show_order(play(document))
    if found.together:
        return {}
    why = FIRST_IN_SIDE_POT if found.side_pot else FIRST[found.reason]
    return {"all-in-first": why, "aggressor-though-all-in": why, "earlier-aggressor-first": why}


def value(field: str, value: Any) -> str:
    """Return players in their order, those who show at once together."""
    if field == "first":
        return listed(value)
    return comma(list(map(_group, value)))


def _group(names: str | Sequence[str]) -> str:
    if isinstance(names, str):
        return names
    if len(names) == 1:
        return names[0]
    return _("%(players)s at once") % {"players": listed(names)}


WORDS = KindWords(
    name=lazy("Who shows first"),
    decides=("order",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    instead=instead,
    value=value,
)
