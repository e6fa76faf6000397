"""What is written to people by e-mail, and what became of each letter."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from trainer.classrooms.models.classes import Classroom

SUBJECT_LENGTH = 200
"""A letter's; a message's own subject is shorter, for the class's name stands beside it."""


class ClassMessage(models.Model):
    """What a teacher wrote to a class. `key` is the form's: sent twice, it is one message."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("author"), related_name="+", null=True, blank=True
    )
    subject = models.CharField(_("subject"), max_length=120)
    text = models.TextField(_("text"), max_length=5000)
    key = models.UUIDField(_("key of the form"), unique=True)
    made_at = models.DateTimeField(_("written"), auto_now_add=True)

    class Meta:
        verbose_name = _("message to a class")
        verbose_name_plural = _("messages to classes")

    def __str__(self) -> str:
        return self.subject


class Letter(models.Model):
    """One e-mail to one account, in its reader's language, until it is sent and what became of it.

    `classroom` is the class that it is about: whoever wants no mail about that class gets none of these. A letter is
    not tried again before `next_try_at`.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("on its way")
        SENT = "sent", _("sent")
        NOWHERE = "nowhere", _("no confirmed address")
        UNWANTED = "unwanted", _("wants no mail from this class")
        FAILED = "failed", _("could not be sent")

    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("reader"), related_name="letters"
    )
    classroom = models.ForeignKey(
        Classroom, models.CASCADE, verbose_name=_("class"), related_name="letters", null=True, blank=True
    )
    message = models.ForeignKey(
        ClassMessage, models.CASCADE, verbose_name=_("message"), related_name="letters", null=True, blank=True
    )
    subject = models.CharField(_("subject"), max_length=SUBJECT_LENGTH)
    text = models.TextField(_("text"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    next_try_at = models.DateTimeField(_("next try"), default=timezone.now)
    trouble = models.CharField(_("trouble"), max_length=200, blank=True)
    made_at = models.DateTimeField(_("written"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("letter")
        verbose_name_plural = _("letters")
        indexes: ClassVar = [models.Index(fields=["next_try_at"], name="letter_due", condition=Q(state="waiting"))]

    def __str__(self) -> str:
        return f"{self.reader}: {self.subject}"


class MailStop(models.Model):
    """Somebody wants no mail about a class."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="mail_stops")
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("reader"), related_name="mail_stops"
    )
    made_at = models.DateTimeField(_("said"), auto_now_add=True)

    class Meta:
        verbose_name = _("stop of a class's mail")
        verbose_name_plural = _("stops of classes' mail")
        constraints: ClassVar = [models.UniqueConstraint(fields=["classroom", "reader"], name="mail_stop_once")]

    def __str__(self) -> str:
        return f"{self.reader}: {self.classroom}"
