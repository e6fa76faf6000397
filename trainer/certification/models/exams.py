"""Exams: what they ask, and the items of the reserve with their keys."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.models import Drill, HouseRules


class Blueprint(models.Model):
    """One version of what an exam asks. It never changes; a sitting points at the one that it was begun under.

    `plan` is the whole blueprint as plain values, as a file of fixtures/exams says it: titles by language, sections
    with their quotas, what must be passed. The other fields repeat what lists and rules of the house ask for. One that
    is `waiting` is offered as soon as the reserve can fill it.
    """

    slug = models.SlugField(_("name in addresses"), max_length=60)
    number = models.PositiveIntegerField(_("version"), default=1)
    plan = models.JSONField(_("plan"))
    ruleset = models.CharField(_("ruleset"), max_length=40)
    edition = models.CharField(_("edition"), max_length=20, blank=True)
    house = models.ForeignKey(
        HouseRules, models.PROTECT, verbose_name=_("house rules"), related_name="+", null=True, blank=True
    )
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    pass_mark = models.PositiveSmallIntegerField(_("pass mark in percent"), default=80)
    wait_days = models.PositiveSmallIntegerField(_("days before a retake"), default=7)
    valid_months = models.PositiveSmallIntegerField(_("months of validity"), default=24)
    open = models.BooleanField(_("offered"), default=True)
    waiting = models.BooleanField(_("waits for its questions"), default=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("author"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("exam")
        verbose_name_plural = _("exams")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["slug", "number"], name="blueprint_version_once"),
            models.UniqueConstraint(fields=["slug"], condition=Q(open=True), name="blueprint_open_once"),
            models.CheckConstraint(condition=Q(pass_mark__lte=100), name="blueprint_mark_in_percent"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.number}"


class ExamItem(models.Model):
    """The key of a drill of the reserve, in a table that no page of an open sitting reads.

    `answer` and `steps` are what `solve` gave when the item was taken up and the second computation agreed. `served`
    counts the candidates who were shown it. An item that practice or a tool has seen since is `exposed`, with the place
    where; neither exposed nor retired items are given to anybody again. `spot` names the table alone, whatever is asked
    about it. `steps` are JSON texts, since the order of a step's values counts.
    """

    drill = models.OneToOneField(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+", primary_key=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, db_index=True)
    spot = models.CharField(_("fingerprint of the table"), max_length=64, db_index=True, default="")
    answer = models.JSONField(_("answer"))
    steps = models.JSONField(_("steps"))
    served = models.PositiveIntegerField(_("candidates who saw it"), default=0)
    last_served_at = models.DateTimeField(_("last shown"), null=True, blank=True)
    exposed_at = models.DateTimeField(_("exposed"), null=True, blank=True)
    exposed_in = models.CharField(_("exposed in"), max_length=40, blank=True)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        verbose_name = _("item of an exam")
        verbose_name_plural = _("items of exams")

    def __str__(self) -> str:
        return f"#{self.pk}"

    def __repr__(self) -> str:
        return f"<ExamItem {self.pk}>"


class ItemUse(models.Model):
    """How many candidates of an exam, in all its versions, were shown an item: what its share is counted by."""

    slug = models.SlugField(_("exam"), max_length=60)
    item = models.ForeignKey(ExamItem, models.CASCADE, verbose_name=_("item"), related_name="uses")
    served = models.PositiveIntegerField(_("candidates who saw it"), default=0)

    class Meta:
        verbose_name = _("use of an item")
        verbose_name_plural = _("uses of items")
        constraints: ClassVar = [models.UniqueConstraint(fields=["slug", "item"], name="item_use_once")]

    def __str__(self) -> str:
        return f"{self.slug} {self.item_id}"
