"""Lessons, their versions, and how far each reader has come."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0006_runs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Lesson",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="name in addresses")),
                ("part", models.CharField(max_length=40, verbose_name="part")),
                ("place", models.PositiveSmallIntegerField(default=0, verbose_name="place")),
                ("needs", models.JSONField(default=list, verbose_name="lessons to read before")),
            ],
            options={
                "verbose_name": "lesson",
                "verbose_name_plural": "lessons",
                "ordering": ["place", "slug"],
            },
        ),
        migrations.CreateModel(
            name="LessonRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("checks", models.JSONField(default=dict, verbose_name="checks")),
                ("read_at", models.DateTimeField(auto_now=True, verbose_name="last read")),
                (
                    "lesson",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="quizzes.lesson",
                        verbose_name="lesson",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "reading of a lesson",
                "verbose_name_plural": "readings of lessons",
                "constraints": [models.UniqueConstraint(fields=("user", "lesson"), name="lesson_read_once")],
            },
        ),
        migrations.CreateModel(
            name="LessonVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=10, verbose_name="language")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("source", models.TextField(verbose_name="source")),
                ("title", models.CharField(max_length=120, verbose_name="title")),
                ("summary", models.CharField(max_length=300, verbose_name="summary")),
                ("minutes", models.PositiveSmallIntegerField(verbose_name="minutes")),
                ("checks", models.JSONField(default=list, verbose_name="checks")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "lesson",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="versions",
                        to="quizzes.lesson",
                        verbose_name="lesson",
                    ),
                ),
            ],
            options={
                "verbose_name": "version of a lesson",
                "verbose_name_plural": "versions of lessons",
                "constraints": [
                    models.UniqueConstraint(fields=("lesson", "language", "number"), name="lesson_version_once")
                ],
            },
        ),
    ]
