"""The names of candidates: the one place where they stand, and which erasure empties."""

from __future__ import annotations

import secrets
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def make_salt() -> str:
    """Return a salt with which digests of a candidate's names and answers are made."""
    return secrets.token_hex(16)


class Candidate(models.Model):
    """A person as exams and certificates know them.

    `name` is the full name, `printed_name` how it is printed where its script can't be. Events know a person by the key
    and by digests made with `salt`: once name and salt are empty, no digest leads back to anybody.
    """

    class Shown(models.TextChoices):
        FULL = "full", _("full name")
        INITIALS = "initials", _("initials")

    id = models.UUIDField(_("key"), primary_key=True, default=uuid4)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("account"),
        related_name="candidate",
        null=True,
        blank=True,
    )
    name = models.CharField(_("full name"), max_length=120, blank=True)
    printed_name = models.CharField(_("printed name"), max_length=120, blank=True)
    shown = models.CharField(_("shown to those who verify"), max_length=12, choices=Shown, default=Shown.FULL)
    salt = models.CharField(_("salt"), max_length=64, blank=True, default=make_salt)
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)

    class Meta:
        verbose_name = _("candidate")
        verbose_name_plural = _("candidates")

    def __str__(self) -> str:
        return self.printed_name or self.name or str(self.pk)
