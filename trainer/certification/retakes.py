"""What stands before the next try at an exam: after a failed one days and practice in what was missed, after a passed
one the time for which the certificate is still good.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count

from quizzes.kinds import KINDS
from quizzes.models import Attempt
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import RENEW_BEFORE
from trainer.certification.models import Blueprint, Certificate, ItemResult, Sitting


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

    `pending` is a last try whose result is not released: what follows from it would tell who passed. `renew_from` is
    from when on a certificate that is held can be renewed.
    """

    wait_until: datetime | None = None
    missed: tuple[Missed, ...] = ()
    pending: bool = False
    renew_from: datetime | None = None

    @property
    def ready(self) -> bool:
        return (
            not self.pending
            and self.renew_from is None
            and self.wait_until is None
            and not any(each.left for each in self.missed)
        )


def before_next(user_id: int, blueprint: Blueprint, now: datetime, *, proctored: bool = False) -> Retake:
    """Return what an account has to do before it may sit an exam again; nothing where it never did. `proctored` is a
    try in a room.

    Days and practice are those of the version that was failed. Nobody sits it again while the last result is awaited,
    nor for a certificate that they hold. One query where there is nothing, else four at most.
    """
    done = (Sitting.State.SUBMITTED, Sitting.State.GRADED)
    real = Sitting.objects.filter(blueprint__slug=blueprint.slug, practice=False, state__in=done)
    last = real.filter(user=user_id).select_related("blueprint").order_by("-started_at").first()
    if last is None:
        return Retake()
    if last.released_at is None:
        return Retake(pending=True)
    renew_from = _renew_from(user_id, blueprint, now, proctored)
    if renew_from is not None or last.passed:
        return Retake(renew_from=renew_from)
    ended = last.submitted_at or last.graded_at or last.deadline
    until = ended + timedelta(days=last.blueprint.wait_days)
    return Retake(until if until > now else None, _missed(user_id, last, ended))


def _renew_from(user_id: int, blueprint: Blueprint, now: datetime, proctored: bool) -> datetime | None:
    """Return from when on a certificate can be renewed that says as much as another try would; None where that is past
    or none is held. Other rules or another edition, or a proctor where there was none, say more.
    """
    held = Certificate.objects.filter(
        candidate__user=user_id,
        blueprint__slug=blueprint.slug,
        ruleset=blueprint.ruleset,
        edition=blueprint.edition,
        revoked_at=None,
        expires_at__gt=now + RENEW_BEFORE,
    )
    if proctored:
        held = held.filter(proctored=True)
    last = held.order_by("-expires_at").first()
    return last.expires_at - RENEW_BEFORE if last else None


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
