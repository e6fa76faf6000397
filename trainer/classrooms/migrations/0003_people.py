"""Learners without an e-mail address."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0002_roles"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="classroom",
            name="by_name",
            field=models.BooleanField(default=True, verbose_name="a name is enough to join"),
        ),
        migrations.CreateModel(
            name="ClassAccount",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="class_account",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name in the class")),
                ("key", models.CharField(max_length=120, verbose_name="name as it is compared")),
                (
                    "code_hash",
                    models.CharField(blank=True, max_length=64, verbose_name="hash of the personal code"),
                ),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="class_accounts",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
            ],
            options={
                "verbose_name": "account of a class",
                "verbose_name_plural": "accounts of classes",
                "constraints": [models.UniqueConstraint(fields=("classroom", "key"), name="class_account_once")],
            },
        ),
    ]
