"""The words of outs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from quizzes.engine.cards import parse_card
from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.outs import solve, with_next
from quizzes.wording.base import KindWords
from quizzes.wording.cards import a_category, deck, with_suits
from quizzes.wording.numbers import listed
from quizzes.wording.read_hand import ANY_FROM_HAND

MISTAKES = {
    "others-improve-too": (
        lazy("What helps the others too"),
        lazy(
            "A card on the board is everybody's: one that makes your hand better wins only where no other hand is as good "
            "with it."
        ),
    ),
    "ties-as-wins": (
        lazy("A tie counted as a win"),
        lazy("With %(ties)s the hands are worth the same: that splits the pot and does not win it."),
    ),
    "straights-and-flushes-only": (
        lazy("Only straights and flushes counted"),
        lazy(
            "A card that makes no straight or flush counts too where your hand is then the best, or as good as the best. "
            "Cards that win: %(outs)s. Cards that tie: %(ties)s."
        ),
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


def slips(document: Document, response: Answer, answer: Answer) -> tuple[str, ...]:
    """Say of each card that was ticked wrongly or missed whose hand is best with it. Cards of which the same is to be
    said stand together, the lowest first.
    """
    said: dict[_Best, list[str]] = {}
    places = [{card: field for field, cards in each.items() for card in cards} for each in (response, answer)]
    for card in sorted(places[0].keys() | places[1].keys(), key=parse_card):
        if places[0].get(card) != places[1].get(card):
            said.setdefault(_best_with(document, card), []).append(card)
    return tuple(_best_text(best, cards) for best, cards in said.items())


class _Best(NamedTuple):
    """Who has the best hand, of which category, and the player beside them whose hand is of that one too, or ""."""

    players: tuple[str, ...]
    category: str
    beside: str


def _best_with(document: Document, card: str) -> _Best:
    hands = with_next(document, parse_card(card))
    most = max(holding.score for holding in hands.values())
    best = tuple(name for name, holding in hands.items() if holding.score == most)
    category, asked = hands[best[0]].best().category, str(document.question.player)
    others = [name for name in hands if name not in best]
    if len(best) > 1 or not others:
        return _Best(best, category, "")
    beside = max(others, key=lambda name: hands[name].score) if asked in best else asked
    return _Best(best, category, beside if hands[beside].best().category == category else "")


def _best_text(best: _Best, cards: Sequence[str]) -> str:
    words = {"cards": with_suits(cards), "player": listed(best.players), "category": a_category(best.category)}
    if len(best.players) > 1:
        return _("With %(cards)s %(player)s have %(category)s each, of the same worth.") % words
    if best.beside:
        words |= {"beside": best.beside}
        return _("With %(cards)s %(player)s and %(beside)s have %(category)s each, %(player)s the better one.") % words
    return _("With %(cards)s %(player)s has %(category)s.") % words


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
    slips=slips,
)
