"""What a lesson says of the answer to a document: parts of it, as a number, a name or a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import shown


def solved(table: Mapping[str, Any]) -> tuple[Document, Solution]:
    """Return a document and its solution. Raises DocumentError."""
    document = parse(table)
    return document, kinds.solve(document)


def part_text(document: Document, solution: Solution, path: str) -> str:
    """Return what a dotted path names in words, in the language in force.

    It is a field that the kind grades, else a part of the answer or what a step of that name gave. Raises KeyError
    where there is none, or nothing that is said in a word: an answer's tables are not.
    """
    kind, words = document.question.kind, words_of(document.question.kind)
    graded = KINDS[kind].values(document, solution.answer, solution.answer) if kind in KINDS else {}
    if path in graded:
        return words.value(path, graded[path])
    if solution.answer.keys() == {path}:
        return words.short(solution.answer)
    text = shown(looked_up(solution, path))
    if not isinstance(text, str):
        raise KeyError(path)
    return text


def looked_up(solution: Solution, path: str) -> Any:
    """Return the part of an answer that a dotted path names, or what a step of that name gave.

    Raises KeyError where there is neither.
    """
    for values in (solution.answer, *(step.out for step in reversed(solution.steps))):
        found: Any = values
        for key in path.split("."):
            if not isinstance(found, Mapping) or key not in found:
                break
            found = found[key]
        else:
            return found
    raise KeyError(path)
