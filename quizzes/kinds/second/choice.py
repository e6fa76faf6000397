"""The right options of a choice. They are written, so all that a second reading can do is to read them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes.engine.document import Document


def solve(document: Document) -> Mapping[str, Any]:
    """Return `right`: of all options, in their order, the numbers of those that the author marked."""
    extra = document.question.extra
    return {"right": [number for number, _ in enumerate(extra["options"], 1) if number in extra["right"]]}
