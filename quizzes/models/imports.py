"""Files of documents on their way in: checked line by line, looked at, and then made drafts all at once."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.models.drills import Drill
from quizzes.models.scenarios import ScenarioVersion


class ImportJob(models.Model):
    """One file. `raw` are its bytes until every line is checked; then only its lines are left.

    `checked` counts the documents with a line already, of `size` that are in the file: whoever goes on with the job
    begins there. `rule` is given to a GIFT file's questions, and `language` is that of its errors. `digest` names the
    bytes with all that was chosen for them, so that the same file sent twice is one job.
    """

    class State(models.TextChoices):
        CHECKING = "checking", _("is being checked")
        READY = "ready", _("can be imported")
        REFUSED = "refused", _("has errors")
        SAVING = "saving", _("is being imported")
        DONE = "done", _("imported")

    OPEN = (State.CHECKING, State.READY, State.SAVING)

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("owner"), related_name="+")
    name = models.CharField(_("file"), max_length=200)
    format = models.CharField(_("format"), max_length=10)
    rule = models.CharField(_("rule"), max_length=200, blank=True)
    language = models.CharField(_("language"), max_length=10)
    raw = models.BinaryField(_("bytes"))
    digest = models.CharField(_("fingerprint of the file"), max_length=64)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.CHECKING)
    size = models.PositiveIntegerField(_("documents"))
    checked = models.PositiveIntegerField(_("documents checked"), default=0)
    exam = models.BooleanField(_("kept for exams"), default=False)
    twins = models.BooleanField(_("with spots that are there already"), default=False)
    made = models.PositiveIntegerField(_("drafts made"), default=0)
    made_at = models.DateTimeField(_("uploaded"), auto_now_add=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["owner", "digest"],
                name="import_open_once",
                condition=Q(state__in=["checking", "ready", "saving"]),
            )
        ]
        indexes: ClassVar = [models.Index(fields=["owner", "-made_at"], name="import_of_owner")]

    def __str__(self) -> str:
        return f"{self.name} #{self.pk}"


class ImportedLine(models.Model):
    """What was found of one document of a file. `number` counts them from 1; `place` is where it stands in the file.

    `columns` are the fields of the draft that it becomes. A twin is the same spot: in an earlier line, in a scenario,
    or among the drills of practice.
    """

    class Result(models.TextChoices):
        NEW = "new", _("new")
        TWIN = "twin", _("there already")
        ERROR = "error", _("error")

    job = models.ForeignKey(ImportJob, models.CASCADE, verbose_name=_("import"), related_name="lines", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    place = models.CharField(_("place in the file"), max_length=200)
    result = models.CharField(_("result"), max_length=10, choices=Result)
    title = models.CharField(_("title"), max_length=200, blank=True)
    kind = models.CharField(_("kind"), max_length=40, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), null=True, blank=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True)
    columns = models.JSONField(_("draft"), default=dict)
    where = models.CharField(_("place in the document"), max_length=200, blank=True)
    message = models.TextField(_("error"), blank=True)
    twin_line = models.CharField(_("the same spot in the file"), max_length=200, blank=True)
    twin_version = models.ForeignKey(
        ScenarioVersion, models.SET_NULL, verbose_name=_("the same scenario"), related_name="+", null=True, blank=True
    )
    twin_drill = models.ForeignKey(
        Drill, models.SET_NULL, verbose_name=_("the same drill"), related_name="+", null=True, blank=True
    )

    class Meta:
        verbose_name = _("line of an import")
        verbose_name_plural = _("lines of imports")
        constraints: ClassVar = [models.UniqueConstraint(fields=["job", "number"], name="import_line_once")]
        indexes: ClassVar = [models.Index(fields=["job", "result", "number"], name="import_line_shown")]

    def __str__(self) -> str:
        return f"{self.job_id}/{self.number} {self.result}"
