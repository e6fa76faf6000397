"""What somebody answered beside what is right by the key that marked it again, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from quizzes.kinds.base import FieldGrade
from quizzes.models import Attempt, Drill
from quizzes.practising.dealt import dealt, kind_of
from quizzes.practising.sharing import drills_of
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import named, semicolon

STOPS = ".。"
"""What a written answer may end in: it is quoted in a sentence, which has its own."""


class Beside(NamedTuple):
    """An answer, and the right one, without a stop at their ends."""

    given: str
    right: str


def own_answers(user_id: int, told: Sequence[Mapping[str, Any]]) -> list[Beside | None]:
    """Return what an account answered and what is right at the spots of notices about regrades, given by their values.

    None for one whose spot may not be told, or whose answer is not at hand any more. Two queries for all, if any.
    """
    named = [values for values in told if values.get("spot") and "nonce" in values]
    if not named:
        return [None] * len(told)
    drills = drills_of({values["spot"] for values in named})
    asked, nonces = zip(*(_key(values) for values in named), strict=True)
    made = Attempt.objects.filter(user=user_id, issued_at__in=asked, nonce__in=nonces)
    attempts = {(each.issued_at, each.nonce): each for each in made}
    return [
        _beside(attempts[_key(values)], *drills[values["spot"]])
        if values in named and values["spot"] in drills and _key(values) in attempts
        else None
        for values in told
    ]


def _key(values: Mapping[str, Any]) -> tuple[datetime, UUID]:
    return datetime.fromisoformat(values["asked"]), UUID(values["nonce"])


def _beside(attempt: Attempt, drill: Drill, house: str) -> Beside:
    grade = kind_of(drill, house).grade(dealt(drill, house).document, attempt.response)
    fields, kind = words_of(drill.bucket.kind).fields(grade.fields), drill.bucket.kind
    given = semicolon([_said(kind, field, field.given, len(fields)) for field in fields])
    right = semicolon([_said(kind, field, field.right, len(fields)) for field in fields])
    return Beside(given.rstrip(STOPS), right.rstrip(STOPS))


def _said(kind: str, field: FieldGrade, value: Any, fields: int) -> str:
    """Return a field's value, with the field's name where there are several."""
    words = words_of(kind)
    text = words.value(field.name, value)
    return named(str(words.labels()[field.name]), text) if fields > 1 else text
