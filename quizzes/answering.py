"""One document in, one answer or one error out: what `manage.py solve` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quizzes import kinds
from quizzes.engine import notation
from quizzes.engine.citations import cited
from quizzes.engine.errors import DocumentError
from quizzes.engine.steps import Step
from quizzes.wording import step_text


def solve_text(raw: bytes, line: int = 1) -> dict[str, Any]:
    """Answer a document given as the bytes of TOML or JSON text, which begins on this line of its file."""
    try:
        table = notation.load_table(notation.decode(raw))
    except DocumentError as error:
        within = int(error.where.removeprefix("line "))
        return error_line(DocumentError(f"line {line + within - 1}", error.message))
    return solve_table(table)


def solve_table(table: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a document given as plain values: `{"ok": true, ...}` with answer and steps, or `{"ok": false, ...}`."""
    try:
        document = notation.parse(table)
        solution = kinds.solve(document)
    except DocumentError as error:
        return error_line(error)
    steps = [step_line(step) for step in solution.steps]
    return {"ok": True, "kind": document.question.kind, "answer": dict(solution.answer), "steps": steps}


def error_line(error: DocumentError) -> dict[str, Any]:
    """Return an error as the scenario format prints it."""
    return {"ok": False, "error": {"where": error.where, "message": error.message}}


def step_line(step: Step) -> dict[str, Any]:
    """Return a step as the scenario format prints it, its sentence in the language in force."""
    return {
        "rule": step.rule,
        "cite": cited(step.rule),
        "op": step.op,
        "values": dict(step.values),
        "out": dict(step.out),
        "text": step_text(step),
    }
