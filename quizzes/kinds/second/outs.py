"""Outs, by dealing every card that nobody has seen and ranking all hands again: by ranks, and by suit besides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from quizzes.engine.cards import card_text
from quizzes.engine.document import Deal, Document
from quizzes.kinds.second.hands import (
    FiveKey,
    best_by_ranks,
    best_in_suit,
    dealt,
    enough_of_a_suit,
    own_cards,
    players_in,
    value_of,
)


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of an `outs` question about a named player."""
    known = {card for seat in document.seats for card in seat.cards} | set(document.board)
    known |= {card for item in document.actions if isinstance(item, Deal) for card in item.cards}
    board = dealt(document)
    own = {name: own_cards(document, name) for name in players_in(document)}
    every = {value_of(card): card for card in document.game.deck}

    @cache
    def by_ranks(name: str, next_value: int) -> FiveKey:
        return best_by_ranks(document, own[name], [*board, every[next_value]])

    answer: dict[str, list[str]] = {"wins": [], "ties": []}
    for card in document.game.deck:
        if card in known:
            continue
        suited = enough_of_a_suit([*board, card])
        keys = {
            name: max(by_ranks(name, value_of(card)), best_in_suit(document, cards, suited))
            for name, cards in own.items()
        }
        best = [name for name, key in keys.items() if key == max(keys.values())]
        if document.question.player in best:
            answer["wins" if len(best) == 1 else "ties"].append(card_text(card))
    return answer
