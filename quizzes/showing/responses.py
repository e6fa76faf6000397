"""Stored responses in words: what was answered to a document, field by field or in one line."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.engine.document import Document
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.kinds.base import Answer
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import named, semicolon


@dataclass(frozen=True, slots=True)
class Part:
    """One field of an answer: its name, and what each of several answers says in it, "" where it says nothing."""

    name: str
    said: tuple[str, ...]


def beside(document: Document, solution: Solution, *answers: Answer | None) -> tuple[Part, ...]:
    """Return answers to a document beside each other, field by field, in the language in force; None is no answer."""
    kind, words = KINDS[document.question.kind], words_of(document.question.kind)
    values = [{} if each is None else kind.values(document, solution.answer, each) for each in answers]
    labels = words.labels()
    fields = dict.fromkeys(name for each in values for name in each)
    return tuple(
        Part(labels[name], tuple(words.value(name, each[name]) if name in each else "" for each in values))
        for name in fields
    )


def in_a_line(document: Document, solution: Solution, answer: Answer) -> str:
    """Return an answer in one line: its fields with their names, or its words alone where it has one field."""
    parts = beside(document, solution, answer)
    if len(parts) == 1:
        return parts[0].said[0]
    return semicolon(named(str(part.name), part.said[0]) for part in parts)
