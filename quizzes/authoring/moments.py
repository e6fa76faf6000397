"""The teachable moments of a hand that was played: each feature that it shows as a whole document with a question.

A moment that is seldom teaches more of what learners have not met, so that rarity counts beside the level.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log2
from types import MappingProxyType
from typing import NamedTuple

from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import frames
from quizzes.engine.notation import to_table
from quizzes.kinds import KINDS, agree
from quizzes.sightings import Sighting, betting_over, sightings

logger = logging.getLogger(__name__)

_FACED = ("legal_actions", "min_raise")
_BLINDS = ("legal_actions", "side_pots")
_LIMIT = ("fixed_limit", "legal_actions")
_PAID = ("awards",)
_POTS = ("side_pots",)
_CARDS = ("winner",)

ASKED: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "short_allin_raise": _FACED,
    "short_allin_bet": _FACED,
    "fl_short_allin": _LIMIT,
    "faced_short_only": ("reopen",),
    "raise_after_short_only": ("reopen",),
    "exact_minimum": ("min_raise",),
    "pot_raise": ("pot_limit",),
    "fl_cap_reached": _LIMIT,
    "short_sb": _BLINDS,
    "short_bb": _BLINDS,
    "allin_on_ante": _BLINDS,
    "allin_on_sb": _BLINDS,
    "allin_on_bb": _BLINDS,
    "allin_on_straddle": _BLINDS,
    "allin_on_bring_in": _BLINDS,
    "straddle": ("min_raise", "legal_actions"),
    "late_post": ("legal_actions",),
    "dead_post": ("pot_limit", "side_pots"),
    "dead_button": ("action_order",),
    "multi_allin": _POTS,
    "multiway_allin": _POTS,
    "side_pot": ("side_pots", "awards"),
    "side_pots_2plus": ("side_pots", "awards"),
    "uncalled": _POTS,
    "split": _PAID,
    "odd_chip": _PAID,
    "hilo_split": _PAID,
    "quartered": _PAID,
    "kicker": _CARDS,
    "tied_hands": _CARDS,
    "board_plays": _CARDS,
})  # fmt: skip
"""The kinds of questions that a feature is worth."""

MEASURED = 1340
"""How many recorded hands were looked through once for all, of eleven games and as many rooms."""

SEEN: Mapping[str, int] = MappingProxyType(
    {
        "short_allin_raise": 70,
        "short_allin_bet": 3,
        "fl_short_allin": 32,
        "faced_short_only": 55,
        "raise_after_short_only": 2,
        "exact_minimum": 151,
        "pot_raise": 141,
        "fl_cap_reached": 43,
        "short_sb": 9,
        "short_bb": 16,
        "allin_on_ante": 9,
        "allin_on_sb": 7,
        "allin_on_bb": 17,
        "allin_on_straddle": 1,
        "allin_on_bring_in": 1,
        "straddle": 2,
        "late_post": 62,
        "dead_post": 11,
        "dead_button": 27,
        "multi_allin": 216,
        "multiway_allin": 114,
        "side_pot": 137,
        "side_pots_2plus": 21,
        "uncalled": 749,
        "split": 70,
        "odd_chip": 18,
        "hilo_split": 47,
        "quartered": 6,
        "kicker": 79,
        "tied_hands": 37,
        "board_plays": 4,
    }
)
"""How many of these hands show each feature."""

_SETTLED = frozenset({"side_pots"})
_WITH_CARDS = frozenset({"awards", "winner"})


class Moment(NamedTuple):
    """A question that a hand is worth.

    kind      what is asked, of the seat with this place, None where nobody in particular is asked
    at        after how many actions of the hand
    features  what makes it worth asking
    level     1 to 5, by the kind's own measure
    """

    kind: str
    at: int
    seat: int | None
    features: tuple[str, ...]
    level: int


def moments(document: Document) -> list[Moment]:
    """Return the questions that a hand is worth, each once with all the features that it is about.

    Its kind answers each of them, and the second computation agrees; where it does not, the question is left out and
    logged. Raises IllegalAction for a hand that its rules refuse.
    """
    found: dict[tuple[str, int, int | None], list[str]] = {}
    for sighting in sightings(document):
        for kind in ASKED[sighting.feature]:
            shown = found.setdefault(_spot(document, kind, sighting), [])
            if sighting.feature not in shown:
                shown.append(sighting.feature)
    asked = (Moment(*spot, tuple(shown), 0) for spot, shown in found.items())
    return [moment._replace(level=level) for moment in asked if (level := _level(question(document, moment)))]


def _spot(document: Document, kind: str, sighting: Sighting) -> tuple[str, int, int | None]:
    """Return where in the hand a kind's question is asked: once the betting is over, at the end, or at a turn."""
    if kind in _SETTLED:
        return kind, betting_over(document), None
    if kind in _WITH_CARDS:
        return kind, len(document.actions), None
    return kind, sighting.at, sighting.seat


def _level(document: Document) -> int:
    """Return a question's level, 0 where it can't be asked or the two computations do not agree."""
    kind = KINDS[document.question.kind]
    try:
        if agree(kind, document):
            return kind.level(document)
    except DocumentError:
        return 0
    logger.error("%s: no agreement about a spot of a recorded hand: %s", kind.id, to_table(document))
    return 0


def question(document: Document, moment: Moment) -> Document:
    """Return the document of a moment: the hand so far, with the cards that its question is about and no others."""
    hand = frames(document)[moment.at]
    player = None if moment.seat is None else document.names[moment.seat]
    extra = {"street": document.game.first} if moment.kind == "action_order" else {}
    cards = moment.kind in _WITH_CARDS
    return replace(
        document,
        actions=document.actions[: moment.at],
        seats=document.seats if cards else tuple(_seen(document, seat, hand.street) for seat in document.seats),
        question=Question(moment.kind, player, extra),
    )


def _seen(document: Document, seat: Seat, street: str) -> Seat:
    """Return a seat without its cards; in stud with those that are dealt by a street, since they say who acts."""
    if document.game.family != "stud":
        return replace(seat, cards=(), up=())
    cards = seat.cards[: document.game.dealt(street)]
    return replace(seat, cards=cards, up=seat.up[: document.game.open_on(street)])


class Rarity(NamedTuple):
    """In how many hands a feature was seen: of those loaded, and of those that were measured once for all."""

    feature: str
    loaded: int
    of: int

    @property
    def seen(self) -> int:
        """Of the recorded hands that were measured."""
        return SEEN.get(self.feature, 0)

    @property
    def one_in(self) -> float:
        """One of how many hands shows it, the loaded ones and the measured ones together."""
        return (self.of + MEASURED) / max(1, self.loaded + self.seen)


def rarities(shown: Sequence[frozenset[str]]) -> dict[str, Rarity]:
    """Return the rarity of each feature that any of the loaded hands shows, given what each of them shows."""
    counts: dict[str, int] = {}
    for feature in (feature for each in shown for feature in each):
        counts[feature] = counts.get(feature, 0) + 1
    return {feature: Rarity(feature, many, len(shown)) for feature, many in counts.items()}


def weight(moment: Moment, rare: Mapping[str, Rarity]) -> float:
    """Return what a moment is ranked by: one level more counts as much as being seen half as often.

    Of several features the rarest counts.
    """
    return moment.level + max(log2(rare[feature].one_in) for feature in moment.features)
