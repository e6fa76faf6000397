"""The nuts, by reading every five of every two cards with the board: by their ranks, and those of one suit besides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import Any

from quizzes.engine.cards import Card, cards_text
from quizzes.engine.document import Document
from quizzes.kinds.second.hands import FiveKey, best_by_ranks, best_in_suit, dealt, enough_of_a_suit, value_of


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `nuts` question."""
    board = dealt(document)
    suited = enough_of_a_suit(board)
    every = {value_of(card): card for card in document.game.deck}

    @cache
    def by_ranks(first: int, second: int) -> FiveKey:
        return best_by_ranks(document, (every[first], every[second]), board)

    def key(pair: tuple[Card, Card]) -> FiveKey:
        ranks = by_ranks(value_of(pair[0]), value_of(pair[1]))
        return max(ranks, best_in_suit(document, pair, suited)) if suited else ranks

    keys = {pair: key(pair) for pair in combinations(sorted(set(document.game.deck) - set(board)), 2)}
    best = max(keys.values())
    return {"hands": sorted(sorted(cards_text(pair)) for pair, found in keys.items() if found == best)}
