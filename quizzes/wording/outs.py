"""The words of outs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.outs import solve
from quizzes.wording.base import KindWords
from quizzes.wording.cards import deck, with_suits
from quizzes.wording.read_hand import ANY_FROM_HAND

MISTAKES = {
    "others-improve-too": (
        lazy("What helps the others too"),
        lazy("A card on the board is everybody's: one that makes your hand better is no out if it helps another more."),
    ),
    "ties-as-wins": (
        lazy("A tie counted as a win"),
        lazy("With %(ties)s the hands are worth the same: that splits the pot and does not win it."),
    ),
    "straights-and-flushes-only": (
        lazy("Only straights and flushes counted"),
        lazy("A pair, two pair or three of a kind wins as well where it is the best hand. The outs are %(outs)s."),
    ),
    "any-from-hand": ANY_FROM_HAND,
}


def prompt(document: Document, player: str) -> str:
    """Ask for the outs."""
    return _("Which next cards make %(player)s's hand the best?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"wins": _("Cards that win"), "ties": _("Cards that tie")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    wins, ties = len(answer["wins"]), len(answer["ties"])
    words = {"player": player, "wins": wins, "ties": ties}
    if ties:
        return _("%(player)s: %(wins)s cards win and %(ties)s tie") % words
    return ngettext("%(player)s has one out", "%(player)s has %(wins)s outs", wins) % words


def short(answer: Answer) -> str:
    """Return how many cards win, and how many tie."""
    return _("%(wins)s win, %(ties)s tie") % {"wins": len(answer["wins"]), "ties": len(answer["ties"])}


def numbers(document: Document) -> Mapping[str, str]:
    """Return the cards that win and those that tie."""
    answer = solve(document).answer
    return {"outs": value("wins", answer["wins"]), "ties": value("ties", answer["ties"])}


def value(field: str, value: Any) -> str:
    """Return cards with their suits."""
    return with_suits(value) if value else _("none")


WORDS = KindWords(
    name=lazy("Counting outs"),
    decides=("wins",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=deck,
)
