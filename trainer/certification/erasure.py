"""A person is taken out of the records of exams and certificates; what was done stays proved without them."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

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


@transaction.atomic
def erase(candidate: Candidate, by: User | None = None) -> None:
    """Empty a candidate's names and salt, the reasons in their chains and what was written about them, and detach the
    account. Each chain gets an event of it. Done twice it is done once.

    Points, results and certificates stay, of nobody: without the salt no digest leads back to a name. A sitting that is
    not graded yet is void, so that nobody gets a certificate for it.
    """
    row = Candidate.objects.select_for_update().get(pk=candidate.pk)
    if row.erased_at is not None:
        return
    if by is not None:
        for sitting in row.sittings.filter(state__in=(Sitting.State.OPEN, Sitting.State.SUBMITTED)):
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


def empty_texts(sat: QuerySet[Sitting], certificates: QuerySet[Certificate]) -> None:
    """Empty what people wrote about some sittings and certificates: reasons, remarks, appeals and their answers."""
    chains = [f"sitting-{pk}" for pk in sat.values_list("pk", flat=True)]
    chains += [f"certificate-{pk}" for pk in certificates.values_list("pk", flat=True)]
    EventNote.objects.filter(event__chain__in=chains).update(text="", salt="")
    Grant.objects.filter(sitting__in=sat).update(reason="")
    PerformanceSheet.objects.filter(sitting__in=sat).update(remark="")
    Appeal.objects.filter(item__sitting__in=sat).update(text="", reply="")
