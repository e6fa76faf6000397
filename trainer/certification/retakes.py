"""What stands between a failed exam and the next try at it: days, and practice in what was missed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from quizzes.kinds import KINDS
from quizzes.models import Attempt
from trainer.certification.blueprints import plan_of
from trainer.certification.models import Blueprint, ItemResult, Sitting


@dataclass(frozen=True, slots=True)
class Missed:
    """A kind of question that was missed: how many right answers in practice it takes, and how many there are."""

    kind: str
    needed: int
    right: int

    @property
    def left(self) -> int:
        return max(0, self.needed - self.right)


@dataclass(frozen=True, slots=True)
class Retake:
    """What has to come before the next try: a time to wait for, None where it is past, and practice.

    `pending` is a last try whose result is not released: what follows from it would tell who passed.
    """

    wait_until: datetime | None = None
    missed: tuple[Missed, ...] = ()
    pending: bool = False

    @property
    def ready(self) -> bool:
        return not self.pending and self.wait_until is None and not any(each.left for each in self.missed)


def before_next(user_id: int, blueprint: Blueprint, now: datetime) -> Retake:
    """Return what an account has to do before it may sit an exam again; nothing where it has not failed it last.

    Days and practice are those of the version that was failed. Nobody sits it again while the last result is awaited.
    One query where there is nothing, else three.
    """
    done = (Sitting.State.SUBMITTED, Sitting.State.GRADED)
    real = Sitting.objects.filter(blueprint__slug=blueprint.slug, practice=False, state__in=done)
    last = real.filter(user=user_id).select_related("blueprint").order_by("-started_at").first()
    if last is not None and last.released_at is None:
        return Retake(pending=True)
    if last is None or last.passed:
        return Retake()
    ended = last.submitted_at or last.graded_at or last.deadline
    until = ended + timedelta(days=last.blueprint.wait_days)
    return Retake(until if until > now else None, _missed(user_id, last, ended))


def _missed(user_id: int, sitting: Sitting, since: datetime) -> tuple[Missed, ...]:
    needed = plan_of(sitting.blueprint).remedial
    if not needed:
        return ()
    wrong = ItemResult.objects.filter(item__sitting=sitting, right=False)
    kinds = set(wrong.values_list("item__drill__bucket__kind", flat=True)) & KINDS.keys()
    practised = Attempt.objects.filter(user=user_id, answered_at__gt=since, right=True, drill__bucket__kind__in=kinds)
    counts = practised.exclude(why="").values_list("drill__bucket__kind").annotate(Count("nonce"))
    right = dict(counts)
    return tuple(Missed(kind, needed, min(needed, right.get(kind, 0))) for kind in KINDS if kind in kinds)
