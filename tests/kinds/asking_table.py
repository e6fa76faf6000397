"""Questions about the table, asked in one line, and what every drill about it has to keep to."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse, to_table
from quizzes.engine.rulesets import Ruleset
from quizzes.kinds import second
from quizzes.kinds.base import HOLDEM, IllFormed, Kind, Variant
from quizzes.wording import step_text
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import mistake
from tests.engine.derivations import check


def spot(kind: str, seats: str, question: dict[str, Any], **keys: Any) -> Document:
    """Return a document; `seats` such as "A B:150 (E) C" name stacks after a colon and empty seats in brackets."""
    rows: list[dict[str, Any]] = []
    for text in seats.split():
        name, _, stack = text.strip("()").partition(":")
        empty = {"empty": True} if text.startswith("(") else {}
        rows.append({"name": name, **({"stack": int(stack)} if stack else {}), **empty})
    return parse({"seats": rows, "blinds": [50, 100], "question": {"kind": kind, **question}} | keys)


def answered(document: Document) -> dict[str, Any]:
    """Return the answer, which both computations give and which the steps derive."""
    solution = kinds.solve(document)
    check(document, solution)
    assert dict(second.solve(document)) == dict(solution.answer)
    return dict(solution.answer)


def refused(document: Document) -> str:
    """Return where a document is refused, by both computations."""
    with pytest.raises(DocumentError):
        second.solve(document)
    with pytest.raises(DocumentError) as error:
        kinds.solve(document)
    return error.value.where


def keeps_its_promises(kind: Kind, level: int, rules: Ruleset, variant: Variant = HOLDEM, many: int = 8) -> None:
    """Generate drills: of the level, agreed on, derived, the same when read back, and graded as their examples say."""
    rng = Random(f"{kind.id} {level} {variant}")
    for _ in range(many):
        document = kind.generate(rng, level, rules, variant)
        assert kind.level(document) == level
        assert parse(to_table(document)) == document
        assert kinds.agree(kind, document), to_table(document)
        check(document, kind.solve(document))
        _check_examples(kind, document)
        _check_words(kind, document)


def _check_words(kind: Kind, document: Document) -> None:
    """Question, answer, fields, steps and mistakes can all be said."""
    words, solution = words_of(kind.id), kind.solve(document)
    player = document.question.player or ""
    assert words.prompt(document, player)
    assert words.title(document, player, solution.answer)
    assert words.short(solution.answer)
    assert all(step_text(step) for step in solution.steps)
    assert all(words.labels()[field] for field in kind.fields(document))
    for field in kind.grade(document, solution.answer).fields:
        assert words.labels()[field.name]
        assert words.value(field.name, field.right)
    for id in kind.mistaken(document):
        assert mistake(document, id).text


def _check_examples(kind: Kind, document: Document) -> None:
    examples = kind.examples(document)
    for raw in examples.right:
        assert kind.grade(document, kind.parse(document, raw)).right
    for raw in examples.wrong:
        assert not kind.grade(document, kind.parse(document, raw)).right
    for raw in examples.ill_formed:
        with pytest.raises(IllFormed) as error:
            kind.parse(document, raw)
        assert error.value.problems


def mistakes(kind: Kind, document: Document, response: dict[str, Any]) -> tuple[str, ...]:
    """Return the misconceptions that a wrong answer is told by."""
    grade = kind.grade(document, response)
    assert not grade.right
    return grade.misconceptions
