"""What every tool tells of a document: the answer, its numbers, how it is worked out, the rule, and other houses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from quizzes import kinds
from quizzes.drawing.scene import Scene
from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.kinds import KINDS
from quizzes.showing.explanation import Houses, Quoted, explanation, told_step
from quizzes.showing.figures import Figure, figures
from quizzes.showing.houses import Solver
from quizzes.showing.scenes import asked_seat
from quizzes.wording.kinds import words_of
from quizzes.wording.rules import cite_text


@dataclass(frozen=True, slots=True)
class Line:
    """A step of a derivation: its sentence, its sum in figures or "", and where its rule stands, or ""."""

    text: str
    sum: str
    cite: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is asked for, with its name and a word beside it."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a document.

    houses  those that say something else, and in `same` those that say the same
    spot    the query that brings it up under every house
    """

    title: str
    numbers: tuple[Number, ...]
    lines: tuple[Line, ...]
    rule: Quoted
    houses: tuple[Houses, ...]
    same: str
    picture: Scene | None
    figures: tuple[Figure, ...]
    spot: str


def tell(document: Document, solution: Solution, numbers: Sequence[Number] = (), solve: Solver = kinds.solve) -> Told:
    """Return what is told of a document and its solution, in the language in force.

    `solve` is what the other houses' answers are worked out with.
    """
    hand, kind = play(document), document.question.kind
    seat = asked_seat(document, hand)
    said = explanation(KINDS[kind], document, solution, solve)
    return Told(
        title=words_of(kind).title(document, "" if seat is None else hand.name(seat), solution.answer),
        numbers=tuple(numbers),
        lines=lines(solution, document.rules),
        rule=said.rule,
        houses=tuple(house for house in said.houses if house.differs),
        same=next((house.names for house in said.houses if not house.differs), ""),
        picture=said.picture,
        figures=figures(document, hand, solution.answer, solution.answer),
        spot=spot_query(document),
    )


def lines(solution: Solution, house: Ruleset) -> tuple[Line, ...]:
    """Return a derivation's steps under a house as they are told; the last one only gathers what the others gave.

    A rule is cited where it first comes in, not again at each step that goes on with it.
    """
    told = solution.told
    return tuple(_line(step, before, house) for step, before in zip(told, (None, *told), strict=False))


def _line(step: Step, before: Step | None, house: Ruleset) -> Line:
    said = told_step(step)
    return Line(said.text, said.sum, "" if before and before.rule == step.rule else cite_text(step.rule, house))


def spot_query(document: Document) -> str:
    """Return the query that brings a document up in the comparison of houses."""
    return urlencode({"x": as_text(to_table(document))})


def as_text(table: Mapping[str, Any]) -> str:
    """Return a document's plain values as TOML, a line a key; what is the same without being said is left out."""
    shown = {key: value for key, value in table.items() if (key, value) != ("rules", "tda")}
    return "\n".join(f"{key} = {_toml(value)}" for key, value in shown.items())


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
