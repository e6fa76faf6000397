"""The words of who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.hands import best_five
from quizzes.engine.showdown import compared_hands
from quizzes.kinds.base import Answer
from quizzes.kinds.winner import solve
from quizzes.wording.base import KindWords
from quizzes.wording.cards import a_category, categories, made
from quizzes.wording.numbers import listed
from quizzes.wording.read_hand import (
    BOARD_NOT_SHARED,
    STRAIGHT_OVER_FLUSH,
    THIRD_PAIR,
    WHEEL_MISSED,
    WRAP_AROUND,
)

MISTAKES = {
    "suit-breaks-tie": (
        lazy("Suits compared"),
        lazy("No suit is worth more than another. The five cards of %(winners)s have the same ranks, so they split."),
    ),
    "kicker-sixth-card": (
        lazy("A sixth card counted"),
        lazy("A hand is five cards. A sixth never decides, however high it is: %(winners)s split."),
    ),
    "third-pair": THIRD_PAIR,
    "four-cards-compared": (
        lazy("The fifth card forgotten"),
        lazy("The first four cards are alike, but a hand has five, and the fifth decides too."),
    ),
    "kicker-ignored": (
        lazy("The kickers left out"),
        lazy("After equal ranks that make the hand, the other cards are compared from the highest down."),
    ),
    "high-card-first": (
        lazy("The highest card compared first"),
        lazy(
            "Pairs, threes and fours are compared before any other card. A high card beside a lower pair comes later."
        ),
    ),
    "board-not-shared": BOARD_NOT_SHARED,
    "wheel-missed": WHEEL_MISSED,
    "wrap-around": WRAP_AROUND,
    "straight-over-flush": STRAIGHT_OVER_FLUSH,
}


def prompt(document: Document, player: str) -> str:
    """Ask who wins."""
    return _("Who wins, and by what?")


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"winners": _("Winner"), "decided_by": _("What decides"), "category": _("Winning hand")}


def deciders() -> dict[str, str]:
    """Return in a word each what can decide."""
    return {
        "category": pgettext("decides", "Category"),
        "rank": pgettext("decides", "Rank"),
        "kicker": pgettext("decides", "Kicker"),
        "nothing": pgettext("decides", "Nothing"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    best = best_five(compared_hands(document)[answer["winners"][0]])
    words = {"winners": listed(answer["winners"]), "hand": made(best.category, cards_text(best.cards))}
    if answer["split"]:
        return _("%(winners)s split with %(hand)s") % words
    return _("%(winners)s wins with %(hand)s") % words


def short(answer: Answer) -> str:
    """Return who wins with what."""
    words = {"winners": listed(answer["winners"]), "category": a_category(answer["category"])}
    return _("%(winners)s, %(category)s") % words


def numbers(document: Document) -> Mapping[str, str]:
    """Return the winners."""
    return {"winners": listed(solve(document).answer["winners"])}


def value(field: str, value: Any) -> str:
    """Return the winners, a category, or what decides."""
    if field == "winners":
        return listed(value)
    return categories()[value] if field == "category" else deciders()[value]


WORDS = KindWords(
    name=lazy("Who wins"),
    decides=("winners",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=lambda: {"category": categories(), "decided_by": deciders()},
)
