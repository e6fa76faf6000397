"""Hands read the long way: every five of the cards, each counted by hand. Nothing here is shared with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from quizzes.engine.cards import RANKS, Card, card_text
from quizzes.engine.document import Action, Deal, Document

FiveKey = tuple[int, tuple[int, ...]]
"""The category's number in `NAMES`, then the five ranks as 2 to 14, the most frequent first; a wheel's ace is 1."""

NAMES = {
    9: "royal-flush",
    8: "straight-flush",
    7: "four-of-a-kind",
    6: "full-house",
    5: "flush",
    4: "straight",
    3: "three-of-a-kind",
    2: "two-pair",
    1: "pair",
    0: "high-card",
}
_GROUPS = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}


def best(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the best five of the cards, the most frequent rank first and then from the top down."""
    five = max(combinations(cards, 5), key=five_key)
    values = five_key(five)[1]
    return tuple(sorted(five, key=lambda card: values.index(_value(card)) if _value(card) in values else len(values)))


def rank_key(cards: Sequence[Card]) -> FiveKey:
    """Return what the best five of five to seven cards are worth: bigger is better, the same is a tie."""
    return max(five_key(five) for five in combinations(cards, 5))


def five_key(five: Sequence[Card]) -> FiveKey:
    """Return what exactly five cards are worth."""
    values = sorted((_value(card) for card in five), reverse=True)
    counted = Counter(values)
    ordered = tuple(sorted(values, key=lambda value: (counted[value], value), reverse=True))
    one_suit = len({card_text(card)[1] for card in five}) == 1
    if ordered == (14, 5, 4, 3, 2):
        return (8 if one_suit else 4, (5, 4, 3, 2, 1))
    if ordered == tuple(range(ordered[0], ordered[0] - 5, -1)):
        return ((9 if ordered[0] == 14 else 8) if one_suit else 4, ordered)
    if one_suit:
        return (5, ordered)
    return (_GROUPS.get(tuple(sorted(counted.values(), reverse=True)), 0), ordered)


def players_in(document: Document) -> list[str]:
    """Return the players who have neither folded nor mucked, in the order of the seats."""
    out = set(document.folded)
    for item in document.actions:
        if isinstance(item, Action) and item.verb in ("fold", "muck", "is-mucked"):
            out.add(item.seat)
    return [seat.name for seat in document.seats if not seat.empty and seat.name not in out]


def seven(document: Document, name: str) -> list[Card]:
    """Return a player's own cards and the whole board: seven, or fewer before the river."""
    own = [card for seat in document.seats if seat.name == name for card in seat.cards if card is not None]
    later = [card for item in document.actions if isinstance(item, Deal) for card in item.cards]
    return own + list(document.board) + later


def _value(card: Card) -> int:
    return 2 + RANKS.index(card_text(card)[0])
