"""A card room's staff: who lets its manager see which certificates they hold."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.accounts.codes import random_signs

CODE_LENGTH = 12
HOUSE = "tda"


def make_staff_code() -> str:
    """Return a code that nobody can guess: 12 of 31 signs, 59 bits."""
    return random_signs(CODE_LENGTH)


class Staff(models.Model):
    """The staff of a card room. `house` is the id of the rules that it plays by, printed as a sheet."""

    name = models.CharField(_("name of the card room"), max_length=80)
    manager = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("manager"), related_name="staffs"
    )
    code = models.CharField(_("code to join"), max_length=CODE_LENGTH, unique=True, default=make_staff_code)
    house = models.CharField(_("house rules"), max_length=40, default=HOUSE)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("staff of a card room")
        verbose_name_plural = _("staffs of card rooms")

    def __str__(self) -> str:
        return self.name


class StaffMember(models.Model):
    """Somebody who agreed that a card room sees their certificates and released results; until they leave."""

    staff = models.ForeignKey(Staff, models.CASCADE, verbose_name=_("staff"), related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="staff_places"
    )
    agreed_at = models.DateTimeField(_("agreed"), auto_now_add=True)
    reminded_at = models.DateTimeField(_("reminded"), null=True, blank=True)

    class Meta:
        verbose_name = _("member of a staff")
        verbose_name_plural = _("members of staffs")
        constraints: ClassVar = [models.UniqueConstraint(fields=["staff", "user"], name="staff_member_once")]

    def __str__(self) -> str:
        return f"{self.staff}: {self.user}"
