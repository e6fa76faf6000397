"""Weeks of skills and the time of the last answer, counted from the attempts that are there; attempts for the admin."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

COUNT_WEEKS = """
    INSERT INTO quizzes_skillweek (user_id, kind, week, tries, "right")
    SELECT attempt.user_id, bucket.kind, date_trunc('week', attempt.answered_at AT TIME ZONE 'UTC'),
        count(*), count(*) FILTER (WHERE attempt."right")
    FROM quizzes_attempt attempt
    JOIN quizzes_drill drill ON drill.id = attempt.drill_id
    JOIN quizzes_bucket bucket ON bucket.id = drill.bucket_id
    WHERE attempt.user_id IS NOT NULL
    GROUP BY 1, 2, 3
"""
NOTE_LAST = """
    UPDATE quizzes_skillstate state SET last_at = latest.answered_at
    FROM (
        SELECT attempt.user_id, bucket.kind, max(attempt.answered_at) AS answered_at
        FROM quizzes_attempt attempt
        JOIN quizzes_drill drill ON drill.id = attempt.drill_id
        JOIN quizzes_bucket bucket ON bucket.id = drill.bucket_id
        WHERE attempt.user_id IS NOT NULL
        GROUP BY 1, 2
    ) latest
    WHERE (state.user_id, state.kind) = (latest.user_id, latest.kind)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="skillstate",
            name="last_at",
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name="last answered"),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="SkillWeek",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("week", models.DateField(verbose_name="week from")),
                ("tries", models.PositiveIntegerField(verbose_name="tries")),
                ("right", models.PositiveIntegerField(verbose_name="right")),
            ],
            options={
                "verbose_name": "week of a skill",
                "verbose_name_plural": "weeks of skills",
                "constraints": [models.UniqueConstraint(fields=["user", "week", "kind"], name="skill_week_once")],
            },
        ),
        migrations.CreateModel(
            name="AttemptRow",
            fields=[
                ("issued_at", models.DateTimeField(verbose_name="asked")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("visitor", models.UUIDField(blank=True, null=True, verbose_name="visitor")),
                ("response", models.JSONField(verbose_name="response")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                ("out_of", models.PositiveSmallIntegerField(verbose_name="out of")),
                ("right", models.BooleanField(verbose_name="right")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions")),
                ("answered_at", models.DateTimeField(verbose_name="answered")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds from asked to answered")),
                ("nonce", models.UUIDField(primary_key=True, serialize=False, verbose_name="nonce")),
            ],
            options={
                "verbose_name": "attempt",
                "verbose_name_plural": "attempts",
                "db_table": "quizzes_attempt",
                "managed": False,
            },
        ),
        migrations.RunSQL(COUNT_WEEKS, migrations.RunSQL.noop),
        migrations.RunSQL(NOTE_LAST, migrations.RunSQL.noop),
    ]
