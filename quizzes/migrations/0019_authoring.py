"""A permission of its own to review what is kept for exams, and who has read another's scenario before everybody did."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0018_scale"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="scenario",
            options={
                "permissions": [("review_exam_items", "Can review what is kept for exams")],
                "verbose_name": "scenario",
                "verbose_name_plural": "scenarios",
            },
        ),
        migrations.CreateModel(
            name="ScenarioReader",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("read_at", models.DateTimeField(auto_now_add=True, verbose_name="first read")),
                (
                    "scenario",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="readers",
                        to="quizzes.scenario",
                        verbose_name="scenario",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reader",
                    ),
                ),
            ],
            options={
                "verbose_name": "reader of a scenario",
                "verbose_name_plural": "readers of scenarios",
                "constraints": [models.UniqueConstraint(fields=("scenario", "user"), name="scenario_reader_once")],
            },
        ),
    ]
