"""What learners report about questions, and what became of it."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.models.drills import Drill


class Report(models.Model):
    """A problem with one drill under one house, as it was when it was reported."""

    class About(models.TextChoices):
        ANSWER = "answer", _("The answer is wrong")
        REASON = "reason", _("The reason is wrong or unclear")
        WORDING = "wording", _("The question is unclear")
        PICTURE = "picture", _("The picture does not fit")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("Not looked at yet")
        MENDED = "mended", _("You were right, and it is mended")
        STANDS = "stands", _("Looked at: the answer stands")
        NOTED = "noted", _("Noted")

    drill = models.ForeignKey(Drill, models.PROTECT, verbose_name=_("drill"), related_name="+")
    ruleset = models.CharField(_("ruleset"), max_length=40)
    version = models.PositiveIntegerField(_("version of the generator"))
    answer = models.JSONField(_("our answer"))
    response = models.JSONField(_("the learner's answer"), null=True, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("account"), related_name="+", null=True, blank=True
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True, db_index=True)
    about = models.CharField(_("what is wrong"), max_length=20, choices=About.choices)
    text = models.TextField(_("report"), max_length=2000)
    made_at = models.DateTimeField(_("reported"))
    state = models.CharField(_("what became of it"), max_length=20, choices=State.choices, default=State.OPEN)
    reply = models.TextField(_("reply"), max_length=4000, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes: ClassVar = [models.Index(fields=["made_at"], name="report_open", condition=Q(state="open"))]

    def __str__(self) -> str:
        return f"{self.drill_id} {self.ruleset} {self.about}"
