"""Letters to holders whose certificate ends soon."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import translation

from trainer.certification.certificates import exam_title
from trainer.certification.models import Certificate
from trainer.classrooms import outbox

REMIND_BEFORE = timedelta(days=30)
BATCH = 200


def remind(now: datetime) -> int:
    """Write to each holder whose certificate ends within REMIND_BEFORE, once, and return how many letters there are.

    Nobody is written to who has a certificate of the same exam that ends later, or no confirmed address: whoever
    confirms one before the end is written to then.
    """
    written = 0
    while batch := _remind(now):
        written += batch
    return written


@transaction.atomic
def _remind(now: datetime) -> int:
    later = Certificate.objects.filter(
        candidate=OuterRef("candidate"),
        blueprint__slug=OuterRef("blueprint__slug"),
        revoked_at__isnull=True,
        expires_at__gt=OuterRef("expires_at"),
    )
    due = Certificate.objects.filter(
        ~Exists(later),
        Exists(EmailAddress.objects.filter(user=OuterRef("candidate__user"), verified=True)),
        revoked_at__isnull=True,
        reminded_at__isnull=True,
        expires_at__gt=now,
        expires_at__lte=now + REMIND_BEFORE,
        candidate__user__is_active=True,
    )
    rows = due.select_related("blueprint", "candidate__user").select_for_update(of=("self",), skip_locked=True)
    taken = list(rows.order_by("expires_at", "pk")[:BATCH])
    for certificate in taken:
        _write(certificate)
    Certificate.objects.filter(pk__in=[certificate.pk for certificate in taken]).update(reminded_at=now)
    return len(taken)


def _write(certificate: Certificate) -> None:
    reader = certificate.candidate.user
    assert reader is not None
    with translation.override(reader.language or settings.LANGUAGE_CODE):
        exam = exam_title(certificate.blueprint)
        link = settings.SITE + reverse("certificates")
    words = {"exam": exam, "ends": certificate.expires_at, "link": link}
    outbox.put([reader], "certification/letters/ends_soon", words)
