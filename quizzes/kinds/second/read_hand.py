"""The best five of a player, by looking at every five."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.kinds.second.hands import NAMES, best, five_key, seven


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `read_hand` question. Raises ValueError where it names no player."""
    if document.question.player is None:
        raise ValueError("no player is named")
    five = best(seven(document, document.question.player))
    return {"category": NAMES[five_key(five)[0]], "cards": cards_text(five)}
