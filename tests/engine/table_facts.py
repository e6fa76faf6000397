"""What a derivation about the table may state: the facts that the second computation of its kind finds."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from quizzes.engine.document import Document

KINDS = ("action_order", "next_button", "posting", "show_order", "may_see", "starting_hand")


def fact(document: Document, name: str) -> Any:
    """Return the fact that a step's outcome of this name states of a document."""
    facts = import_module(f"quizzes.kinds.second.{document.question.kind}").facts
    return facts(document)[name]
