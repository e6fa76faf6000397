"""One table through which archived months of attempts are read, regraded and deleted with their account."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState


class CreateParentOfMonths(migrations.CreateModel):
    """Make a model's table with the columns of attempts and nothing else, and let archived months inherit from it.

    A check in it would be asked of each month by its name, which is that of the table where answers are stored.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        schema_editor.execute("CREATE TABLE quizzes_archivedattempt (LIKE quizzes_attempt)")
        self._each_month(schema_editor, "INHERIT")

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        self._each_month(schema_editor, "NO INHERIT")  # or the months would be dropped with what they inherit from
        super().database_backwards(app_label, schema_editor, from_state, to_state)

    def _each_month(self, schema_editor: BaseDatabaseSchemaEditor, what: str) -> None:
        with schema_editor.connection.cursor() as cursor:
            cursor.execute("SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname = 'archive'")
            for (month,) in cursor.fetchall():
                cursor.execute(f"ALTER TABLE {month} {what} quizzes_archivedattempt")


class Migration(migrations.Migration):
    dependencies = [
        ("quizzes", "0017_lesson_finished"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateParentOfMonths(
            name="ArchivedAttempt",
            fields=[
                ("issued_at", models.DateTimeField(verbose_name="asked")),
                ("ruleset", models.CharField(max_length=40, verbose_name="ruleset")),
                ("visitor", models.UUIDField(blank=True, null=True, verbose_name="visitor")),
                ("response", models.JSONField(verbose_name="response")),
                ("points", models.PositiveSmallIntegerField(verbose_name="points")),
                ("out_of", models.PositiveSmallIntegerField(verbose_name="out of")),
                ("right", models.BooleanField(verbose_name="right")),
                ("misconceptions", models.JSONField(default=list, verbose_name="misconceptions")),
                ("answered_at", models.DateTimeField(verbose_name="answered")),
                ("seconds", models.PositiveIntegerField(verbose_name="seconds from asked to answered")),
                ("sure", models.BooleanField(blank=True, null=True, verbose_name="sure")),
                ("hinted", models.BooleanField(default=False, verbose_name="with a hint")),
                ("why", models.CharField(blank=True, max_length=20, verbose_name="why it was asked")),
                (
                    "place",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="place in the learner's order"),
                ),
                ("nonce", models.UUIDField(primary_key=True, serialize=False, verbose_name="nonce")),
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
            ],
            options={"verbose_name": "archived attempt", "verbose_name_plural": "archived attempts"},
        ),
    ]
