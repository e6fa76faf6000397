"""Attempts: what was answered, when, and how good it was."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, TypeAlias

from django.conf import settings
from django.db import connection, models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from quizzes.learning.memory import DAILY_CAP
from quizzes.models.course import LOCK
from quizzes.models.drills import Drill


class AttemptFields(models.Model):
    """One answer to one showing of a drill, by an account or by a visitor's key.

    `drill` has no constraint in the database, which would write to the drill's row at every answer; drills are never
    deleted. `why` is the id of the reason for which practice asked, "" where it did not. `place` is the drill's in the
    learner's own order of its bucket, None where it was asked in no such order. `sure` is what the learner said to it,
    None for nothing.
    """

    issued_at = models.DateTimeField(_("asked"))
    drill = models.ForeignKey(
        Drill, models.PROTECT, verbose_name=_("drill"), related_name="+", db_constraint=False, db_index=False
    )
    ruleset = models.CharField(_("ruleset"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        verbose_name=_("account"),
        related_name="+",
        null=True,
        blank=True,
        db_index=False,
    )
    visitor = models.UUIDField(_("visitor"), null=True, blank=True)
    response = models.JSONField(_("response"))
    points = models.PositiveSmallIntegerField(_("points"))
    out_of = models.PositiveSmallIntegerField(_("out of"))
    right = models.BooleanField(_("right"))
    misconceptions = models.JSONField(_("misconceptions"), default=list)
    answered_at = models.DateTimeField(_("answered"))
    seconds = models.PositiveIntegerField(_("seconds from asked to answered"))
    sure = models.BooleanField(_("sure"), null=True, blank=True)
    hinted = models.BooleanField(_("with a hint"), default=False)
    why = models.CharField(_("why it was asked"), max_length=20, blank=True)
    place = models.PositiveIntegerField(_("place in the learner's order"), null=True, blank=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.points}/{self.out_of} {self.answered_at:%Y-%m-%d %H:%M}"

    @property
    def counts(self) -> bool:
        """Whether it counts for what is known of the learner: only what practice asked does."""
        return bool(self.why)


class Attempt(AttemptFields):
    """An attempt as it is stored. Partitioned by the month of issue.

    Its key is its token's issue time and nonce, so a token is answered once however often it is sent. Nothing points
    at an attempt by foreign key: a month can be moved away.
    """

    pk = models.CompositePrimaryKey("issued_at", "nonce")
    nonce = models.UUIDField(_("nonce"))

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        indexes: ClassVar = [
            models.Index(fields=["user", "answered_at"], name="attempt_of_user", condition=Q(user__isnull=False)),
            models.Index(fields=["visitor"], name="attempt_of_visitor", condition=Q(visitor__isnull=False)),
            models.Index(fields=["drill", "issued_at"], name="attempt_at_drill"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, visitor__isnull=True) | Q(user__isnull=True, visitor__isnull=False),
                name="attempt_has_one_owner",
            )
        ]

    def record(self) -> bool:
        """Store the attempt unless its token was answered before. Return whether it was stored.

        In the same statement an account's course counts one that counts, and is locked until the transaction ends.
        """
        values = [getattr(self, name) for name in _stored_names()]
        for place in _json_places():
            values[place] = connection.ops.adapt_json_value(values[place], None)
        with connection.cursor() as cursor:
            cursor.execute(_insert(locks=self.user_id is not None and self.counts), values)
            return bool(cursor.rowcount)


@cache
def _stored_fields() -> Sequence[models.Field[Any, Any]]:
    return [field for field in Attempt._meta.local_concrete_fields if field is not Attempt._meta.pk]


@cache
def _stored_names() -> Sequence[str]:
    return [field.attname for field in _stored_fields()]


@cache
def _json_places() -> Sequence[int]:
    """The places of the values that are not sent to the database as they are."""
    return [place for place, field in enumerate(_stored_fields()) if isinstance(field, models.JSONField)]


@cache
def _insert(*, locks: bool) -> str:
    """The statement that stores an attempt; with `locks` it counts in the account's course too, and locks that."""
    fields = _stored_fields()
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    table = Attempt._meta.db_table
    insert = f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT (issued_at, nonce) DO NOTHING"
    if not locks:
        return insert
    return f"WITH stored AS ({insert} RETURNING user_id) {LOCK.format(cap=DAILY_CAP, answers='stored')}"


class ArchivedAttempt(AttemptFields):
    """An attempt of a month that was moved away (see `trainer.operation.archive`): no page reads it.

    The months are tables of their own, which inherit from this one. It holds nothing itself and has no key or index;
    they have theirs.
    """

    nonce = models.UUIDField(_("nonce"), primary_key=True)

    class Meta:
        verbose_name = _("archived attempt")
        verbose_name_plural = _("archived attempts")


StoredAttempt: TypeAlias = Attempt | ArchivedAttempt
STORED: tuple[type[Attempt], type[ArchivedAttempt]] = (Attempt, ArchivedAttempt)
"""All that was ever answered and is not deleted."""


class AttemptRow(AttemptFields):
    """An attempt as the admin shows it, which takes no composite key: the same table, known by the nonce alone."""

    nonce = models.UUIDField(_("nonce"), primary_key=True)

    class Meta:
        managed = False
        db_table = "quizzes_attempt"
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
