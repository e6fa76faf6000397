"""How drills do as questions, and whether those of a bucket are equally hard."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0015_templates")]

    operations = [
        migrations.CreateModel(
            name="BucketStatistic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("drills", models.PositiveIntegerField(verbose_name="drills")),
                ("tries", models.PositiveIntegerField(verbose_name="first tries")),
                ("facility", models.FloatField(verbose_name="facility")),
                ("chi_square", models.FloatField(verbose_name="chi-square")),
                ("chance", models.FloatField(verbose_name="probability by chance")),
                ("spread", models.FloatField(verbose_name="spread beyond chance")),
                ("furthest", models.JSONField(blank=True, default=list, verbose_name="drills that stand out")),
                ("unequal", models.BooleanField(default=False, verbose_name="unequal")),
                ("made_at", models.DateTimeField(verbose_name="counted")),
                (
                    "bucket",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="statistic",
                        to="quizzes.bucket",
                        verbose_name="bucket",
                    ),
                ),
            ],
            options={"verbose_name": "fairness of a bucket", "verbose_name_plural": "fairness of buckets"},
        ),
        migrations.CreateModel(
            name="ItemStatistic",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("house", models.CharField(max_length=40, verbose_name="ruleset")),
                ("tries", models.PositiveIntegerField(verbose_name="first tries")),
                ("right", models.PositiveIntegerField(verbose_name="right")),
                ("facility", models.FloatField(blank=True, null=True, verbose_name="facility")),
                ("discrimination", models.FloatField(blank=True, null=True, verbose_name="discrimination")),
                ("scored", models.PositiveIntegerField(default=0, verbose_name="tries of learners with a score")),
                ("seconds", models.FloatField(blank=True, null=True, verbose_name="median of the seconds")),
                ("first", models.FloatField(blank=True, null=True, verbose_name="facility at first")),
                ("last", models.FloatField(blank=True, null=True, verbose_name="facility lately")),
                ("answers", models.JSONField(blank=True, default=list, verbose_name="answers")),
                ("misconceptions", models.JSONField(blank=True, default=dict, verbose_name="misconceptions")),
                ("alarms", models.JSONField(blank=True, default=list, verbose_name="alarms")),
                ("alarmed", models.PositiveSmallIntegerField(default=0, verbose_name="number of alarms")),
                ("made_at", models.DateTimeField(verbose_name="counted")),
                (
                    "drill",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="statistic",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
            ],
            options={"verbose_name": "statistic of a drill", "verbose_name_plural": "statistics of drills"},
        ),
        migrations.AddIndex(
            model_name="bucketstatistic",
            index=models.Index(fields=["chance", "bucket"], name="bucket_statistic_order"),
        ),
        migrations.AddIndex(
            model_name="itemstatistic",
            index=models.Index(fields=["-alarmed", "-tries", "drill"], name="item_statistic_order"),
        ),
    ]
