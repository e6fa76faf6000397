"""The house rules that people write for their own room: a shipped house, and where it differs."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from quizzes.engine.rulesets import RULESET_IDS, ruleset

PREFIX = "own-"


class HouseRules(models.Model):
    """One version of a room's own rules. It never changes: what was asked under it stays what it was.

    `base` is the id of a shipped ruleset, `changes` the toggles in which this house differs from it, by name. A changed
    house is another row, whose `before` is the one that it takes the place of; `number` counts them from 1.
    """

    name = models.CharField(_("name"), max_length=60)
    base = models.CharField(_("starts from"), max_length=40, default="tda")
    changes = models.JSONField(_("differs in"), default=dict, blank=True)
    number = models.PositiveIntegerField(_("version"), default=1)
    before = models.OneToOneField(
        "self", models.PROTECT, verbose_name=_("version before"), related_name="after", null=True, blank=True
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("owner"), related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")

    def __str__(self) -> str:
        return f"{self.name} {self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("house rules never change: a changed house is another version")
        super().save(*args, **kwargs)

    @property
    def is_shipped(self) -> bool:
        """Return whether it stands for a shipped house, its base: nobody's rules of its name that change nothing."""
        return self.owner_id is None and not self.changes and self.name == ruleset(self.base).name

    @staticmethod
    def are_shipped() -> models.Q:
        """Return of which rows `is_shipped` holds: no room's own rules."""
        named = (models.Q(base=id, name=ruleset(id).name) for id in RULESET_IDS)
        return models.Q(owner=None, changes={}) & reduce(or_, named)

    @property
    def id_in_drills(self) -> str:
        """Return the id by which tokens and attempts name this version: its base's where it is that one."""
        return self.base if self.is_shipped else f"{PREFIX}{self.pk}"
