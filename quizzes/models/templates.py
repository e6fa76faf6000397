"""Templates of spots as their authors write them, version by version."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

LEAST, MOST = 20, 500
"""How many drills a pool may be given."""


class ScenarioTemplate(models.Model):
    """Ranges and conditions that somebody wrote, with all their versions."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("owner"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("template")
        verbose_name_plural = _("templates")

    def __str__(self) -> str:
        return f"#{self.pk}"


class TemplateVersion(models.Model):
    """A template from one change to the next. Only a draft may change.

    `recipe` is `spot_templates.ranges.Recipe` as plain values, `kind` its kind; `dropped` are the fingerprints of spots
    that its author threw out. Publishing settles the `seed` of its pool and how many drills are `wanted` there; `dry`
    counts the batches in a row that found nothing new.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        RETIRED = "retired", _("retired")

    template = models.ForeignKey(ScenarioTemplate, models.CASCADE, verbose_name=_("template"), related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    state = models.CharField(_("state"), max_length=12, choices=State, default=State.DRAFT)
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=40)
    recipe = models.JSONField(_("ranges and conditions"))
    dropped = models.JSONField(_("dropped spots"), default=list, blank=True)
    seed = models.CharField(_("seed"), max_length=20, blank=True)
    wanted = models.PositiveSmallIntegerField(
        _("drills wanted"), default=100, validators=[MinValueValidator(LEAST), MaxValueValidator(MOST)]
    )
    dry = models.PositiveSmallIntegerField(_("batches without a find"), default=0)
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    published_at = models.DateTimeField(_("published"), null=True, blank=True)

    class Meta:
        verbose_name = _("version of a template")
        verbose_name_plural = _("versions of templates")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["template", "number"], name="template_version_once"),
            models.UniqueConstraint(fields=["template"], condition=Q(state="draft"), name="template_draft_once"),
            models.UniqueConstraint(
                fields=["template"], condition=Q(state="published"), name="template_published_once"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["state", "dry"], name="template_version_filled")]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Store a draft, or the publishing of one. What is published is taken out of use, and changed no more."""
        if not self._state.adding and not TemplateVersion.objects.filter(pk=self.pk, state=self.State.DRAFT).exists():
            raise TypeError("a published template never changes: a changed one is another version")
        super().save(*args, **kwargs)

    @property
    def bank(self) -> str:
        """The bank of the buckets that hold its drills."""
        return f"template-{self.pk}"
