"""Tasks that failed: told to whoever runs the site, and put aside when they fail again and again."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class FailedTask(models.Model):
    """A task with its arguments, from the moment a worker takes it up until it is done well: then its row goes.

    `arguments` are a JSON list of numbers, the keys of rows; of others nothing is kept but that they are there. `tries`
    counts those that failed in a row: 0 while the first is under way. `holder` is the id under which the task is at
    work since `begun_at`; None where no worker has it. A worker that dies takes nothing back, so a row that is still
    held when its task comes again tells of a lost try.
    """

    class State(models.TextChoices):
        TRYING = "trying", _("is tried again")
        ASIDE = "aside", _("put aside")

    name = models.CharField(_("task"), max_length=200)
    arguments = models.CharField(_("arguments"), max_length=200)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.TRYING)
    tries = models.PositiveIntegerField(_("failed tries"), default=0)
    error = models.CharField(_("error"), max_length=100, blank=True)
    message = models.CharField(_("message"), max_length=200, blank=True)
    request_id = models.CharField(_("request"), max_length=64, blank=True)
    holder = models.CharField(_("at work as"), max_length=64, blank=True)
    begun_at = models.DateTimeField(_("at work since"), null=True, blank=True)
    first_at = models.DateTimeField(_("failed first"), null=True, blank=True)
    last_at = models.DateTimeField(_("failed last"), null=True, blank=True)

    class Meta:
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "arguments"], name="failed_task_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.arguments}"
