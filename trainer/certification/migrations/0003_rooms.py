"""Codes and helpers of rooms, tickets of people without an account, appeals and corrections of questions."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import trainer.certification.models.rooms


class Migration(migrations.Migration):
    dependencies = [
        ("certification", "0002_exams"),
        ("quizzes", "0016_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="room",
            name="code",
            field=models.CharField(
                default=trainer.certification.models.rooms.make_room_code,
                max_length=6,
                unique=True,
                verbose_name="code",
            ),
        ),
        migrations.AddField(
            model_name="room",
            name="helpers",
            field=models.ManyToManyField(
                blank=True, related_name="rooms_helped", to=settings.AUTH_USER_MODEL, verbose_name="helpers"
            ),
        ),
        migrations.AddField(
            model_name="ticket",
            name="factor",
            field=models.PositiveSmallIntegerField(default=100, verbose_name="time factor in hundredths"),
        ),
        migrations.AddField(
            model_name="ticket",
            name="walk_in",
            field=models.BooleanField(default=False, verbose_name="without an account before"),
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.UniqueConstraint(fields=("room", "candidate"), name="ticket_candidate_once"),
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(verbose_name="objection")),
                ("made_at", models.DateTimeField(verbose_name="made")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("upheld", "upheld"), ("rejected", "not upheld")],
                        default="open",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("reply", models.TextField(blank=True, verbose_name="answer")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered")),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="answered by",
                    ),
                ),
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal",
                        to="certification.sittingitem",
                        verbose_name="question",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "indexes": [models.Index(fields=["state", "made_at"], name="appeal_by_state")],
            },
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("key", "by the key as it is worked out today"),
                            ("credit", "full marks for everybody: the question is faulty"),
                        ],
                        max_length=8,
                        verbose_name="way",
                    ),
                ),
                (
                    "mode",
                    models.CharField(
                        choices=[("raise", "marks are only raised"), ("full", "marks are raised and lowered")],
                        max_length=8,
                        verbose_name="mode",
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                ("made_at", models.DateTimeField(verbose_name="made")),
                ("sittings", models.PositiveIntegerField(default=0, verbose_name="sittings looked at")),
                ("changes", models.JSONField(default=list, verbose_name="changes")),
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
            options={"verbose_name": "correction of a question", "verbose_name_plural": "corrections of questions"},
        ),
    ]
