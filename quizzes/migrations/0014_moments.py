"""Files of hands that an author loads to look for teachable moments, kept for a day."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0013_imports"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="HandFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("house", models.CharField(max_length=40, verbose_name="ruleset")),
                ("hands", models.JSONField(default=list, verbose_name="hands")),
                ("moments", models.JSONField(default=list, verbose_name="moments")),
                ("rarities", models.JSONField(default=dict, verbose_name="features with their number")),
                ("problems", models.JSONField(default=list, verbose_name="hands that could not be read")),
                ("made_at", models.DateTimeField(verbose_name="loaded")),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "file of hands",
                "verbose_name_plural": "files of hands",
                "indexes": [models.Index(fields=["made_at"], name="hand_file_old")],
            },
        ),
    ]
