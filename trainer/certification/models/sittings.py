"""Sittings: a candidate's own form of an exam, what was answered, and what it was worth."""

from __future__ import annotations

from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.models import Drill
from trainer.certification.models.exams import Blueprint
from trainer.certification.models.people import Candidate
from trainer.certification.models.rooms import Ticket


class Sitting(models.Model):
    """One person's sitting of an exam.

    The deadline is the start and `base_seconds` times `factor` hundredths, and each grant moves it. `device` is the key
    of the browser that holds the sitting: another one takes it over. `practice` sittings give no certificate.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SUBMITTED = "submitted", _("submitted")
        GRADED = "graded", _("graded")
        VOID = "void", _("void")

    key = models.UUIDField(_("key"), unique=True, default=uuid4)
    blueprint = models.ForeignKey(Blueprint, models.PROTECT, verbose_name=_("exam"), related_name="sittings")
    candidate = models.ForeignKey(Candidate, models.PROTECT, verbose_name=_("candidate"), related_name="sittings")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        verbose_name=_("account"),
        related_name="sittings",
        null=True,
        blank=True,
    )
    ticket = models.OneToOneField(
        Ticket, models.PROTECT, verbose_name=_("ticket"), related_name="sitting", null=True, blank=True
    )
    practice = models.BooleanField(_("for practice"), default=False)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.OPEN)
    started_at = models.DateTimeField(_("started"))
    base_seconds = models.PositiveIntegerField(_("usual time in seconds"))
    factor = models.PositiveSmallIntegerField(_("time factor in hundredths"), default=100)
    deadline = models.DateTimeField(_("deadline"))
    device = models.CharField(_("device"), max_length=32, blank=True)
    submitted_at = models.DateTimeField(_("submitted"), null=True, blank=True)
    graded_at = models.DateTimeField(_("graded"), null=True, blank=True)
    points = models.PositiveIntegerField(_("points"), null=True, blank=True)
    out_of = models.PositiveIntegerField(_("out of"), null=True, blank=True)
    passed = models.BooleanField(_("passed"), null=True, blank=True)
    released_at = models.DateTimeField(_("result released"), null=True, blank=True)

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["candidate"], condition=Q(state="open"), name="sitting_open_once")
        ]
        indexes: ClassVar = [
            models.Index(fields=["deadline"], condition=Q(state__in=["open", "submitted"]), name="sitting_to_grade")
        ]

    def __str__(self) -> str:
        return f"{self.blueprint} {self.key}"

    @property
    def ran_out(self) -> bool:
        """Whether the time ended it: what is handed in at its deadline was handed in by nobody."""
        return self.submitted_at is not None and self.submitted_at >= self.deadline


class SittingItem(models.Model):
    """A question of a sitting, in its place, and the answer as it was last saved: the form's fields, not graded yet."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, verbose_name=_("sitting"), related_name="items")
    place = models.PositiveSmallIntegerField(_("place"))
    section = models.PositiveSmallIntegerField(_("section"))
    drill = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+")
    response = models.JSONField(_("answer as saved"), null=True, blank=True)
    saved_at = models.DateTimeField(_("saved"), null=True, blank=True)
    saves = models.PositiveIntegerField(_("times saved"), default=0)
    flagged = models.BooleanField(_("flagged"), default=False)

    class Meta:
        verbose_name = _("question of a sitting")
        verbose_name_plural = _("questions of sittings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting", "place"], name="sitting_place_once"),
            models.UniqueConstraint(fields=["sitting", "drill"], name="sitting_drill_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.place}"


class ItemResult(models.Model):
    """What an answer was worth, by the key at the time of grading; a regrade changes it, and the audit says so."""

    item = models.OneToOneField(SittingItem, models.CASCADE, verbose_name=_("question"), related_name="result")
    response = models.JSONField(_("answer as read"), null=True, blank=True)
    points = models.PositiveSmallIntegerField(_("points"))
    out_of = models.PositiveSmallIntegerField(_("out of"))
    right = models.BooleanField(_("right"))
    misconceptions = models.JSONField(_("misconceptions"), default=list)

    class Meta:
        verbose_name = _("result of a question")
        verbose_name_plural = _("results of questions")

    def __str__(self) -> str:
        return f"{self.item} {self.points}/{self.out_of}"


class Grant(models.Model):
    """Time that a proctor gave to a sitting, with its reason; the candidate sees both."""

    sitting = models.ForeignKey(Sitting, models.CASCADE, verbose_name=_("sitting"), related_name="grants")
    seconds = models.PositiveIntegerField(_("seconds"))
    reason = models.CharField(_("reason"), max_length=200)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("given by"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("given"), auto_now_add=True)

    class Meta:
        verbose_name = _("grant of time")
        verbose_name_plural = _("grants of time")

    def __str__(self) -> str:
        return f"{self.sitting} +{self.seconds} s"


class PerformanceSheet(models.Model):
    """What an examiner saw beside the written part: marks for pitching, cutting chips and live pots, signed once."""

    sitting = models.OneToOneField(Sitting, models.CASCADE, verbose_name=_("sitting"), related_name="performance")
    examiner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("examiner"), related_name="+", null=True, blank=True
    )
    marks = models.JSONField(_("marks"), default=dict)
    remark = models.TextField(_("remark"), blank=True)
    signed_at = models.DateTimeField(_("signed"), null=True, blank=True)

    class Meta:
        verbose_name = _("performance sheet")
        verbose_name_plural = _("performance sheets")

    def __str__(self) -> str:
        return f"{self.sitting}"
