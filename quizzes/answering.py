"""One document in, one answer or one error out: what `manage.py solve` prints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from quizzes import kinds
from quizzes.engine import notation
from quizzes.engine.citations import cited
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Step
from quizzes.wording import step_text
from quizzes.wording.errors import plain_error


def _ignore(document: Document) -> None:
    pass


def solve_text(
    raw: bytes, line: int = 1, seen: Callable[[Document], None] = _ignore, *, as_json: bool = False
) -> dict[str, Any]:
    """Answer a document given as the bytes of TOML or JSON text, which begins on this line of its file; `as_json` for
    one of JSON Lines, which is no TOML.

    `seen` is told what was read.
    """
    try:
        text = notation.decode(raw)
        if as_json and not text.lstrip().startswith("{"):
            raise DocumentError("line 1", "a line of JSON Lines is a document in braces")
        table = notation.load_table(text)
    except DocumentError as error:
        within = int(error.where.removeprefix("line "))
        return error_line(f"line {line + within - 1}", plain_error(error))
    return solve_table(table, seen)


def solve_table(table: Mapping[str, Any], seen: Callable[[Document], None] = _ignore) -> dict[str, Any]:
    """Answer a document given as plain values: `{"ok": true, ...}` with answer and steps, or `{"ok": false, ...}`."""
    try:
        document = notation.parse(table)
        seen(document)
        solution = kinds.solve(document)
    except DocumentError as error:
        return error_line(error.where, plain_error(error))
    steps = [step_line(step, document.rules) for step in solution.steps]
    return {"ok": True, "kind": document.question.kind, "answer": dict(solution.answer), "steps": steps}


def error_line(where: str, message: str) -> dict[str, Any]:
    """Return an error as the scenario format prints it."""
    return {"ok": False, "error": {"where": where, "message": message}}


def step_line(step: Step, house: Ruleset) -> dict[str, Any]:
    """Return a step under a house as the scenario format prints it, its sentence in the language in force."""
    return {
        "rule": step.rule,
        "cite": cited(step.rule, house),
        "op": step.op,
        "values": dict(step.values),
        "out": dict(step.out),
        "text": step_text(step),
    }
