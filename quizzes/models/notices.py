"""What the site has to tell one account, until it says that it has seen it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """One thing to tell one account. `quizzes.notices` puts `key` and `values` into words in the reader's language.

    `about` names what it is about, so that it is told once however often it is put.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    about = models.CharField(_("about"), max_length=60)
    key = models.CharField(_("text"), max_length=40)
    values = models.JSONField(_("values"), default=dict)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "about"], name="notice_once")]
        indexes: ClassVar = [models.Index(fields=["user"], name="notice_unseen", condition=Q(seen_at=None))]

    def __str__(self) -> str:
        return f"{self.user} {self.about}"
