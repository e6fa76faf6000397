"""What is known of a learner in each kind, counted when an attempt is written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from quizzes import ladder
from quizzes.models.attempts import Attempt

RECENT_MISTAKES = 20


class SkillState(models.Model):
    """One learner in one kind.

    `rung` is the place on the ladder of levels (see `quizzes.ladder`). `served` counts by bucket id how many of its
    drills were answered: which comes next follows from that and from `order_key`, which seeds the learner's own order.
    `mistakes` are the last misses, each {"at": time, "misconceptions": ids}.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    kind = models.CharField(_("kind"), max_length=40)
    order_key = models.CharField(_("seed of the order"), max_length=40)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    rung = models.PositiveSmallIntegerField(_("rung"))
    served = models.JSONField(_("answered by bucket"), default=dict)
    mistakes = models.JSONField(_("recent mistakes"), default=list)
    last_at = models.DateTimeField(_("last answered"))

    class Meta:
        verbose_name = _("skill state")
        verbose_name_plural = _("skill states")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "kind"], name="skill_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.kind} {self.right}/{self.tries}"


class SkillWeek(models.Model):
    """What one learner answered in one kind in a week, given by its Monday in UTC."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    kind = models.CharField(_("kind"), max_length=40)
    week = models.DateField(_("week from"))
    tries = models.PositiveIntegerField(_("tries"))
    right = models.PositiveIntegerField(_("right"))

    class Meta:
        verbose_name = _("week of a skill")
        verbose_name_plural = _("weeks of skills")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "week", "kind"], name="skill_week_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.kind} {self.week} {self.right}/{self.tries}"


def monday(moment: datetime) -> date:
    """Return the first day of a moment's week in UTC."""
    day = moment.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


_COUNT = """
    WITH counted_week AS (
        INSERT INTO quizzes_skillweek AS old (user_id, kind, week, tries, "right")
        VALUES (%(user)s, %(kind)s, %(week)s, 1, %(right)s)
        ON CONFLICT (user_id, week, kind) DO UPDATE SET
            tries = old.tries + 1,
            "right" = old."right" + excluded."right"
    )
    INSERT INTO quizzes_skillstate AS old (user_id, kind, order_key, tries, "right", rung, served, mistakes, last_at)
    VALUES (
        %(user)s, %(kind)s, %(order_key)s, 1, %(right)s, greatest(0, %(first_rung)s + %(step)s),
        jsonb_build_object(%(bucket)s::text, 1), %(mistakes)s::jsonb, %(at)s
    )
    ON CONFLICT (user_id, kind) DO UPDATE SET
        tries = old.tries + 1,
        "right" = old."right" + excluded."right",
        rung = least(greatest(old.rung + %(step)s, 0), %(top_rung)s),
        served = old.served
            || jsonb_build_object(%(bucket)s::text, coalesce((old.served ->> %(bucket)s::text)::int, 0) + 1),
        mistakes = jsonb_path_query_array(old.mistakes || excluded.mistakes, %(last)s::jsonpath),
        last_at = greatest(old.last_at, excluded.last_at)
"""


def count_attempts(attempts: Iterable[Attempt], order_key: str) -> None:
    """Count an account's attempts, in their order, into its skills: each in one statement, so none is lost.

    The attempts come with their drills and buckets. `order_key` is for kinds in which the account has no state yet.
    """
    with connection.cursor() as cursor:
        cursor.executemany(_COUNT, [_values(attempt, order_key) for attempt in attempts])


def _values(attempt: Attempt, order_key: str) -> dict[str, Any]:
    missed = {"at": attempt.answered_at.isoformat(), "misconceptions": attempt.misconceptions}
    return {
        "user": attempt.user_id,
        "kind": attempt.drill.bucket.kind,
        "bucket": str(attempt.drill.bucket_id),
        "order_key": order_key,
        "right": int(attempt.right),
        "step": ladder.step(attempt.points, attempt.right),
        "first_rung": ladder.FIRST_RUNG,
        "top_rung": ladder.TOP_RUNG,
        "mistakes": json.dumps([] if attempt.right else [missed]),
        "at": attempt.answered_at,
        "week": monday(attempt.answered_at),
        "last": f"$[last - {RECENT_MISTAKES - 1} to last]",
    }
