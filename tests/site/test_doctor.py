"""`manage.py doctor` names what is wrong: each fault is caused here (issue 9, "Operation")."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import polib
import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from quizzes.models import Bucket
from tests.site.other_database import database_away
from tests.site.people import person
from tests.site.stand_ins import make_bucket, opening_bets, store
from tests.site.test_badges import made_elsewhere
from trainer import catalogues
from trainer.accounts import factors
from trainer.accounts.tasks import forget_expired_sessions
from trainer.celery import app
from trainer.certification import heads, keys
from trainer.operation import backup, doctor, failures, metrics, tasks_seen


def faults(check: Callable[[], Iterator[doctor.Seen]]) -> str:
    """The faults that a check finds, "" where there are none."""
    return " ".join(seen.words for seen in check() if seen.fault)


def test_a_site_for_this_machine_alone_is_said_to_be_that() -> None:
    with override_settings(ORIGINS=[], HTTPS=False, DEBUG=True):
        found = faults(doctor.settings_of_the_site)
    assert "TABLE_STAKES_ORIGIN is not set" in found
    assert "TABLE_STAKES_DEBUG is on" in found


def test_a_public_site_wants_https_and_what_django_checks() -> None:
    with override_settings(ORIGINS=["http://stakes.example"], HTTPS=False, SECRET_KEY="short"):
        found = faults(doctor.settings_of_the_site)
    assert "names no https:// address" in found
    assert "security.W009: Your SECRET_KEY has less than 50 characters" in found


def test_keys_that_others_can_read_or_nobody_can_are_named(tmp_path: Path) -> None:
    path = tmp_path / "keys.pem"
    path.write_text("no key")
    path.chmod(0o644)
    with override_settings(SIGNING_KEYS=str(path), LOCAL=tmp_path):
        assert f"{path} can be read by others" in faults(doctor.secret_files)
        assert "there is no private key" in faults(doctor.certificate_keys)
        path.chmod(0o600)
        assert faults(doctor.secret_files) == ""


def with_an_app(name: str) -> None:
    """An account whose codes come from an app."""
    secret = factors.FactorAdapter().encrypt("JBSWY3DPEHPK3PXP")
    Authenticator.objects.create(user=person(name), type=Authenticator.Type.TOTP, data={"secret": secret})


@pytest.mark.django_db
def test_keys_other_than_the_sites_are_named_and_lost_ones_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "old.pem").write_text(made_elsewhere())
    with override_settings(SIGNING_KEYS=str(tmp_path / "old.pem"), SECRET_KEY="old"):
        with_an_app("Ann")
        assert "No head" in next(doctor.last_head()).words
        head = heads.take(timezone.now())
        assert faults(doctor.last_head) == faults(doctor.second_factors) == ""
        (tmp_path / "old.pem").rename(tmp_path / "lost.pem")
        assert "the heads of the audit are signed already" in faults(doctor.certificate_keys)
        assert "the keys can't be read" in faults(doctor.last_head)
        with pytest.raises(keys.BadKeys, match="the heads of the audit are signed already"):
            keys.rotate()
        assert not (tmp_path / "old.pem").exists()
    head.signed = head.signed[:-8] + "AAAAAAAA"
    head.save()
    with override_settings(SIGNING_KEYS=str(tmp_path / "lost.pem"), SECRET_KEY="new"):
        assert "signed by none of the keys here" in faults(doctor.last_head)
        with_an_app("Bob")
        assert "fits for 1 of 2 accounts" in faults(doctor.second_factors), "who came later hides nobody"
    with override_settings(SIGNING_KEYS="garbage"):
        assert "neither PEM blocks nor the whole path" in faults(doctor.certificate_keys)


def test_a_site_without_a_backup_of_last_night_is_named(tmp_path: Path) -> None:
    with override_settings(LOCAL=tmp_path):
        assert faults(doctor.backups) == "", "another machine may make them"
        assert "This machine has made no backup" in next(doctor.backups()).words
        assert list(metrics._backup()) == []
        backup.stamp().touch()
        assert faults(doctor.backups) == ""
        assert 0 <= next(metrics._backup()).samples[0].value < 60, "it was made in this test"
        with time_machine.travel(timezone.now() + timedelta(hours=40), tick=False):
            assert "The last backup is of" in faults(doctor.backups)


def test_a_folder_that_is_not_there_and_processes_that_are_no_number_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEB_PROCESSES", "two")
    assert "WEB_PROCESSES must be a number" in faults(doctor.settings_of_the_site)
    with override_settings(LOCAL=tmp_path / "none"):
        assert "none can't be written to" in faults(doctor.disk)


def test_a_check_that_breaks_is_a_fault_and_no_end() -> None:
    def broken() -> Iterator[doctor.Seen]:
        raise ZeroDivisionError("by nothing")

    assert doctor._looked(broken) == [(True, "It can't be looked at (ZeroDivisionError: by nothing).")]


def test_a_disk_that_is_nearly_full_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(doctor.disk) == ""
    monkeypatch.setattr(doctor, "SPACE", 2**60)
    assert "MB are free on the disk of" in faults(doctor.disk)


def test_mail_that_stays_here_and_a_server_that_refuses_are_named(tmp_path: Path) -> None:
    with override_settings(MAIL_FOLDER=tmp_path):
        assert "EMAIL_URL is not set" in faults(doctor.mail)
    smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": 1}
    with override_settings(MAIL_FOLDER=None, **smtp):
        assert "The mail server refuses (ConnectionRefusedError)" in faults(doctor.mail)


def test_a_catalogue_that_is_not_compiled_or_of_another_version_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ms" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    monkeypatch.setattr(catalogues, "LOCALE", tmp_path)
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="Call", msgstr="Panggil"))
    catalogue.save(str(folder / "django.po"))
    assert "The catalogue of ms is not compiled" in faults(doctor.translations)

    catalogue.save_as_mofile(str(folder / "django.mo"))
    assert faults(doctor.translations) == ""

    catalogue[0].msgstr = "Sama"
    catalogue.save(str(folder / "django.po"))
    assert "The catalogue of ms is not compiled" in faults(doctor.translations)


def test_without_database_the_command_says_so_and_ends_with_one(
    tmp_path: Path, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "WORKER_SECONDS", 0.1)
    out = StringIO()
    with django_db_blocker.unblock(), database_away(tmp_path), pytest.raises(CommandError) as ended:
        call_command("doctor", stdout=out)

    assert ended.value.returncode == 1
    lines = out.getvalue().splitlines()
    assert lines[-1].startswith("WRONG database: PostgreSQL can't be reached (connection ")
    assert "No such file or directory" in lines[-1], "the cause, which the pool does not tell"
    assert any(line.startswith("well  disk: ") for line in lines)


@pytest.mark.django_db
def test_migrations_and_months_that_are_missing_are_named() -> None:
    assert faults(doctor.migrations) == faults(doctor.months) == ""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    assert "1 migrations are missing, the first is sessions.0001_initial" in faults(doctor.migrations)
    with time_machine.travel(datetime(2050, 11, 30, tzinfo=UTC), tick=False):
        assert "Attempts of 2050-11, 2050-12, 2051-01 have no partition" in faults(doctor.months)


@pytest.mark.django_db
def test_a_clock_that_is_off_is_named() -> None:
    assert faults(doctor.clock) == ""
    with time_machine.travel(time.time() + 90):
        assert "90 seconds off" in faults(doctor.clock)


@pytest.mark.django_db
def test_a_schedule_that_is_silent_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.control, "ping", lambda **_given: [])
    cache.delete(tasks_seen.SCHEDULE_SPOKE)
    assert "No worker answers" in faults(doctor.workers)
    assert "The schedule has never sent a task" in faults(doctor.workers)

    monkeypatch.setitem(tasks_seen._schedule, "here", True)
    queued(lambda: forget_expired_sessions.apply_async())
    assert "schedule" not in faults(doctor.workers)

    cache.set(tasks_seen.SCHEDULE_SPOKE, time.time() - 660)
    assert "11 minutes ago" in faults(doctor.workers)


def queued(look: Callable[[], Any]) -> None:
    """Do something with a queue that is empty before and after."""
    with app.connection_for_write() as link:
        channel: Any = link.default_channel
        channel.queue_purge(tasks_seen.QUEUE)
        try:
            look()
        finally:
            channel.queue_purge(tasks_seen.QUEUE)


@pytest.mark.django_db
def test_tasks_that_wait_for_long_are_named() -> None:
    def look() -> None:
        with time_machine.travel(time.time() - 1200):
            forget_expired_sessions.apply_async()
        assert "1 tasks wait, the first for 20 minutes" in faults(doctor.broker)

    queued(look)


@pytest.mark.django_db
def test_a_task_that_is_put_aside_is_named_with_its_error() -> None:
    assert faults(doctor.failed_tasks) == ""
    for number in range(failures.MOST_TRIES):
        failures.failed(failures.Try("fill", "[7]", str(number)), timezone.now(), RuntimeError("again"))
    assert "fill [7] is put aside after 3 tries (RuntimeError: again)" in faults(doctor.failed_tasks)


@pytest.mark.django_db
def test_pools_without_drills_are_named() -> None:
    Bucket.objects.all().delete()
    assert "There are no pools" in faults(doctor.pools)
    bucket = make_bucket()
    assert "1 pools have no drills" in faults(doctor.pools)
    store(bucket, opening_bets(1))
    assert faults(doctor.pools) == ""
