"""The nuts, by reading every five of every two cards with the board."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.kinds.second.hands import dealt, five_key, together


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `nuts` question."""
    board = dealt(document)
    keys = {
        pair: max(map(five_key, together(document, pair, board)))
        for pair in combinations(set(document.game.deck) - set(board), 2)
    }
    best = max(keys.values())
    return {"hands": sorted(sorted(cards_text(pair)) for pair, key in keys.items() if key == best)}
