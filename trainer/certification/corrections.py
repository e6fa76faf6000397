"""Corrections: a question whose key was wrong, or that was faulty, is marked anew in every sitting that has it, but for
practice. Those that are graded later are marked by what was corrected, see `grading`.

Looked at first, as a dry run that writes nothing. What changes is in each sitting's chain of events, and a verdict that
changes issues a certificate, or revokes one and says so. Of many sittings the worker does the most, piece by piece, so
that no grading waits for long: whoever corrected the question may be gone by then.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from celery import current_app
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution
from quizzes.kinds.choice import KIND as CHOICE
from quizzes.making import house_playing
from quizzes.models import Drill
from quizzes.regrades.marking import Key, another_spot, house_asked, key_for, unfit
from quizzes.regrades.regrading import why_another
from trainer.accounts.models import User
from trainer.certification import appeals, audit, certificates, changes, grading, items
from trainer.certification.certificates import Because
from trainer.certification.changes import Again, Change
from trainer.certification.correctors import Barred, check
from trainer.certification.models import Correction, ExamItem, ItemResult, Sitting, SittingItem
from trainer.certification.plans import Plan

AT_ONCE = 20
"""So many sittings are looked at by the request that corrects their question, the others by the worker."""

A_PIECE = 50
TASK = "trainer.certification.tasks.correct_on"
LOST = timedelta(minutes=2)
"""So long after the last piece the sweep goes on with what no worker has."""

STUCK = timedelta(days=1)
"""So long after its last piece a correction whose next one always fails stands in the way of no other any more."""

logger = logging.getLogger(__name__)


class Unfit(Exception):
    """The answers can't be marked by the key as it is worked out today. Its text says why."""


class Corrected(Exception):
    """The question was corrected since the page was shown, by the same form sent twice or by somebody who was quicker,
    or is still being corrected.
    """


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a correction would change, of how many graded sittings; `under_way` are those still to be graded."""

    changes: tuple[Change, ...]
    sittings: int
    under_way: int

    @property
    def turning(self) -> int:
        return sum(each.turns for each in self.changes)


def key_today(drill: Drill) -> Solution:
    """Return the key of a drill as it is worked out today: of a written question by the version that corrects it, of
    any other from what was shown, whatever a later version shows.

    Raises Unfit: also where that is the key of another spot, or where the second computation does not agree.
    """
    key = key_for(drill) if drill.bucket.kind == CHOICE.id else Key(drill, drill)
    house = house_asked(drill)
    refused = unfit(key, house)
    if refused:
        raise Unfit(refused)
    another = another_spot(key, house)
    if another:
        raise Unfit(why_another(another))
    kind = kinds.KINDS[drill.bucket.kind]
    document = replace(parse(key.by.document), rules=house_playing(drill.bucket.rules_key))
    try:
        agreed = kinds.agree(kind, document)
    except DocumentError:
        agreed = False
    if not agreed:
        raise Unfit(_("The two computations of the answer don’t agree, so there is no key."))
    return kind.solve(document)


def dry_run(drill: Drill, way: str, mode: str, by: User) -> DryRun:
    """Return what a correction by somebody would change. Raises Barred and Unfit. As many queries for many sittings as
    for few.
    """
    check(drill, way, by)
    if _going_on(last__gt=timezone.now() - STUCK).filter(drill=drill).exists():
        raise Barred(_("Others are still to be marked anew: look again in a minute."))
    rows = list(changes.rows_of(drill, way))
    waiting = SittingItem.objects.filter(drill=drill, result=None, sitting__practice=False)
    under_way = waiting.filter(sitting__state__in=(Sitting.State.OPEN, Sitting.State.SUBMITTED))
    changed = tuple(again.change for again in changes.of(rows, _key(drill, way), mode))
    return DryRun(changed, len(rows), under_way.count())


@transaction.atomic
def correct(
    drill: Drill, way: str, mode: str, reason: str, by: User, now: datetime, known: int | None = None
) -> Correction:
    """Correct a question: all graded sittings that have it are marked anew.

    A new key is the question's from here on, and so are full marks for a faulty one, which leaves the reserve. Done
    again it changes nothing more. `known` is how many corrections of the question the page showed. While one goes on
    there is no other: the same answers would get different marks by how far it was. One that is stuck ends with this
    one, which looks at all sittings. Raises Barred, Unfit and Corrected, before anything is written.
    """
    grading.hold_keys([drill.pk], alone=True)
    check(drill, way, by)
    key = _key(drill, way)
    before = of(drill.pk)
    going_on = _going_on(last__gt=now - STUCK).filter(drill=drill).exists()
    if going_on or (known is not None and before.count() != known):
        raise Corrected
    before.filter(goes_on=True).update(goes_on=False)
    made = Correction.objects.create(drill=drill, way=way, mode=mode, reason=reason, made_by=by, made_at=now)
    made.sittings = changes.rows_of(drill, way).count()
    if key is not None:
        ExamItem.objects.filter(pk=drill.pk).update(answer=key.answer, steps=key.steps)
    else:
        items.retire(drill.pk)
    _mark_piece(made, changes.rows_of(drill, way), now, AT_ONCE)
    return made


@transaction.atomic
def go_on(pk: int, now: datetime) -> None:
    """Mark a piece of the sittings of a correction anew that are still to come, and ask for the next piece."""
    made = Correction.objects.select_related("drill__bucket").get(pk=pk)
    grading.hold_keys([made.drill_id], alone=True)
    made.refresh_from_db(fields=["changes", "goes_on", "looked_at"])
    if made.goes_on:
        _mark_piece(made, changes.rows_of(made.drill, made.way), now, A_PIECE)


def sweep(now: datetime) -> None:
    """Go on with the corrections whose task is lost. One that fails is logged and stops no other."""
    for pk in _going_on(last__lte=now - LOST).values_list("pk", flat=True):
        try:
            go_on(pk, now)
        except Exception:
            logger.exception("correction %s could not go on", pk)


def find(drill: int, pk: int) -> Correction:
    """Return a correction of a drill. Raises Http404."""
    made = Correction.objects.filter(drill=drill, pk=pk).select_related("made_by").first()
    if made is None:
        raise Http404
    return made


def of(drill: int) -> QuerySet[Correction]:
    """Return the corrections of a drill, the last one first."""
    return Correction.objects.filter(drill=drill).order_by("-pk")


def why_more(row: ItemResult, plan: Plan) -> str:
    """Return in words why a result is worth more than its answer by the key: its question is faulty, or was corrected
    without taking points away. "" where it is not. One query for a question that was never corrected.
    """
    item, last = row.item, of(row.item.drill_id).first()
    if last is None:
        return ""
    if last.way == Correction.Way.CREDIT:
        return str(Correction.Way.CREDIT.label) if row.right else ""
    emptied = item.response is None and item.saves > 0
    if last.mode != Correction.Mode.RAISE or emptied:
        return ""
    by_key = grading.mark(item, items.key_of(item.drill), item.sitting.ruleset, plan)
    kept = changes.falls(row, by_key)
    return _("these points stay as they were: the correction of the key takes none away") if kept else ""


def _going_on(**last: datetime) -> QuerySet[Correction]:
    """Return the corrections that go on and did so last after or before some time."""
    return Correction.objects.filter(goes_on=True).annotate(last=Coalesce("piece_at", "made_at")).filter(**last)


def _key(drill: Drill, way: str) -> ExamItem | None:
    """Return the item of a drill with the key by which answers are marked, not stored; None for full marks."""
    if way == Correction.Way.CREDIT:
        return None
    solution = key_today(drill)
    return ExamItem(
        drill=drill, answer=dict(solution.answer), steps=[items.plain_step(step) for step in solution.steps]
    )


def _mark_piece(made: Correction, rows: QuerySet[ItemResult], now: datetime, most: int) -> None:
    """Mark so many of the sittings of some results anew, those after the last that was looked at, and have others done
    next. No more than these are locked.
    """
    key = None if made.way == Correction.Way.CREDIT else ExamItem.objects.get(pk=made.drill_id)
    left = rows.filter(item__sitting__gt=made.looked_at)
    piece = list(left.select_for_update(of=("item__sitting",))[:most])
    if piece:
        made.looked_at = piece[-1].item.sitting_id
    found = changes.of(piece, key, made.mode)
    fields = ["response", "points", "out_of", "right", "misconceptions"]
    ItemResult.objects.bulk_update([again.result for again in found], fields)
    for again in found:
        _apply(made, again, now)
    made.changes, made.piece_at = [*made.changes, *(each.change.told() for each in found)], now
    made.goes_on = len(piece) == most and rows.filter(item__sitting__gt=made.looked_at).exists()
    made.save(update_fields=["sittings", "changes", "goes_on", "looked_at", "piece_at"])
    if made.goes_on:
        transaction.on_commit(lambda: _ask_to_go_on(made.pk), robust=True)


def _apply(made: Correction, again: Again, now: datetime) -> None:
    """Give a sitting its new points and verdict, with the event, the certificate and the letter that follow."""
    change, verdict = again.change, again.verdict
    sitting = change.sitting
    sitting.points, sitting.out_of, sitting.passed = verdict.points, verdict.out_of, change.after.passed
    sitting.save(update_fields=["points", "out_of", "passed"])
    details = {"correction": made.pk, **change.told()}
    audit.append(sitting, "regraded", made.made_by_id, details, why=made.reason)
    if not change.turns:
        return
    if sitting.passed and sitting.released_at is not None:
        certificates.issue_for(sitting, now)
    elif not sitting.passed:
        for certificate in sitting.certificates.filter(revoked_at=None):
            certificates.revoke(certificate, Because.REGRADE, made.made_by, made.reason, now)
    if sitting.released_at is not None:
        appeals.tell(sitting, "certification/letters/result_changed", {"passed": sitting.passed})


def _ask_to_go_on(pk: int) -> None:
    """Have the worker go on with a correction. A broker that is away is not waited for: the sweep finds it."""
    current_app.send_task(TASK, (pk,), retry=False, ignore_result=True)
