"""What a misconception's page says of it: the wrong method in a sentence, and why people do it, one file a subject."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.mistake_pages import betting, hands, limits, pots, reading, rulings, seats, showdown
from quizzes.wording.mistake_pages.told import Message, Told

TOLD: Mapping[str, Told] = {
    **betting.TOLD,
    **limits.TOLD,
    **pots.TOLD,
    **hands.TOLD,
    **reading.TOLD,
    **showdown.TOLD,
    **rulings.TOLD,
    **seats.TOLD,
}
"""The misconceptions by their ids: one that several kinds share is the same wrong method in all of them."""

NO_SECOND: Mapping[tuple[str, str], Message] = {
    ("posting", "both-live"): lazy("Of two blinds that are made up only the big one is ever live."),
    ("show_order", "caller-first"): lazy("Whoever made the last bet never shows after those who called it."),
    ("fixed_limit", "cap-without-the-bet"): lazy(
        "There is no raise without a bet before it, so a count that leaves the bet out is never right."
    ),
    ("fixed_limit", "under-half-counted"): lazy(
        "Below half of a bet an all-in never counts, and from half on it is none of these any more."
    ),
    ("chip_ruling", "undercall-folds"): lazy(
        "A player has no right to it: only the floor may let chips that are too few be given up with a fold, and then the ruling is the floor's."
    ),
    ("correction", "back-to-a-call"): lazy(
        "A raise that went through is made up to the smallest one or it stands; it never becomes a call."
    ),
    ("correction", "added-to-the-size"): lazy(
        "A wrong size is more than the bet before it, so with a full raise on top it always comes to more than the smallest raise."
    ),
}
"""Why a misconception has no second spot, by its kind and id."""


def what(id: str) -> str:
    """Return a wrong method in a sentence, "" where none is written."""
    return str(TOLD[id].what) if id in TOLD else ""


def why(id: str) -> str:
    """Return why people do it, "" where that is not written."""
    return str(TOLD[id].why) if id in TOLD else ""


def rule(id: str) -> str:
    """Return the id of the rule that a wrong method breaks, "" where the derivation shows it."""
    return TOLD[id].rule if id in TOLD else ""


def no_second(kind: str, id: str) -> str:
    """Return why no spot can be set beside the one in which a wrong method shows, "" where that is not written."""
    return str(NO_SECOND.get((kind, id), ""))
