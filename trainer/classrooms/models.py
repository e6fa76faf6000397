"""Classes, and who is in them."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # none that is taken for another when read aloud or off a board
CODE_LENGTH = 6


def make_code() -> str:
    """Return a code to join by, one of 887 millions."""
    return "".join(secrets.choice(CODE_SIGNS) for _sign in range(CODE_LENGTH))


class Classroom(models.Model):
    """A class: its teacher sees how its members do."""

    name = models.CharField(_("name"), max_length=60)
    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("teacher"), related_name="classes_taught"
    )
    join_code = models.CharField(_("code to join"), max_length=CODE_LENGTH, unique=True, default=make_code)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("class")
        verbose_name_plural = _("classes")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A learner in a class."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="memberships")
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("learner"), related_name="memberships"
    )
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [models.UniqueConstraint(fields=["classroom", "learner"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.learner} in {self.classroom}"
