"""Certificates, and where each stands."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from trainer.certification.models.exams import Blueprint
from trainer.certification.models.people import Candidate
from trainer.certification.models.sittings import Sitting

CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 20


def make_code() -> str:
    """Return a code that nobody can guess: 31 signs, 20 of them, 99 bits."""
    return "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))


class Certificate(models.Model):
    """That a candidate passed an exam. `status_index` is its place in the published list of what was revoked."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=make_code)
    sitting = models.ForeignKey(Sitting, models.PROTECT, verbose_name=_("sitting"), related_name="certificates")
    candidate = models.ForeignKey(Candidate, models.PROTECT, verbose_name=_("candidate"), related_name="certificates")
    blueprint = models.ForeignKey(Blueprint, models.PROTECT, verbose_name=_("exam"), related_name="+")
    ruleset = models.CharField(_("ruleset"), max_length=40)
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    proctored = models.BooleanField(_("proctored"), default=False)
    language = models.CharField(_("language"), max_length=10, default="en")
    issued_at = models.DateTimeField(_("issued"))
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    revoked_because = models.CharField(_("revoked because"), max_length=40, blank=True)
    replaced_by = models.ForeignKey(
        "self", models.PROTECT, verbose_name=_("replaced by"), related_name="replaces", null=True, blank=True
    )
    status_index = models.PositiveIntegerField(_("place in the status list"), unique=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("certificate")
        verbose_name_plural = _("certificates")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["sitting"], condition=Q(revoked_at__isnull=True), name="certificate_valid_once"
            )
        ]

    def __str__(self) -> str:
        return self.code
