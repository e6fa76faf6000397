"""Exams that wait for their questions, how often each exam shows an item, and where pass marks come from."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("certification", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="blueprint",
            name="waiting",
            field=models.BooleanField(default=False, verbose_name="waits for its questions"),
        ),
        migrations.AddField(
            model_name="examitem",
            name="spot",
            field=models.CharField(db_index=True, default="", max_length=64, verbose_name="fingerprint of the table"),
        ),
        migrations.CreateModel(
            name="ItemUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, verbose_name="exam")),
                ("served", models.PositiveIntegerField(default=0, verbose_name="candidates who saw it")),
                (
                    "item",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="uses",
                        to="certification.examitem",
                        verbose_name="item",
                    ),
                ),
            ],
            options={
                "verbose_name": "use of an item",
                "verbose_name_plural": "uses of items",
                "constraints": [models.UniqueConstraint(fields=("slug", "item"), name="item_use_once")],
            },
        ),
        migrations.CreateModel(
            name="CutSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("items", models.JSONField(verbose_name="questions")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "blueprint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="cut_sheets",
                        to="certification.blueprint",
                        verbose_name="exam",
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
            options={"verbose_name": "cut-score sheet", "verbose_name_plural": "cut-score sheets"},
        ),
        migrations.CreateModel(
            name="CutRating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("judge", models.CharField(max_length=40, verbose_name="judge")),
                ("chances", models.JSONField(verbose_name="ratings in percent")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "sheet",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="certification.cutsheet",
                        verbose_name="sheet",
                    ),
                ),
            ],
            options={
                "verbose_name": "judge’s ratings",
                "verbose_name_plural": "judges’ ratings",
                "constraints": [models.UniqueConstraint(fields=("sheet", "round", "judge"), name="cut_rating_once")],
            },
        ),
    ]
