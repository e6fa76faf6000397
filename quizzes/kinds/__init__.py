"""The question kinds, one module each, found by their names: a new file here is a new kind.

A module that can answer has `solve`; one whose questions are drilled has a `KIND` as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from quizzes.engine.document import Document
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.steps import Solution
from quizzes.kinds import second
from quizzes.kinds.base import Answer, Kind


@cache
def solver(kind: str) -> Callable[[Document], Solution]:
    """Return the function that answers a kind's questions."""
    solve: Callable[[Document], Solution] = import_module(f"quizzes.kinds.{kind}").solve
    return solve


def solve(document: Document) -> Solution:
    """Answer a document's question. Raises DocumentError where it breaks a rule or can't be asked."""
    return solver(document.question.kind)(document)


def _drilled() -> dict[str, Kind]:
    modules = (import_module(f"quizzes.kinds.{kind}") for kind in QUESTION_KEYS)
    return {module.KIND.id: module.KIND for module in modules if hasattr(module, "KIND")}


KINDS: Mapping[str, Kind] = _drilled()


def agree(kind: Kind, document: Document, answer: Answer | None = None) -> bool:
    """Return whether the engine and the second computation give the same answer to a document.

    `answer` is the engine's, where it has been worked out already.
    """
    answer = kind.solve(document).answer if answer is None else answer
    other = second.solve(document)
    return kind.values(document, answer, answer) == kind.values(document, answer, other)
