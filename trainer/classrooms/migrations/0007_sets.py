"""Assignments out of a template's pool, against one mistake and for some learners alone, and a template's pool on a wall.

Those that were given before go on counting answers after a hint, as their learners were told.
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0006_outbox"),
        ("quizzes", "0015_templates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="assignment",
            name="chosen",
            field=models.BooleanField(db_default=False, default=False, verbose_name="given to some learners alone"),
        ),
        migrations.AddField(
            model_name="assignment",
            name="mistake",
            field=models.CharField(blank=True, db_default="", max_length=60, verbose_name="mistake"),
        ),
        migrations.AddField(
            model_name="assignment",
            name="pool",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="quizzes.templateversion",
                verbose_name="template",
            ),
        ),
        migrations.AddField(
            model_name="assignment",
            name="unaided",
            field=models.BooleanField(db_default=False, default=True, verbose_name="only answers without a hint count"),
        ),
        migrations.AddField(
            model_name="wall",
            name="pool",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="quizzes.templateversion",
                verbose_name="template",
            ),
        ),
        migrations.AlterField(
            model_name="assignment",
            name="what",
            field=models.CharField(
                choices=[
                    ("goal", "right answers in practice"),
                    ("set", "a set of scenarios"),
                    ("pool", "spots of a template"),
                    ("path", "lessons"),
                ],
                max_length=8,
                verbose_name="what is to be done",
            ),
        ),
        migrations.CreateModel(
            name="Assignee",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "assignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignees",
                        to="classrooms.assignment",
                        verbose_name="assignment",
                    ),
                ),
                (
                    "learner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assigned",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="learner",
                    ),
                ),
            ],
            options={
                "verbose_name": "learner of an assignment",
                "verbose_name_plural": "learners of assignments",
                "constraints": [models.UniqueConstraint(fields=("assignment", "learner"), name="assignee_once")],
            },
        ),
    ]
