"""Scenarios as their authors write them, version by version, and who has read those of others before everybody did."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.models.drills import Drill


class Scenario(models.Model):
    """A spot that somebody wrote, with all its versions. `exam` keeps it out of practice and for exams alone."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("owner"), related_name="+", null=True, blank=True
    )
    exam = models.BooleanField(_("kept for exams"), default=False)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("scenario")
        verbose_name_plural = _("scenarios")
        permissions: ClassVar = [("review_exam_items", "Can review what is kept for exams")]

    def __str__(self) -> str:
        return f"#{self.pk}"


class ScenarioVersion(models.Model):
    """A scenario from one change to the next. Only a draft may change.

    `document` is the whole document as plain values, `rules` in it; `text` is what the author typed where that is not
    a document yet. `kind`, `level`, `title` and `fingerprint` are the document's, "" and None where there is none.
    Publishing makes the `drill` to which tokens and attempts point, asked under the house with the id `house`.

    `corrects` is the number of an earlier, retired version whose key this one puts right: it is published to mark the
    answers to that one and is retired with that, since nobody is asked it. It is None for a version to be asked.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        REVIEW = "review", _("in review")
        PUBLISHED = "published", _("published")
        RETIRED = "retired", _("retired")

    scenario = models.ForeignKey(Scenario, models.CASCADE, verbose_name=_("scenario"), related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.DRAFT)
    document = models.JSONField(_("document"), default=dict)
    text = models.TextField(_("text"), blank=True)
    title = models.CharField(_("title"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, db_index=True)
    house = models.CharField(_("ruleset"), max_length=40, blank=True)
    drill = models.OneToOneField(
        Drill, models.PROTECT, verbose_name=_("drill"), related_name="scenario_version", null=True, blank=True
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("author"), related_name="+", null=True, blank=True
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("reviewer"), related_name="+", null=True, blank=True
    )
    remark = models.TextField(_("remark"), blank=True)
    corrects = models.PositiveIntegerField(_("corrects the version"), null=True, blank=True)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        verbose_name = _("version of a scenario")
        verbose_name_plural = _("versions of scenarios")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["scenario", "number"], name="scenario_version_once"),
            models.UniqueConstraint(
                fields=["scenario"], condition=Q(state="published"), name="scenario_published_once"
            ),
            models.UniqueConstraint(
                fields=["scenario"], condition=Q(state__in=["draft", "review"]), name="scenario_draft_once"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["published", "retired"]) | Q(drill__isnull=False),
                name="scenario_public_has_drill",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "kind", "level"], name="scenario_version_found")]

    def __str__(self) -> str:
        return f"{self.scenario} {self.number}"

    @property
    def may_be_corrected(self) -> bool:
        """Return whether a later version can put its key alone right: that of any but a written question follows from
        what was shown.
        """
        return self.kind == "choice" and self.state == self.State.RETIRED and self.corrects is None


class ScenarioReader(models.Model):
    """Who has read another's scenario that is not public: one for exams, or one in review, which may yet become one."""

    scenario = models.ForeignKey(Scenario, models.CASCADE, verbose_name=_("scenario"), related_name="readers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("reader"), related_name="+")
    read_at = models.DateTimeField(_("first read"), auto_now_add=True)

    class Meta:
        verbose_name = _("reader of a scenario")
        verbose_name_plural = _("readers of scenarios")
        constraints: ClassVar = [models.UniqueConstraint(fields=["scenario", "user"], name="scenario_reader_once")]

    def __str__(self) -> str:
        return f"{self.scenario}, {self.user}"
