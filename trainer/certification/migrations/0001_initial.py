"""What certification stores."""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import trainer.certification.models.certificates


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("quizzes", "0016_statistics"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ExamItem",
            fields=[
                (
                    "drill",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                ("fingerprint", models.CharField(db_index=True, max_length=64, verbose_name="fingerprint")),
                ("answer", models.JSONField(verbose_name="answer")),
                ("steps", models.JSONField(verbose_name="steps")),
                ("served", models.PositiveIntegerField(default=0, verbose_name="candidates who saw it")),
                ("last_served_at", models.DateTimeField(blank=True, null=True, verbose_name="last shown")),
                ("exposed_at", models.DateTimeField(blank=True, null=True, verbose_name="exposed")),
                ("exposed_in", models.CharField(blank=True, max_length=40, verbose_name="exposed in")),
                ("retired_at", models.DateTimeField(blank=True, null=True, verbose_name="retired")),
            ],
            options={
                "verbose_name": "item of an exam",
                "verbose_name_plural": "items of exams",
            },
        ),
        migrations.CreateModel(
            name="Head",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField(unique=True, verbose_name="day")),
                ("chains", models.PositiveIntegerField(verbose_name="chains")),
                ("digest", models.CharField(max_length=64, verbose_name="digest")),
                ("signed", models.TextField(verbose_name="signed")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
            ],
            options={
                "verbose_name": "heads of a day",
                "verbose_name_plural": "heads of days",
            },
        ),
        migrations.CreateModel(
            name="Blueprint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, verbose_name="name in addresses")),
                ("number", models.PositiveIntegerField(default=1, verbose_name="version")),
                ("plan", models.JSONField(verbose_name="plan")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("edition", models.CharField(blank=True, max_length=20, verbose_name="edition")),
                ("minutes", models.PositiveSmallIntegerField(verbose_name="minutes")),
                ("pass_mark", models.PositiveSmallIntegerField(default=80, verbose_name="pass mark in percent")),
                ("wait_days", models.PositiveSmallIntegerField(default=7, verbose_name="days before a retake")),
                ("valid_months", models.PositiveSmallIntegerField(default=24, verbose_name="months of validity")),
                ("open", models.BooleanField(default=True, verbose_name="offered")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
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
                    "house",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.houserules",
                        verbose_name="house rules",
                    ),
                ),
            ],
            options={
                "verbose_name": "exam",
                "verbose_name_plural": "exams",
            },
        ),
        migrations.CreateModel(
            name="Candidate",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False, verbose_name="key")),
                ("name", models.CharField(blank=True, max_length=120, verbose_name="full name")),
                ("printed_name", models.CharField(blank=True, max_length=120, verbose_name="printed name")),
                (
                    "shown",
                    models.CharField(
                        choices=[("full", "full name"), ("initials", "initials")],
                        default="full",
                        max_length=12,
                        verbose_name="shown to those who verify",
                    ),
                ),
                ("salt", models.CharField(blank=True, max_length=64, verbose_name="salt")),
                ("erased_at", models.DateTimeField(blank=True, null=True, verbose_name="erased")),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="candidate",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "candidate",
                "verbose_name_plural": "candidates",
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.CharField(max_length=40, verbose_name="chain")),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("actor", models.BigIntegerField(blank=True, null=True, verbose_name="account that acted")),
                ("act", models.CharField(max_length=40, verbose_name="act")),
                ("details", models.JSONField(default=dict, verbose_name="details")),
                ("why", models.CharField(blank=True, max_length=64, verbose_name="digest of the reason")),
                ("before", models.CharField(blank=True, max_length=64, verbose_name="hash before")),
                ("hash", models.CharField(max_length=64, verbose_name="hash")),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "constraints": [models.UniqueConstraint(fields=("chain", "number"), name="event_number_once")],
            },
        ),
        migrations.CreateModel(
            name="EventNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True, verbose_name="reason")),
                ("salt", models.CharField(blank=True, max_length=64, verbose_name="salt")),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="note",
                        to="certification.event",
                        verbose_name="event",
                    ),
                ),
            ],
            options={
                "verbose_name": "note of an event",
                "verbose_name_plural": "notes of events",
            },
        ),
        migrations.CreateModel(
            name="Room",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("networks", models.JSONField(blank=True, default=list, verbose_name="networks closed to tools")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("opened_at", models.DateTimeField(blank=True, null=True, verbose_name="opened")),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                (
                    "blueprint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rooms",
                        to="certification.blueprint",
                        verbose_name="exam",
                    ),
                ),
                (
                    "proctor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rooms_proctored",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="proctor",
                    ),
                ),
            ],
            options={
                "verbose_name": "exam room",
                "verbose_name_plural": "exam rooms",
            },
        ),
        migrations.CreateModel(
            name="Sitting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.UUIDField(default=uuid.uuid4, unique=True, verbose_name="key")),
                ("practice", models.BooleanField(default=False, verbose_name="for practice")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("submitted", "submitted"), ("graded", "graded"), ("void", "void")],
                        default="open",
                        max_length=12,
                        verbose_name="state",
                    ),
                ),
                ("started_at", models.DateTimeField(verbose_name="started")),
                ("base_seconds", models.PositiveIntegerField(verbose_name="usual time in seconds")),
                ("factor", models.PositiveSmallIntegerField(default=100, verbose_name="time factor in hundredths")),
                ("deadline", models.DateTimeField(verbose_name="deadline")),
                ("device", models.CharField(blank=True, max_length=32, verbose_name="device")),
                ("submitted_at", models.DateTimeField(blank=True, null=True, verbose_name="submitted")),
                ("graded_at", models.DateTimeField(blank=True, null=True, verbose_name="graded")),
                ("points", models.PositiveIntegerField(blank=True, null=True, verbose_name="points")),
                ("out_of", models.PositiveIntegerField(blank=True, null=True, verbose_name="out of")),
                ("passed", models.BooleanField(blank=True, null=True, verbose_name="passed")),
                ("released_at", models.DateTimeField(blank=True, null=True, verbose_name="result released")),
                (
                    "blueprint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sittings",
                        to="certification.blueprint",
                        verbose_name="exam",
                    ),
                ),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sittings",
                        to="certification.candidate",
                        verbose_name="candidate",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sittings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
            ],
            options={
                "verbose_name": "sitting",
                "verbose_name_plural": "sittings",
            },
        ),
        migrations.CreateModel(
            name="PerformanceSheet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("marks", models.JSONField(default=dict, verbose_name="marks")),
                ("remark", models.TextField(blank=True, verbose_name="remark")),
                ("signed_at", models.DateTimeField(blank=True, null=True, verbose_name="signed")),
                (
                    "examiner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="examiner",
                    ),
                ),
                (
                    "sitting",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="performance",
                        to="certification.sitting",
                        verbose_name="sitting",
                    ),
                ),
            ],
            options={
                "verbose_name": "performance sheet",
                "verbose_name_plural": "performance sheets",
            },
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="given")),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="given by",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="certification.sitting",
                        verbose_name="sitting",
                    ),
                ),
            ],
            options={
                "verbose_name": "grant of time",
                "verbose_name_plural": "grants of time",
            },
        ),
        migrations.CreateModel(
            name="Certificate",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "code",
                    models.CharField(
                        default=trainer.certification.models.certificates.make_code,
                        max_length=20,
                        unique=True,
                        verbose_name="code",
                    ),
                ),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("edition", models.CharField(blank=True, max_length=20, verbose_name="edition")),
                ("proctored", models.BooleanField(default=False, verbose_name="proctored")),
                ("language", models.CharField(default="en", max_length=10, verbose_name="language")),
                ("issued_at", models.DateTimeField(verbose_name="issued")),
                ("expires_at", models.DateTimeField(verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                ("revoked_because", models.CharField(blank=True, max_length=40, verbose_name="revoked because")),
                ("status_index", models.PositiveIntegerField(unique=True, verbose_name="place in the status list")),
                ("reminded_at", models.DateTimeField(blank=True, null=True, verbose_name="reminded")),
                (
                    "blueprint",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="certification.blueprint",
                        verbose_name="exam",
                    ),
                ),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certificates",
                        to="certification.candidate",
                        verbose_name="candidate",
                    ),
                ),
                (
                    "replaced_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaces",
                        to="certification.certificate",
                        verbose_name="replaced by",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="certificates",
                        to="certification.sitting",
                        verbose_name="sitting",
                    ),
                ),
            ],
            options={
                "verbose_name": "certificate",
                "verbose_name_plural": "certificates",
            },
        ),
        migrations.CreateModel(
            name="SittingItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("section", models.PositiveSmallIntegerField(verbose_name="section")),
                ("response", models.JSONField(blank=True, null=True, verbose_name="answer as saved")),
                ("saved_at", models.DateTimeField(blank=True, null=True, verbose_name="saved")),
                ("saves", models.PositiveIntegerField(default=0, verbose_name="times saved")),
                ("flagged", models.BooleanField(default=False, verbose_name="flagged")),
                (
                    "drill",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                (
                    "sitting",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="certification.sitting",
                        verbose_name="sitting",
                    ),
                ),
            ],
            options={
                "verbose_name": "question of a sitting",
                "verbose_name_plural": "questions of sittings",
            },
        ),
        migrations.CreateModel(
            name="ItemResult",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("response", models.JSONField(blank=True, null=True, verbose_name="answer as read")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                ("out_of", models.PositiveSmallIntegerField(verbose_name="out of")),
                ("right", models.BooleanField(verbose_name="right")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions")),
                (
                    "item",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="result",
                        to="certification.sittingitem",
                        verbose_name="question",
                    ),
                ),
            ],
            options={
                "verbose_name": "result of a question",
                "verbose_name_plural": "results of questions",
            },
        ),
        migrations.CreateModel(
            name="Ticket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("pin_hash", models.CharField(max_length=128, verbose_name="PIN")),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="wrong tries")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="used")),
                ("confirmed_at", models.DateTimeField(blank=True, null=True, verbose_name="name confirmed")),
                (
                    "candidate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tickets",
                        to="certification.candidate",
                        verbose_name="candidate",
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="confirmed by",
                    ),
                ),
                (
                    "room",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tickets",
                        to="certification.room",
                        verbose_name="room",
                    ),
                ),
            ],
            options={
                "verbose_name": "ticket",
                "verbose_name_plural": "tickets",
            },
        ),
        migrations.AddField(
            model_name="sitting",
            name="ticket",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sitting",
                to="certification.ticket",
                verbose_name="ticket",
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.UniqueConstraint(fields=("slug", "number"), name="blueprint_version_once"),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.UniqueConstraint(
                condition=models.Q(("open", True)), fields=("slug",), name="blueprint_open_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="blueprint",
            constraint=models.CheckConstraint(
                condition=models.Q(("pass_mark__lte", 100)), name="blueprint_mark_in_percent"
            ),
        ),
        migrations.AddConstraint(
            model_name="certificate",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)), fields=("sitting",), name="certificate_valid_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sittingitem",
            constraint=models.UniqueConstraint(fields=("sitting", "place"), name="sitting_place_once"),
        ),
        migrations.AddConstraint(
            model_name="sittingitem",
            constraint=models.UniqueConstraint(fields=("sitting", "drill"), name="sitting_drill_once"),
        ),
        migrations.AddConstraint(
            model_name="ticket",
            constraint=models.UniqueConstraint(fields=("room", "number"), name="ticket_number_once"),
        ),
        migrations.AddIndex(
            model_name="sitting",
            index=models.Index(
                condition=models.Q(("state__in", ["open", "submitted"])), fields=["deadline"], name="sitting_to_grade"
            ),
        ),
        migrations.AddConstraint(
            model_name="sitting",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")), fields=("candidate",), name="sitting_open_once"
            ),
        ),
    ]
