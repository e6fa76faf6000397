"""Answers that keep their mark, since nobody loses one: who gave them is told once that another answer is right."""

from __future__ import annotations

from collections.abc import Sequence

from quizzes.models import RegradedAttempt
from quizzes.regrades.marking import Change


def untold(drill: int, by: int, kept: Sequence[Change]) -> list[Change]:
    """Return those of some kept answers to a drill that no regrade by the key of another has kept before, both given by
    their keys. One query, if any.
    """
    if not kept:
        return []
    rows = RegradedAttempt.objects.filter(
        kept=True,
        regrade__drill=drill,
        regrade__by=by,
        issued_at__in=[each.attempt.issued_at for each in kept],
    )
    known = set(rows.values_list("issued_at", "nonce"))
    return [each for each in kept if (each.attempt.issued_at, each.attempt.nonce) not in known]
