"""One document of each kind with its answer worked out: the site's help for those who write documents."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.notation import loads
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution
from quizzes.wording.kinds import kind_name
from quizzes.wording.rules import cite_text
from quizzes.wording.steps import step_text

FOLDER = Path(__file__).parents[2] / "fixtures" / "worked"


@dataclass(frozen=True, slots=True)
class Worked:
    """A kind's document as it is written, its answer as `manage.py solve` prints it, and the steps as sentences."""

    kind: str
    name: str
    text: str
    answer: str
    steps: tuple[tuple[str, str], ...]


def worked() -> list[Worked]:
    """Return an example of every kind that can be asked, in the language in force."""
    return [_example(kind) for kind in QUESTION_KEYS]


def _example(kind: str) -> Worked:
    text, house, solution = _solved(kind)
    steps = tuple((step_text(step), cite_text(step.rule, house)) for step in solution.told)
    return Worked(kind, kind_name(kind), text, json.dumps(dict(solution.answer)), steps)


@cache
def _solved(kind: str) -> tuple[str, Ruleset, Solution]:
    """Return a kind's document as text, its house and its solution, worked out once for each process."""
    text = (FOLDER / f"{kind}.toml").read_text(encoding="utf-8")
    document: Document = loads(text)
    return text.strip(), document.rules, kinds.solve(document)
