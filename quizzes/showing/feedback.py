"""What a learner is told about an answer of theirs: the verdict, the mistake, and each field beside the right one.

The same answer to the same spot is told alike to all learners, so a process keeps what it told lately, and how that
looks, of as many answers as `dealt` keeps drills. Of a spot of the reserve nothing is kept.

What is told is some 3 kB. Its answer holds on to the drill as well, to the document, the steps and what grading worked
out, so one whose drill `dealt` let go takes 9 to 46 kB by its kind: 1024 of these at most 47 MB, mostly far less.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.steps import Solution
from quizzes.kinds.base import Answer, FieldGrade, Grade, Kind
from quizzes.models import Attempt, Drill
from quizzes.practice import Outcome
from quizzes.practising.dealt import KEPT, dealt, kind_of, may_be_kept
from quizzes.showing.explained import Spot, of_spot
from quizzes.showing.figures import Figure, figures, shows_response
from quizzes.showing.scenes import asked_seat, has_picture
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import Mistake, mistake

PARTS = ("mistaken", "compared")
"""What of a Feedback is put together when it is first asked for."""


@dataclass(frozen=True, slots=True)
class Row:
    """One field of the answer: the learner's value, the right one and the verdict."""

    name: str
    given: str
    right: str
    verdict: str


@dataclass(frozen=True)
class Feedback:
    """What a feedback page says of the answer. What it says of the spot is in `quizzes.showing.explained`.

    slips    sentences on where the answer differs from the right one, as a kind has them
    figures  the drawings that show what was answered; none where they would be those beside the right answer
    varies   what other spots of the kind have: other numbers, other cards, or another situation
    """

    kind: str
    verdict: str
    title: str
    lead: str
    mistakes: tuple[Mistake, ...]
    rows: tuple[Row, ...]
    follows: bool
    slips: tuple[str, ...]
    figures: tuple[Figure, ...] | None
    varies: str

    @cached_property
    def mistaken(self) -> SafeString:
        """The mistakes behind the answer, and the drawings of its own, as HTML in the language in force at first."""
        return render_to_string("quizzes/mistaken.html", {"told": self})

    @cached_property
    def compared(self) -> SafeString:
        """The answer field by field, and what is said of that, as HTML in the language in force at first."""
        return render_to_string("quizzes/compared.html", {"told": self})


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """All that what is told depends on besides the language.

    Two are equal that have one document, not only documents that say the same, since to compare these would take
    longer; and that are both right, however they were written, or responses that are stored alike.
    """

    kind: Kind
    document: Document
    solution: Solution
    response: Answer
    grade: Grade

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answered) and self.document is other.document and self._given == other._given

    def __hash__(self) -> int:
        return hash((id(self.document), self._given))

    @property
    def _given(self) -> str:
        return "" if self.grade.right else json.dumps(self.response)


def feedback(outcome: Outcome) -> Feedback:
    """Return what the learner is told about an outcome, in the language in force."""
    answered = Answered(outcome.kind, outcome.document, outcome.solution, outcome.response, outcome.grade)
    drill = outcome.attempt.drill if Attempt.drill.is_cached(outcome.attempt) else None
    if drill is None or not may_be_kept(drill):
        return _told(answered)
    return _lately(answered, get_language())


def prepare(drill: Drill, house: str, spot_url: str, language: str) -> None:
    """Put together what will be said once a drill is answered that is shown, if it is answered right, and what grading
    a wrong answer and leading on from there ask for; but nothing that may not be kept.

    For after its page is sent: whoever reads a question leaves time for it.
    """
    if not may_be_kept(drill):
        return
    kind, (document, solution) = kind_of(drill, house), dealt(drill, house)
    with override(language):
        of_spot(Spot(kind, document, solution, spot_url), drill)
        grade = kind.grade(document, solution.answer)
        told = _lately(Answered(kind, document, solution, solution.answer, grade), language)
        for part in PARTS:
            getattr(told, part)
    kind.mistaken(document)
    kind.level(document)


@lru_cache(maxsize=KEPT)
def _lately(answered: Answered, _language: str) -> Feedback:
    return _told(answered)


def _told(answered: Answered) -> Feedback:
    document, grade, answer = answered.document, answered.grade, answered.solution.answer
    hand = play(document)
    seat = asked_seat(document, hand)
    words = words_of(answered.kind.id)
    own = not grade.right and shows_response(answer)
    return Feedback(
        kind=answered.kind.id,
        verdict="right" if grade.right else "part" if grade.points else "wrong",
        title=words.title(document, "" if seat is None else hand.name(seat), answer),
        lead=lead_of(grade),
        mistakes=tuple(mistake(document, id) for id in grade.misconceptions),
        rows=_rows(answered.kind.id, grade.fields),
        follows=any(field.verdict == "follows" for field in grade.fields),
        slips=() if grade.right else tuple(words.slips(document, answered.response, answer)),
        figures=figures(document, hand, answered.response, answer) if own else None,
        varies="numbers" if answered.kind.toggles else "cards" if has_picture(document) else "situation",
    )


def _rows(kind: str, fields: Sequence[FieldGrade]) -> tuple[Row, ...]:
    labels, words = _labels(kind, get_language()), words_of(kind)
    return tuple(_row(labels[field.name], field, words.value) for field in words.fields(fields))


def _row(name: str, field: FieldGrade, value: Callable[[str, Any], str]) -> Row:
    right = value(field.name, field.right)
    given = right if field.verdict == "right" else value(field.name, field.given)
    return Row(name, given, right, field.verdict)


@cache
def _labels(kind: str, _language: str) -> Mapping[str, str]:
    """The names of a kind's fields: they are the same at every answer."""
    return words_of(kind).labels()


def lead_of(grade: Grade) -> str:
    """Return how much of an answer is right; what only follows from a slip is told apart from that."""
    if grade.right:
        return _("Every part of your answer is right.") if grade.out_of > 1 else _("Your answer is right.")
    if not grade.points:
        return _("No part of your answer is right.") if grade.out_of > 1 else _("Your answer is wrong.")
    verdicts = [field.verdict for field in grade.fields]
    right, wrong, follows = (verdicts.count(verdict) for verdict in ("right", "wrong", "follows"))
    words = {"right": right, "wrong": wrong, "out_of": grade.out_of, "follows": follows}
    if not follows:
        return _("Right in %(right)s of %(out_of)s parts.") % words
    if not right and wrong == 1:
        return _("One slip: all else follows from it.")
    if not right:
        none = ngettext(
            "Wrong in %(wrong)s of %(out_of)s parts, and %(follows)s follows from what is wrong.",
            "Wrong in %(wrong)s of %(out_of)s parts, and %(follows)s follow from what is wrong.",
            follows,
        )
        return none % words
    some = ngettext(
        "Right in %(right)s of %(out_of)s parts, and %(follows)s follows from what is wrong.",
        "Right in %(right)s of %(out_of)s parts, and %(follows)s follow from what is wrong.",
        follows,
    )
    return some % words
