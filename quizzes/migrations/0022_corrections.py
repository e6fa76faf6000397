"""Versions of scenarios that only correct the key of an earlier one, and answers that keep a mark by a wrong key."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0021_told")]

    operations = [
        migrations.AddField(
            model_name="scenarioversion",
            name="corrects",
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name="corrects the version"),
        ),
        migrations.AddField(
            model_name="regradedattempt",
            name="kept",
            field=models.BooleanField(db_default=False, default=False, verbose_name="keeps its mark"),
        ),
    ]
