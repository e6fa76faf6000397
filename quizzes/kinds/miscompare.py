"""Hands compared as people miscompare them: what each is taken for, and what that is taken to be worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from quizzes.engine.cards import Card, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.hands import CATEGORIES, decided_by
from quizzes.engine.showdown import compared_hands
from quizzes.kinds import misread
from quizzes.kinds.base import keeping_last
from quizzes.kinds.misread import IN_A_ROW, OF_A_SUIT, Method, Reading, worth
from quizzes.kinds.misread_games import Misreading

GROUPS = ("pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind")
"""The categories made of cards of the same rank."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A hand as it is read, and what it is taken to be worth: more is better, the same is a tie."""

    reading: Reading
    worth: Any


Comparison = Callable[[Document], Mapping[str, Taken]]
"""A way to compare the hands of the players who are left."""


_hands = keeping_last(compared_hands)


def order(taken: Mapping[str, Taken]) -> list[list[str]]:
    """Return the players from the best hand down, those that tie together."""
    down = sorted(taken, key=lambda name: taken[name].worth, reverse=True)
    return [list(tied) for _, tied in groupby(down, key=lambda name: taken[name].worth)]


def decider(first: Taken, second: Taken) -> str:
    """Return what sets one hand above another: the part that the first difference is of the winner's five."""
    if isinstance(first.worth, int):
        return decided_by(first.worth, second.worth)
    if first.worth[0] != second.worth[0]:
        return "category"
    pairs = zip(first.worth[1], second.worth[1], strict=True)
    place, rank = next((place, one) for place, (one, other) in enumerate(pairs) if one != other)
    winner = first.reading
    if winner.category in (*IN_A_ROW, *OF_A_SUIT) or (winner.category == "high-card" and place == 0):
        return "rank"
    return "rank" if winner.ranks.count(rank) > 1 else "kicker"


def by_method(method: Method, categories: Sequence[str] = CATEGORIES) -> Comparison:
    """Read every hand by this method, the categories ranking in this order."""

    def compare(document: Document) -> dict[str, Taken]:
        hands = _hands(document).items()
        readings = {name: method(holding.own, holding.board) for name, holding in hands}
        return {name: Taken(reading, worth(reading, categories)) for name, reading in readings.items()}

    return compare


def by_ranks(change: Callable[[Reading, Sequence[Card]], tuple[int, ...]]) -> Comparison:
    """Read every hand as it is and compare other ranks: those that `change` makes of a five and of the cards left."""

    def compare(document: Document) -> dict[str, Taken]:
        taken = {}
        for name, holding in _hands(document).items():
            reading = misread.well_read(holding.own, holding.board)
            left = [card for card in holding.cards if card not in reading.cards]
            taken[name] = Taken(reading, (misread.place(reading.category), change(reading, left)))
        return taken

    return compare


def by_suits(document: Document) -> dict[str, Taken]:
    """Break ties by suits, spades first, card by card from the strongest group down."""
    taken = {}
    for name, holding in _hands(document).items():
        five = holding.best()
        ranks = [rank_of(card) for card in five.cards]
        cards = sorted(five.cards, key=lambda card: (ranks.index(rank_of(card)), -suit_of(card)))
        taken[name] = Taken(Reading(five.category, five.cards), (five.strength, [suit_of(card) for card in cards]))
    return taken


def by_misreading(misreadings: Misreading | Mapping[str, Misreading]) -> Comparison:
    """Read every hand of another game wrong, all in one way or each game in its own; who has none is left out."""

    def compare(document: Document) -> dict[str, Taken]:
        method = misreadings if isinstance(misreadings, Misreading) else misreadings[document.game.id]
        found = {name: method.read(holding) for name, holding in _hands(document).items()}
        return {name: Taken(Reading(hand.category, hand.cards), hand.strength) for name, hand in found.items() if hand}

    return compare


def with_the_rest(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Go on to the sixth and seventh card."""
    return (*reading.ranks, *sorted(map(rank_of, left), reverse=True))


def with_a_third_pair(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Count a third pair after the second, before any other card."""
    ranks = [rank_of(card) for card in (reading.cards[4], *left)]
    third = max((rank for rank in ranks if ranks.count(rank) > 1), default=-1)
    return (*reading.ranks[:4], third, reading.ranks[4]) if reading.category == "two-pair" else reading.ranks


def without_the_fifth(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Stop after four cards."""
    return reading.ranks[:4]


def without_kickers(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Stop at the cards that make the category."""
    if reading.category == "high-card":
        return reading.ranks[:1]
    return tuple(rank for rank in reading.ranks if reading.category not in GROUPS or reading.ranks.count(rank) > 1)


def highest_first(reading: Reading, left: Sequence[Card]) -> tuple[int, ...]:
    """Compare the highest card of the five first, whether it is paired or not."""
    return tuple(sorted(reading.ranks, reverse=True))
