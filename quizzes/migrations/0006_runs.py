"""Runs against the clock and survival, and what was missed in them."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

ONE_OWNER = models.Q(("user__isnull", False), ("visitor__isnull", True)) | models.Q(
    ("user__isnull", True), ("visitor__isnull", False)
)


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0005_course"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RunRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("visitor", models.UUIDField(blank=True, null=True, verbose_name="visitor")),
                ("state", models.JSONField(verbose_name="state")),
                (
                    "mode",
                    models.GeneratedField(
                        db_persist=True,
                        expression=KT("state__mode"),
                        output_field=models.CharField(max_length=20),
                        verbose_name="mode",
                    ),
                ),
                (
                    "right",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Cast(KT("state__right"), models.IntegerField()),
                        output_field=models.IntegerField(),
                        verbose_name="right",
                    ),
                ),
                ("choice", models.CharField(blank=True, max_length=1000, verbose_name="choice")),
                ("seed", models.UUIDField(verbose_name="seed of the order")),
                ("nonce", models.UUIDField(blank=True, null=True, verbose_name="open question")),
                ("ruleset", models.CharField(blank=True, max_length=40, verbose_name="ruleset")),
                ("last", models.JSONField(blank=True, null=True, verbose_name="question before")),
                ("served", models.JSONField(default=dict, verbose_name="asked by bucket")),
                ("responses", models.JSONField(default=list, verbose_name="answers that missed")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="end")),
                ("current", models.BooleanField(default=True, verbose_name="the latest")),
                (
                    "drill",
                    models.ForeignKey(
                        blank=True,
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "run",
                "verbose_name_plural": "runs",
                "abstract": False,
                "indexes": [
                    models.Index(
                        condition=models.Q(("user__isnull", False)), fields=["user", "-id"], name="runs_of_user"
                    ),
                    models.Index(
                        condition=models.Q(("visitor__isnull", False)),
                        fields=["visitor", "-id"],
                        name="runs_of_visitor",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(condition=ONE_OWNER, name="runrecord_has_one_owner"),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("user",), name="one_run_an_account"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("current", True)), fields=("visitor",), name="one_run_a_visitor"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReviewItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("visitor", models.UUIDField(blank=True, null=True, verbose_name="visitor")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("response", models.JSONField(verbose_name="response")),
                ("missed_at", models.DateTimeField(verbose_name="missed")),
                ("right_on", models.DateField(blank=True, null=True, verbose_name="right on")),
                (
                    "drill",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "question to review",
                "verbose_name_plural": "questions to review",
                "abstract": False,
                "constraints": [
                    models.CheckConstraint(condition=ONE_OWNER, name="reviewitem_has_one_owner"),
                    models.UniqueConstraint(fields=("user", "drill"), name="review_once_an_account"),
                    models.UniqueConstraint(fields=("visitor", "drill"), name="review_once_a_visitor"),
                ],
            },
        ),
    ]
