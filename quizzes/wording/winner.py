"""The words of who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.showdown import compared_hands
from quizzes.kinds.base import Answer
from quizzes.kinds.winner import solve
from quizzes.wording.base import KindWords
from quizzes.wording.cards import a_category, categories, dashed, made
from quizzes.wording.numbers import listed
from quizzes.wording.read_hand import (
    ACE_HIGH,
    ANY_FROM_HAND,
    BOARD_NOT_SHARED,
    NINE_LOW,
    ONE_FROM_HAND,
    OWN_FOR_LOW,
    STRAIGHT_OVER_FLUSH,
    STRAIGHTS_COUNTED,
    STRAIGHTS_IN_LOW,
    SUITS_IGNORED,
    THIRD_PAIR,
    THREE_FROM_HAND,
    WHEEL_MISSED,
    WRAP_AROUND,
)

ACE_LOW = (
    lazy("The ace taken for low in deuce-to-seven"),
    lazy("In deuce-to-seven the ace is high only: A-2-3-4-5 is an ace-high hand, and 7-5-4-3-2 is the best."),
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
    "any-from-hand": ANY_FROM_HAND,
    "one-from-hand": ONE_FROM_HAND,
    "three-from-hand": THREE_FROM_HAND,
    "nine-low": NINE_LOW,
    "own-for-low": OWN_FOR_LOW,
    "straights-in-low": STRAIGHTS_IN_LOW,
    "straights-counted": STRAIGHTS_COUNTED,
    "ace-high": ACE_HIGH,
    "ace-low": ACE_LOW,
    "straights-ignored": (
        lazy("A straight or flush taken for a low"),
        lazy("In deuce-to-seven straights and flushes count against a hand: they lose to any pair."),
    ),
    "from-below": (
        lazy("Lows compared from the lowest card up"),
        lazy("A low is read from the top down: the highest card is compared first, and the lower one wins."),
    ),
    "suits-ignored": SUITS_IGNORED,
}


def prompt(document: Document, player: str) -> str:
    """Ask who wins."""
    return _("Who wins, and by what?")


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {
        "winners": _("Winner"),
        "low": _("Winner of the low half"),
        "decided_by": _("What decides"),
        "category": _("Winning hand"),
    }


def deciders() -> dict[str, str]:
    """Return in a word each what can decide."""
    return {
        "category": pgettext("decides", "Category"),
        "rank": pgettext("decides", "Rank"),
        "kicker": pgettext("decides", "Kicker"),
        "nothing": pgettext("decides", "Nothing: they split"),
    }


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    high = answer.get("high", answer)
    best = compared_hands(document)[high["winners"][0]].best()
    cards = cards_text(best.cards)
    words = {"winners": listed(high["winners"])}
    words["hand"] = made(best.category, cards) if document.game.scale == "high" else dashed(cards)
    if document.game.split:
        words["low"] = listed(answer["low"]["winners"]) if answer["low"] else ""
        if not answer["low"]:
            return _("Without any low, %(winners)s: all of it with %(hand)s") % words
        return _("High: %(winners)s with %(hand)s. Low: %(low)s") % words
    if high["split"]:
        return _("%(winners)s split with %(hand)s") % words
    return _("%(winners)s wins with %(hand)s") % words


def short(answer: Answer) -> str:
    """Return who wins with what."""
    high = answer.get("high", answer)
    words = {"winners": listed(high["winners"]), "category": a_category(high["category"])}
    return _("%(winners)s, %(category)s") % words


def numbers(document: Document) -> Mapping[str, str]:
    """Return the winners."""
    answer = solve(document).answer
    return {"winners": listed(answer.get("high", answer)["winners"])}


def value(field: str, value: Any) -> str:
    """Return the winners, a category, or what decides."""
    if field in ("winners", "low"):
        return listed(value) if value else _("nobody")
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
