"""Whether a migration lets the site go on: no table locked for as long as its rows take, no column that the version
before would miss. During an upgrade that version still runs beside the new database.

What a migration needs that is refused here is done in steps, each in a release of its own: CONTRIBUTING.md says how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
from django.db import connection
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import Field, GeneratedField, ManyToManyField
from django.db.models.fields import NOT_PROVIDED

OURS = ("quizzes", "trainer")

FIRST = "It is older than the first release: no site was running."

ALLOWED: Mapping[str, str] = {
    "accounts.0002_names": FIRST,
    "accounts.0003_language": FIRST,
    "certification.0002_exams": FIRST,
    "certification.0003_rooms": FIRST,
    "classrooms.0002_roles": FIRST,
    "classrooms.0003_people": FIRST,
    "quizzes.0001_initial": "It makes the tables themselves, attempts by month.",
    "quizzes.0002_progress": FIRST,
    "quizzes.0005_course": FIRST,
    "quizzes.0008_placement": FIRST,
    "quizzes.0010_lesson_exit": FIRST,
    "quizzes.0011_scenarios": FIRST,
    "quizzes.0012_regrades": FIRST,
}
"""Migrations that may do what is refused, each with the reason why that holds nobody up."""

HARMLESS = (
    operations.CreateModel,
    operations.AlterModelOptions,
    operations.AlterModelManagers,
    operations.AlterModelTableComment,
    operations.RemoveConstraint,
    operations.RemoveIndex,
    operations.RenameIndex,
    AddConstraintNotValid,
    AddIndexConcurrently,
    RemoveIndexConcurrently,
    ValidateConstraint,
)
REFUSED: Mapping[type[Operation], str] = {
    operations.AddIndex: "locks the table while the index is built: AddIndexConcurrently",
    operations.AddConstraint: "locks the table while its rows are looked at: AddConstraintNotValid, ValidateConstraint",
    operations.RemoveField: "takes away what the version before reads: from the code first, from here a release later",
    operations.DeleteModel: "takes away what the version before reads: from the code first, from here a release later",
    operations.RenameField: "takes away what the version before reads: add, copy, remove",
    operations.RenameModel: "takes away what the version before reads: keep db_table",
    operations.AlterModelTable: "takes away what the version before reads: keep db_table",
    operations.RunSQL: "may lock whatever it names: read it, then allow it by name with the reason",
}


class Fault(NamedTuple):
    """An operation that would hold up a running site, and what to do instead."""

    migration: str
    operation: str
    why: str

    def __str__(self) -> str:
        return f"{self.migration}: {self.operation} {self.why}"


def faults() -> Iterator[Fault]:
    """Yield what is wrong with the site's own migrations, but for those that are allowed by name."""
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if migration.__module__.partition(".")[0] in OURS and f"{app}.{name}" not in ALLOWED:
            yield from faults_of(migration, loader.project_state((app, name), at_end=False))


def faults_of(migration: Migration, state: ProjectState) -> Iterator[Fault]:
    """Yield what is wrong with one migration. `state` is that before it; tables that it makes are nobody's yet."""
    made: set[str] = set()
    for operation in _flat(migration.operations):
        if isinstance(operation, operations.CreateModel):
            made.add(operation.name_lower)
        table = str(getattr(operation, "model_name", "")).lower()
        why = "" if table in made else _why(operation, migration, state)
        operation.state_forwards(migration.app_label, state)
        if why:
            yield Fault(f"{migration.app_label}.{migration.name}", operation.describe(), why)


def _flat(given: Any) -> Iterator[Operation]:
    """Yield operations as the database sees them."""
    for operation in given:
        if isinstance(operation, operations.SeparateDatabaseAndState):
            yield from _flat(operation.database_operations)
        else:
            yield operation


def _why(operation: Operation, migration: Migration, state: ProjectState) -> str:
    """Return why an operation on a table with rows is refused, "" where it is harmless."""
    if isinstance(operation, HARMLESS):
        return ""
    if isinstance(operation, operations.AddField):
        return _added(operation.field)
    if isinstance(operation, operations.AlterField):
        model = state.models[migration.app_label, operation.model_name_lower]
        return _altered(model.get_field(operation.name), operation.field)
    if isinstance(operation, operations.RunPython):
        return "changes all rows in one transaction: atomic = False, and batches" if migration.atomic else ""
    return next((why for kind, why in REFUSED.items() if isinstance(operation, kind)), "is not known to be harmless")


def _added(field: Field[Any, Any]) -> str:
    if isinstance(field, ManyToManyField):
        return ""
    if isinstance(field, GeneratedField):
        return "writes every row anew: a plain column, filled in batches"
    if not field.null and field.db_default is NOT_PROVIDED:
        return "is missed by rows that the version before stores: null=True or db_default"
    if field.unique or _indexed(field):
        return "builds its index under a lock: db_index=False, then AddIndexConcurrently"
    return ""


def _altered(old: Field[Any, Any], new: Field[Any, Any]) -> str:
    types = _type(old), _type(new)
    if types[0] != types[1] and not _only_longer(old, new):
        return f"writes every row anew, {types[0]} to {types[1]}: a new column, filled in batches"
    if old.null and not new.null:
        return "looks at every row under a lock: a check constraint, not valid at first, then validated"
    if (new.unique and not old.unique) or (_indexed(new) and not _indexed(old)):
        return "builds its index under a lock: AddIndexConcurrently"
    return ""


def _type(field: Field[Any, Any]) -> str:
    """Return what PostgreSQL stores of a field; of a foreign key its target, whose type it has."""
    if field.remote_field:
        return str(field.remote_field.model).lower()
    return str(field.db_parameters(connection)["type"])


def _indexed(field: Field[Any, Any]) -> bool:
    return bool(getattr(field, "db_index", False))


def _only_longer(old: Field[Any, Any], new: Field[Any, Any]) -> bool:
    """Return whether texts may only become longer, for which PostgreSQL looks at no row."""
    same = old.get_internal_type() == new.get_internal_type() == "CharField"
    return same and (new.max_length is None or (old.max_length or 0) <= new.max_length)
