"""A ticket keeps by whom its candidate was known again; the column `cut_short` is read by nothing and goes later."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("certification", "0008_pieces")]

    operations = [
        migrations.AddField(
            model_name="ticket",
            name="known_again",
            field=models.JSONField(blank=True, null=True, verbose_name="known again with another ticket"),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField(model_name="correction", name="cut_short")]
        ),
    ]
