"""The heads of the audit's chains, staffs of card rooms, and rooms that outlive their proctor's account."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import trainer.certification.models.staff


class Migration(migrations.Migration):
    dependencies = [
        ("certification", "0003_rooms"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="room",
            name="proctor",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rooms_proctored",
                to=settings.AUTH_USER_MODEL,
                verbose_name="proctor",
            ),
        ),
        migrations.AlterField(
            model_name="ticket",
            name="confirmed_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="confirmed by",
            ),
        ),
        migrations.CreateModel(
            name="Staff",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name of the card room")),
                (
                    "code",
                    models.CharField(
                        default=trainer.certification.models.staff.make_staff_code,
                        max_length=12,
                        unique=True,
                        verbose_name="code to join",
                    ),
                ),
                ("house", models.CharField(default="tda", max_length=40, verbose_name="house rules")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "manager",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staffs",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="manager",
                    ),
                ),
            ],
            options={
                "verbose_name": "staff of a card room",
                "verbose_name_plural": "staffs of card rooms",
            },
        ),
        migrations.CreateModel(
            name="HeadEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.CharField(max_length=40, verbose_name="chain")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
                (
                    "head",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="certification.head",
                        verbose_name="heads of a day",
                    ),
                ),
            ],
            options={
                "verbose_name": "head of a chain",
                "verbose_name_plural": "heads of chains",
                "constraints": [models.UniqueConstraint(fields=("chain", "number"), name="head_entry_once")],
            },
        ),
        migrations.CreateModel(
            name="StaffMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("agreed_at", models.DateTimeField(auto_now_add=True, verbose_name="agreed")),
                ("reminded_at", models.DateTimeField(blank=True, null=True, verbose_name="reminded")),
                (
                    "staff",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="certification.staff",
                        verbose_name="staff",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff_places",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "member of a staff",
                "verbose_name_plural": "members of staffs",
                "constraints": [models.UniqueConstraint(fields=("staff", "user"), name="staff_member_once")],
            },
        ),
    ]
