"""What learners report about questions, and what became of it."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0003_place"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("version", models.PositiveIntegerField(verbose_name="version of the generator")),
                ("answer", models.JSONField(verbose_name="our answer")),
                ("response", models.JSONField(blank=True, null=True, verbose_name="the learner's answer")),
                ("visitor", models.UUIDField(blank=True, db_index=True, null=True, verbose_name="visitor")),
                (
                    "about",
                    models.CharField(
                        choices=[
                            ("answer", "The answer is wrong"),
                            ("reason", "The reason is wrong or unclear"),
                            ("wording", "The question is unclear"),
                            ("picture", "The picture does not fit"),
                            ("other", "Something else"),
                        ],
                        max_length=20,
                        verbose_name="what is wrong",
                    ),
                ),
                ("text", models.TextField(max_length=2000, verbose_name="report")),
                ("made_at", models.DateTimeField(verbose_name="reported")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Not looked at yet"),
                            ("mended", "You were right, and it is mended"),
                            ("stands", "Looked at: the answer stands"),
                            ("noted", "Noted"),
                        ],
                        default="open",
                        max_length=20,
                        verbose_name="what became of it",
                    ),
                ),
                ("reply", models.TextField(blank=True, max_length=4000, verbose_name="reply")),
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
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "indexes": [
                    models.Index(condition=models.Q(("state", "open")), fields=["made_at"], name="report_open")
                ],
            },
        ),
    ]
