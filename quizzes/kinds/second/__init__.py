"""The same answers worked out another way, sharing only cards, rulesets and the document with the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from quizzes.engine.document import Document


def solve(document: Document) -> Mapping[str, Any]:
    """Answer a document's question by the second computation, in the words of the scenario format."""
    return solver(document.question.kind)(document)


@cache
def solver(kind: str) -> Callable[[Document], Mapping[str, Any]]:
    """Return the function that answers a kind's questions."""
    solve: Callable[[Document], Mapping[str, Any]] = import_module(f"quizzes.kinds.second.{kind}").solve
    return solve
