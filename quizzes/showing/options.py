"""The written answers of a choice as pages show them: to be chosen from, and each with its reason afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from quizzes.engine.citations import rule_name
from quizzes.engine.document import Document
from quizzes.kinds.base import Answer
from quizzes.kinds.choice import option_text
from quizzes.wording.authored import in_language
from quizzes.wording.rules import book_text


@dataclass(frozen=True, slots=True)
class Offered:
    """An answer that can be chosen: its number in the document, whatever its place on the page, and its text."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Options:
    """All answers that can be chosen, whether several of them are right, and the book by which they are."""

    rows: tuple[Offered, ...]
    several: bool
    book: str


@dataclass(frozen=True, slots=True)
class Told:
    """An answer with the reason why it is right or wrong, and whether it was chosen."""

    text: str
    why: str
    right: bool
    chosen: bool


def offered(document: Document, token: str) -> Options | None:
    """Return the answers of a choice in an order that each showing's token gives; None for any other question."""
    if document.question.kind != "choice":
        return None
    extra = document.question.extra
    rows = [Offered(str(number), in_language(option_text(option))) for number, option in enumerate(extra["options"], 1)]
    Random(token).shuffle(rows)
    return Options(tuple(rows), len(extra["right"]) > 1, book_text(rule_name(extra["rule"])))


def told(document: Document, response: Answer) -> tuple[Told, ...]:
    """Return the answers of a choice with their reasons: the right ones, then the chosen ones, then the others."""
    extra = document.question.extra
    rows = [
        Told(in_language(option_text(option)), _why(option), number in extra["right"], number in response["right"])
        for number, option in enumerate(extra["options"], 1)
    ]
    return tuple(sorted(rows, key=lambda row: (not row.right, not row.chosen)))


def _why(option: Any) -> str:
    return in_language(option["why"]) if isinstance(option, Mapping) and "why" in option else ""
