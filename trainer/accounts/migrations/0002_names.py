"""Names: shorter, without @, and the same name only once in whatever capitals."""

from __future__ import annotations

import django.db.models.functions.text
from django.db import migrations, models

import trainer.accounts.models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.AlterField(
            model_name="user",
            name="username",
            field=models.CharField(
                error_messages={"unique": "Somebody has this name already. Choose another one."},
                max_length=40,
                unique=True,
                validators=[trainer.accounts.models.check_name],
                verbose_name="name",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"), name="account_name_once"
            ),
        ),
    ]
