"""How drills do as questions: counted every night and on demand, out of first unaided tries."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from quizzes.models.drills import Bucket, Drill


class ItemStatistic(models.Model):
    """How one drill does. A figure is None where there are too few tries for it (see `quizzes.statistics.formulas`).

    `house` is one under which it was answered. `answers` are the most common ones, each {"response", "right", "tries",
    "strong"}, `misconceptions` say by id how many tries showed each. `first` and `last` are the facilities in the first
    and the newest third of the tries. `alarms` are ids, `alarmed` how many.
    """

    drill = models.OneToOneField(Drill, models.CASCADE, verbose_name=_("drill"), related_name="statistic")
    house = models.CharField(_("ruleset"), max_length=40)
    tries = models.PositiveIntegerField(_("first tries"))
    right = models.PositiveIntegerField(_("right"))
    facility = models.FloatField(_("facility"), null=True, blank=True)
    discrimination = models.FloatField(_("discrimination"), null=True, blank=True)
    scored = models.PositiveIntegerField(_("tries of learners with a score"), default=0)
    seconds = models.FloatField(_("median of the seconds"), null=True, blank=True)
    first = models.FloatField(_("facility at first"), null=True, blank=True)
    last = models.FloatField(_("facility lately"), null=True, blank=True)
    answers = models.JSONField(_("answers"), default=list, blank=True)
    misconceptions = models.JSONField(_("misconceptions"), default=dict, blank=True)
    alarms = models.JSONField(_("alarms"), default=list, blank=True)
    alarmed = models.PositiveSmallIntegerField(_("number of alarms"), default=0)
    made_at = models.DateTimeField(_("counted"))

    class Meta:
        verbose_name = _("statistic of a drill")
        verbose_name_plural = _("statistics of drills")
        indexes: ClassVar = [models.Index(fields=["-alarmed", "-tries", "drill"], name="item_statistic_order")]

    def __str__(self) -> str:
        return f"{self.drill_id}: {self.right}/{self.tries}"


class BucketStatistic(models.Model):
    """Whether the drills of a bucket are equally hard: they are given out by chance, so they should be.

    `chance` is how likely such a spread is among equally hard ones, `spread` the part of it that chance does not
    explain, as a standard deviation of the facility. `furthest` are the drills that stand out, each
    [drill, right, tries, standardised difference].
    """

    bucket = models.OneToOneField(Bucket, models.CASCADE, verbose_name=_("bucket"), related_name="statistic")
    drills = models.PositiveIntegerField(_("drills"))
    tries = models.PositiveIntegerField(_("first tries"))
    facility = models.FloatField(_("facility"))
    chi_square = models.FloatField(_("chi-square"))
    chance = models.FloatField(_("probability by chance"))
    spread = models.FloatField(_("spread beyond chance"))
    furthest = models.JSONField(_("drills that stand out"), default=list, blank=True)
    unequal = models.BooleanField(_("unequal"), default=False)
    made_at = models.DateTimeField(_("counted"))

    class Meta:
        verbose_name = _("fairness of a bucket")
        verbose_name_plural = _("fairness of buckets")
        indexes: ClassVar = [models.Index(fields=["chance", "bucket"], name="bucket_statistic_order")]

    def __str__(self) -> str:
        return f"{self.bucket_id}: {self.chance:.3f}"
