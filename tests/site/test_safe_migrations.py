"""Migrations that would hold up a running site are refused. What locks how long: PostgreSQL 18, ALTER TABLE."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.core.management import CommandError, call_command
from django.db import migrations, models
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import Q
from django.db.models.functions import Now

from trainer.operation import safe_migrations

INDEX = models.Index(fields=["name"], name="seat_name")
CHECK = models.CheckConstraint(condition=Q(chips__gte=0), name="seat_chips")
ONCE = models.UniqueConstraint(fields=["name"], name="seat_once")
NEW_TABLE = migrations.CreateModel("Player", [("id", models.BigAutoField(primary_key=True))])


def seats() -> ProjectState:
    """A table with rows in it."""
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("chips", models.IntegerField(null=True)),
    ]
    state = ProjectState()
    state.add_model(ModelState("room", "Seat", fields))
    return state


def why(*operations: Operation, atomic: bool = True) -> list[str]:
    """Why a migration of these operations is refused, operation by operation."""
    made = type("Migration", (migrations.Migration,), {"operations": list(operations), "atomic": atomic})
    return [fault.why for fault in safe_migrations.faults_of(made("0002_next", "room"), seats())]


def add(field: models.Field[Any, Any]) -> Operation:
    return migrations.AddField("seat", "new", field)


def alter(name: str, field: models.Field[Any, Any]) -> Operation:
    return migrations.AlterField("seat", name, field)


@pytest.mark.parametrize(
    ("operation", "words"),
    [
        (add(models.IntegerField(default=0)), "missed by rows"),
        (add(models.ForeignKey("room.Seat", models.CASCADE, null=True)), "builds its index"),
        (add(models.SlugField(null=True)), "builds its index"),
        (add(models.CharField(max_length=9, null=True, unique=True)), "builds its index"),
        (
            add(models.GeneratedField(expression=Now(), output_field=models.DateTimeField(), db_persist=True)),
            "writes every row anew",
        ),
        (alter("name", models.CharField(max_length=10)), "writes every row anew"),
        (alter("chips", models.BigIntegerField(null=True)), "writes every row anew"),
        (alter("chips", models.IntegerField()), "looks at every row"),
        (alter("name", models.CharField(max_length=20, db_index=True)), "builds its index"),
        (migrations.AddIndex("seat", INDEX), "AddIndexConcurrently"),
        (migrations.AddConstraint("seat", CHECK), "AddConstraintNotValid"),
        (migrations.AddConstraint("seat", ONCE), "AddConstraintNotValid"),
        (migrations.RemoveField("seat", "chips"), "a release later"),
        (migrations.DeleteModel("Seat"), "a release later"),
        (migrations.RenameField("seat", "chips", "stack"), "add, copy, remove"),
        (migrations.RenameModel("Seat", "Chair"), "keep db_table"),
        (migrations.AlterModelTable("Seat", "chairs"), "keep db_table"),
        (migrations.RunSQL("VACUUM FULL"), "read it"),
        (migrations.RunPython(migrations.RunPython.noop), "batches"),
        (migrations.AlterUniqueTogether("Seat", {("name", "chips")}), "not known"),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Operation) else given.replace(" ", "-"),
)
def test_what_holds_up_a_running_site_is_refused(operation: Operation, words: str) -> None:
    (found,) = why(operation)
    assert words in found


@pytest.mark.parametrize(
    "operation",
    [
        add(models.IntegerField(null=True)),
        add(models.IntegerField(db_default=0)),
        add(models.ForeignKey("room.Seat", models.CASCADE, null=True, db_index=False)),
        add(models.ManyToManyField("room.Seat")),
        alter("name", models.CharField("called", max_length=40)),
        alter("name", models.CharField(max_length=20, choices=[("a", "A")])),
        alter("chips", models.IntegerField(null=True, default=3)),
        NEW_TABLE,
        migrations.RemoveConstraint("seat", "seat_chips"),
        migrations.AlterModelOptions("Seat", {"verbose_name": "chair"}),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_takes_a_moment_whatever_the_number_of_rows_is_let_through(operation: Operation) -> None:
    state = seats()
    state.add_constraint("room", "seat", CHECK)
    made = type("Migration", (migrations.Migration,), {"operations": [operation]})("0002_next", "room")

    assert list(safe_migrations.faults_of(made, state)) == []


def test_indexes_and_constraints_come_without_a_lock_in_their_own_ways() -> None:
    assert why(AddIndexConcurrently("seat", INDEX), RemoveIndexConcurrently("seat", "seat_name"), atomic=False) == []
    assert why(AddConstraintNotValid("seat", CHECK), ValidateConstraint("seat", "seat_chips")) == []
    assert why(migrations.RunPython(migrations.RunPython.noop), atomic=False) == []


def test_a_table_that_the_migration_makes_is_nobodys_yet() -> None:
    index = models.Index(fields=["id"], name="player_id")
    assert why(NEW_TABLE, migrations.AddIndex("player", index)) == []


def test_what_is_done_to_the_state_alone_touches_no_table() -> None:
    removed = migrations.RemoveField("seat", "chips")
    assert why(migrations.SeparateDatabaseAndState(state_operations=[removed])) == []
    assert len(why(migrations.SeparateDatabaseAndState(database_operations=[removed]))) == 1


def test_the_sites_own_migrations_let_it_go_on() -> None:
    assert [str(fault) for fault in safe_migrations.faults()] == []


def test_no_migration_is_allowed_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = safe_migrations.ALLOWED
    monkeypatch.setattr(safe_migrations, "ALLOWED", {})

    assert {fault.migration for fault in safe_migrations.faults()} == set(allowed)
    assert all(allowed.values())
    with pytest.raises(CommandError, match="would hold up a running site"):
        call_command("check_migrations", stdout=StringIO())
