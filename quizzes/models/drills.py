"""Drills, and the buckets they are pooled in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar, TypeVar

from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from quizzes import house_rules
from quizzes.engine.document import Document
from quizzes.engine.notation import parse

DRY_BATCHES = 2

M = TypeVar("M", bound=models.Model)


class Bucket(models.Model):
    """A pool of drills of one kind and level, for all houses that agree on the toggles that the kind reads.

    Its drills have the slots 0 to size - 1, none left out. `rules_key` is `Ruleset.key` of the kind's toggles,
    `version` the generator's. `dry` counts the batches in a row that found nothing new. `bank` is "" for what
    generators make for everybody; drills of other banks were written or chosen by people, and are asked only where they
    are named.
    """

    kind = models.CharField(_("kind"), max_length=40)
    game = models.CharField(_("game"), max_length=20, default="holdem")
    limit = models.CharField(_("limit"), max_length=20, default="no-limit")
    level = models.PositiveSmallIntegerField(_("level"))
    rules_key = models.CharField(_("toggles"), max_length=500, blank=True)
    version = models.PositiveIntegerField(_("generator's version"))
    reserve = models.BooleanField(_("kept for exams"), default=False)
    bank = models.CharField(_("bank"), max_length=40, blank=True)
    size = models.PositiveIntegerField(_("drills"), default=0)
    dry = models.PositiveSmallIntegerField(_("batches without a find"), default=0)
    last_asked_at = models.DateTimeField(_("last asked"), null=True, blank=True)

    class Meta:
        verbose_name = _("bucket")
        verbose_name_plural = _("buckets")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["kind", "game", "limit", "level", "rules_key", "version", "reserve", "bank"], name="bucket_once"
            )
        ]

    def __str__(self) -> str:
        words = [self.kind, str(self.level), self.rules_key, "reserve" if self.reserve else ""]
        return " ".join(word for word in words if word)

    @property
    def full(self) -> bool:
        """Whether the generator has no further spot for it, so that it stays at its size."""
        return self.dry >= DRY_BATCHES


class Drill(models.Model):
    """A generated document, without its `rules`: houses that agree share it. It never changes.

    `told_apart` holds the misconceptions that give a wrong answer to it, those with the same one in one group.
    """

    bucket = models.ForeignKey(Bucket, models.PROTECT, verbose_name=_("bucket"), db_index=False)
    slot = models.PositiveIntegerField(_("slot"))
    fingerprint = models.CharField(_("fingerprint"), max_length=64)
    document = models.JSONField(_("document"))
    told_apart = models.JSONField(_("misconceptions told apart"), default=list)

    class Meta:
        verbose_name = _("drill")
        verbose_name_plural = _("drills")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["bucket", "slot"], name="drill_slot_once"),
            models.UniqueConstraint(fields=["bucket", "fingerprint"], name="drill_spot_once"),
        ]

    def __str__(self) -> str:
        return f"{self.bucket} #{self.slot}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("a drill never changes: attempts point at what was shown")
        super().save(*args, **kwargs)

    @classmethod
    def with_bucket(cls, pk: int) -> Drill:
        """Return a drill and its bucket. Raises Drill.DoesNotExist. One query, which no answer has to compose anew."""
        with connection.cursor() as cursor:
            cursor.execute(_with_bucket(), [pk])
            row = cursor.fetchone()
        if row is None:
            raise cls.DoesNotExist(pk)
        own = len(cls._meta.concrete_fields)
        drill, bucket = _read(cls, row[:own]), _read(Bucket, row[own:])
        drill.bucket = bucket
        return drill

    @property
    def diagnostic(self) -> bool:
        """Whether a usual mistake gives another answer than the right one; a drill that isn't is plain."""
        return bool(self.told_apart)

    def spot(self, ruleset: str) -> Document:
        """Return the document as it is asked under a house, given by its id. Raises KeyError when there is none."""
        return replace(parse(self.document), rules=house_rules.rules_of(ruleset))


@cache
def _with_bucket() -> str:
    """The statement that reads a drill with its bucket, by the drill's key."""
    quoted = connection.ops.quote_name
    columns = [
        f"{quoted(model._meta.db_table)}.{quoted(str(field.column))}"
        for model in (Drill, Bucket)
        for field in model._meta.concrete_fields
    ]
    drill, bucket = (quoted(model._meta.db_table) for model in (Drill, Bucket))
    joined = f"{drill} JOIN {bucket} ON {bucket}.id = {drill}.bucket_id"
    return f"SELECT {', '.join(columns)} FROM {joined} WHERE {drill}.id = %s"


def _read(model: type[M], row: Sequence[Any]) -> M:
    """Return the instance of a model that a row of its columns stands for."""
    names, json_places = _columns(model)
    values = list(row)
    for place in json_places:
        values[place] = json.loads(values[place])
    return model.from_db(connection.alias, names, values)


@cache
def _columns(model: type[models.Model]) -> tuple[Sequence[str], Sequence[int]]:
    """Return the names of a model's columns, and the places of those that come as JSON text."""
    fields = model._meta.concrete_fields
    places = [place for place, field in enumerate(fields) if isinstance(field, models.JSONField)]
    return [field.attname for field in fields], places
