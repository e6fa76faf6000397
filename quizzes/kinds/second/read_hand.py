"""The cards that a player plays, by looking at every group that may play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.kinds.second.hands import best, category, key, playable, qualifying


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `read_hand` question. Raises ValueError where it names no player."""
    if document.question.player is None:
        raise ValueError("no player is named")
    groups = playable(document, document.question.player)
    scale = document.game.scale
    played = best(scale, groups)
    high = {"category": category(scale, key(scale, played)), "cards": cards_text(played)}
    if not document.game.split:
        return high
    lows = qualifying(groups)
    return {"high": high, "low": {"cards": cards_text(best("ace-to-five", lows))} if lows else None}
