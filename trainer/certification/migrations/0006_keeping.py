"""A correction of a question that many sittings have goes on piece by piece."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("certification", "0005_sittings")]

    operations = [
        migrations.AddField(
            model_name="correction",
            name="goes_on",
            field=models.BooleanField(db_default=False, default=False, verbose_name="goes on"),
        ),
    ]
