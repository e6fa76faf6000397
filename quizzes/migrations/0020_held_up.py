"""When the task of a regrade was put aside."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0019_authoring")]

    operations = [
        migrations.AddField(
            model_name="regrade",
            name="held_up_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="held up"),
        ),
    ]
