"""Hands that an author has loaded to look for something worth asking."""

from __future__ import annotations

from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

KEPT = timedelta(days=1)


class HandFile(models.Model):
    """The hands of one file, for a day, without anybody's name: a hand is its line in the file and its document.

    `moments` are stored best first, each as the place of its hand among `hands` and the fields of a `Moment`.
    `rarities` says of each feature how many of the hands show it; `problems` are the hands that could not be played,
    each in a sentence.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("owner"), related_name="+")
    house = models.CharField(_("ruleset"), max_length=40)
    hands = models.JSONField(_("hands"), default=list)
    moments = models.JSONField(_("moments"), default=list)
    rarities = models.JSONField(_("features with their number"), default=dict)
    problems = models.JSONField(_("hands that could not be read"), default=list)
    made_at = models.DateTimeField(_("loaded"))

    class Meta:
        verbose_name = _("file of hands")
        verbose_name_plural = _("files of hands")
        indexes: ClassVar = [models.Index(fields=["made_at"], name="hand_file_old")]

    def __str__(self) -> str:
        return f"#{self.pk}"
