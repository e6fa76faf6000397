"""The words of reading a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.read_hand import solve
from quizzes.wording.base import KindWords, Message
from quizzes.wording.cards import categories, rank_signs, whole

BOARD_NOT_SHARED: tuple[Message, Message] = (
    lazy("Own cards made to play"),
    lazy("Both own cards were made to play. Two, one or none of them may: the best five of all seven count."),
)
THIRD_PAIR: tuple[Message, Message] = (
    lazy("A third pair counted"),
    lazy("Five cards hold two pairs and one more card. A third pair never counts: the highest card left plays."),
)
WHEEL_MISSED: tuple[Message, Message] = (
    lazy("The ace taken for high only"),
    lazy("An ace also stands below the two: 5-4-3-2-A is a straight, the lowest one."),
)
WRAP_AROUND: tuple[Message, Message] = (
    lazy("A straight past the ace"),
    lazy("An ace ends a straight, at the top or at the bottom. Ranks don't run on past it, as in Q-K-A-2-3."),
)
STRAIGHT_OVER_FLUSH: tuple[Message, Message] = (
    lazy("A straight put above a flush"),
    lazy("A flush beats a straight: five of a suit come up less often than five in a row."),
)

MISTAKES = {
    "board-not-shared": BOARD_NOT_SHARED,
    "third-pair": THIRD_PAIR,
    "wheel-missed": WHEEL_MISSED,
    "wrap-around": WRAP_AROUND,
    "straight-over-flush": STRAIGHT_OVER_FLUSH,
    "straight-and-flush": (
        lazy("A straight and a flush taken for a straight flush"),
        lazy("A straight flush is in a row and of one suit with the same five cards. Here it is %(hand)s."),
    ),
    "stopped-at-pairs": (
        lazy("Looking for equal cards only"),
        lazy("You stopped at cards of the same rank. Look for five in a row and five of a suit too: it is %(hand)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the five cards and what they make."""
    return _("What does %(player)s play?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"cards": _("Best five"), "category": _("Hand")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player, "hand": whole(answer["category"], answer["cards"])}
    return _("%(player)s plays %(hand)s") % words


def short(answer: Answer) -> str:
    """Return the hand with its cards."""
    return whole(answer["category"], answer["cards"])


def numbers(document: Document) -> Mapping[str, str]:
    """Return the right hand."""
    return {"hand": short(solve(document).answer)}


def value(field: str, value: Any) -> str:
    """Return a category, or the cards by their ranks; the drawing beside shows their suits."""
    if field == "category":
        return categories()[value]
    return rank_signs(value)


WORDS = KindWords(
    name=lazy("Reading a hand"),
    decides=("category",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=lambda: {"category": categories()},
)
