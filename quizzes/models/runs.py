"""Runs against the clock and survival, and the list of what was missed in them. Nothing here is rated."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Self, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from quizzes.learning.runs import Run
from quizzes.models.drills import Drill

Row = TypeVar("Row", bound="Owned", covariant=True)


class OwnedRows(models.QuerySet[Row]):
    """Rows that are looked for by their owner."""

    def of(self, user_id: int | None, visitor: UUID | None) -> Self:
        """Return an account's rows, else those of a visitor's key; a visitor without a key has none."""
        if user_id is not None:
            return self.filter(user=user_id)
        return self.filter(visitor=visitor) if visitor else self.none()


class Owned(models.Model):
    """What belongs to an account, or to a visitor's key."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("account"),
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True)

    objects = OwnedRows.as_manager()

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, visitor__isnull=True) | Q(user__isnull=True, visitor__isnull=False),
                name="%(class)s_has_one_owner",
            )
        ]


class RunRecord(Owned):
    """A run as far as it has come. Its drill has no constraint in the database, as that of an attempt has none.

    state      learning.runs.Run as JSON, a miss by its question's name, "tda/17"; mode and right are read out of it
    choice     what is asked, as the query of the practice page's address
    seed       what the order of its questions comes from; it never leaves the server
    nonce      the mark of the question that is open, `drill` under `ruleset`; None once no other is asked
    last       the question before it: {"nonce", "name", "right"}
    served     by bucket id the slots of its drills that were asked
    responses  what was answered to the first misses, in their order
    ends_at    when its clock stops, or when its first miss came; None while it survives
    current    whether it is its owner's latest: two tabs are one run
    """

    state = models.JSONField(_("state"))
    mode = models.GeneratedField(
        verbose_name=_("mode"),
        expression=KT("state__mode"),
        output_field=models.CharField(max_length=20),
        db_persist=True,
    )
    right = models.GeneratedField(
        verbose_name=_("right"),
        expression=Cast(KT("state__right"), models.IntegerField()),
        output_field=models.IntegerField(),
        db_persist=True,
    )
    choice = models.CharField(_("choice"), max_length=1000, blank=True)
    seed = models.UUIDField(_("seed of the order"))
    nonce = models.UUIDField(_("open question"), null=True, blank=True)
    drill = models.ForeignKey(
        Drill,
        models.PROTECT,
        verbose_name=_("drill"),
        related_name="+",
        null=True,
        blank=True,
        db_constraint=False,
        db_index=False,
    )
    ruleset = models.CharField(_("ruleset"), max_length=40, blank=True)
    last = models.JSONField(_("question before"), null=True, blank=True)
    served = models.JSONField(_("asked by bucket"), default=dict)
    responses = models.JSONField(_("answers that missed"), default=list)
    ends_at = models.DateTimeField(_("end"), null=True, blank=True)
    current = models.BooleanField(_("the latest"), default=True)

    class Meta(Owned.Meta):
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        indexes: ClassVar = [
            models.Index(fields=["user", "-id"], name="runs_of_user", condition=Q(user__isnull=False)),
            models.Index(fields=["visitor", "-id"], name="runs_of_visitor", condition=Q(visitor__isnull=False)),
        ]
        constraints: ClassVar = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["user"], condition=Q(current=True), name="one_run_an_account"),
            models.UniqueConstraint(fields=["visitor"], condition=Q(current=True), name="one_run_a_visitor"),
        ]

    def __str__(self) -> str:
        return f"{self.run.mode} {self.run.right}/{self.asked}"

    @property
    def run(self) -> Run:
        """The run itself, which quizzes.learning.runs works with."""
        return Run.from_json(self.state)

    @property
    def asked(self) -> int:
        """How many questions were answered."""
        return self.run.right + len(self.run.misses)

    def finished(self, now: datetime) -> bool:
        """Return whether it came to its end; one that was given up never does in survival."""
        return self.ends_at is not None and now >= self.ends_at

    def going_on(self, now: datetime) -> bool:
        """Return whether questions are still asked."""
        return self.current and not self.finished(now)


class ReviewItem(Owned):
    """A drill that was missed in a run, with the latest miss.

    `right_on` is the day on which it was answered right since then.
    """

    drill = models.ForeignKey(
        Drill, models.PROTECT, verbose_name=_("drill"), related_name="+", db_constraint=False, db_index=False
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    response = models.JSONField(_("response"))
    missed_at = models.DateTimeField(_("missed"))
    right_on = models.DateField(_("right on"), null=True, blank=True)

    class Meta(Owned.Meta):
        verbose_name = _("question to review")
        verbose_name_plural = _("questions to review")
        constraints: ClassVar = [
            *Owned.Meta.constraints,
            models.UniqueConstraint(fields=["user", "drill"], name="review_once_an_account"),
            models.UniqueConstraint(fields=["visitor", "drill"], name="review_once_a_visitor"),
        ]

    def __str__(self) -> str:
        return f"{self.drill_id} {self.ruleset} {self.missed_at:%Y-%m-%d}"
