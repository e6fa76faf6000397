"""Files of documents on their way in."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0012_regrades"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportJob",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="file")),
                ("format", models.CharField(max_length=10, verbose_name="format")),
                ("rule", models.CharField(blank=True, max_length=200, verbose_name="rule")),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                ("raw", models.BinaryField(verbose_name="bytes")),
                ("digest", models.CharField(max_length=64, verbose_name="fingerprint of the file")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("checking", "is being checked"),
                            ("ready", "can be imported"),
                            ("refused", "has errors"),
                            ("saving", "is being imported"),
                            ("done", "imported"),
                        ],
                        default="checking",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("size", models.PositiveIntegerField(verbose_name="documents")),
                ("checked", models.PositiveIntegerField(default=0, verbose_name="documents checked")),
                ("exam", models.BooleanField(default=False, verbose_name="kept for exams")),
                ("twins", models.BooleanField(default=False, verbose_name="with spots that are there already")),
                ("made", models.PositiveIntegerField(default=0, verbose_name="drafts made")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="uploaded")),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={"verbose_name": "import", "verbose_name_plural": "imports"},
        ),
        migrations.CreateModel(
            name="ImportedLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("place", models.CharField(max_length=200, verbose_name="place in the file")),
                (
                    "result",
                    models.CharField(
                        choices=[("new", "new"), ("twin", "there already"), ("error", "error")],
                        max_length=10,
                        verbose_name="result",
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=200, verbose_name="title")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind")),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="level")),
                ("fingerprint", models.CharField(blank=True, max_length=64, verbose_name="fingerprint")),
                ("columns", models.JSONField(default=dict, verbose_name="draft")),
                ("where", models.CharField(blank=True, max_length=200, verbose_name="place in the document")),
                ("message", models.TextField(blank=True, verbose_name="error")),
                (
                    "twin_line",
                    models.CharField(blank=True, max_length=200, verbose_name="the same spot in the file"),
                ),
                (
                    "twin_drill",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="the same drill",
                    ),
                ),
                (
                    "twin_version",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="quizzes.scenarioversion",
                        verbose_name="the same scenario",
                    ),
                ),
                (
                    "job",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="quizzes.importjob",
                        verbose_name="import",
                    ),
                ),
            ],
            options={"verbose_name": "line of an import", "verbose_name_plural": "lines of imports"},
        ),
        migrations.AddIndex(
            model_name="importjob",
            index=models.Index(fields=["owner", "-made_at"], name="import_of_owner"),
        ),
        migrations.AddConstraint(
            model_name="importjob",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["checking", "ready", "saving"])),
                fields=("owner", "digest"),
                name="import_open_once",
            ),
        ),
        migrations.AddIndex(
            model_name="importedline",
            index=models.Index(fields=["job", "result", "number"], name="import_line_shown"),
        ),
        migrations.AddConstraint(
            model_name="importedline",
            constraint=models.UniqueConstraint(fields=("job", "number"), name="import_line_once"),
        ),
    ]
