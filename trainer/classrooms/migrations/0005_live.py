"""Walls: spots that a class answers on phones."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

import trainer.classrooms.models.classes


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0004_assignments"),
        ("quizzes", "0011_scenarios"),
    ]

    operations = [
        migrations.CreateModel(
            name="Wall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=trainer.classrooms.models.classes.make_code,
                        max_length=6,
                        unique=True,
                        verbose_name="code",
                    ),
                ),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind")),
                ("level", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="level")),
                ("ruleset", models.CharField(default="tda", max_length=40, verbose_name="ruleset")),
                ("started_at", models.DateTimeField(auto_now_add=True, verbose_name="started")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="walls",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
            ],
            options={
                "verbose_name": "wall",
                "verbose_name_plural": "walls",
            },
        ),
        migrations.CreateModel(
            name="WallSpot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asking", "asking"),
                            ("shares", "shares of the answers shown"),
                            ("worked", "worked out"),
                        ],
                        default="asking",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True, verbose_name="asked")),
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
                    "wall",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="spots",
                        to="classrooms.wall",
                        verbose_name="wall",
                    ),
                ),
            ],
            options={
                "verbose_name": "spot on a wall",
                "verbose_name_plural": "spots on walls",
            },
        ),
        migrations.CreateModel(
            name="WallAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("phone", models.CharField(max_length=32, verbose_name="phone")),
                ("response", models.JSONField(verbose_name="response")),
                ("right", models.BooleanField(verbose_name="right")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions")),
                ("answered_at", models.DateTimeField(auto_now_add=True, verbose_name="answered")),
                (
                    "spot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="classrooms.wallspot",
                        verbose_name="spot",
                    ),
                ),
            ],
            options={
                "verbose_name": "answer to a wall",
                "verbose_name_plural": "answers to walls",
            },
        ),
        migrations.AddConstraint(
            model_name="wallspot",
            constraint=models.UniqueConstraint(fields=("wall", "number"), name="wall_spot_once"),
        ),
        migrations.AddConstraint(
            model_name="wallanswer",
            constraint=models.UniqueConstraint(fields=("spot", "phone"), name="wall_answer_once"),
        ),
    ]
