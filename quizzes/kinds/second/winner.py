"""The winners and what decides, by walking down the cards of the two best hands side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.document import Document
from quizzes.kinds.second.hands import NAMES, FiveKey, category, low_worth, players_in, worth


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `winner` question with two players or more."""
    scale, players = document.game.scale, players_in(document)
    keys = {name: worth(document, name) for name in players}
    first, second = sorted(keys.values(), reverse=True)[:2]
    winners = [name for name, found in keys.items() if found == first]
    high = {
        "winners": winners,
        "split": len(winners) > 1,
        "category": category(scale, first),
        "decided_by": decided_by(first, second),
    }
    if not document.game.split:
        return high
    lows = {name: low for name in players if (low := low_worth(document, name)) is not None}
    low_winners = [name for name, low in lows.items() if low == max(lows.values())]
    return {"high": high, "low": {"winners": low_winners, "split": len(low_winners) > 1} if lows else None}


def decided_by(first: FiveKey, second: FiveKey) -> str:
    """Return what sets one hand above another, in the words of the scenario format."""
    if first == second:
        return "nothing"
    kinds = {NAMES[abs(first[0])], NAMES[abs(second[0])]}
    if kinds <= {"royal-flush", "straight-flush"}:
        return "rank"
    if len(kinds) > 1:
        return "category"
    values = first[1]
    place = next(place for place, value in enumerate(values) if value != second[1][place])
    if kinds <= {"straight", "flush"}:
        return "rank"
    repeated = values.count(values[place]) > 1
    return "rank" if repeated or (place == 0 and len(set(values)) == len(values)) else "kicker"
