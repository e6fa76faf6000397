"""The roles of proctors and of managers."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_language"),
    ]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="role",
            field=models.CharField(
                choices=[
                    ("learner", "learner"),
                    ("instructor", "instructor"),
                    ("proctor", "proctor"),
                    ("manager", "manager of a card room"),
                ],
                default="learner",
                max_length=16,
                verbose_name="role",
            ),
        ),
    ]
