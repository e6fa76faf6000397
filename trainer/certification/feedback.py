"""What a practice exam tells afterwards: each question with its answer, the right one and how it is worked out."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import models

from quizzes.kinds import KINDS
from quizzes.models import Attempt
from quizzes.practice import Outcome
from quizzes.practising import dealt
from quizzes.showing import feedback
from quizzes.showing.feedback import Feedback
from quizzes.showing.questions import question
from trainer.certification.blueprints import plan_of
from trainer.certification.models import ItemResult, Sitting


@dataclass(frozen=True, slots=True)
class Row:
    """A question in the list of all: what it asked, and how many parts of the answer were right."""

    place: int
    prompt: str
    verdict: str
    points: int
    out_of: int


@dataclass(frozen=True, slots=True)
class Told:
    """A question told: the spot explained, and the answer beside the right one, None where there was none to read."""

    place: int
    outcome: Outcome
    answer: Feedback | None


def rows(sitting: Sitting) -> list[Row]:
    """Return the questions of a graded practice exam in their order. One query."""
    return [_row(sitting, result) for result in _results(sitting).order_by("item__place")]


def told(sitting: Sitting, place: int) -> Told:
    """Return one question of a graded practice exam, explained. Raises ItemResult.DoesNotExist."""
    result = _results(sitting).get(item__place=place)
    drill = result.item.drill
    document, solution = dealt.dealt(drill, sitting.ruleset)
    kind = KINDS[drill.bucket.kind]
    solved = replace(kind, solve=lambda _document: solution)
    response = solution.answer if result.response is None else result.response
    grade = solved.grade(document, response)
    outcome = Outcome(document, kind, response, grade, solution, Attempt(drill=drill), repeated=False)
    return Told(place, outcome, None if result.response is None else _answered(sitting, outcome))


def _answered(sitting: Sitting, outcome: Outcome) -> Feedback:
    """Return what is told about an answer; that a part which follows counts, only where the exam says so."""
    told = feedback.feedback(outcome)
    return replace(told, follows=told.follows and plan_of(sitting.blueprint).carried_forward == "earns")


def _results(sitting: Sitting) -> models.QuerySet[ItemResult]:
    return ItemResult.objects.filter(item__sitting=sitting).select_related("item__drill__bucket")


def _row(sitting: Sitting, result: ItemResult) -> Row:
    item = result.item
    asked = question("", KINDS[item.drill.bucket.kind], dealt.dealt(item.drill, sitting.ruleset).document)
    verdict = "right" if result.right else "part" if result.points else "wrong"
    return Row(item.place, asked.prompt, verdict, result.points, result.out_of)
