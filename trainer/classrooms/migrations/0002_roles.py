"""Roles in a class, its time zone, its house, and where it was copied from."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0001_initial"),
        ("quizzes", "0011_scenarios"),
    ]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="copied_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="copies",
                to="classrooms.classroom",
                verbose_name="copied from",
            ),
        ),
        migrations.AddField(
            model_name="classroom",
            name="ended_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="ended"),
        ),
        migrations.AddField(
            model_name="classroom",
            name="house",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="quizzes.houserules",
                verbose_name="house rules",
            ),
        ),
        migrations.AddField(
            model_name="classroom",
            name="zone",
            field=models.CharField(default="UTC", max_length=64, verbose_name="time zone"),
        ),
        migrations.AddField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[
                    ("learner", "learner"),
                    ("teacher", "teacher"),
                    ("assistant", "assistant"),
                    ("observer", "observer"),
                ],
                default="learner",
                max_length=12,
                verbose_name="role",
            ),
        ),
        migrations.AddField(
            model_name="membership",
            name="time_factor",
            field=models.PositiveSmallIntegerField(default=100, verbose_name="time factor in hundredths"),
        ),
    ]
