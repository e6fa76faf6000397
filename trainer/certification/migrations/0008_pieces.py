"""A correction keeps how far it is, and a candidate has a salt from the first."""

from __future__ import annotations

from django.db import migrations, models

import trainer.certification.models.people


class Migration(migrations.Migration):
    dependencies = [("certification", "0007_sheets")]

    operations = [
        migrations.AddField(
            model_name="correction",
            name="looked_at",
            field=models.BigIntegerField(db_default=0, default=0, verbose_name="last sitting looked at"),
        ),
        migrations.AddField(
            model_name="correction",
            name="piece_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="last piece"),
        ),
        migrations.AddField(
            model_name="correction",
            name="cut_short",
            field=models.BooleanField(db_default=False, default=False, verbose_name="cut short by a later one"),
        ),
        migrations.AlterField(
            model_name="candidate",
            name="salt",
            field=models.CharField(
                blank=True,
                default=trainer.certification.models.people.make_salt,
                max_length=64,
                verbose_name="salt",
            ),
        ),
    ]
