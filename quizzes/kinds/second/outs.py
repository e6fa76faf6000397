"""Outs, by dealing every card that nobody has seen and ranking all hands again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from quizzes.engine.cards import card_text
from quizzes.engine.document import Deal, Document
from quizzes.kinds.second.hands import players_in, worth


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of an `outs` question about a named player."""
    known = {card for seat in document.seats for card in seat.cards} | set(document.board)
    known |= {card for item in document.actions if isinstance(item, Deal) for card in item.cards}
    answer: dict[str, list[str]] = {"wins": [], "ties": []}
    for card in document.game.deck:
        if card in known:
            continue
        after = replace(document, actions=(*document.actions, Deal("", (card,))))
        keys = {name: worth(after, name) for name in players_in(after)}
        best = [name for name, key in keys.items() if key == max(keys.values())]
        if document.question.player in best:
            answer["wins" if len(best) == 1 else "ties"].append(card_text(card))
    return answer
