"""A backup brought to a new server: the same rows, certificates that can be checked, a whole audit (issue 9)."""

from __future__ import annotations

import io
import json
import stat
import tarfile
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.test import Client, override_settings
from django.utils import timezone

from quizzes.models import Attempt
from quizzes.models.partitions import ensure_partitions
from tests.site.certified import passed
from tests.site.other_database import instead
from tests.site.people import person
from tests.site.stand_ins import make_bucket, store_case
from tests.site.test_retention import answered
from trainer.accounts.models import User
from trainer.certification import audit, badges, certificates, heads
from trainer.operation import archive, backup, restoring

pytestmark = pytest.mark.django_db(transaction=True)

LONG_AGO = date(2047, 3, 1)


@pytest.fixture
def new() -> Iterator[DatabaseWrapper]:
    """A new, empty database, known as "new"."""
    settings = deepcopy(connections["default"].settings_dict)
    name = f"{settings['NAME']}_new"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
    settings["NAME"] = name
    settings["OPTIONS"].pop("pool")
    connections["new"] = made = DatabaseWrapper(settings, alias="new")
    yield made
    made.close()
    del connections["new"]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def before(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A backup of a site on which Ann has a certificate and two answers, one of them archived, with Ann's badge."""
    with override_settings(SIGNING_KEYS=str(tmp_path / "old.pem"), SECRET_KEY="old"):
        ann = person("Ann")
        sitting = passed(ann, points=0, out_of=0)  # of no questions
        audit.append(sitting, "started", ann.pk, {"candidate": str(sitting.candidate_id)})
        audit.append(sitting, "graded", None, {"points": 0, "out_of": 0, "passed": True})
        certificate = certificates.issue_for(sitting)
        assert certificate
        heads.take(timezone.now() + timedelta(days=1))
        drill = store_case(make_bucket())
        ensure_partitions(LONG_AGO)
        answered(drill, datetime(2047, 3, 5, tzinfo=UTC), user=ann)
        answered(drill, timezone.now(), user=ann)
        archive.move_away(LONG_AGO)
        backup.write(tmp_path / "backup")
        yield tmp_path / "backup", badges.token(certificate)
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA archive CASCADE; DROP TABLE quizzes_attempt_2047_04, quizzes_attempt_2047_05")


def test_a_backup_brings_everything_to_a_new_server(
    before: tuple[Path, str], new: DatabaseWrapper, tmp_path: Path
) -> None:
    file, badge = before
    elsewhere = {"SECRET_KEY": "another", "SIGNING_KEYS": str(tmp_path / "new" / "keys.pem"), "LOCAL": tmp_path / "new"}
    with override_settings(**elsewhere):
        with new.cursor() as there:
            there.execute("CREATE TABLE of_another_site AS SELECT 1")
        (tmp_path / "file").touch()
        no_place = r"can't be written .*: first put there .*tar --extract.*signing_keys"
        with (
            override_settings(SIGNING_KEYS=str(tmp_path / "file" / "keys.pem")),
            pytest.raises(backup.BackupError, match=no_place),
        ):
            restoring.restore(file, "new", replace=True)
        assert tables(new) == ["public.of_another_site"], "nothing is deleted before the keys can be put in place"
        done = restoring.restore(file, "new", replace=True)
        with connection.cursor() as here, new.cursor() as there:
            assert backup.count(there) == backup.count(here) == done.manifest.rows
        with instead(new):
            assert not [name for name in tables(new) if "another" in name or "before" in name]
            assert User.objects.get().username == "Ann"
            assert Attempt.objects.count() == 1
            assert archive.bring_back(LONG_AGO) == "quizzes_attempt_2047_03"
            assert Attempt.objects.count() == 2
            call_command("verify_audit", stdout=StringIO())
            checked = badges.check(badge, timezone.now())
            assert checked.problem is None
            assert Client().get(urlsplit(checked.address).path).status_code == 200
        assert (tmp_path / "new" / "secret_key").read_text() == "old"
    assert (tmp_path / "new" / "keys.pem").read_bytes() == (tmp_path / "old.pem").read_bytes()
    assert len(done.notes) == 2


def test_what_is_there_is_back_where_a_restore_fails_and_gone_where_it_does_not(
    new: DatabaseWrapper, tmp_path: Path
) -> None:
    with new.cursor() as cursor:
        cursor.execute("CREATE TABLE precious AS SELECT 1 AS one")
        with pytest.raises(backup.BackupError, match="holds no site: is DATABASE_URL set"):
            backup.write(tmp_path / "backup", "new")
        cursor.execute("SET ROLE pg_monitor")  # a role that every server has and that owns nothing
        with pytest.raises(backup.BackupError, match="ALTER SCHEMA public OWNER"), restoring._room("new", replace=True):
            raise AssertionError("not reached")
        cursor.execute("RESET ROLE")
        with pytest.raises(backup.BackupError, match="not empty"), restoring._room("new", replace=False):
            raise AssertionError("not reached")

        with pytest.raises(ProgrammingError), restoring._room("new", replace=True):
            cursor.execute("CREATE TABLE half AS SELECT 2 AS one; SELECT 1 FROM nowhere")
        assert tables(new) == ["public.precious"]

        with restoring._room("new", replace=True):
            cursor.execute("CREATE TABLE whole AS SELECT 3 AS one")
        assert tables(new) == ["public.whole"]


def tables(database: DatabaseWrapper) -> list[str]:
    with database.cursor() as cursor:
        cursor.execute(
            "SELECT schemaname || '.' || tablename FROM pg_tables"
            " WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1"
        )
        return [name for (name,) in cursor.fetchall()]


def test_a_database_in_use_is_left_alone(new: DatabaseWrapper) -> None:
    other = DatabaseWrapper(new.settings_dict, alias="other")
    in_use = pytest.raises(backup.BackupError, match="in use by 1 others")
    with other.cursor(), in_use, restoring._room("new", replace=True):
        raise AssertionError("not reached")
    other.close()


def lying(file: Path, copy: Path, **changes: object) -> Path:
    """A copy of a backup whose manifest says something else."""
    with tarfile.open(file) as old, tarfile.open(copy, "w") as new:
        for entry in old.getmembers():
            content = old.extractfile(entry)
            assert content
            text = content.read()
            if entry.name == "manifest.json":
                text = json.dumps(json.loads(text) | changes).encode()
                entry.size = len(text)
            new.addfile(entry, io.BytesIO(text))
    return copy


def test_a_backup_is_for_its_owner_alone_and_one_that_is_not_whole_is_not_restored(
    before: tuple[Path, str], tmp_path: Path
) -> None:
    file, _badge = before
    with pytest.raises(backup.BackupError, match="exists already"):
        backup.write(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with tarfile.open(file) as archive:
        assert set(archive.getnames()) == {"manifest.json", "database.dump", "secret_key", "signing_keys.pem"}
        assert {entry.mode for entry in archive.getmembers()} == {0o600}

    raw = file.read_bytes()
    (tmp_path / "cut").write_bytes(raw[: len(raw) // 2])
    middle = raw.index(b"PGDMP") + 5000
    (tmp_path / "changed").write_bytes(raw[:middle] + bytes([raw[middle] ^ 1]) + raw[middle + 1 :])
    lying(file, tmp_path / "newer", migrations=["quizzes.9999_of_the_future"])

    for name, words in (
        ("cut", "no backup|damaged"),
        ("changed", "damaged: database.dump"),
        ("newer", "newer version"),
    ):
        with pytest.raises(backup.BackupError, match=words):
            restoring.restore(tmp_path / name, replace=False)


def test_rows_that_are_missing_are_named_and_keys_go_to_the_file_that_the_environment_names(
    before: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, _badge = before
    with tarfile.open(file) as archive:
        said = json.load(archive.extractfile("manifest.json"))  # type: ignore[arg-type]  # it is there
    person("Cid")

    with pytest.raises(backup.BackupError, match=r"in public\.accounts_user\."):
        restoring._compare(backup.Manifest(**said), "default")

    place = tmp_path / "etc" / "keys.pem"
    monkeypatch.setenv("TABLE_STAKES_KEYS", str(place))
    monkeypatch.setenv("SECRET_KEY", "another")
    folder = tmp_path / "unpacked"
    folder.mkdir()
    manifest = restoring.unpack(file, folder)
    with (
        override_settings(SIGNING_KEYS=str(place), SECRET_KEY="another"),
        restoring._keys(file, folder, manifest) as (drafts, notes),
    ):
        assert list(drafts) == [place]
        assert drafts[place].read_bytes() == (tmp_path / "old.pem").read_bytes()
        assert len(notes) == 1, "the secret key is in the environment, where no command can put it"
    assert list(place.parent.iterdir()) == [], "what was not put in place is gone"


def test_the_commands_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none can't be unpacked: No such file or directory\."):
        call_command("restore", str(tmp_path / "none"))
    with pytest.raises(CommandError, match="pg_dump can't be run"):
        call_command("backup", str(tmp_path / "backup"), "--programs", str(tmp_path))
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", str(tmp_path / "none" / "backup"))
    with pytest.raises(CommandError, match="--keep wants a folder"):
        call_command("backup", str(tmp_path / "backup"), "--keep", "3")
    assert list(tmp_path.iterdir()) == []
