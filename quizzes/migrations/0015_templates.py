"""Templates of spots: ranges and conditions, version by version."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0014_moments"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="ScenarioTemplate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "owner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={"verbose_name": "template", "verbose_name_plural": "templates"},
        ),
        migrations.CreateModel(
            name="TemplateVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="version")),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "draft"), ("published", "published"), ("retired", "retired")],
                        default="draft",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("recipe", models.JSONField(verbose_name="ranges and conditions")),
                ("dropped", models.JSONField(blank=True, default=list, verbose_name="dropped spots")),
                ("seed", models.CharField(blank=True, max_length=20, verbose_name="seed")),
                (
                    "wanted",
                    models.PositiveSmallIntegerField(
                        default=100,
                        validators=[
                            django.core.validators.MinValueValidator(20),
                            django.core.validators.MaxValueValidator(500),
                        ],
                        verbose_name="drills wanted",
                    ),
                ),
                ("dry", models.PositiveSmallIntegerField(default=0, verbose_name="batches without a find")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("published_at", models.DateTimeField(blank=True, null=True, verbose_name="published")),
                (
                    "template",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="quizzes.scenariotemplate",
                        verbose_name="template",
                    ),
                ),
            ],
            options={
                "verbose_name": "version of a template",
                "verbose_name_plural": "versions of templates",
                "indexes": [models.Index(fields=["state", "dry"], name="template_version_filled")],
                "constraints": [
                    models.UniqueConstraint(fields=["template", "number"], name="template_version_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "draft")), fields=["template"], name="template_draft_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "published")), fields=["template"], name="template_published_once"
                    ),
                ],
            },
        ),
    ]
