"""When all checks of a lesson were right for the first time."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0016_statistics")]

    operations = [
        migrations.AddField(
            model_name="lessonread",
            name="finished_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="all checks right"),
        ),
    ]
