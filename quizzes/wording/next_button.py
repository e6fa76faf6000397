"""The words of the next hand's button and blinds."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.next_button import solve
from quizzes.wording.action_order import value
from quizzes.wording.base import KindWords
from quizzes.wording.houses import house_name
from quizzes.wording.numbers import listed

MISTAKES = {
    "next-three-players": (
        lazy("Everything moved to the next players"),
        lazy(
            "So a player would have the big blind twice or miss it. It goes to the next player, %(big_blind)s, and "
            "button and small blind follow it."
        ),
    ),
    "button-goes-back": (
        lazy("The button put back to a player"),
        lazy("The button may stand at a seat without a player: here that is the seat of %(button)s."),
    ),
    "small-blind-filled": (
        lazy("The dead small blind posted by somebody"),
        lazy("Nobody posts a dead small blind. %(big_blind)s is due for the big blind and would miss it."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Say who leaves and ask for the next hand's button and blinds."""
    gone = document.question.extra.get("gone", ())
    if not gone:
        return _("Nobody leaves. Where are the button and the blinds in the next hand?")
    words = {"gone": listed(gone), "house": house_name(document.rules)}
    return (
        ngettext(
            "%(gone)s leaves after this hand. Where are the button and the blinds in the next one?",
            "%(gone)s leave after this hand. Where are the button and the blinds in the next one?",
            len(gone),
        )
        % words
    )


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"button": _("Button"), "small_blind": _("Small blind"), "big_blind": _("Big blind")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {field: value(field, answer[field]) for field in ("button", "small_blind", "big_blind")}
    if answer["small_blind"] is None:
        return _("Button at %(button)s, a dead small blind, big blind %(big_blind)s") % words
    return _("Button at %(button)s, small blind %(small_blind)s, big blind %(big_blind)s") % words


def short(answer: Answer) -> str:
    """Return where the button and the big blind are."""
    words = {"button": answer["button"], "big_blind": answer["big_blind"]}
    return _("button %(button)s, big blind %(big_blind)s") % words


def numbers(document: Document) -> Mapping[str, str]:
    """Return the right seats."""
    return {field: value(field, seat) for field, seat in solve(document).answer.items()}


WORDS = KindWords(
    name=lazy("The next hand's button and blinds"),
    decides=("big_blind",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
)
