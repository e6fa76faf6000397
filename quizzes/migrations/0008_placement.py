"""Placement tests, days of practice, and how long right answers took in a week, counted from the attempts there are."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COUNT_SECONDS = """
    UPDATE quizzes_skillweek week SET timed = found.timed, seconds = found.seconds
    FROM (
        SELECT attempt.user_id, bucket.kind, date_trunc('week', attempt.answered_at AT TIME ZONE 'UTC')::date AS week,
            count(*) AS timed, sum(attempt.seconds) AS seconds
        FROM quizzes_attempt attempt
        JOIN quizzes_drill drill ON drill.id = attempt.drill_id
        JOIN quizzes_bucket bucket ON bucket.id = drill.bucket_id
        WHERE attempt.user_id IS NOT NULL AND attempt."right" AND attempt.seconds <= 600
        GROUP BY 1, 2, 3
    ) found
    WHERE (week.user_id, week.kind, week.week) = (found.user_id, found.kind, found.week)
"""
COUNT_DAYS = """
    INSERT INTO quizzes_practiceday (user_id, day, tries, "right")
    SELECT user_id, (answered_at AT TIME ZONE 'UTC')::date, count(*), count(*) FILTER (WHERE "right")
    FROM quizzes_attempt
    WHERE user_id IS NOT NULL
    GROUP BY 1, 2
"""
"""In UTC: in which zone an old answer was given is not known."""


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0007_lessons"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="skillweek",
            name="timed",
            field=models.PositiveIntegerField(default=0, verbose_name="right and timed"),
        ),
        migrations.AddField(
            model_name="skillweek",
            name="seconds",
            field=models.PositiveIntegerField(default=0, verbose_name="seconds of these"),
        ),
        migrations.CreateModel(
            name="Placement",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                ("sitting", models.JSONField(blank=True, null=True, verbose_name="test")),
                ("placed", models.JSONField(default=dict, verbose_name="abilities at the start")),
            ],
            options={"verbose_name": "placement test", "verbose_name_plural": "placement tests"},
        ),
        migrations.CreateModel(
            name="PracticeDay",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(verbose_name="day")),
                ("tries", models.PositiveIntegerField(verbose_name="tries")),
                ("right", models.PositiveIntegerField(verbose_name="right")),
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
            ],
            options={
                "verbose_name": "day of practice",
                "verbose_name_plural": "days of practice",
                "constraints": [models.UniqueConstraint(fields=("user", "day"), name="practice_day_once")],
            },
        ),
        migrations.RunSQL(COUNT_SECONDS, migrations.RunSQL.noop),
        migrations.RunSQL(COUNT_DAYS, migrations.RunSQL.noop),
    ]
