"""A backup brought back: checked first, restored whole, and compared with what its manifest says."""

from __future__ import annotations

import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.db.migrations.loader import MigrationLoader
from redis.exceptions import RedisError

from trainer.certification import keys
from trainer.operation import backup
from trainer.operation.backup import BackupError, Manifest

_VARIABLES = {backup.SECRET_KEY: "SECRET_KEY", backup.SIGNING_KEYS: "TABLE_STAKES_KEYS"}
_FILES = (backup.MANIFEST, backup.DATABASE, *_VARIABLES)
_ASIDE = "_before_restore"
_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = ANY(%s)"
_OF_OTHERS = (
    "SELECT nspname, pg_get_userbyid(nspowner), current_user FROM pg_namespace"
    " WHERE nspname = ANY(%s) AND NOT pg_has_role(nspowner, 'USAGE')"
)
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
        fitting = backup.programs_for(alias, programs)
        backup.run("pg_restore", ["--list", str(Path(folder) / backup.DATABASE)], alias, fitting)
        with _keys(path, Path(folder), manifest) as (drafts, notes):
            with _room(alias, replace):
                arguments = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"]
                backup.run("pg_restore", [*arguments, str(Path(folder) / backup.DATABASE)], alias, fitting)
                _compare(manifest, alias)
            notes += [note for place, draft in drafts.items() for note in _put(draft, place)]
    try:
        cache.clear()
    except RedisError as error:
        notes.append(
            f"The cache can't be emptied ({type(error).__name__}), and may hold what was there before: FLUSHALL."
        )
    return Restored(manifest, tuple(notes))


def unpack(path: Path, folder: Path) -> Manifest:
    """Take a backup's files into a folder and return its manifest. Raises BackupError where a file is missing or is not
    what the manifest says.
    """
    try:
        with tarfile.open(path, "r:") as archive:
            for entry in archive:
                content = archive.extractfile(entry) if entry.isreg() and entry.name in _FILES else None
                if content:
                    with (folder / entry.name).open("wb") as file:
                        shutil.copyfileobj(content, file)
        if not (folder / backup.MANIFEST).exists():
            raise ValueError(f"{backup.MANIFEST} is not in it")
        manifest = _manifest(json.loads((folder / backup.MANIFEST).read_bytes()))
    except OSError as error:
        raise BackupError(f"{path} can't be unpacked: {error.strerror or error}.") from error
    except (tarfile.TarError, ValueError) as error:
        raise BackupError(f"{path} is no backup of this site: {error}.") from error
    for name, digest in manifest.files.items():
        if not (folder / name).exists() or backup.digest_of(folder / name) != digest:
            raise BackupError(f"{path} is damaged: {name} is not what its manifest says.")
    return manifest


def _manifest(said: Any) -> Manifest:
    """Return what a manifest says. Raises ValueError where it is none, or one of another format."""
    if not isinstance(said, dict) or not isinstance(said.get("files"), dict):
        raise ValueError(f"{backup.MANIFEST} does not say what a backup's does")
    if said.get("format") != backup.FORMAT:
        raise ValueError(f"it has the format {said.get('format')}, and this version reads {backup.FORMAT}")
    if set(said) != {field.name for field in fields(Manifest)}:
        raise ValueError(f"{backup.MANIFEST} does not say what a backup's does")
    return Manifest(**said)


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
        cursor.execute(_OF_OTHERS, [list(backup.SCHEMAS)])
        for schema, owner, account in cursor.fetchall():
            do = f'ALTER SCHEMA {schema} OWNER TO "{account}"'
            raise BackupError(f"The schema {schema} belongs to {owner}: as {owner}, in this database: {do}.")
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


@contextmanager
def _keys(path: Path, folder: Path, manifest: Manifest) -> Iterator[tuple[dict[Path, Path], list[str]]]:
    """Write the backup's keys beside where the settings look for them, before anything is deleted: so that they can be
    put in place afterwards. Yield these drafts by their places, and what whoever restores must know. Raises BackupError
    where a key can't be written.
    """
    drafts: dict[Path, Path] = {}
    notes: list[str] = []
    if backup.SECRET_KEY not in manifest.files:
        notes.append("The backup holds no keys: put the secret key and the signing keys of the site in place yourself.")
    here = backup.key_texts()
    try:
        for name, variable in _VARIABLES.items():
            if name not in manifest.files or (name in here and backup.digest(here[name]) == manifest.files[name]):
                continue
            place, by_hand = _place(name), f"`tar --extract --to-stdout --file {path} {name}`"
            if place is None:
                notes.append(
                    f"{variable} in the environment is not the backup's. Set it to what this prints: {by_hand}."
                )
                continue
            try:
                place.parent.mkdir(parents=True, exist_ok=True)
                drafts[place] = keys.draft(place, (folder / name).read_text())
            except OSError as error:
                why = f"{place} can't be written ({error.strerror}), and is not the backup's"
                raise BackupError(f"{why}: first put there what this prints: {by_hand}.") from error
        yield drafts, notes
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)


def _place(name: str) -> Path | None:
    """Return the file that a key is read from, None where the environment holds it."""
    if name == backup.SECRET_KEY:
        return None if os.environ.get("SECRET_KEY") else Path(settings.LOCAL) / backup.SECRET_KEY
    named = str(settings.SIGNING_KEYS)
    return None if named.startswith("-----BEGIN") else Path(named)


def _put(draft: Path, place: Path) -> Iterator[str]:
    """Put a key's file in place; one that is there is set aside, under a name that says so."""
    if place.exists():
        aside = place.with_name(f"{place.name}.before-restore")
        os.replace(place, aside)
        yield f"{place} was another one: it is {aside.name} now."
    os.replace(draft, place)
    yield f"{place} is the backup's: start the web servers and the workers again."
