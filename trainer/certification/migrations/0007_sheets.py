"""Whoever looks after a room is reminded of the performance sheets that are still to be signed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("certification", "0006_keeping")]

    operations = [
        migrations.AddField(
            model_name="room",
            name="reminded_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="reminded"),
        ),
    ]
