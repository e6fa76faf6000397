"""Events get a salt, a sheet of judges the reason why it was drawn, and an appeal those who have read it."""

from __future__ import annotations

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("certification", "0004_audit"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="salt",
            field=models.CharField(blank=True, db_default="", default="", max_length=64, verbose_name="salt"),
        ),
        migrations.AddField(
            model_name="cutsheet",
            name="reason",
            field=models.CharField(blank=True, db_default="", default="", max_length=300, verbose_name="reason"),
        ),
        migrations.AddField(
            model_name="appeal",
            name="readers",
            field=models.ManyToManyField(
                blank=True, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="read by"
            ),
        ),
    ]
