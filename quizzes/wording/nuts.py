"""The words of the nuts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.nuts import best_hand, solve
from quizzes.wording.base import KindWords
from quizzes.wording.cards import deck, whole, with_suits

MISTAKES = {
    "straight-missed": (
        lazy("The straight overlooked"),
        lazy("Three cards of the board are near enough for a straight. The best hand is %(hand)s."),
    ),
    "flush-missed": (
        lazy("The flush overlooked"),
        lazy("At least three cards of the board share a suit, so there can be a flush. The best hand is %(hand)s."),
    ),
    "pair-missed": (
        lazy("The pair on the board overlooked"),
        lazy(
            "With two cards of a rank on the board, or more, somebody can have four of a kind or a full house, and no "
            "flush beats those. The best hand is %(hand)s."
        ),
    ),
    "straight-flush-missed": (
        lazy("The straight flush overlooked"),
        lazy("Cards of one suit are near enough for a straight as well. The best hand is %(hand)s."),
    ),
    "board-cards-counted": (
        lazy("Cards of the board counted again"),
        lazy("A card that lies on the board is in nobody's hand. Holdings that make the best hand: %(many)s."),
    ),
}


def prompt(document: Document, player: str) -> str:
    """Ask for the nuts."""
    return _("Which two cards make the best hand here, and how many holdings do?")


def labels() -> Mapping[str, str]:
    """Return the fields' names."""
    return {"holding": _("Best hand"), "many": _("How many holdings make it")}


def title(document: Document, player: str, answer: Answer) -> str:
    """Return the answer in one sentence."""
    holding = answer["hands"][0]
    words = {"hand": whole(**best_hand(document, holding)), "cards": with_suits(holding)}
    return _("The nuts: %(hand)s, with %(cards)s for one") % words


def short(answer: Answer) -> str:
    """Return one holding and how many there are."""
    return _("%(cards)s (%(many)s)") % {"cards": with_suits(answer["hands"][0]), "many": len(answer["hands"])}


def numbers(document: Document) -> Mapping[str, str]:
    """Return the best hand, and how many holdings make it."""
    made, every = solve(document).steps
    return {"hand": whole(**made.out["nuts"]), "many": str(len(every.out["hands"]))}


def value(field: str, value: Any) -> str:
    """Return what a holding makes, or a number."""
    if field == "many":
        return str(value)
    category, *cards = value
    # Whatever suit stands beside a rank alone, it is not told.
    return whole(category, [(card + "s")[:2] for card in cards])


WORDS = KindWords(
    name=lazy("The nuts"),
    decides=("nuts",),
    prompt=prompt,
    labels=labels,
    title=title,
    short=short,
    mistakes=MISTAKES,
    numbers=numbers,
    value=value,
    choices=deck,
)
