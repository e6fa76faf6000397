"""Who said that learners were told what another spot shows, and up to when a regrade looked at later answers."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("quizzes", "0020_held_up")]

    operations = [
        migrations.AddField(
            model_name="regrade",
            name="told",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="learners were told what the key shows"
            ),
        ),
        migrations.AddField(
            model_name="regrade",
            name="followed_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="later answers looked at until"),
        ),
    ]
