"""The winners and what decides, by walking down the cards of the two best hands side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.document import Document
from quizzes.kinds.second.hands import NAMES, FiveKey, players_in, rank_key, seven


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `winner` question with two players or more."""
    keys = {name: rank_key(seven(document, name)) for name in players_in(document)}
    first, second = sorted(keys.values(), reverse=True)[:2]
    winners = [name for name, key in keys.items() if key == first]
    return {
        "winners": winners,
        "split": len(winners) > 1,
        "category": NAMES[first[0]],
        "decided_by": decided_by(first, second),
    }


def decided_by(first: FiveKey, second: FiveKey) -> str:
    """Return what sets one hand above another, in the words of the scenario format."""
    if first == second:
        return "nothing"
    if {NAMES[first[0]], NAMES[second[0]]} <= {"royal-flush", "straight-flush"}:
        return "rank"
    if first[0] != second[0]:
        return "category"
    category, values = NAMES[first[0]], first[1]
    place = next(place for place in range(5) if values[place] != second[1][place])
    if category in ("straight", "flush", "straight-flush"):
        return "rank"
    if category == "high-card":
        return "rank" if place == 0 else "kicker"
    return "rank" if values.count(values[place]) > 1 else "kicker"
