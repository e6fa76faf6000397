"""Regrades with the history of each attempt, notices to accounts, and attempts found by their drill."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0011_scenarios"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("about", models.CharField(max_length=60, verbose_name="about")),
                ("key", models.CharField(max_length=40, verbose_name="text")),
                ("values", models.JSONField(default=dict, verbose_name="values")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("seen_at", models.DateTimeField(blank=True, null=True, verbose_name="seen")),
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
            options={"verbose_name": "notice", "verbose_name_plural": "notices"},
        ),
        migrations.CreateModel(
            name="Regrade",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("house", models.CharField(blank=True, max_length=40, verbose_name="ruleset")),
                (
                    "mode",
                    models.CharField(
                        choices=[("raise", "raise only: nobody loses a mark"), ("full", "full: marks rise and fall")],
                        max_length=12,
                        verbose_name="mode",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "under way"), ("done", "done")],
                        default="waiting",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done")),
                (
                    "reached_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="reached the attempt asked at"),
                ),
                ("reached", models.UUIDField(blank=True, null=True, verbose_name="reached the attempt")),
                ("looked_at", models.PositiveIntegerField(default=0, verbose_name="attempts looked at")),
                ("changed", models.PositiveIntegerField(default=0, verbose_name="attempts changed")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="marked by",
                    ),
                ),
                (
                    "drill",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="made by",
                    ),
                ),
            ],
            options={"verbose_name": "regrade", "verbose_name_plural": "regrades"},
        ),
        migrations.CreateModel(
            name="RegradedAttempt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("issued_at", models.DateTimeField(verbose_name="asked")),
                ("nonce", models.UUIDField(verbose_name="nonce")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("points_before", models.PositiveSmallIntegerField(verbose_name="points before")),
                ("out_of_before", models.PositiveSmallIntegerField(verbose_name="out of, before")),
                ("right_before", models.BooleanField(verbose_name="right before")),
                ("misconceptions_before", models.JSONField(default=list, verbose_name="misconceptions before")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points after")),
                ("out_of", models.PositiveSmallIntegerField(verbose_name="out of, after")),
                ("right", models.BooleanField(verbose_name="right after")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions after")),
                (
                    "regrade",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="quizzes.regrade",
                        verbose_name="regrade",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={"verbose_name": "regraded attempt", "verbose_name_plural": "regraded attempts"},
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(("seen_at", None)), fields=["user"], name="notice_unseen"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("user", "about"), name="notice_once"),
        ),
        migrations.AddConstraint(
            model_name="regrade",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "waiting")), fields=("drill",), name="regrade_open_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="regradedattempt",
            constraint=models.UniqueConstraint(fields=("regrade", "issued_at", "nonce"), name="regraded_attempt_once"),
        ),
        migrations.AddIndex(
            model_name="attempt",
            index=models.Index(fields=["drill", "issued_at"], name="attempt_at_drill"),
        ),
    ]
