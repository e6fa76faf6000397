"""What the model of learning keeps: skills in place of rungs, courses, difficulties, and how a question was asked."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import quizzes.models.skills

LEARNT = """
    jsonb_build_object(
        'ability', jsonb_build_object('value', 0.375 * rung - 0.807, 'tries', least(tries, 5)),
        'tries', tries,
        'right', "right",
        'misses', 0,
        'meeting', tries,
        'card', null,
        'mastery', jsonb_build_object('mixed_at', null, 'since', null, 'misses', 0),
        'habits', jsonb_build_object('evidence', '{}'::jsonb, 'misses', '[]'::jsonb),
        'sure_miss', null
    )
"""
"""A rung as the ability with which one starts: on the ladder, of two rungs a level, a learner stayed where two answers
of three are right, log 2 = 0.693 above the difficulty, and levels begin at -1.5 and are 0.75 apart."""

START = f"UPDATE quizzes_skillstate SET learnt = {LEARNT}"
BEGIN_COURSES = """
    INSERT INTO quizzes_course (user_id, answered, recent, wish, cap)
    SELECT user_id, sum(tries), '[]', 0, 8 FROM quizzes_skillstate GROUP BY user_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0004_reports"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Course",
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
                ("answered", models.PositiveIntegerField(default=0, verbose_name="questions answered")),
                ("recent", models.JSONField(default=list, verbose_name="last questions")),
                ("wish", models.SmallIntegerField(default=0, verbose_name="levels harder")),
                ("cap", models.PositiveSmallIntegerField(default=8, verbose_name="due skills a day")),
            ],
            options={"verbose_name": "course", "verbose_name_plural": "courses"},
        ),
        migrations.CreateModel(
            name="ItemRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("game", models.CharField(max_length=20, verbose_name="game")),
                ("limit", models.CharField(max_length=20, verbose_name="limit")),
                ("level", models.PositiveSmallIntegerField(verbose_name="level")),
                ("value", models.FloatField(verbose_name="difficulty")),
                ("tries", models.PositiveIntegerField(verbose_name="tries")),
            ],
            options={
                "verbose_name": "difficulty",
                "verbose_name_plural": "difficulties",
                "constraints": [
                    models.UniqueConstraint(fields=["kind", "game", "limit", "level"], name="item_rating_once")
                ],
            },
        ),
        migrations.AddField(
            model_name="attempt", name="sure", field=models.BooleanField(blank=True, null=True, verbose_name="sure")
        ),
        migrations.AddField(
            model_name="attempt", name="hinted", field=models.BooleanField(default=False, verbose_name="with a hint")
        ),
        migrations.AddField(
            model_name="attempt",
            name="why",
            field=models.CharField(blank=True, max_length=20, verbose_name="why it was asked"),
        ),
        migrations.AddField(
            model_name="attempt",
            name="place",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="place in the learner's order"),
        ),
        migrations.AddField(
            model_name="skillstate",
            name="learnt",
            field=models.JSONField(default=quizzes.models.skills.nothing_learnt, verbose_name="what was learnt"),
        ),
        migrations.RunSQL(START, migrations.RunSQL.noop),
        migrations.RunSQL(BEGIN_COURSES, migrations.RunSQL.noop),
        migrations.AlterField(  # so that the way back has a rung for everybody: the first
            model_name="skillstate",
            name="rung",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="rung"),
        ),
        migrations.RemoveField(model_name="skillstate", name="rung"),
    ]
