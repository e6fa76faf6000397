"""Pools, attempts by month, skill states."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState
from django.db.models import Q


class CreateModelByMonth(migrations.CreateModel):
    """Make a model's table partitioned by the time in its `issued_at`."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        whole = schema_editor.sql_create_table
        schema_editor.sql_create_table = f"{whole} PARTITION BY RANGE (issued_at)"
        super().database_forwards(app_label, schema_editor, from_state, to_state)
        schema_editor.sql_create_table = whole


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.CreateModel(
            name="Bucket",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("game", models.CharField(default="holdem", max_length=20, verbose_name="game")),
                ("limit", models.CharField(default="no-limit", max_length=20, verbose_name="limit")),
                ("level", models.PositiveSmallIntegerField(verbose_name="level")),
                ("rules_key", models.CharField(blank=True, max_length=500, verbose_name="toggles")),
                ("version", models.PositiveIntegerField(verbose_name="generator's version")),
                ("reserve", models.BooleanField(default=False, verbose_name="kept for exams")),
                ("size", models.PositiveIntegerField(default=0, verbose_name="drills")),
                ("dry", models.PositiveSmallIntegerField(default=0, verbose_name="batches without a find")),
                ("last_asked_at", models.DateTimeField(blank=True, null=True, verbose_name="last asked")),
            ],
            options={
                "verbose_name": "bucket",
                "verbose_name_plural": "buckets",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["kind", "game", "limit", "level", "rules_key", "version", "reserve"],
                        name="bucket_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Drill",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "bucket",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="quizzes.bucket",
                        verbose_name="bucket",
                    ),
                ),
                ("slot", models.PositiveIntegerField(verbose_name="slot")),
                ("fingerprint", models.CharField(max_length=64, verbose_name="fingerprint")),
                ("document", models.JSONField(verbose_name="document")),
                ("told_apart", models.JSONField(default=list, verbose_name="misconceptions told apart")),
            ],
            options={
                "verbose_name": "drill",
                "verbose_name_plural": "drills",
                "constraints": [
                    models.UniqueConstraint(fields=["bucket", "slot"], name="drill_slot_once"),
                    models.UniqueConstraint(fields=["bucket", "fingerprint"], name="drill_spot_once"),
                ],
            },
        ),
        CreateModelByMonth(
            name="Attempt",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "issued_at", "nonce", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("issued_at", models.DateTimeField(verbose_name="asked")),
                ("nonce", models.UUIDField(verbose_name="nonce")),
                (
                    "drill",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="quizzes.drill",
                        verbose_name="drill",
                    ),
                ),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                ("visitor", models.UUIDField(blank=True, null=True, verbose_name="visitor")),
                ("response", models.JSONField(verbose_name="response")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                ("out_of", models.PositiveSmallIntegerField(verbose_name="out of")),
                ("right", models.BooleanField(verbose_name="right")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions")),
                ("answered_at", models.DateTimeField(verbose_name="answered")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds from asked to answered")),
            ],
            options={
                "verbose_name": "attempt",
                "verbose_name_plural": "attempts",
                "indexes": [
                    models.Index(
                        fields=["user", "answered_at"], name="attempt_of_user", condition=Q(user__isnull=False)
                    ),
                    models.Index(fields=["visitor"], name="attempt_of_visitor", condition=Q(visitor__isnull=False)),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(user__isnull=False, visitor__isnull=True)
                        | Q(user__isnull=True, visitor__isnull=False),
                        name="attempt_has_one_owner",
                    )
                ],
            },
        ),
        # The rest takes what has no partition yet, so that no answer is ever refused; see models/partitions.py.
        migrations.RunSQL(
            "CREATE TABLE quizzes_attempt_rest PARTITION OF quizzes_attempt DEFAULT",
            "DROP TABLE quizzes_attempt_rest",
        ),
        migrations.CreateModel(
            name="SkillState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="account",
                    ),
                ),
                ("kind", models.CharField(max_length=40, verbose_name="kind")),
                ("order_key", models.CharField(max_length=40, verbose_name="seed of the order")),
                ("tries", models.PositiveIntegerField(default=0, verbose_name="tries")),
                ("right", models.PositiveIntegerField(default=0, verbose_name="right")),
                ("rung", models.PositiveSmallIntegerField(verbose_name="rung")),
                ("served", models.JSONField(default=dict, verbose_name="answered by bucket")),
                ("mistakes", models.JSONField(default=list, verbose_name="recent mistakes")),
            ],
            options={
                "verbose_name": "skill state",
                "verbose_name_plural": "skill states",
                "constraints": [models.UniqueConstraint(fields=["user", "kind"], name="skill_once")],
            },
        ),
    ]
