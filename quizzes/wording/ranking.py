"""The words of how the hands rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.ranking import solve
from quizzes.wording.base import KindWords
from quizzes.wording.numbers import listed, semicolon
from quizzes.wording.winner import MISTAKES as COMPARED

MOST_PLACES = 23
"""As many as a table has seats."""

MISTAKES = {
    **COMPARED,
    "suit-breaks-tie": (
        lazy("Suits compared"),
        lazy("No suit is worth more than another: hands whose cards have the same ranks tie. The order is %(order)s."),
    ),
    "kicker-sixth-card": (
        lazy("A sixth card counted"),
        lazy("A hand is five cards. A sixth never decides, however high it is: the order is %(order)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the order."""
    return _("Which hand is best, and in what order do the others follow?")


def labels() -> Mapping[str, str]:
    """Return the fields' names, those of the players' places too."""
    places = {f"place_{number}": _("Place") for number in range(MOST_PLACES)}
    return {"best": _("Best hand"), "others": _("The others in order"), **places}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    return _("Best first: %(order)s") % {"order": _order(answer["order"])}


def short(answer: Answer) -> str:
    """Return the order."""
    return _order(answer["order"])


def _order(groups: Sequence[Sequence[str]]) -> str:
    return semicolon(
        _("%(players)s tied") % {"players": listed(group)} if len(group) > 1 else group[0] for group in groups
    )


def numbers(document: Document) -> Mapping[str, str]:
    """Return the order, and the best for the mistakes that a winner question shares."""
    order = solve(document).answer["order"]
    return {"order": _order(order), "winners": listed(order[0])}


def value(field: str, value: Any) -> str:
    """Return a group of an order, or several."""
    return _order(value) if value else _("nobody")


WORDS = KindWords(
    name=lazy("How hands rank"),
    decides=("order",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
)
