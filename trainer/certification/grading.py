"""What a sitting is worth: graded once, by the stored keys, part by part.

The written part is graded as soon as it is handed in. Where a performance sheet counts as well, the sitting waits with
its points, and is decided once the sheet is signed. `scores.decide` alone says who passes; a regrade asks it again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed
from trainer.certification import audit, certificates, sittings
from trainer.certification.blueprints import plan_of
from trainer.certification.items import key_of, solution_of
from trainer.certification.models import (
    Correction,
    ExamItem,
    ItemResult,
    PerformanceSheet,
    Room,
    Sitting,
    SittingItem,
)
from trainer.certification.plans import Plan
from trainer.certification.scores import Marked, Sheet, decide

A_SWEEP = 500
A_PIECE = 50
"""So many results of a closed room are released by one task, which then asks for the next."""

_LOCK = 0xC0DE

logger = logging.getLogger(__name__)


def mark(item: SittingItem, key: ExamItem, ruleset: str, plan: Plan) -> ItemResult:
    """Return what an answer is worth by a key, not stored. One that is missing or can't be read has no point.

    A question is out of the parts of its right answer, whatever was answered: a part too many takes a point away. What
    a part earns that follows from a slip in another, the plan says.
    """
    kind = KINDS[item.drill.bucket.kind]
    document, solution = item.drill.spot(ruleset), solution_of(key)
    out_of = len(kind.values(document, solution.answer, solution.answer))
    try:
        response = kind.parse(document, item.response or {})
    except IllFormed:
        return ItemResult(item=item, points=0, out_of=out_of, right=False)
    grade = replace(kind, solve=lambda _document: solution).grade(document, response)
    right = sum(field.verdict == "right" for field in grade.fields)
    earned = grade.points if plan.carried_forward == "earns" else right
    return ItemResult(
        item=item,
        response=dict(response),
        points=max(0, earned - (grade.out_of - out_of)),
        out_of=out_of,
        right=grade.right,
        misconceptions=list(grade.misconceptions),
    )


def credited(row: ItemResult) -> ItemResult:
    """Return a result with all points, as everybody gets them for a faulty question; it takes the row's place."""
    full = {"points": row.out_of, "out_of": row.out_of, "right": True}
    return ItemResult(pk=row.pk, item=row.item, response=row.response, **full)


def hold_keys(drills: Sequence[int], *, alone: bool = False) -> None:
    """Keep the keys of some questions as they are until the transaction ends: many gradings may hold them, a
    correction does so alone. So it finds every sitting that was graded before it, and those after it go by it.
    """
    lock = "pg_advisory_xact_lock" if alone else "pg_advisory_xact_lock_shared"
    in_order = sorted(drills)  # two that hold several never wait for each other
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {lock}(%s, hashint8(drill)) FROM unnest(%s::bigint[]) AS drill", [_LOCK, in_order])


def faulty(drills: Sequence[int]) -> set[int]:
    """Return the questions for which everybody gets full marks: what was said of them last counts. One query."""
    said = dict(Correction.objects.filter(drill__in=drills).order_by("pk").values_list("drill", "way"))
    return {drill for drill, way in said.items() if way == Correction.Way.CREDIT}


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
        _mark_all(sitting, plan)
    sheet = sheet_of(sitting, plan)
    verdict = decide(plan, marked(sitting), sheet)
    sitting.points, sitting.out_of = verdict.points, verdict.out_of
    if sheet is None and plan.weight and not sitting.practice:
        sitting.save(update_fields=["points", "out_of"])
        return False
    sitting.state, sitting.passed, sitting.graded_at = Sitting.State.GRADED, verdict.passed, now
    sitting.save(update_fields=["points", "out_of", "state", "passed", "graded_at"])
    details = {**verdict._asdict(), "sheet": list(sheet or ()), "graded_at": now.isoformat()}
    audit.append(sitting, "graded", None, details)
    if _may_be_released(sitting, plan):
        release(sitting, now)
    return True


@transaction.atomic
def release(sitting: Sitting, now: datetime) -> bool:
    """Let the candidate see a graded sitting's result, as far as the exam's policy lets them; a pass is certified.

    Return whether this call did. The verdict that counts is the stored one: a correction may have turned it meanwhile.
    """
    row = Sitting.objects.select_for_update().get(pk=sitting.pk)
    if row.state != Sitting.State.GRADED or row.released_at is not None:
        return False
    row.released_at = sitting.released_at = now
    row.save(update_fields=["released_at"])
    audit.append(row, "released", details={"released_at": now.isoformat()})
    if row.passed:
        certificates.issue_for(row, now)
    return True


def release_waiting(now: datetime, most: int = A_PIECE, **of: object) -> int:
    """Release results that waited for their room to close, so many at most, each by itself. Return how many they were.

    `of` narrows the sittings: `ticket__room` or `pk`. One that can't be released is logged and stops no other.
    """
    waiting = awaiting().filter(**of).select_related("blueprint", "candidate").order_by("pk")
    return sum(_done(sitting.pk, partial(release, sitting, now)) for sitting in waiting[:most])


def awaiting() -> QuerySet[Sitting]:
    """Return the graded sittings whose room is closed and whose results are still to be released."""
    closed = Sitting.objects.filter(ticket__room__closed_at__isnull=False)
    return closed.filter(state=Sitting.State.GRADED, released_at=None)


def marked(sitting: Sitting) -> list[Marked]:
    """Return the points of a graded sitting's questions."""
    rows = ItemResult.objects.filter(item__sitting=sitting).order_by("item__place")
    return [Marked(*row) for row in rows.values_list("item__section", "points", "out_of")]


def sheet_of(sitting: Sitting, plan: Plan) -> Sheet | None:
    """Return a sitting's performance sheet; None where none counts, as in practice, or none is signed yet."""
    if not plan.weight or sitting.practice:
        return None
    signed = PerformanceSheet.objects.filter(sitting=sitting).exclude(signed_at=None).first()
    return None if signed is None else read_sheet(signed, plan)


def read_sheet(signed: PerformanceSheet, plan: Plan) -> Sheet:
    """Return what a signed performance sheet counts."""
    return Sheet(sum(signed.marks.values()), sum(part.marks for part in plan.parts))


def sweep(now: datetime) -> int:
    """Hand in the sittings whose time is up, grade those that wait for it, release what waits in rooms that are closed,
    and certify a released pass that has no certificate. Return how many were graded.

    One that can't be graded is logged and stops no other.
    """
    due = Sitting.objects.filter(state=Sitting.State.OPEN, deadline__lte=now).order_by("deadline")
    for sitting in due[:A_SWEEP]:
        sittings.submit(sitting, now, late=True)
    ready = Q(points=None) | Q(performance__signed_at__isnull=False)
    waiting = Sitting.objects.filter(ready, state=Sitting.State.SUBMITTED).order_by("deadline")
    pks = list(waiting.values_list("pk", flat=True)[:A_SWEEP])
    graded = sum(_done(pk, partial(grade, pk, now)) for pk in pks)
    release_waiting(now, A_SWEEP)
    for sitting in _uncertified()[:A_SWEEP]:
        logger.error("sitting %s is passed and released, and has no certificate: it gets one", sitting.pk)
        _done(sitting.pk, partial(_certify, sitting, now))
    return graded


def _uncertified() -> QuerySet[Sitting]:
    """Return the released passes that were never certified."""
    released = Sitting.objects.filter(state=Sitting.State.GRADED, passed=True, released_at__isnull=False)
    return released.filter(practice=False, certificates=None, candidate__erased_at=None).order_by("pk")


def _certify(sitting: Sitting, now: datetime) -> bool:
    return certificates.issue_for(sitting, now) is not None


def _done(pk: int, act: Callable[[], bool]) -> bool:
    """Grade, release or certify a sitting. Return whether that was done; what goes wrong is logged."""
    try:
        return act()
    except Exception:
        logger.exception("sitting %s could not be graded, released or certified", pk)
        return False


def _mark_all(sitting: Sitting, plan: Plan) -> None:
    answers = list(sitting.items.select_related("drill__bucket").order_by("place"))
    drills = [item.drill_id for item in answers]
    hold_keys(drills)
    keys, credit = ExamItem.objects.in_bulk(drills), faulty(drills)
    marked = [mark(item, keys.get(item.drill_id) or key_of(item.drill), sitting.ruleset, plan) for item in answers]
    ItemResult.objects.bulk_create(credited(row) if row.item.drill_id in credit else row for row in marked)


def _may_be_released(sitting: Sitting, plan: Plan) -> bool:
    """Return whether who passes is told at once: only the score of a room that is still open may have to wait.

    The lock lets a room that is closed at this moment see the sitting, or this call see that it is closed.
    """
    if plan.release.score != "after-close" or sitting.ticket is None:
        return True
    return Room.objects.select_for_update(no_key=True).get(pk=sitting.ticket.room_id).closed_at is not None
