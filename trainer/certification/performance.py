"""The performance sheet: what an examiner marks at the table beside the written part, signed once.

How its marks enter the total is decided in `scores.decide`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from trainer.accounts.models import User
from trainer.certification import audit, grading
from trainer.certification.blueprints import plan_of
from trainer.certification.models import PerformanceSheet, Sitting
from trainer.certification.plans import Plan
from trainer.certification.rooms import may_look_after

MARK_DIGITS = 3


class Fixed(Exception):
    """The sheet is signed, or its sitting is decided or void: its marks do not change any more."""


class BadMarks(ValueError):
    """Marks that can't be. `parts` are the numbers of the parts, from 0 on, whose mark is missing or out of range."""

    def __init__(self, parts: Sequence[int]) -> None:
        super().__init__(", ".join(map(str, parts)))
        self.parts = tuple(parts)


def wanted(sitting: Sitting, plan: Plan) -> bool:
    """Return whether a sheet belongs to a sitting. A practice exam is written alone."""
    return plan.weight > 0 and not sitting.practice


def may_examine(user: User, sitting: Sitting) -> bool:
    """Return whether somebody may mark a sitting: who looks after its room, and never its candidate."""
    if sitting.ticket is None or user.pk in (sitting.user_id, sitting.candidate.user_id):
        return False
    return may_look_after(user, sitting.ticket.room)


def read_marks(plan: Plan, typed: Mapping[int, str]) -> tuple[int, ...]:
    """Return the marks that were typed, part by part: each a whole number from 0 to what the part gives.

    `typed` has them by the numbers of the parts, from 0 on. Raises BadMarks.
    """
    bad = [number for number, part in enumerate(plan.parts) if not _is_mark(typed.get(number, ""), part.marks)]
    if bad:
        raise BadMarks(bad)
    return tuple(int(typed[number]) for number in range(len(plan.parts)))


@transaction.atomic
def sign(sitting: Sitting, marks: Sequence[int], remark: str, examiner: User, now: datetime) -> PerformanceSheet:
    """Sign the sheet of a sitting: its marks are fixed, and a sitting that waited for them is graded.

    Raises PermissionDenied for whoever may not examine it, Fixed, and BadMarks.
    """
    rows = Sitting.objects.select_for_update(of=("self",)).select_related("ticket__room", "candidate", "blueprint")
    row = rows.get(pk=sitting.pk)
    if not may_examine(examiner, row):
        raise PermissionDenied
    plan = plan_of(row.blueprint)
    if not wanted(row, plan) or row.state in (Sitting.State.GRADED, Sitting.State.VOID):
        raise Fixed
    _check(plan, marks)
    sheet, _made = PerformanceSheet.objects.select_for_update().get_or_create(sitting=row)
    if sheet.signed_at is not None:
        raise Fixed
    sheet.examiner, sheet.remark, sheet.signed_at = examiner, remark, now
    sheet.marks = {str(number): mark for number, mark in enumerate(marks)}
    sheet.save()
    audit.append(row, "sheet-signed", examiner.pk, {"marks": list(marks)}, why=remark)
    grading.grade(row.pk, now)
    return sheet


def _check(plan: Plan, marks: Sequence[int]) -> None:
    if len(marks) != len(plan.parts):
        raise BadMarks(range(len(plan.parts)))
    bad = [number for number, part in enumerate(plan.parts) if not 0 <= marks[number] <= part.marks]
    if bad:
        raise BadMarks(bad)


def _is_mark(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MARK_DIGITS and int(text) <= most
