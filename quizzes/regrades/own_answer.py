"""What somebody answered beside what is right by the key that marked it again, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from quizzes.kinds.base import FieldGrade
from quizzes.models import Attempt
from quizzes.practising.dealt import dealt, kind_of
from quizzes.practising.sharing import NoSpot, drill_of
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import semicolon


class Beside(NamedTuple):
    """An answer, and the right one."""

    given: str
    right: str


def own_answer(user_id: int, values: Mapping[str, Any]) -> Beside | None:
    """Return what an account answered and what is right at the spot of a notice about a regrade, given by its values.

    None where that spot may not be told, or the answer is not at hand any more. Two queries.
    """
    if not values.get("spot") or "nonce" not in values:
        return None
    key = datetime.fromisoformat(values["asked"]), UUID(values["nonce"])
    attempt = Attempt.objects.filter(pk=key, user=user_id).first()
    try:
        drill, house = drill_of(values["spot"])
    except NoSpot:
        return None
    if attempt is None:
        return None
    grade = kind_of(drill, house).grade(dealt(drill, house).document, attempt.response)
    fields, kind = words_of(drill.bucket.kind).fields(grade.fields), drill.bucket.kind
    given = semicolon([_said(kind, field, field.given, len(fields)) for field in fields])
    return Beside(given, semicolon([_said(kind, field, field.right, len(fields)) for field in fields]))


def _said(kind: str, field: FieldGrade, value: Any, fields: int) -> str:
    """Return a field's value, with the field's name where there are several."""
    words = words_of(kind)
    text = words.value(field.name, value)
    return f"{words.labels()[field.name]}: {text}" if fields > 1 else text
