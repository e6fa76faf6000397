"""Classes, and who is in them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from quizzes.models import HouseRules
from trainer.accounts import codes

CODE_SIGNS = codes.SIGNS
CODE_LENGTH = 6


def make_code() -> str:
    """Return a code to join by, one of 887 millions."""
    return codes.random_signs(CODE_LENGTH)


class Classroom(models.Model):
    """A class: its teacher sees how its members do.

    `zone` is the time zone in which its dates are meant, `house` the own rules under which its drills are asked, None
    for a shipped ruleset. `by_name` is whether a name is enough to join. Nobody joins a class that has ended.
    """

    name = models.CharField(_("name"), max_length=60)
    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("teacher"), related_name="classes_taught"
    )
    join_code = models.CharField(_("code to join"), max_length=CODE_LENGTH, unique=True, default=make_code)
    zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    house = models.ForeignKey(
        HouseRules, models.PROTECT, verbose_name=_("house rules"), related_name="+", null=True, blank=True
    )
    by_name = models.BooleanField(_("a name is enough to join"), default=True)
    copied_from = models.ForeignKey(
        "self", models.SET_NULL, verbose_name=_("copied from"), related_name="copies", null=True, blank=True
    )
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("class")
        verbose_name_plural = _("classes")

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody in a class. `time_factor` is how much of the usual time they get, in hundredths."""

    class Role(models.TextChoices):
        LEARNER = "learner", _("learner")
        TEACHER = "teacher", _("teacher")
        ASSISTANT = "assistant", _("assistant")
        OBSERVER = "observer", _("observer")

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="memberships")
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("learner"), related_name="memberships"
    )
    role = models.CharField(_("role"), max_length=12, choices=Role, default=Role.LEARNER)
    time_factor = models.PositiveSmallIntegerField(_("time factor in hundredths"), default=100)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        constraints: ClassVar = [models.UniqueConstraint(fields=["classroom", "learner"], name="member_once")]

    def __str__(self) -> str:
        return f"{self.learner} in {self.classroom}"


class ClassAccount(models.Model):
    """An account that a class made for a learner without an e-mail address: it has no password.

    Its learner comes back with the class's code, the name and a personal code, of which the hash is kept; "" before one
    was given out. `key` is the name as names are compared.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("account"),
        related_name="class_account",
        primary_key=True,
    )
    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="class_accounts")
    name = models.CharField(_("name in the class"), max_length=40)
    key = models.CharField(_("name as it is compared"), max_length=120)
    code_hash = models.CharField(_("hash of the personal code"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("account of a class")
        verbose_name_plural = _("accounts of classes")
        constraints: ClassVar = [models.UniqueConstraint(fields=["classroom", "key"], name="class_account_once")]

    def __str__(self) -> str:
        return f"{self.name} in {self.classroom}"
