"""Assignments, their scenarios and lessons, and extensions."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0003_people"),
        ("quizzes", "0011_scenarios"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Assignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("goal", "right answers in practice"),
                            ("set", "a set of scenarios"),
                            ("path", "lessons"),
                        ],
                        max_length=8,
                        verbose_name="what is to be done",
                    ),
                ),
                ("kinds", models.CharField(blank=True, max_length=400, verbose_name="skills")),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="level")),
                ("games", models.CharField(blank=True, max_length=300, verbose_name="games")),
                (
                    "wanted",
                    models.PositiveSmallIntegerField(
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(500),
                        ],
                        verbose_name="right answers",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=1, verbose_name="tries for each")),
                ("opens_at", models.DateTimeField(verbose_name="opens")),
                ("due_at", models.DateTimeField(verbose_name="due")),
                (
                    "late",
                    models.CharField(
                        choices=[
                            ("none", "late answers don't count"),
                            ("until", "late answers count, with a mark, until a day"),
                            ("always", "late answers count whenever they come, with a mark"),
                        ],
                        default="none",
                        max_length=8,
                        verbose_name="when late",
                    ),
                ),
                ("late_until", models.DateTimeField(blank=True, null=True, verbose_name="late until")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
                (
                    "house",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.houserules",
                        verbose_name="house rules",
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
            options={
                "verbose_name": "assignment",
                "verbose_name_plural": "assignments",
            },
        ),
        migrations.CreateModel(
            name="AssignmentItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                (
                    "assignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="classrooms.assignment",
                        verbose_name="assignment",
                    ),
                ),
                (
                    "lesson",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="quizzes.lesson",
                        verbose_name="lesson",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.scenarioversion",
                        verbose_name="scenario",
                    ),
                ),
            ],
            options={
                "verbose_name": "item of an assignment",
                "verbose_name_plural": "items of assignments",
            },
        ),
        migrations.CreateModel(
            name="Extension",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("due_at", models.DateTimeField(verbose_name="due")),
                ("given_at", models.DateTimeField(auto_now=True, verbose_name="given")),
                (
                    "assignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="extensions",
                        to="classrooms.assignment",
                        verbose_name="assignment",
                    ),
                ),
                (
                    "learner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="extensions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="learner",
                    ),
                ),
            ],
            options={
                "verbose_name": "extension",
                "verbose_name_plural": "extensions",
            },
        ),
        migrations.AddIndex(
            model_name="assignment",
            index=models.Index(fields=["classroom", "due_at"], name="assignment_of_class"),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(("due_at__gt", models.F("opens_at"))), name="assignment_due_after_opening"
            ),
        ),
        migrations.AddConstraint(
            model_name="assignment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("late", "until"), ("late_until__gt", models.F("due_at"))),
                    models.Q(models.Q(("late", "until"), _negated=True), ("late_until", None)),
                    _connector="OR",
                ),
                name="assignment_late_until_when",
            ),
        ),
        migrations.AddConstraint(
            model_name="assignmentitem",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("lesson__isnull", False), ("version__isnull", True)),
                    models.Q(("lesson__isnull", True), ("version__isnull", False)),
                    _connector="OR",
                ),
                name="assignment_item_is_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="assignmentitem",
            constraint=models.UniqueConstraint(fields=("assignment", "version"), name="assignment_scenario_once"),
        ),
        migrations.AddConstraint(
            model_name="assignmentitem",
            constraint=models.UniqueConstraint(fields=("assignment", "lesson"), name="assignment_lesson_once"),
        ),
        migrations.AddConstraint(
            model_name="extension",
            constraint=models.UniqueConstraint(fields=("assignment", "learner"), name="extension_once"),
        ),
    ]
