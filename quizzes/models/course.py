"""What a learner's next question depends on: the course of an account, and how hard the questions are.

Everything is read in one statement. What an answer changes is written under the lock that storing it takes on the
course (see `attempts.Attempt.record`), so that two answers of one learner at once both count.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from quizzes.learning.memory import DAILY_CAP

MOST_WISHED = 2
MOST_A_DAY = 50


class Course(models.Model):
    """What the choice of an account's next question depends on besides its skills.

    `recent` are the last three questions, each [kind, right, why]. `wish` is by how many levels the learner wants it
    harder, or easier where negative. `cap` is how many skills that are due are asked on a day.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", primary_key=True
    )
    answered = models.PositiveIntegerField(_("questions answered"), default=0)
    recent = models.JSONField(_("last questions"), default=list)
    wish = models.SmallIntegerField(_("levels harder"), default=0)
    cap = models.PositiveSmallIntegerField(_("due skills a day"), default=DAILY_CAP)

    class Meta:
        verbose_name = _("course")
        verbose_name_plural = _("courses")

    def __str__(self) -> str:
        return f"{self.user} {self.answered}"


class ItemRating(models.Model):
    """How hard the questions of a kind, game, limit and level are, in logits, and on how many answers that rests."""

    kind = models.CharField(_("kind"), max_length=40)
    game = models.CharField(_("game"), max_length=20)
    limit = models.CharField(_("limit"), max_length=20)
    level = models.PositiveSmallIntegerField(_("level"))
    value = models.FloatField(_("difficulty"))
    tries = models.PositiveIntegerField(_("tries"))

    class Meta:
        verbose_name = _("difficulty")
        verbose_name_plural = _("difficulties")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["kind", "game", "limit", "level"], name="item_rating_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game} {self.limit} {self.level}: {self.value:.2f}"


class Stored(NamedTuple):
    """What is stored, as plain values.

    course   [answered, recent, wish, cap], None before the first answer
    skills   by kind [order key, served, learnt]
    ratings  each [kind, game, limit, level, value, tries]
    placed   by kind the ability that a placement test gave
    """

    course: list[Any] | None
    skills: dict[str, list[Any]]
    ratings: list[list[Any]]
    placed: dict[str, Any]


_READ = """
    SELECT
        (SELECT jsonb_build_array(answered, recent, wish, cap) FROM quizzes_course WHERE user_id = %(user)s),
        (SELECT jsonb_object_agg(kind, CASE WHEN %(whole)s OR kind = ANY(%(kinds)s)
                THEN jsonb_build_array(order_key, served, learnt)
                ELSE jsonb_build_array('', '{}'::jsonb, jsonb_build_object('ability', learnt -> 'ability')) END)
            FROM quizzes_skillstate WHERE user_id = %(user)s),
        (SELECT jsonb_agg(jsonb_build_array(kind, game, "limit", level, value, tries))
            FROM quizzes_itemrating WHERE kind = ANY(%(kinds)s) AND game = ANY(%(games)s)),
        (SELECT placed FROM quizzes_placement WHERE user_id = %(user)s)
"""

LOCK = """
    INSERT INTO quizzes_course AS old (user_id, answered, recent, wish, cap)
    SELECT user_id, count(*), '[]', 0, {cap} FROM {answers} GROUP BY user_id
    ON CONFLICT (user_id) DO UPDATE SET answered = old.answered + excluded.answered
"""
"""Count answers into the course of their account, and lock it until the transaction ends."""


def read(user_id: int | None, kinds: Collection[str], games: Collection[str], *, whole: bool = True) -> Stored:
    """Return all that is stored of an account, nothing for a visitor, and the difficulties in some kinds and games.

    What is not `whole` has of the other kinds the abilities alone.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, {"user": user_id, "kinds": list(kinds), "games": list(games), "whole": whole})
        course, skills, ratings, placed = (json.loads(text) if text else None for text in cursor.fetchone())
    return Stored(course, skills or {}, ratings or [], placed or {})


def lock(user_id: int, answers: int) -> None:
    """Count so many answers into an account's course, and lock it until the transaction ends."""
    rows = "(SELECT %s AS user_id FROM generate_series(1, %s)) answers"
    with connection.cursor() as cursor:
        cursor.execute(LOCK.format(cap=DAILY_CAP, answers=rows), [user_id, answers])


def hold(user_id: int) -> None:
    """Lock an account's course until the transaction ends, and count nothing."""
    Course.objects.bulk_create([Course(user_id=user_id)], ignore_conflicts=True)
    Course.objects.select_for_update().get(pk=user_id)


def change(user_id: int, **changes: int) -> None:
    """Change an account's wish or cap."""
    course = Course(user_id=user_id, **changes)
    Course.objects.bulk_create([course], update_conflicts=True, unique_fields=["user"], update_fields=list(changes))
