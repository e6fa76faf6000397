"""Hands lined up card by card: the winner's above the best that doesn't win, or a learner's five above the right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from quizzes.engine.cards import Card, card_text, cards_text, parse_card
from quizzes.engine.document import Document
from quizzes.engine.games import Scale
from quizzes.engine.hands import Hand, category_of
from quizzes.engine.holdings import SCALES, Holding, in_order
from quizzes.engine.showdown import compared_hands, holding_of
from quizzes.kinds.base import Answer
from quizzes.kinds.read_hand import values
from quizzes.wording.cards import a_category, dashed, made
from quizzes.wording.showdown import best_loser

Mark = Literal["", "right", "wrong"]


@dataclass(frozen=True, slots=True)
class DuelCard:
    """A card that plays; `right` decides or was missed, `wrong` is beaten or does not belong here."""

    code: str
    mark: Mark = ""


@dataclass(frozen=True, slots=True)
class DuelRow:
    """A hand: its five, the cards that don't play, and below it what each of the five is to the one beneath."""

    name: str
    hand: str
    five: tuple[DuelCard, ...]
    left: tuple[str, ...]
    signs: tuple[str, ...] = ()
    says: str = ""

    @property
    def blanks(self) -> range:
        """The places of five that a badugi leaves empty."""
        return range(5 - len(self.five))


@dataclass(frozen=True, slots=True)
class Duel:
    """Hands one above another."""

    title: str
    rows: tuple[DuelRow, ...]


def showdown_duel(document: Document, answer: Answer) -> Duel:
    """Return the hands of all winners, and below them the best that doesn't win; in a split game the high ones."""
    hands = compared_hands(document)
    fives = {name: holding.best() for name, holding in hands.items()}
    shown = list(answer.get("high", answer)["winners"])
    if len(shown) < len(hands):
        played = {name: cards_text(five.cards) for name, five in fives.items()}
        shown.append(best_loser(played, shown, document.game.scale))
    rows = []
    for name, above, below in zip(shown, [None, *shown], [*shown[1:], None], strict=False):
        better, worse = fives.get(above or ""), fives.get(below or "")
        marks = _marks(fives[name], None, "")
        if worse and worse.strength < fives[name].strength:
            marks = _marks(fives[name], _difference(fives[name], worse), "right")
        elif better and better.strength > fives[name].strength:
            marks = _marks(fives[name], _difference(better, fives[name]), "wrong")
        rows.append(_row(name, fives[name], hands[name], marks, worse))
    return Duel(_("Best hand against best hand"), tuple(rows))


def reading_duel(document: Document, response: Answer, answer: Answer) -> Duel:
    """Return a player's cards that play, the high ones of a split game, and above them the learner's if they differ."""
    player, scale = document.question.player or "", document.game.scale
    holding = holding_of(document, player)
    right, yours = (values(document, answer, each)["cards"] for each in (answer, response))
    missed, strange = Counter(right) - Counter(yours), Counter(yours) - Counter(right)
    best = holding.best()
    rows = [_row(player, best, holding, _found(best.cards, missed, "right"))]
    if right != yours:
        cards = in_order([parse_card(text) for text in response.get("high", response)["cards"]], scale)
        own = Hand(_made_of(scale, cards), cards, SCALES[scale](cards))
        rows.insert(0, _row(_("Yours"), own, holding, _found(own.cards, strange, "wrong")))
    return Duel(_("The cards that play"), tuple(rows))


def _made_of(scale: Scale, cards: Sequence[Card]) -> str:
    """Return the category of cards as they lie; a badugi has none but a high card."""
    return "high-card" if scale == "badugi" else category_of(SCALES[scale](cards))


def _row(name: str, five: Hand, holding: Holding, marks: Sequence[Mark], below: Hand | None = None) -> DuelRow:
    texts = cards_text(five.cards)
    signs, says = _against(five, below, holding.game.scale) if below else ((), "")
    return DuelRow(
        name=name,
        hand=made(five.category, texts) if holding.game.scale == "high" else dashed(texts),
        five=tuple(DuelCard(text, mark) for text, mark in zip(texts, marks, strict=True)),
        left=tuple(cards_text(card for card in holding.cards if card not in five.cards)),
        signs=signs,
        says=says,
    )


def _against(five: Hand, below: Hand, scale: Scale) -> tuple[tuple[str, ...], str]:
    """Return the signs between two hands, or in words which category beats which."""
    if scale == "badugi" and len(five.cards) != len(below.cards):
        words = {"better": str(len(five.cards)), "worse": str(len(below.cards))}
        return (), _("%(better)s cards beat %(worse)s") % words
    if five.category != below.category:
        words = {"better": a_category(five.category), "worse": a_category(below.category)}
        return (), _("%(better)s beats %(worse)s") % words
    place = _difference(five, below)
    if place is None:
        return ("=",) * len(five.cards), ""
    return ("=",) * place + (_("beats"),) + ("",) * (len(five.cards) - 1 - place), ""


def _difference(better: Hand, worse: Hand) -> int | None:
    """Return the first place at which two hands of one category differ in rank; None where the category decides."""
    if better.category != worse.category or len(better.cards) != len(worse.cards):
        return None
    pairs = zip(cards_text(better.cards), cards_text(worse.cards), strict=True)
    return next((place for place, (one, other) in enumerate(pairs) if one[0] != other[0]), None)


def _marks(five: Hand, place: int | None, mark: Mark) -> tuple[Mark, ...]:
    """Mark the card at a place and all of its rank."""
    ranks = [text[0] for text in cards_text(five.cards)]
    return tuple(mark if place is not None and rank == ranks[place] else "" for rank in ranks)


def _found(cards: Sequence[Card], wanted: Counter[str], mark: Mark) -> tuple[Mark, ...]:
    """Mark as many cards as are wanted of a rank, or just those cards where they are named with their suits."""
    left = Counter(wanted)
    marks: list[Mark] = []
    for text in map(card_text, reversed(cards)):
        key = text if left[text] else text[0]
        marks.append(mark if left[key] else "")
        left[key] -= bool(left[key])
    return tuple(reversed(marks))
