"""Appeals against questions of exams, and the corrections that follow."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from quizzes.models import Drill
from trainer.certification.models.sittings import SittingItem


class Appeal(models.Model):
    """What a candidate objects to in a question of a released result, and what the author answers.

    `readers` have opened it and so seen the question with its key: no exam asks them that.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("an appeal", "open")
        UPHELD = "upheld", _("upheld")
        REJECTED = "rejected", _("not upheld")

    item = models.OneToOneField(SittingItem, models.CASCADE, verbose_name=_("question"), related_name="appeal")
    text = models.TextField(_("objection"))
    made_at = models.DateTimeField(_("made"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    reply = models.TextField(_("answer"), blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("answered by"),
        related_name="+",
        null=True,
        blank=True,
    )
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    readers = models.ManyToManyField(settings.AUTH_USER_MODEL, verbose_name=_("read by"), related_name="+", blank=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes: ClassVar = [models.Index(fields=["state", "made_at"], name="appeal_by_state")]

    def __str__(self) -> str:
        return f"{self.item}"


class Correction(models.Model):
    """A question of exams marked anew in every sitting that has it.

    `way` says by what: the key as it is worked out today, or full marks for everybody because the question is faulty.
    `changes` holds for each sitting that changed its number and the points and the verdict before and after. While it
    `goes_on`, the worker has still to mark others: those after the one with the number `looked_at`, with the last of
    the piece that was done at `piece_at`.
    """

    class Way(models.TextChoices):
        KEY = "key", _("by the key as it is worked out today")
        CREDIT = "credit", _("full marks for everybody: the question is faulty")

    class Mode(models.TextChoices):
        RAISE = "raise", _("marks are only raised")
        FULL = "full", _("marks are raised and lowered")

    drill = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+")
    way = models.CharField(_("way"), max_length=8, choices=Way)
    mode = models.CharField(_("mode"), max_length=8, choices=Mode)
    reason = models.TextField(_("reason"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("made by"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"))
    sittings = models.PositiveIntegerField(_("sittings looked at"), default=0)
    changes = models.JSONField(_("changes"), default=list)
    goes_on = models.BooleanField(_("goes on"), default=False, db_default=False)
    looked_at = models.BigIntegerField(_("last sitting looked at"), default=0, db_default=0)
    piece_at = models.DateTimeField(_("last piece"), null=True, blank=True)

    class Meta:
        verbose_name = _("correction of a question")
        verbose_name_plural = _("corrections of questions")

    def __str__(self) -> str:
        return f"#{self.drill_id} {self.way}"
