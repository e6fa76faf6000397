"""PostgreSQL's programs, by which backups are made and restored, files that are none, and a folder of backups."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from django.db import connections

from trainer.operation import backup, restoring

pytestmark = pytest.mark.django_db


def test_an_older_server_wants_programs_of_its_own_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a newer pg_dump writes can't be restored into it (PostgreSQL's manual, pg_dump, "Notes")."""
    monkeypatch.setattr(connections["default"], "pg_version", 90_600)
    with pytest.raises(backup.BackupError, match=r"postgresql-client-9.*--programs"):
        backup.write(tmp_path / "backup")
    with pytest.raises(backup.BackupError, match="and the server is a 9"):
        backup.write(tmp_path / "backup", programs=next(backup._wheel()))
    monkeypatch.setattr(backup, "PLACES", (str(tmp_path / "{}"),))
    (tmp_path / "9").mkdir()
    (tmp_path / "9" / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    (tmp_path / "9" / "pg_dump").chmod(0o700)
    assert backup.programs_for("default", None) == tmp_path / "9"
    assert not (tmp_path / "backup").exists()


def test_a_program_that_fails_is_quoted_from_its_first_complaint(tmp_path: Path) -> None:
    said = "pg_restore: while it works\\npg_restore: error: no such setting\\nCommand was: SET it"
    (tmp_path / "pg_restore").write_text(f"#!/bin/sh\nprintf '{said}' >&2\nexit 1\n")
    (tmp_path / "pg_restore").chmod(0o700)
    with pytest.raises(backup.BackupError, match=r"^pg_restore failed: pg_restore: error: no such setting$"):
        backup.run("pg_restore", [], "default", tmp_path)


def test_the_latest_backups_of_a_folder_are_kept(tmp_path: Path) -> None:
    nights = [tmp_path / f"2050-01-0{day}-033000.backup" for day in (1, 2, 3)]
    for path in (*nights, tmp_path / "before-the-move.backup"):
        path.touch()
    assert backup.forget_old(tmp_path, 2) == nights[:1]
    assert len(list(tmp_path.iterdir())) == 3


def test_only_plain_files_of_known_names_are_taken_out_of_a_backup(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with tarfile.open(tmp_path / "odd", "w") as archive:
        for name, kind in (("manifest.json", tarfile.SYMTYPE), ("../secret_key", tarfile.REGTYPE)):
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/hostname"
            archive.addfile(entry)
    with pytest.raises(backup.BackupError, match=r"no backup of this site: manifest\.json is not in it"):
        restoring.unpack(tmp_path / "odd", tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []
    assert not (tmp_path / "secret_key").exists()
    (tmp_path / "text").write_text("no archive")
    with pytest.raises(backup.BackupError, match="no backup of this site"):
        restoring.unpack(tmp_path / "text", tmp_path / "out")
