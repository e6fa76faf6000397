"""Where a pass mark comes from: what judges think that somebody who just qualifies gets right."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from trainer.certification.models.exams import Blueprint


class CutSheet(models.Model):
    """A form of an exam that judges rate, drawn from practice: the reserve is shown to no judge.

    `items` are the pairs of section and drill in their order. `reason` is why it was drawn in place of the one before.
    """

    blueprint = models.ForeignKey(Blueprint, models.PROTECT, verbose_name=_("exam"), related_name="cut_sheets")
    items = models.JSONField(_("questions"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("made by"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True, default="", db_default="")

    class Meta:
        verbose_name = _("cut-score sheet")
        verbose_name_plural = _("cut-score sheets")

    def __str__(self) -> str:
        return f"{self.blueprint} #{self.pk}"


class CutRating(models.Model):
    """What one judge thinks in one round: for each question of a sheet, in percent, how many of those who just qualify
    get it right. `judge` is a name or initials, as the judges' papers say it.
    """

    sheet = models.ForeignKey(CutSheet, models.CASCADE, verbose_name=_("sheet"), related_name="ratings")
    round = models.PositiveSmallIntegerField(_("round"))
    judge = models.CharField(_("judge"), max_length=40)
    chances = models.JSONField(_("ratings in percent"))
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("judge’s ratings")
        verbose_name_plural = _("judges’ ratings")
        constraints: ClassVar = [models.UniqueConstraint(fields=["sheet", "round", "judge"], name="cut_rating_once")]

    def __str__(self) -> str:
        return f"{self.sheet} {self.round}"
