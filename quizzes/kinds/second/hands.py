"""Hands read the long way: every group that may play, each counted by hand. Nothing here is shared with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations

from quizzes.engine.cards import DECK, RANKS, Card, card_text
from quizzes.engine.document import Action, Deal, Document

FiveKey = tuple[int, tuple[int, ...]]
"""The category's number in `NAMES`, then the ranks as 2 to 14, the most frequent first; an ace that plays low is 1.

Of a low every number is negative, so that there too more is better.
"""

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
_VALUES = {card: 2 + RANKS.index(card_text(card)[0]) for card in DECK}
_SUITS = {card: card_text(card)[1] for card in DECK}
value_of, _suit = _VALUES.__getitem__, _SUITS.__getitem__
"""A card's rank as 2 to 14, and its suit."""

_GROUPS = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}


def best(scale: str, groups: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """Return the best of these groups on a scale, the most frequent rank first and then from the top down."""
    found = max(groups, key=lambda group: key(scale, group))
    values = [abs(value) for value in key(scale, found)[1]]
    ace = 1 if 1 in values else 14
    return tuple(sorted(found, key=lambda card: values.index(ace if value_of(card) == 14 else value_of(card))))


def playable(document: Document, name: str) -> list[tuple[Card, ...]]:
    """Return every group of a player's cards and the board's that its game lets play together."""
    return together(document, own_cards(document, name), dealt(document))


def together(document: Document, own: Sequence[Card], board: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return every group of own cards and the board's that a document's game lets play together."""
    if document.game.id.startswith("omaha"):
        return [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
    if document.game.id == "badugi":
        return [group for many in (1, 2, 3, 4) for group in combinations(own, many)]
    return list(combinations([*own, *board], 5))


def best_by_ranks(document: Document, own: Sequence[Card], board: Sequence[Card]) -> FiveKey:
    """Return what the best of the groups is worth as if no two cards were of one suit."""
    groups = together(document, own, board)
    return max(_worth(tuple(sorted(map(value_of, group), reverse=True)), False) for group in groups)


def enough_of_a_suit(board: Sequence[Card]) -> dict[str, list[Card]]:
    """Return the board's cards of each suit in which two own cards can make five."""
    suits = list(map(_suit, board))
    return {suit: [card for card in board if _suit(card) == suit] for suit in set(suits) if suits.count(suit) > 2}


def best_in_suit(document: Document, own: Sequence[Card], suited: Mapping[str, Sequence[Card]]) -> FiveKey:
    """Return what the best group of one suit is worth, less than any hand where none is, from a board's `suited`."""
    found: list[FiveKey] = [(-1, ())]
    for suit, board in suited.items():
        held = [card for card in own if _suit(card) == suit]
        found += map(five_key, together(document, held, board))
    return max(found)


def qualifying(groups: Sequence[Sequence[Card]]) -> list[Sequence[Card]]:
    """Return those of the groups that are five different ranks up to the eight."""
    ranks = [{value_of(card) % 13 for card in group} for group in groups]
    return [group for group, found in zip(groups, ranks, strict=True) if len(found) == 5 and found <= set(range(1, 9))]


def worth(document: Document, name: str) -> FiveKey:
    """Return what a player's hand is worth for what its game awards first."""
    return max(key(document.game.scale, group) for group in playable(document, name))


def low_worth(document: Document, name: str) -> FiveKey | None:
    """Return what a player's low half is worth; None where nothing qualifies."""
    return max((key("ace-to-five", group) for group in qualifying(playable(document, name))), default=None)


def key(scale: str, group: Sequence[Card]) -> FiveKey:
    """Return what cards are worth on one of the scales of the games. A badugi's category is how many cards it lacks."""
    if scale == "high":
        return five_key(group)
    ranks = [1 if value_of(card) == 14 and scale != "deuce-to-seven" else value_of(card) for card in group]
    counted = Counter(ranks)
    ordered = sorted(ranks, key=lambda rank: (counted[rank], rank), reverse=True)
    category = _GROUPS.get(tuple(sorted(counted.values(), reverse=True)), 0)
    suits = set(map(_suit, group))
    if scale == "badugi":
        category = 4 - len(group) if len(suits) == len(counted) == len(group) else 9
    elif scale == "deuce-to-seven":
        run = ordered == list(range(ordered[0], ordered[0] - 5, -1))
        category = max(category, 4 * run, 5 * (len(suits) == 1), 8 * (run and len(suits) == 1))
    return -category, tuple(-rank for rank in ordered)


def category(scale: str, found: FiveKey) -> str:
    """Return the category's name; every badugi is a high card."""
    return "high-card" if scale == "badugi" else NAMES[abs(found[0])]


def five_key(five: Sequence[Card]) -> FiveKey:
    """Return what exactly five cards are worth."""
    values = sorted(map(value_of, five), reverse=True)
    return _worth(tuple(values), len(set(map(_suit, five))) == 1)


@cache
def _worth(values: tuple[int, ...], one_suit: bool) -> FiveKey:
    counted = Counter(values)
    ordered = tuple(sorted(values, key=lambda value: (counted[value], value), reverse=True))
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


def own_cards(document: Document, name: str) -> list[Card]:
    """Return what is known of a player's own cards."""
    return [card for seat in document.seats if seat.name == name for card in seat.cards if card is not None]


def dealt(document: Document) -> list[Card]:
    """Return the community cards after all actions."""
    return [*document.board, *(card for item in document.actions if isinstance(item, Deal) for card in item.cards)]


def seven(document: Document, name: str) -> list[Card]:
    """Return a player's own cards and the whole board: seven in hold'em, or fewer before the river."""
    return own_cards(document, name) + dealt(document)
