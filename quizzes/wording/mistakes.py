"""The mistakes by name: what each one does, with the spot's own numbers where they show it."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.engine.document import Document
from quizzes.wording.kinds import words_of


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake's name and what it does."""

    id: str
    name: str
    text: str


def mistake(document: Document, id: str) -> Mistake:
    """Return a misconception in the words and numbers of a spot."""
    words = words_of(document.question.kind)
    name, text = words.mistakes[id]
    told = words.instead(document).get(id, text)
    return Mistake(id, str(name), str(told) % words.numbers(document))


def mistake_name(kind: str, id: str) -> str:
    """Return a misconception's name, without any spot."""
    return str(words_of(kind).mistakes[id][0])


def known(kind: str, id: str) -> bool:
    """Return whether a kind's misconception has its words."""
    return id in words_of(kind).mistakes
