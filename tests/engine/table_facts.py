"""What a derivation about the table may state: the facts that the second computation of its kind finds."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quizzes.engine.document import Document

KINDS = ("action_order", "next_button", "posting", "show_order", "may_see", "starting_hand")

CHART = ("hand", "group", "position", "before", "chart_says", "action")
"""What is found out of a chart, beside the betting."""


def tells(document: Document, name: str) -> bool:
    """Say whether an outcome of this name is a fact about the table.

    What a chart says may also not be legal, which is told by the facts of the betting.
    """
    kind = document.question.kind
    return kind in KINDS and (kind != "starting_hand" or name in CHART)


def fact(document: Document, name: str) -> Any:
    """Return the fact that a step's outcome of this name states of a document."""
    facts = import_module(f"quizzes.kinds.second.{document.question.kind}").facts
    return facts(document)[name]
