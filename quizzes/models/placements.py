"""Placement tests: the one that an account takes or took last, and what it starts with."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Placement(models.Model):
    """An account's placement test.

    sitting  the test as far as it has come, `quizzes.practising.placing.Sitting` as plain values; None without one
    placed   by kind the ability that a skill begins with, `learning.ratings.Rating` as plain values
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", primary_key=True
    )
    sitting = models.JSONField(_("test"), null=True, blank=True)
    placed = models.JSONField(_("abilities at the start"), default=dict)

    class Meta:
        verbose_name = _("placement test")
        verbose_name_plural = _("placement tests")

    def __str__(self) -> str:
        return str(self.user)
