"""Messages to classes, and the letters by which they travel."""

from __future__ import annotations

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("classrooms", "0005_live"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ClassMessage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=120, verbose_name="subject")),
                ("text", models.TextField(max_length=5000, verbose_name="text")),
                ("key", models.UUIDField(unique=True, verbose_name="key of the form")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="written")),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
            ],
            options={
                "verbose_name": "message to a class",
                "verbose_name_plural": "messages to classes",
            },
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("subject", models.CharField(max_length=200, verbose_name="subject")),
                ("text", models.TextField(verbose_name="text")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "on its way"),
                            ("sent", "sent"),
                            ("nowhere", "no confirmed address"),
                            ("unwanted", "wants no mail from this class"),
                            ("failed", "could not be sent"),
                        ],
                        default="waiting",
                        max_length=8,
                        verbose_name="state",
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next try")),
                ("trouble", models.CharField(blank=True, max_length=200, verbose_name="trouble")),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="written")),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                (
                    "classroom",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to="classrooms.classmessage",
                        verbose_name="message",
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reader",
                    ),
                ),
            ],
            options={
                "verbose_name": "letter",
                "verbose_name_plural": "letters",
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["next_try_at"], name="letter_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="MailStop",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="said")),
                (
                    "classroom",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_stops",
                        to="classrooms.classroom",
                        verbose_name="class",
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mail_stops",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reader",
                    ),
                ),
            ],
            options={
                "verbose_name": "stop of a class's mail",
                "verbose_name_plural": "stops of classes' mail",
                "constraints": [models.UniqueConstraint(fields=("classroom", "reader"), name="mail_stop_once")],
            },
        ),
    ]
