"""What a sitting is worth: graded once, by the stored keys, in whole points.

The written part is graded as soon as it is handed in. Where a performance sheet counts as well, the sitting waits with
its points, and is decided once the sheet is signed. `decide` alone says who passes; a regrade asks it again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed
from trainer.certification import audit, certificates, sittings
from trainer.certification.blueprints import plan_of
from trainer.certification.items import key_of, solution_of
from trainer.certification.models import ExamItem, ItemResult, PerformanceSheet, Room, Sitting, SittingItem
from trainer.certification.plans import Plan, reaches

A_SWEEP = 500

logger = logging.getLogger(__name__)


class Marked(NamedTuple):
    """The points of a question and the number of its section."""

    section: int
    points: int
    out_of: int


class Sheet(NamedTuple):
    """The marks of a signed performance sheet, and what they are out of."""

    marks: int
    out_of: int


class Verdict(NamedTuple):
    """The points of the written part, and whether the exam is passed."""

    points: int
    out_of: int
    passed: bool


def decide(plan: Plan, rows: Sequence[Marked], sheet: Sheet | None = None) -> Verdict:
    """Return who passes, in whole numbers alone: no figure is rounded.

    `sheet` is the performance sheet, None where none counts. The total reaches the exam's mark, and every section that
    must be passed its own.
    """
    points, out_of = sum(row.points for row in rows), sum(row.out_of for row in rows)
    passed = _total_reaches(plan, points, out_of, sheet)
    for number, section in enumerate(plan.sections):
        mine = [row for row in rows if row.section == number]
        if section.must_pass:
            got, asked = sum(row.points for row in mine), sum(row.out_of for row in mine)
            passed = passed and reaches(got, asked, section.pass_mark)
    return Verdict(points, out_of, passed)


def mark(item: SittingItem, key: ExamItem, ruleset: str) -> ItemResult:
    """Return what an answer is worth by a key, not stored. One that is missing or can't be read has no point.

    A question is out of the parts of its right answer, whatever was answered: a part too many takes a point away.
    """
    kind = KINDS[item.drill.bucket.kind]
    document, solution = item.drill.spot(ruleset), solution_of(key)
    out_of = len(kind.values(document, solution.answer, solution.answer))
    try:
        response = kind.parse(document, item.response or {})
    except IllFormed:
        return ItemResult(item=item, points=0, out_of=out_of, right=False)
    grade = replace(kind, solve=lambda _document: solution).grade(document, response)
    return ItemResult(
        item=item,
        response=dict(response),
        points=max(0, grade.points - (grade.out_of - out_of)),
        out_of=out_of,
        right=grade.right,
        misconceptions=list(grade.misconceptions),
    )


@transaction.atomic
def grade(sitting_id: int, now: datetime | None = None) -> bool:
    """Grade a sitting that was handed in, once: results, points, and who passes. Return whether this call decided it.

    Where a performance sheet is still to be signed the points are stored and the sitting stays handed in: grade it
    again once the sheet is there.
    """
    now = now or timezone.now()
    rows = Sitting.objects.select_for_update(of=("self",)).select_related("blueprint", "candidate", "ticket")
    sitting = rows.get(pk=sitting_id)
    if sitting.state != Sitting.State.SUBMITTED:
        return False
    plan = plan_of(sitting.blueprint)
    if sitting.points is None:
        _mark_all(sitting)
    sheet = sheet_of(sitting, plan)
    verdict = decide(plan, marked(sitting), sheet)
    sitting.points, sitting.out_of = verdict.points, verdict.out_of
    if sheet is None and plan.weight and not sitting.practice:
        sitting.save(update_fields=["points", "out_of"])
        return False
    sitting.state, sitting.passed, sitting.graded_at = Sitting.State.GRADED, verdict.passed, now
    sitting.save(update_fields=["points", "out_of", "state", "passed", "graded_at"])
    details = {"points": verdict.points, "out_of": verdict.out_of, "passed": verdict.passed, "sheet": list(sheet or ())}
    audit.append(sitting, "graded", None, details)
    if _may_be_released(sitting, plan):
        release(sitting, now)
    return True


@transaction.atomic
def release(sitting: Sitting, now: datetime) -> None:
    """Let the candidate see a graded sitting's result, as far as the exam's policy lets them; a pass is certified."""
    released = Sitting.objects.filter(pk=sitting.pk, state=Sitting.State.GRADED, released_at=None)
    if not released.update(released_at=now):
        return
    sitting.released_at = now
    audit.append(sitting, "released")
    if sitting.passed and not sitting.practice:
        certificates.issue_for(sitting, now)


def marked(sitting: Sitting) -> list[Marked]:
    """Return the points of a graded sitting's questions."""
    rows = ItemResult.objects.filter(item__sitting=sitting).order_by("item__place")
    return [Marked(*row) for row in rows.values_list("item__section", "points", "out_of")]


def sheet_of(sitting: Sitting, plan: Plan) -> Sheet | None:
    """Return a sitting's performance sheet; None where none counts, as in practice, or none is signed yet."""
    if not plan.weight or sitting.practice:
        return None
    signed = PerformanceSheet.objects.filter(sitting=sitting).exclude(signed_at=None).first()
    return None if signed is None else Sheet(sum(signed.marks.values()), sum(part.marks for part in plan.parts))


def sweep(now: datetime) -> int:
    """Hand in the sittings whose time is up, and grade those that wait for it. Return how many were graded.

    One that can't be graded is logged and stops no other.
    """
    due = Sitting.objects.filter(state=Sitting.State.OPEN, deadline__lte=now).order_by("deadline")
    for sitting in due[:A_SWEEP]:
        sittings.submit(sitting, now, late=True)
    ready = Q(points=None) | Q(performance__signed_at__isnull=False)
    waiting = Sitting.objects.filter(ready, state=Sitting.State.SUBMITTED).order_by("deadline")
    return sum(_graded(pk, now) for pk in waiting.values_list("pk", flat=True)[:A_SWEEP])


def _graded(pk: int, now: datetime) -> bool:
    try:
        return grade(pk, now)
    except Exception:
        logger.exception("sitting %s could not be graded", pk)
        return False


def _mark_all(sitting: Sitting) -> None:
    answers = list(sitting.items.select_related("drill__bucket").order_by("place"))
    keys = ExamItem.objects.in_bulk([item.drill_id for item in answers])
    ItemResult.objects.bulk_create(
        mark(item, keys.get(item.drill_id) or key_of(item.drill), sitting.ruleset) for item in answers
    )


def _total_reaches(plan: Plan, points: int, out_of: int, sheet: Sheet | None) -> bool:
    """Compare written % x (100 - weight) + sheet % x weight with the pass mark, multiplied out; the written part alone
    where no sheet counts.
    """
    if sheet is None:
        return reaches(points, out_of, plan.pass_mark)
    both = points * sheet.out_of * (100 - plan.weight) + sheet.marks * out_of * plan.weight
    return both >= plan.pass_mark * out_of * sheet.out_of


def _may_be_released(sitting: Sitting, plan: Plan) -> bool:
    """Return whether who passes is told at once: only the score of a room that is still open may have to wait.

    The lock lets a room that is closed at this moment see the sitting, or this call see that it is closed.
    """
    if plan.release.score != "after-close" or sitting.ticket is None:
        return True
    return Room.objects.select_for_update(no_key=True).get(pk=sitting.ticket.room_id).closed_at is not None
