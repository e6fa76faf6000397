"""Scenarios in versions, house rules of one's own, and banks of drills."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0010_lesson_exit"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("base", models.CharField(default="tda", max_length=40, verbose_name="starts from")),
                ("changes", models.JSONField(blank=True, default=dict, verbose_name="differs in")),
                ("number", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
            ],
            options={
                "verbose_name": "house rules",
                "verbose_name_plural": "house rules",
            },
        ),
        migrations.CreateModel(
            name="Scenario",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("exam", models.BooleanField(default=False, verbose_name="kept for exams")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
            ],
            options={
                "verbose_name": "scenario",
                "verbose_name_plural": "scenarios",
            },
        ),
        migrations.CreateModel(
            name="ScenarioVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="version")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("review", "in review"),
                            ("published", "published"),
                            ("retired", "retired"),
                        ],
                        default="draft",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("document", models.JSONField(default=dict, verbose_name="document")),
                ("text", models.TextField(blank=True, verbose_name="text")),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="title")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind")),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="level")),
                ("fingerprint", models.CharField(blank=True, db_index=True, max_length=64, verbose_name="fingerprint")),
                ("house", models.CharField(blank=True, max_length=40, verbose_name="ruleset")),
                ("remark", models.TextField(blank=True, verbose_name="remark")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("changed_at", models.DateTimeField(auto_now=True, verbose_name="changed")),
                ("published_at", models.DateTimeField(blank=True, null=True, verbose_name="published")),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="retired")),
            ],
            options={
                "verbose_name": "version of a scenario",
                "verbose_name_plural": "versions of scenarios",
            },
        ),
        migrations.RemoveConstraint(
            model_name="bucket",
            name="bucket_once",
        ),
        migrations.AddField(
            model_name="bucket",
            name="bank",
            field=models.CharField(blank=True, max_length=40, verbose_name="bank"),
        ),
        migrations.AddConstraint(
            model_name="bucket",
            constraint=models.UniqueConstraint(
                fields=("kind", "game", "limit", "level", "rules_key", "version", "reserve", "bank"), name="bucket_once"
            ),
        ),
        migrations.AddField(
            model_name="houserules",
            name="before",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="after",
                to="quizzes.houserules",
                verbose_name="version before",
            ),
        ),
        migrations.AddField(
            model_name="houserules",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddField(
            model_name="scenario",
            name="owner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="owner",
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="author",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="author",
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="drill",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="scenario_version",
                to="quizzes.drill",
                verbose_name="drill",
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="reviewer",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="reviewer",
            ),
        ),
        migrations.AddField(
            model_name="scenarioversion",
            name="scenario",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="versions",
                to="quizzes.scenario",
                verbose_name="scenario",
            ),
        ),
        migrations.AddIndex(
            model_name="scenarioversion",
            index=models.Index(fields=["state", "kind", "level"], name="scenario_version_found"),
        ),
        migrations.AddConstraint(
            model_name="scenarioversion",
            constraint=models.UniqueConstraint(fields=("scenario", "number"), name="scenario_version_once"),
        ),
        migrations.AddConstraint(
            model_name="scenarioversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "published")), fields=("scenario",), name="scenario_published_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="scenarioversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["draft", "review"])), fields=("scenario",), name="scenario_draft_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="scenarioversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state__in", ["published", "retired"]), _negated=True),
                    ("drill__isnull", False),
                    _connector="OR",
                ),
                name="scenario_public_has_drill",
            ),
        ),
    ]
