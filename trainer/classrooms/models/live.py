"""What is on the wall of a class: spots that a teacher shows, and the answers that come from phones."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from quizzes.models import Drill, TemplateVersion
from trainer.classrooms.models.classes import CODE_LENGTH, Classroom, make_code


class Wall(models.Model):
    """One showing of spots to a class, answered by whoever has its code, until it ends.

    `kind`, `level` and `ruleset` say what its next spot is chosen from; "" and None leave it to chance. Where there is
    a `pool`, a template's, it is chosen from that instead.
    """

    classroom = models.ForeignKey(Classroom, models.CASCADE, verbose_name=_("class"), related_name="walls")
    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=make_code)
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=40, default="tda")
    pool = models.ForeignKey(
        TemplateVersion,
        models.PROTECT,
        verbose_name=_("template"),
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("wall")
        verbose_name_plural = _("walls")

    def __str__(self) -> str:
        return f"{self.classroom} {self.code}"


class WallSpot(models.Model):
    """A spot on a wall. Answers are taken while its state is `asking`; nobody is told the right one before `worked`."""

    class State(models.TextChoices):
        ASKING = "asking", _("asking")
        SHARES = "shares", _("shares of the answers shown")
        WORKED = "worked", _("worked out")

    wall = models.ForeignKey(Wall, models.CASCADE, verbose_name=_("wall"), related_name="spots")
    number = models.PositiveSmallIntegerField(_("number"))
    drill = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+")
    ruleset = models.CharField(_("ruleset"), max_length=40)
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKING)
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)

    class Meta:
        verbose_name = _("spot on a wall")
        verbose_name_plural = _("spots on walls")
        constraints: ClassVar = [models.UniqueConstraint(fields=["wall", "number"], name="wall_spot_once")]

    def __str__(self) -> str:
        return f"{self.wall} {self.number}"


class WallAnswer(models.Model):
    """A phone's answer to a spot on a wall. It belongs to nobody: `phone` tells two answers apart and names no one."""

    spot = models.ForeignKey(WallSpot, models.CASCADE, verbose_name=_("spot"), related_name="answers")
    phone = models.CharField(_("phone"), max_length=32)
    response = models.JSONField(_("response"))
    right = models.BooleanField(_("right"))
    misconceptions = models.JSONField(_("misconceptions"), default=list)
    answered_at = models.DateTimeField(_("answered"), auto_now_add=True)

    class Meta:
        verbose_name = _("answer to a wall")
        verbose_name_plural = _("answers to walls")
        constraints: ClassVar = [models.UniqueConstraint(fields=["spot", "phone"], name="wall_answer_once")]

    def __str__(self) -> str:
        return f"{self.spot} {self.right}"
