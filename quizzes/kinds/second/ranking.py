"""The order of the hands, by counting for each player how many hands are better."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.document import Document
from quizzes.kinds.second.hands import players_in, worth


def solve(document: Document) -> Mapping[str, Any]:
    """Return the answer of a `ranking` question."""
    keys = {name: worth(document, name) for name in players_in(document)}
    better = {name: sum(other > key for other in keys.values()) for name, key in keys.items()}
    return {"order": [[name for name in keys if better[name] == number] for number in sorted(set(better.values()))]}
