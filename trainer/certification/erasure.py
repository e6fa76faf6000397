"""A person is taken out of the records of exams and certificates; what was done stays proved without them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from trainer.accounts.models import User
from trainer.certification import audit, sittings
from trainer.certification.models import (
    Appeal,
    Candidate,
    Certificate,
    EventNote,
    Grant,
    PerformanceSheet,
    Sitting,
)

UNDER_WAY = (Sitting.State.OPEN, Sitting.State.SUBMITTED)


@transaction.atomic
def erase(candidate: Candidate, by: User | None = None) -> None:
    """Empty a candidate's names and salt, the reasons in their chains and what was written about them, and detach the
    account. Each chain gets an event of it. Done twice it is done once.

    Points, results and certificates stay, without a name: without the salt no digest leads back to one. Events never
    change, so those that the candidate did keep the number of the account, which leads to it for as long as there is
    one: they are of nobody once it is deleted. A sitting that is not graded yet is void, so that nobody gets a
    certificate for it.
    """
    row = Candidate.objects.select_for_update().get(pk=candidate.pk)
    if row.erased_at is not None:
        return
    if by is not None:
        for sitting in row.sittings.filter(state__in=UNDER_WAY):
            sittings.void(sitting, "", by)
    subjects: list[Sitting | Certificate] = [*row.sittings.order_by("pk"), *row.certificates.order_by("pk")]
    for subject in subjects:
        audit.append(subject, "erased", by.pk if by else None)
    empty_texts(row.sittings.all(), row.certificates.all())
    row.sittings.update(user=None, device="")
    row.tickets.update(pin_hash="")
    row.user, row.name, row.printed_name, row.salt, row.erased_at = None, "", "", "", timezone.now()
    row.save()


def account_goes(instance: User, **_signal: Any) -> None:
    """Erase the candidate of an account that is deleted, in whatever way it is: a receiver of `pre_delete`."""
    for candidate in Candidate.objects.filter(user=instance):
        erase(candidate, instance)


def losses(user: User) -> Iterator[str]:
    """Yield what somebody loses in exams with the account, in sentences. Three queries."""
    if Certificate.objects.filter(candidate__user=user, revoked_at=None).exists():
        yield _("Your certificates stay, but lose your name: nobody can tell any more whose they are.")
    sat = Sitting.objects.filter(candidate__user=user)
    if sat.filter(state__in=UNDER_WAY).exists():
        yield _("Your exam that is not graded yet becomes void: it counts for nothing.")
    if sat.filter(state=Sitting.State.GRADED, practice=False, released_at=None).exists():
        yield _("Your exam whose result is still to come gives no certificate.")


def empty_texts(sat: QuerySet[Sitting], certificates: QuerySet[Certificate]) -> None:
    """Empty what people wrote about some sittings and certificates: reasons, remarks, appeals and their answers."""
    chains = [f"sitting-{pk}" for pk in sat.values_list("pk", flat=True)]
    chains += [f"certificate-{pk}" for pk in certificates.values_list("pk", flat=True)]
    EventNote.objects.filter(event__chain__in=chains).update(text="", salt="")
    Grant.objects.filter(sitting__in=sat).update(reason="")
    PerformanceSheet.objects.filter(sitting__in=sat).update(remark="")
    Appeal.objects.filter(item__sitting__in=sat).update(text="", reply="")
