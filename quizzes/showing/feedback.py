"""What a learner is told about an answer of theirs: the verdict, the mistake, and each field beside the right one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from quizzes.engine.hand import play
from quizzes.kinds.base import FieldGrade, Grade
from quizzes.practice import Outcome
from quizzes.showing.figures import Figure, figures, shows_response
from quizzes.showing.scenes import asked_seat, has_picture
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import Mistake, mistake


@dataclass(frozen=True, slots=True)
class Row:
    """One field of the answer: the learner's value, the right one and the verdict."""

    name: str
    given: str
    right: str
    verdict: str


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a feedback page says of the answer. What it says of the spot is in `quizzes.showing.explained`.

    slips    sentences on where the answer differs from the right one, as a kind has them
    figures  the drawings that show what was answered; none where they would be those beside the right answer
    varies   what other spots of the kind have: other numbers, other cards, or another situation
    """

    verdict: str
    title: str
    lead: str
    mistakes: tuple[Mistake, ...]
    rows: tuple[Row, ...]
    follows: bool
    slips: tuple[str, ...]
    figures: tuple[Figure, ...] | None
    varies: str


def feedback(outcome: Outcome) -> Feedback:
    """Return what the learner is told about an outcome, in the language in force."""
    document, grade, answer = outcome.document, outcome.grade, outcome.solution.answer
    hand = play(document)
    seat = asked_seat(document, hand)
    words = words_of(outcome.kind.id)
    own = not grade.right and shows_response(answer)
    return Feedback(
        verdict="right" if grade.right else "part" if grade.points else "wrong",
        title=words.title(document, "" if seat is None else hand.name(seat), answer),
        lead=lead_of(grade),
        mistakes=tuple(mistake(document, id) for id in grade.misconceptions),
        rows=_rows(outcome.kind.id, grade.fields),
        follows=any(field.verdict == "follows" for field in grade.fields),
        slips=() if grade.right else tuple(words.slips(document, outcome.response, answer)),
        figures=figures(document, hand, outcome.response, answer) if own else None,
        varies="numbers" if outcome.kind.toggles else "cards" if has_picture(document) else "situation",
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
        return _("Every part of your answer is right.")
    if not grade.points:
        return _("No part of your answer is right.")
    verdicts = [field.verdict for field in grade.fields]
    right, follows = verdicts.count("right"), verdicts.count("follows")
    words = {"right": right, "out_of": grade.out_of, "follows": follows}
    if not follows:
        return _("Right in %(right)s of %(out_of)s parts.") % words
    if not right and verdicts.count("wrong") == 1:
        return _("One slip: all else follows from it.")
    if not right:
        none = ngettext(
            "No part is right, %(follows)s of them only because it builds on another wrong part.",
            "No part is right, %(follows)s of them only because they build on another wrong part.",
            follows,
        )
        return none % words
    some = ngettext(
        "Right in %(right)s of %(out_of)s parts, and %(follows)s follows from what is wrong.",
        "Right in %(right)s of %(out_of)s parts, and %(follows)s follow from what is wrong.",
        follows,
    )
    return some % words
