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
from quizzes.wording.cards import categories, dashed, rank_signs, whole

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

ANY_FROM_HAND: tuple[Message, Message] = (
    lazy("Any cards of an Omaha hand taken"),
    lazy("In Omaha exactly two own cards play, with exactly three of the board's. Fewer or more may not."),
)
ONE_FROM_HAND: tuple[Message, Message] = (
    lazy("One own card played in Omaha"),
    lazy("In Omaha exactly two own cards play: one card with four of the board's makes no hand."),
)
THREE_FROM_HAND: tuple[Message, Message] = (
    lazy("Three own cards played in Omaha"),
    lazy("In Omaha exactly two own cards play: three of them with two of the board's make no hand."),
)
NINE_LOW: tuple[Message, Message] = (
    lazy("A low with a nine"),
    lazy("A low that may win half is five different ranks up to the eight. A nine is one too high."),
)
OWN_FOR_LOW: tuple[Message, Message] = (
    lazy("One own card, or three, for the low"),
    lazy("The low too takes exactly two own cards and exactly three of the board's; others than the high hand may."),
)
STRAIGHTS_IN_LOW: tuple[Message, Message] = (
    lazy("A straight or flush taken for no low"),
    lazy("For the low half straights and flushes don't count: 5-4-3-2-A is the best low there is."),
)
STRAIGHTS_COUNTED: tuple[Message, Message] = (
    lazy("Straights and flushes counted against a low"),
    lazy("On the scale from ace to five straights and flushes don't exist: 5-4-3-2-A is the best hand."),
)
ACE_HIGH: tuple[Message, Message] = (
    lazy("The ace taken for high in a low"),
    lazy("In this game the ace is the lowest card, so it helps a low."),
)
SUITS_IGNORED: tuple[Message, Message] = (
    lazy("The suits of a badugi left out"),
    lazy("In a badugi no suit may come twice, just as no rank may: of two cards of a suit only one is used."),
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
    "any-from-hand": ANY_FROM_HAND,
    "one-from-hand": ONE_FROM_HAND,
    "three-from-hand": THREE_FROM_HAND,
    "nine-low": NINE_LOW,
    "own-for-low": OWN_FOR_LOW,
    "straights-in-low": STRAIGHTS_IN_LOW,
    "straights-counted": STRAIGHTS_COUNTED,
    "ace-high": ACE_HIGH,
    "suits-ignored": SUITS_IGNORED,
}


def prompt(document: Document, player: str) -> str:
    """Ask for the five cards and what they make."""
    return _("What does %(player)s play?") % {"player": player}


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"cards": _("Cards that play"), "category": _("Hand"), "low": _("Low")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    words = {"player": player, "hand": _hand(document, answer)}
    return _("%(player)s plays %(hand)s") % words


def _hand(document: Document, answer: Answer) -> str:
    """Return the hand with its cards: a low by its ranks, of a split game both."""
    if document.game.scale != "high":
        return dashed(answer["cards"])
    if not document.game.split:
        return whole(**answer)
    words = {"high": whole(**answer["high"]), "low": dashed(answer["low"]["cards"]) if answer["low"] else ""}
    if not answer["low"]:
        return _("%(high)s and has no low") % words
    return _("%(high)s, and %(low)s for low") % words


def short(answer: Answer) -> str:
    """Return the hand with its cards."""
    high = answer.get("high", answer)
    return dashed(high["cards"]) if len(high["cards"]) < 5 else whole(**high)


def numbers(document: Document) -> Mapping[str, str]:
    """Return the right hand."""
    return {"hand": _hand(document, solve(document).answer)}


def value(field: str, value: Any) -> str:
    """Return a category, or the cards by their ranks; the drawing beside shows their suits."""
    if field == "category":
        return categories()[value]
    return _("none") if value is None else rank_signs(value)


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
