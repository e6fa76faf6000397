"""What stands before the next try at an exam: after a failed one days and practice in what was missed, after a passed
one the time for which the certificate is still good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, Count, Exists, OuterRef, Q, Value
from django.db.models.functions import Cast, Concat

from quizzes.kinds import KINDS
from quizzes.models import Attempt
from trainer.accounts.models import User
from trainer.certification import blueprints
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import RENEW_BEFORE
from trainer.certification.models import Blueprint, Certificate, Event, ItemResult, Sitting


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
    nor for a certificate that they hold. A void sitting is no pass, and waited for as `is_waited_for` says. One query
    where there is nothing, else four at most.
    """
    done = Q(state__in=(Sitting.State.SUBMITTED, Sitting.State.GRADED))
    real = Sitting.objects.filter(done | _waited_for(), blueprint__slug=blueprint.slug, practice=False)
    last = real.filter(user=user_id).select_related("blueprint").order_by("-started_at").first()
    if last is None:
        return Retake()
    void, told = last.state == Sitting.State.VOID, last.released_at is not None
    if not void and not told:
        return Retake(pending=True)
    held = Certificate.objects.filter(candidate__user=user_id).select_related("blueprint")
    renew_from = renewable_from(held, blueprint, now, proctored)
    if renew_from is not None or (last.passed and not void):
        return Retake(renew_from=renew_from)
    ended = last.submitted_at or last.graded_at or last.deadline
    until = ended + timedelta(days=last.blueprint.wait_days)
    return Retake(until if until > now else None, _missed(user_id, last, ended) if told else ())


def is_waited_for(void: Sitting) -> bool:
    """Return whether the next try waits after a void sitting as after a failed one: where it was told to be failed
    before, or was declared void against its candidate. One query.
    """
    return Sitting.objects.filter(_waited_for(), pk=void.pk).exists()


def _waited_for() -> Q:
    """Which void sittings are waited for. A verdict that was never released makes no wait, which would tell it."""
    return Q(state=Sitting.State.VOID, released_at__isnull=False, passed=False) | _against()


def _against() -> Q:
    """Which sittings are void against their candidate: the event says so."""
    chain = Concat(Value("sitting-"), Cast(OuterRef("pk"), CharField()))
    return Q(Exists(Event.objects.filter(chain=chain, act="voided", details__against=True)))


def renewals(held: Sequence[Certificate], user: User, now: datetime) -> dict[int, datetime | None]:
    """Return which of somebody's certificates are renewed by another try: the last of each exam that is offered, by
    its number, with the time from which on that is possible, None where it is. One query.
    """
    standing = sorted((each for each in held if each.revoked_at is None), key=lambda each: each.expires_at)
    last = {each.blueprint.slug: each for each in standing}
    offered = blueprints.offered_to(user).filter(slug__in=last)
    return {last[exam.slug].pk: renewable_from(standing, exam, now) for exam in offered}


def renewable_from(
    held: Iterable[Certificate], exam: Blueprint, now: datetime, proctored: bool = False
) -> datetime | None:
    """Return from when on a certificate can be renewed that says as much as another try at an exam would; None where
    that is past or none is held. Other rules or another edition, or a proctor where there was none, say more.
    """
    ends = [each.expires_at for each in held if _says_as_much(each, exam, proctored)]
    last = max(ends, default=now) - RENEW_BEFORE
    return last if last > now else None


def _says_as_much(held: Certificate, exam: Blueprint, proctored: bool) -> bool:
    same = (held.blueprint.slug, held.ruleset, held.edition) == (exam.slug, exam.ruleset, exam.edition)
    return same and held.revoked_at is None and (held.proctored or not proctored)


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
