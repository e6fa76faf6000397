"""What is known of a learner in each kind, counted when an attempt is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.db import connection, models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill
from quizzes.models.attempts import Attempt

RECENT_MISTAKES = 20
LONGEST = 600
"""An answer that took more seconds lay open: it says nothing of how fast somebody is."""


def nothing_learnt() -> dict[str, Any]:
    """Return what is known of a skill before its first question."""
    return Skill().to_json()


class SkillState(models.Model):
    """One learner in one kind.

    `learnt` is what the model of learning knows: `quizzes.learning.skills.Skill` as plain values. `served` says by
    bucket id how far the learner is through its drills (`quizzes.practising.taken.Taken`), in the order that
    `order_key` seeds. `mistakes` are the last misses, each {"at": time, "misconceptions": ids}.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    kind = models.CharField(_("kind"), max_length=40)
    order_key = models.CharField(_("seed of the order"), max_length=40)
    tries = models.PositiveIntegerField(_("tries"), default=0)
    right = models.PositiveIntegerField(_("right"), default=0)
    learnt = models.JSONField(_("what was learnt"), default=nothing_learnt)
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
    """What one learner answered in one kind in a week, given by its Monday in UTC.

    `timed` are the right answers that took ten minutes at most, `seconds` what these took together.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    kind = models.CharField(_("kind"), max_length=40)
    week = models.DateField(_("week from"))
    tries = models.PositiveIntegerField(_("tries"))
    right = models.PositiveIntegerField(_("right"))
    timed = models.PositiveIntegerField(_("right and timed"), default=0)
    seconds = models.PositiveIntegerField(_("seconds of these"), default=0)

    class Meta:
        verbose_name = _("week of a skill")
        verbose_name_plural = _("weeks of skills")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "week", "kind"], name="skill_week_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.kind} {self.week} {self.right}/{self.tries}"


class PracticeDay(models.Model):
    """What one learner answered on a day, as the calendar was where the learner was."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("account"), related_name="+", db_index=False
    )
    day = models.DateField(_("day"))
    tries = models.PositiveIntegerField(_("tries"))
    right = models.PositiveIntegerField(_("right"))

    class Meta:
        verbose_name = _("day of practice")
        verbose_name_plural = _("days of practice")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "day"], name="practice_day_once")]

    def __str__(self) -> str:
        return f"{self.user} {self.day} {self.right}/{self.tries}"


def monday(moment: datetime) -> date:
    """Return the first day of a moment's week in UTC."""
    day = moment.astimezone(UTC).date()
    return day - timedelta(days=day.weekday())


class Counted(NamedTuple):
    """An attempt of an account, with its drill and bucket, and what it leads to.

    `recent` are the last questions after it. `item` is the rating of what was asked before and after it, None where the
    attempt says nothing of that.
    """

    attempt: Attempt
    order_key: str
    learnt: Mapping[str, Any]
    served: Mapping[str, Any]
    recent: list[Any]
    item: tuple[Rating, Rating] | None


_COUNT = """
    WITH counted_week AS (
        INSERT INTO quizzes_skillweek AS old (user_id, kind, week, tries, "right", timed, seconds)
        VALUES (%(user)s, %(kind)s, %(week)s, 1, %(right)s, %(timed)s, %(seconds)s)
        ON CONFLICT (user_id, week, kind) DO UPDATE SET
            tries = old.tries + 1,
            "right" = old."right" + excluded."right",
            timed = old.timed + excluded.timed,
            seconds = old.seconds + excluded.seconds
    ), counted_day AS (
        INSERT INTO quizzes_practiceday AS old (user_id, day, tries, "right")
        VALUES (%(user)s, %(day)s, 1, %(right)s)
        ON CONFLICT (user_id, day) DO UPDATE SET
            tries = old.tries + 1,
            "right" = old."right" + excluded."right"
    ), course AS (
        UPDATE quizzes_course SET recent = %(recent)s::jsonb WHERE user_id = %(user)s
    ), item AS (
        INSERT INTO quizzes_itemrating AS old (kind, game, "limit", level, value, tries)
        SELECT %(kind)s, %(game)s, %(limit)s, %(level)s, %(difficulty)s, 1 WHERE %(rated)s
        ON CONFLICT (kind, game, "limit", level) DO UPDATE SET value = old.value + %(moved)s, tries = old.tries + 1
    )
    INSERT INTO quizzes_skillstate AS old (user_id, kind, order_key, tries, "right", learnt, served, mistakes, last_at)
    VALUES (
        %(user)s, %(kind)s, %(order_key)s, 1, %(right)s, %(learnt)s::jsonb, %(served)s::jsonb, %(mistakes)s::jsonb,
        %(at)s
    )
    ON CONFLICT (user_id, kind) DO UPDATE SET
        tries = old.tries + 1,
        "right" = old."right" + excluded."right",
        learnt = excluded.learnt,
        served = excluded.served,
        mistakes = jsonb_path_query_array(old.mistakes || excluded.mistakes, %(last)s::jsonpath),
        last_at = greatest(old.last_at, excluded.last_at)
"""


def count_attempts(counted: Iterable[Counted]) -> None:
    """Write what an account's attempts lead to, in their order, each in one statement.

    The account's course is locked, or another answer at the same time would be lost. A difficulty is changed by its
    difference: other learners may have moved it meanwhile.
    """
    with connection.cursor() as cursor:
        cursor.executemany(_COUNT, [_values(each) for each in counted])


def _values(counted: Counted) -> dict[str, Any]:
    attempt, bucket = counted.attempt, counted.attempt.drill.bucket
    missed = {"at": attempt.answered_at.isoformat(), "misconceptions": attempt.misconceptions}
    before, after = counted.item or (Rating(), Rating())
    timed = attempt.right and attempt.seconds <= LONGEST
    return {
        "user": attempt.user_id,
        "kind": bucket.kind,
        "game": bucket.game,
        "limit": bucket.limit,
        "level": bucket.level,
        "rated": counted.item is not None,
        "difficulty": after.value,
        "moved": after.value - before.value,
        "order_key": counted.order_key,
        "right": int(attempt.right),
        "learnt": json.dumps(counted.learnt),
        "served": json.dumps(counted.served),
        "recent": json.dumps(counted.recent),
        "mistakes": json.dumps([] if attempt.right else [missed]),
        "at": attempt.answered_at,
        "week": monday(attempt.answered_at),
        "timed": int(timed),
        "seconds": attempt.seconds if timed else 0,
        "day": timezone.localtime(attempt.answered_at).date(),
        "last": f"$[last - {RECENT_MISTAKES - 1} to last]",
    }
