"""Regrading: by what key the attempts at a drill were marked anew, and what each of them was worth before."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from quizzes.models.drills import Drill


class Regrade(models.Model):
    """The attempts at `drill`, marked anew by the document of `by`: another version's, or the drill's own.

    `house` is the id of the ruleset by which they are marked, "" for the one that each of them was asked under.
    `reached_at` and `reached` are the key of the last attempt that was looked at, None before the first.
    `told` is whether who asked for it said that learners had been told what the key shows, which is that of another
    spot than theirs. `held_up_at` is when its task was put aside, until it gets on. `followed_at` is up to when answers
    that came afterwards were looked at.
    """

    class Mode(models.TextChoices):
        RAISE = "raise", _("raise only: nobody loses a mark")
        FULL = "full", _("full: marks rise and fall")

    class State(models.TextChoices):
        WAITING = "waiting", _("under way")
        DONE = "done", _("done")

    drill = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+")
    by = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("marked by"), related_name="+")
    house = models.CharField(_("ruleset"), max_length=40, blank=True)
    mode = models.CharField(_("mode"), max_length=12, choices=Mode)
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.WAITING)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("made by"), related_name="+", null=True, blank=True
    )
    told = models.BooleanField(_("learners were told what the key shows"), default=False, db_default=False)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)
    reached_at = models.DateTimeField(_("reached the attempt asked at"), null=True, blank=True)
    reached = models.UUIDField(_("reached the attempt"), null=True, blank=True)
    held_up_at = models.DateTimeField(_("held up"), null=True, blank=True)
    followed_at = models.DateTimeField(_("later answers looked at until"), null=True, blank=True)
    looked_at = models.PositiveIntegerField(_("attempts looked at"), default=0)
    changed = models.PositiveIntegerField(_("attempts changed"), default=0)

    class Meta:
        verbose_name = _("regrade")
        verbose_name_plural = _("regrades")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["drill"], condition=Q(state="waiting"), name="regrade_open_once")
        ]

    def __str__(self) -> str:
        return f"{self.drill_id} {self.mode} {self.state}"


class RegradedAttempt(models.Model):
    """What one attempt was worth before and after a regrade.

    The attempt is named by its own key and by no foreign key: its month can be moved away. `user` is None for a
    visitor's. `kept` is whether it keeps what it was worth before, since nobody loses a mark; what it would be worth by
    the key stands here all the same. Where that is the same, its account was told that another answer is right.
    """

    regrade = models.ForeignKey(Regrade, models.CASCADE, verbose_name=_("regrade"), related_name="attempts")
    issued_at = models.DateTimeField(_("asked"))
    nonce = models.UUIDField(_("nonce"))
    ruleset = models.CharField(_("ruleset"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", null=True, blank=True
    )
    points_before = models.PositiveSmallIntegerField(_("points before"))
    out_of_before = models.PositiveSmallIntegerField(_("out of, before"))
    right_before = models.BooleanField(_("right before"))
    misconceptions_before = models.JSONField(_("misconceptions before"), default=list)
    points = models.PositiveSmallIntegerField(_("points after"))
    out_of = models.PositiveSmallIntegerField(_("out of, after"))
    right = models.BooleanField(_("right after"))
    misconceptions = models.JSONField(_("misconceptions after"), default=list)
    kept = models.BooleanField(_("keeps its mark"), default=False, db_default=False)

    class Meta:
        verbose_name = _("regraded attempt")
        verbose_name_plural = _("regraded attempts")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["regrade", "issued_at", "nonce"], name="regraded_attempt_once")
        ]

    def __str__(self) -> str:
        return f"{self.points_before}/{self.out_of_before} {self.points}/{self.out_of}"

    @property
    def same(self) -> bool:
        """Whether the attempt is worth by the key of the regrade what it was worth before; see `SAME`."""
        before = self.points_before, self.out_of_before, self.right_before
        return self.kept and before == (self.points, self.out_of, self.right)


SAME = Q(kept=True, points_before=F("points"), out_of_before=F("out_of"), right_before=F("right"))
"""Which rows are `RegradedAttempt.same`."""
