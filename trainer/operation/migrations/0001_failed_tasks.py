"""Tasks that failed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="FailedTask",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=200, verbose_name="task")),
                ("arguments", models.CharField(max_length=200, verbose_name="arguments")),
                (
                    "state",
                    models.CharField(
                        choices=[("trying", "is tried again"), ("aside", "put aside")],
                        default="trying",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="failed tries")),
                ("error", models.CharField(blank=True, max_length=100, verbose_name="error")),
                ("message", models.CharField(blank=True, max_length=200, verbose_name="message")),
                ("request_id", models.CharField(blank=True, max_length=64, verbose_name="request")),
                ("holder", models.CharField(blank=True, max_length=64, verbose_name="at work as")),
                ("begun_at", models.DateTimeField(blank=True, null=True, verbose_name="at work since")),
                ("first_at", models.DateTimeField(blank=True, null=True, verbose_name="failed first")),
                ("last_at", models.DateTimeField(blank=True, null=True, verbose_name="failed last")),
            ],
            options={
                "verbose_name": "failed task",
                "verbose_name_plural": "failed tasks",
                "constraints": [models.UniqueConstraint(fields=("name", "arguments"), name="failed_task_once")],
            },
        ),
    ]
