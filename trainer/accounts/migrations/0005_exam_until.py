"""Until when an account sits an exam."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_roles")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="exam_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="in an exam until"),
        ),
    ]
