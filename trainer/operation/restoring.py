"""A backup brought back: checked first, restored whole, and compared with what its manifest says."""

from __future__ import annotations

import json
import os
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from trainer.operation import backup
from trainer.operation.backup import BackupError, Manifest

_ASIDE = "_before_restore"
_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = ANY(%s)"
_IN_USE = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, and what whoever did it must know: sentences."""

    manifest: Manifest
    notes: tuple[str, ...]


def restore(path: Path, alias: str = "default", programs: Path | None = None, replace: bool = False) -> Restored:
    """Restore a backup into an empty database, or with `replace` in the place of what is there, and its keys where none
    are. Nothing is touched before the file has proved whole, and where anything fails all is as it was before. Raises
    BackupError.
    """
    with tempfile.TemporaryDirectory(prefix="table-stakes-restore-") as folder:
        manifest = unpack(path, Path(folder))
        _check_code(manifest, alias)
        backup.run("pg_restore", ["--list", str(Path(folder) / backup.DATABASE)], alias, programs)
        with _room(alias, replace):
            arguments = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
            backup.run("pg_restore", [*arguments, str(Path(folder) / backup.DATABASE)], alias, programs)
            _compare(manifest, alias)
        notes = tuple(_keys(Path(folder), manifest))
    cache.clear()
    return Restored(manifest, notes)


def unpack(path: Path, folder: Path) -> Manifest:
    """Take a backup's files into a folder and return its manifest. Raises BackupError where a file is missing or is not
    what the manifest says.
    """
    try:
        with tarfile.open(path, "r:") as archive:
            for name in (backup.MANIFEST, backup.DATABASE, backup.SECRET_KEY, backup.SIGNING_KEYS):
                if name in archive.getnames():
                    archive.extract(name, folder, filter="data")
        manifest = Manifest(**json.loads((folder / backup.MANIFEST).read_bytes()))
    except (tarfile.TarError, OSError, ValueError, TypeError) as error:
        raise BackupError(f"{path} is no backup of this site: {error}.") from error
    if manifest.format != backup.FORMAT:
        raise BackupError(f"{path} has the format {manifest.format}: this version reads {backup.FORMAT}.")
    for name, digest in manifest.files.items():
        if not (folder / name).exists() or backup.digest_of(folder / name) != digest:
            raise BackupError(f"{path} is damaged: {name} is not what its manifest says.")
    return manifest


def _compare(manifest: Manifest, alias: str) -> None:
    """Raise BackupError where a table has not the rows that it had; else let the planner know what is there."""
    with connections[alias].cursor() as cursor:
        rows = backup.count(cursor)
        cursor.execute("ANALYZE")
    differing = sorted(table for table in {*rows, *manifest.rows} if rows.get(table) != manifest.rows.get(table))
    if differing:
        raise BackupError(f"The numbers of rows are not those of the manifest in {', '.join(differing)}.")


def _check_code(manifest: Manifest, alias: str) -> None:
    """Raise BackupError where the backup is of a newer version: this code can't read what it does not know."""
    known = {".".join(key) for key in MigrationLoader(connections[alias]).disk_migrations or {}}
    newer = sorted(set(manifest.migrations) - known)
    if newer:
        raise BackupError(f"The backup is of a newer version of the site, which has {newer[0]}: update the site first.")


@contextmanager
def _room(alias: str, replace: bool) -> Iterator[None]:
    """An empty database for the block. What was in it is set aside, and is back in its place where the block fails."""
    with connections[alias].cursor() as cursor:
        cursor.execute(_IN_USE)
        pool = connections[alias].pool  # type: ignore[attr-defined]  # PostgreSQL's wrapper has one
        others = int(cursor.fetchone()[0]) - (pool.get_stats()["pool_size"] if pool else 1)
        if others > 0:
            raise BackupError(f"The database is in use by {others} others: stop the web servers and the workers first.")
        cursor.execute(_TABLES, [list(backup.SCHEMAS)])
        if cursor.fetchone()[0] and not replace:
            raise BackupError("The database is not empty. With --replace, what is in it is deleted.")
        there = _rename(cursor, "", _ASIDE)
        cursor.execute("CREATE SCHEMA IF NOT EXISTS public")
        try:
            yield
        except BaseException:
            _drop(cursor, backup.SCHEMAS)
            _rename(cursor, _ASIDE, "")
            raise
        _drop(cursor, [schema + _ASIDE for schema in there])


def _rename(cursor: Any, ending: str, other: str) -> list[str]:
    """Give the schemas that are there another ending, and return their names without any."""
    cursor.execute("SELECT nspname FROM pg_namespace WHERE nspname = ANY(%s)", [[s + ending for s in backup.SCHEMAS]])
    there = [name.removesuffix(ending) for (name,) in cursor.fetchall()]
    for schema in there:
        cursor.execute(f"ALTER SCHEMA {schema}{ending} RENAME TO {schema}{other}")
    return there


def _drop(cursor: Any, schemas: Iterable[str]) -> None:
    for schema in schemas:
        cursor.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


def _keys(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Put the keys where the settings look for them, never over others. Yield what whoever restores must know."""
    if backup.SECRET_KEY not in manifest.files:
        yield "The backup holds no keys: put the secret key and the signing keys of the site in place yourself."
        return
    if backup.digest(settings.SECRET_KEY.encode()) != manifest.files[backup.SECRET_KEY]:
        yield from _put(folder / backup.SECRET_KEY, settings.LOCAL / backup.SECRET_KEY, "SECRET_KEY")
    if backup.SIGNING_KEYS in manifest.files:
        here = backup.key_texts().get(backup.SIGNING_KEYS)
        if here is None or backup.digest(here) != manifest.files[backup.SIGNING_KEYS]:
            yield from _put(folder / backup.SIGNING_KEYS, Path(settings.SIGNING_KEYS), "TABLE_STAKES_KEYS")


def _put(key: Path, place: Path, variable: str) -> Iterator[str]:
    """Put a key's file in place; one that is there is set aside, under a name that says so."""
    if os.environ.get(variable):
        yield f"{variable} in the environment is another than the backup's: set it to what the backup holds."
        return
    if place.exists():
        aside = place.with_name(f"{place.name}.before-restore")
        os.replace(place, aside)
        yield f"{place} was another one: it is {aside.name} now."
    place.parent.mkdir(parents=True, exist_ok=True)
    place.touch(mode=0o600)
    place.write_bytes(key.read_bytes())
    yield f"{place} is the backup's: start the web servers and the workers again."
