"""What a correction of a question changes: the marks of its answers, and the verdicts that follow. Stores nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from quizzes.models import Drill
from trainer.certification import grading
from trainer.certification.blueprints import plan_of
from trainer.certification.models import Correction, ExamItem, ItemResult, PerformanceSheet, Sitting, SittingItem
from trainer.certification.plans import Plan
from trainer.certification.scores import Marked, Sheet, Verdict, decide

GRADED = (Sitting.State.GRADED, Sitting.State.SUBMITTED)


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

    def told(self) -> dict[str, object]:
        """Return the change as events and the correction itself keep it: numbers alone."""
        before, after = asdict(self.before), asdict(self.after)
        return {"sitting": self.sitting.pk, "place": self.place, "before": before, "after": after}


class Again(NamedTuple):
    """A change with the result and the verdict that take the place of the stored ones."""

    change: Change
    result: ItemResult
    verdict: Verdict


class _Pair(NamedTuple):
    """A result as it is stored and as it becomes."""

    row: ItemResult
    after: ItemResult


def rows_of(drill: Drill, way: str) -> QuerySet[ItemResult]:
    """Return the results of a drill in all sittings that are graded or wait for their sheet, by their numbers.

    By a key, those whose answers are not kept any more, see `retention`, stay as they were marked: they were worth
    something or had a mistake, or no answer of their sitting is left. Whoever emptied a question themselves answered
    others.
    """
    real = ItemResult.objects.filter(item__drill=drill, item__sitting__practice=False, item__sitting__state__in=GRADED)
    if way == Correction.Way.KEY:
        kept = SittingItem.objects.filter(sitting=OuterRef("item__sitting"), response__isnull=False)
        gone = Q(points__gt=0) | ~Q(misconceptions=[]) | ~Exists(kept)
        real = real.exclude(Q(item__response__isnull=True, item__saves__gt=0) & gone)
    joined = real.select_related("item__drill__bucket", "item__sitting__blueprint", "item__sitting__user")
    return joined.order_by("item__sitting")


def of(rows: Sequence[ItemResult], key: ExamItem | None, mode: str) -> list[Again]:
    """Return what changes in some results; `key` is None for full marks. Two queries at most."""
    plans = {row.item.sitting.blueprint_id: row.item.sitting.blueprint for row in rows}
    read = {pk: plan_of(blueprint) for pk, blueprint in plans.items()}
    pairs = list(_differing(rows, key, mode, read))
    found = [pair.row.item.sitting for pair in pairs]
    marks, sheets = _marks(found), _sheets(found, read)
    return [_again(pair, read, marks, sheets) for pair in pairs]


def falls(row: ItemResult, after: ItemResult) -> bool:
    """Return whether a result is worth a smaller share of its points as it becomes than as it is stored: a key with
    other parts has other points to reach.
    """
    return _share(_worth(after, None)) < _share(_worth(row, None))


def _differing(
    rows: Iterable[ItemResult], key: ExamItem | None, mode: str, plans: Mapping[int, Plan]
) -> Iterator[_Pair]:
    for row in rows:
        after = _marked(row, key, plans[row.item.sitting.blueprint_id])
        fresh, kept = _worth(after, None), _worth(row, None)
        same = (fresh, after.right, after.misconceptions) == (kept, row.right, row.misconceptions)
        if not same and (mode != Correction.Mode.RAISE or not falls(row, after)):
            yield _Pair(row, after)


def _marked(row: ItemResult, key: ExamItem | None, plan: Plan) -> ItemResult:
    """Return a result as a key has it, all points where there is none. It takes the row's place when it is saved."""
    if key is None:
        return grading.credited(row)
    after = grading.mark(row.item, key, row.item.sitting.ruleset, plan)
    after.pk = row.pk
    return after


def _again(
    pair: _Pair, plans: Mapping[int, Plan], marks: Mapping[int, Mapping[int, Marked]], sheets: Mapping[int, Sheet]
) -> Again:
    row, after = pair
    sitting = row.item.sitting
    fresh = {**marks[sitting.pk], row.pk: Marked(row.item.section, after.points, after.out_of)}
    verdict = decide(plans[sitting.blueprint_id], list(fresh.values()), sheets.get(sitting.pk))
    passed = None if sitting.passed is None else verdict.passed
    change = Change(sitting, row.item.place, _worth(row, sitting.passed), _worth(after, passed))
    return Again(change, after, verdict)


def _marks(sittings: Sequence[Sitting]) -> dict[int, dict[int, Marked]]:
    """Return the marks of all questions of some sittings, by the numbers of sittings and results. One query."""
    found: dict[int, dict[int, Marked]] = {sitting.pk: {} for sitting in sittings}
    rows = ItemResult.objects.filter(item__sitting__in=list(found))
    for sitting, pk, *mark in rows.values_list("item__sitting", "pk", "item__section", "points", "out_of"):
        found[sitting][pk] = Marked(*mark)
    return found


def _sheets(sittings: Sequence[Sitting], plans: Mapping[int, Plan]) -> dict[int, Sheet]:
    """Return the signed performance sheets of some sittings, where one counts. One query, none where none does."""
    counting = {sitting.pk: plans[sitting.blueprint_id] for sitting in sittings if plans[sitting.blueprint_id].weight}
    if not counting:
        return {}
    signed = PerformanceSheet.objects.filter(sitting__in=list(counting), signed_at__isnull=False)
    return {sheet.sitting_id: grading.read_sheet(sheet, counting[sheet.sitting_id]) for sheet in signed}


def _share(worth: Worth) -> Fraction:
    return Fraction(worth.points, worth.out_of or 1)


def _worth(row: ItemResult, passed: bool | None) -> Worth:
    return Worth(row.points, row.out_of, passed)
