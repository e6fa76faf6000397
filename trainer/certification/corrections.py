"""Corrections: a question whose key was wrong, or that was faulty, is marked anew in every sitting that has it, but for
practice. Those that are graded later are marked by what was corrected, see `grading`.

Looked at first, as a dry run that writes nothing. What changes is in each sitting's chain of events, and a verdict that
changes issues a certificate, or revokes one and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution
from quizzes.making import house_playing
from quizzes.models import Drill
from quizzes.regrades.marking import house_asked, key_for, unfit
from trainer.accounts.models import User
from trainer.certification import appeals, audit, certificates, grading, items
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import Because
from trainer.certification.models import Correction, ExamItem, ItemResult, Sitting, SittingItem
from trainer.certification.scores import Marked, Verdict, decide

GRADED = (Sitting.State.GRADED, Sitting.State.SUBMITTED)


class Unfit(Exception):
    """The answers can't be marked by the key as it is worked out today. Its text says why."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What an answer is worth, and whether its sitting is passed; None while that is not decided."""

    points: int
    out_of: int
    passed: bool | None


@dataclass(frozen=True, slots=True)
class Change:
    """A sitting in which a question's mark changes, with the question's place in it."""

    sitting: Sitting
    place: int
    before: Worth
    after: Worth

    @property
    def rises(self) -> bool:
        return _share(self.after) > _share(self.before)

    @property
    def turns(self) -> bool:
        """Whether the verdict changes."""
        return self.after.passed != self.before.passed


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
    """Return the key of a drill as it is worked out today, by the newest published version of what a person wrote.

    Raises Unfit: also where the second computation does not agree.
    """
    key = key_for(drill)
    refused = unfit(key, house_asked(drill))
    if refused:
        raise Unfit(refused)
    kind = kinds.KINDS[drill.bucket.kind]
    document = replace(parse(key.by.document), rules=house_playing(drill.bucket.rules_key))
    try:
        agreed = kinds.agree(kind, document)
    except DocumentError:
        agreed = False
    if not agreed:
        raise Unfit(_("The two computations of the answer don’t agree, so there is no key."))
    return kind.solve(document)


def dry_run(drill: Drill, way: str, mode: str) -> DryRun:
    """Return what a correction would change. Raises Unfit. Two queries more for each sitting that changes."""
    key = _key(drill, way)
    rows = list(_rows(drill))
    changes = tuple(change for change, _result in _changes(rows, key, mode))
    waiting = SittingItem.objects.filter(drill=drill, result=None, sitting__practice=False)
    under_way = waiting.filter(sitting__state__in=(Sitting.State.OPEN, Sitting.State.SUBMITTED))
    return DryRun(changes, len(rows), under_way.count())


@transaction.atomic
def correct(drill: Drill, way: str, mode: str, reason: str, by: User, now: datetime) -> Correction:
    """Correct a question: all graded sittings that have it are marked anew. Raises Unfit, before anything is written.

    A new key is the question's from here on, and so are full marks for a faulty one, which leaves the reserve. Done
    again it changes nothing more.
    """
    key = _key(drill, way)
    grading.hold_keys([drill.pk], alone=True)
    made = Correction.objects.create(drill=drill, way=way, mode=mode, reason=reason, made_by=by, made_at=now)
    rows = list(_rows(drill).select_for_update(of=("item__sitting",)))
    if key is not None:
        ExamItem.objects.filter(pk=drill.pk).update(answer=key.answer, steps=key.steps)
    else:
        items.retire(drill.pk)
    told = []
    for change, result in _changes(rows, key, mode):
        result.save()
        _apply(made, change, by, now)
        told.append(_told(change))
    made.sittings, made.changes = len(rows), told
    made.save(update_fields=["sittings", "changes"])
    return made


def find(drill: int, pk: int) -> Correction:
    """Return a correction of a drill. Raises Http404."""
    made = Correction.objects.filter(drill=drill, pk=pk).select_related("made_by").first()
    if made is None:
        raise Http404
    return made


def _apply(made: Correction, change: Change, by: User, now: datetime) -> None:
    """Give a sitting its new points and verdict, with the event, the certificate and the letter that follow."""
    sitting = change.sitting
    verdict = _verdict(sitting, grading.marked(sitting))
    sitting.points, sitting.out_of, sitting.passed = verdict.points, verdict.out_of, change.after.passed
    sitting.save(update_fields=["points", "out_of", "passed"])
    details = {"correction": made.pk, **_told(change)}
    audit.append(sitting, "regraded", by.pk, details, why=made.reason)
    if not change.turns:
        return
    if sitting.passed and sitting.released_at is not None:
        certificates.issue_for(sitting, now)
    elif not sitting.passed:
        for certificate in sitting.certificates.filter(revoked_at=None):
            certificates.revoke(certificate, Because.REGRADE, by, made.reason, now)
    if sitting.released_at is not None:
        appeals.tell(sitting, "certification/letters/result_changed", {"passed": sitting.passed})


def _changes(rows: list[ItemResult], key: ExamItem | None, mode: str) -> Iterator[tuple[Change, ItemResult]]:
    """Yield what changes, with the result as it becomes, not stored."""
    for row in rows:
        after = _marked(row, key)
        fresh, kept = _worth(after, None), _worth(row, None)
        same = (fresh, after.right, after.misconceptions) == (kept, row.right, row.misconceptions)
        if same or (mode == Correction.Mode.RAISE and _share(fresh) < _share(kept)):
            continue
        sitting = row.item.sitting
        passed = None if sitting.passed is None else _passed(sitting, row, after)
        yield Change(sitting, row.item.place, _worth(row, sitting.passed), _worth(after, passed)), after


def _marked(row: ItemResult, key: ExamItem | None) -> ItemResult:
    """Return a result as a key has it, all points where there is none. It takes the row's place when it is saved."""
    if key is None:
        return grading.credited(row)
    sitting = row.item.sitting
    after = grading.mark(row.item, key, sitting.ruleset, plan_of(sitting.blueprint))
    after.pk = row.pk
    return after


def _passed(sitting: Sitting, row: ItemResult, after: ItemResult) -> bool:
    """Return whether a sitting is passed once a question is worth something else."""
    rows = ItemResult.objects.filter(item__sitting=sitting).exclude(pk=row.pk)
    marked = [Marked(*each) for each in rows.values_list("item__section", "points", "out_of")]
    marked.append(Marked(row.item.section, after.points, after.out_of))
    return _verdict(sitting, marked).passed


def _verdict(sitting: Sitting, marked: Sequence[Marked]) -> Verdict:
    plan = plan_of(sitting.blueprint)
    return decide(plan, marked, grading.sheet_of(sitting, plan))


def _key(drill: Drill, way: str) -> ExamItem | None:
    """Return the item of a drill with the key by which answers are marked, not stored; None for full marks."""
    if way == Correction.Way.CREDIT:
        return None
    solution = key_today(drill)
    return ExamItem(
        drill=drill, answer=dict(solution.answer), steps=[items.plain_step(step) for step in solution.steps]
    )


def _rows(drill: Drill) -> QuerySet[ItemResult]:
    """Return the results of a drill in all sittings that are graded or wait for their sheet, by their numbers.

    What got points for an answer that is not kept any more, see `retention`, stays as it was marked.
    """
    real = ItemResult.objects.filter(item__sitting__practice=False, item__sitting__state__in=GRADED)
    rows = real.filter(item__drill=drill).exclude(item__response=None, item__saves__gt=0, points__gt=0)
    joined = rows.select_related("item__drill__bucket", "item__sitting__blueprint", "item__sitting__user")
    return joined.order_by("item__sitting")


def _share(worth: Worth) -> Fraction:
    return Fraction(worth.points, worth.out_of or 1)


def _worth(row: ItemResult, passed: bool | None) -> Worth:
    return Worth(row.points, row.out_of, passed)


def _told(change: Change) -> dict[str, object]:
    """Return a change as events and the correction itself keep it: numbers alone."""
    before, after = asdict(change.before), asdict(change.after)
    return {"sitting": change.sitting.pk, "place": change.place, "before": before, "after": after}
