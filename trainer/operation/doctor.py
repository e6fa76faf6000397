"""What is wrong with a deployment, in plain words: for whoever runs the site, and so in English.

Each check looks at one thing, says what it saw, and yields a fault for what must be mended, with the way to mend it.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import stat
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import polib
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core import checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.utils import timezone
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from quizzes.models import partitions
from trainer import catalogues
from trainer.accounts import factors
from trainer.celery import app
from trainer.certification import keys
from trainer.certification.models import Head
from trainer.operation import archive, backup, failures, health, pool_levels, tasks_seen

OLDEST_POSTGRESQL = 14
SPACE = 2**30
SKEW_SECONDS = 2
WORKER_SECONDS = 2
SCHEDULE_SECONDS = 300
QUEUE_SECONDS = 900
SHOWN = 10
BACKUP_AGE = timedelta(hours=36)
"""A night's backup, and twelve hours for the next one to be made and brought away."""


class Seen(NamedTuple):
    """What a check says: a fault, or that something is well."""

    fault: bool
    words: str


def examine() -> Iterator[tuple[str, Seen]]:
    """Yield what all checks say, with each check's name. Where the database is away, or behind the code, what is in it
    is not looked at.
    """
    for check in CHECKS:
        said = _looked(check)
        yield from ((check.__name__.replace("_", " "), seen) for seen in said)
        if check in (database, migrations) and said[0].fault:
            return


def settings_of_the_site() -> Iterator[Seen]:
    """What Django itself says about its settings on a public site."""
    if settings.DEBUG:
        yield _fault("TABLE_STAKES_DEBUG is on: errors show the code to everybody. Unset it.")
    processes = os.environ.get("WEB_PROCESSES", "2")
    if not processes.isdecimal() or not int(processes):
        yield _fault(f"WEB_PROCESSES must be a number from 1 on, not {processes}: the web server does not start.")
    if not settings.ORIGINS:
        yield _fault("TABLE_STAKES_ORIGIN is not set: the site answers to localhost only, without HTTPS.")
        return
    if not settings.HTTPS:
        yield _fault("TABLE_STAKES_ORIGIN names no https:// address: passwords and cookies travel in the open.")
    for message in checks.run_checks(include_deployment_checks=True):
        if not message.is_silenced():
            yield _fault(f"{message.id}: {message.msg}")
    yield _well(f"The site is {settings.SITE}.")


def secret_files() -> Iterator[Seen]:
    """Keys that others on the machine could read."""
    for path in (settings.LOCAL / "secret_key", Path(settings.SIGNING_KEYS[:200])):
        if (
            not str(path).startswith("-----BEGIN")
            and path.exists()
            and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        ):
            yield _fault(f"{path} can be read by others: chmod 600.")


def certificate_keys() -> Iterator[Seen]:
    """The keys that sign certificates and the heads of the audit."""
    try:
        known = len(keys.public()["keys"])
    except (keys.BadKeys, OSError) as error:
        yield _fault(
            f"The keys of certificates can't be read ({error}): put them back from a backup, see TABLE_STAKES_KEYS."
            " Where there never were any, `rotate_keys` makes the first."
        )
    else:
        yield _well(f"{known} signing keys.")


def disk() -> Iterator[Seen]:
    """Room for data, logs and mail."""
    if not os.access(settings.LOCAL, os.W_OK | os.X_OK):
        yield _fault(f"{settings.LOCAL} can't be written to: see TABLE_STAKES_LOCAL; is this the site's account?")
    free = shutil.disk_usage(settings.LOCAL if settings.LOCAL.exists() else settings.ROOT).free
    words = f"{free // 2**20} MB are free on the disk of {settings.LOCAL}"
    yield _fault(f"{words}: at least {SPACE // 2**20} are wanted.") if free < SPACE else _well(f"{words}.")


def mail() -> Iterator[Seen]:
    """Whether letters leave the house."""
    if settings.MAIL_FOLDER:
        yield _fault("EMAIL_URL is not set: letters stay in a folder, and nobody can reset a password by mail.")
        return
    try:
        line = get_connection(timeout=5)
        line.open()
        line.close()
    except (OSError, smtplib.SMTPException) as error:
        yield _fault(f"The mail server refuses ({type(error).__name__}): see EMAIL_URL.")
    else:
        yield _well("The mail server lets us in.")


def translations() -> Iterator[Seen]:
    """Catalogues that are compiled, and of this version."""
    for language in catalogues.languages():
        folder = catalogues.LOCALE / language / "LC_MESSAGES"
        compiled = folder / "django.mo"
        if not compiled.exists() or compiled.read_bytes() != polib.pofile(str(folder / "django.po")).to_binary():
            yield _fault(f"The catalogue of {language} is not compiled, or not from its django.po: `make messages`.")
    yield _well(f"The site speaks {', '.join(code for code, _name in settings.LANGUAGES)}.")


def static_files() -> Iterator[Seen]:
    """Files that pages name, collected."""
    known = getattr(staticfiles_storage, "hashed_files", {})
    yield _well(f"{len(known)} static files.") if known else _fault("No static files: `manage.py collectstatic`.")


def database() -> Iterator[Seen]:
    """PostgreSQL, there and not too old."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW server_version")
            found = str(cursor.fetchone()[0])
    except DatabaseError as error:
        why = health.why_away() or str(error).splitlines()[0]
        yield _fault(f"PostgreSQL can't be reached ({why}): see DATABASE_URL.")
        return
    if int(found.partition(".")[0]) < OLDEST_POSTGRESQL:
        yield _fault(f"PostgreSQL {found} is too old: at least {OLDEST_POSTGRESQL} is needed.")
    yield _well(f"PostgreSQL {found} answers.")


def migrations() -> Iterator[Seen]:
    """A database that is behind the code."""
    missing = health.unapplied()
    if missing:
        yield _fault(f"{len(missing)} migrations are missing, the first is {missing[0]}: `manage.py migrate`.")


def months() -> Iterator[Seen]:
    """Partitions for this month's attempts and the next two's."""
    today = timezone.now().date().replace(day=1)
    wanted = [today, *(date(*_month_after(today, ahead)) for ahead in range(1, 1 + partitions.MONTHS_AHEAD))]
    missing = sorted({*wanted} - {*archive.months()})
    if missing:
        named = ", ".join(f"{month:%Y-%m}" for month in missing)
        yield _fault(
            f"Attempts of {named} have no partition: `manage.py migrate` makes them, and the worker each night."
        )


def clock() -> Iterator[Seen]:
    """This machine's clock beside the database's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        skew = abs(time.time() - float(cursor.fetchone()[0]))
    if skew > SKEW_SECONDS:
        yield _fault(f"The clock is {skew:.0f} seconds off the database's: set both by NTP. Exams end by it.")


def broker() -> Iterator[Seen]:
    """The queue, and how long tasks wait in it."""
    try:
        waiting = tasks_seen.queue()
    except (RedisError, KombuError, OSError) as error:
        yield _fault(f"The broker can't be reached ({type(error).__name__}): see CELERY_BROKER_URL.")
        return
    if waiting.oldest > QUEUE_SECONDS:
        yield _fault(
            f"{waiting.length} tasks wait, the first for {waiting.oldest / 60:.0f} minutes: start more workers."
        )
    yield _well(f"{waiting.length} tasks wait.")


def workers() -> Iterator[Seen]:
    """Workers that answer, and a schedule that speaks."""
    try:
        there = len(app.control.ping(timeout=WORKER_SECONDS) or [])
        silent = tasks_seen.schedule_spoke()
    except (RedisError, KombuError, OSError):
        yield _fault("Whether workers answer is not known: the broker is away.")
        return
    yield (
        _well(f"{there} workers answer.")
        if there
        else _fault("No worker answers: pools, mail and grading stand still.")
    )
    if silent is None:
        yield _fault("The schedule has never sent a task: start one worker with --beat, or `celery beat`.")
    elif silent > SCHEDULE_SECONDS:
        yield _fault(f"The schedule sent its last task {silent / 60:.0f} minutes ago: start `celery beat` again.")


def last_head() -> Iterator[Seen]:
    """Whether the keys here are those that the site has had."""
    head = Head.objects.exclude(signed="").order_by("-day").first()
    if head is None:
        yield _well("No head of the audit is signed so far.")
        return
    try:
        keys.verify(head.signed)
    except keys.BadSignature:
        yield _fault(
            f"The heads of {head.day} are signed by none of the keys here: put the site's keys back from a backup, see"
            " TABLE_STAKES_KEYS. Without them nobody can check a certificate."
        )
    except (keys.BadKeys, OSError):
        yield _fault(f"Whether the heads of {head.day} hold is not known: the keys can't be read.")
    else:
        yield _well(f"The heads of {head.day} are signed by a key that is here.")


def second_factors() -> Iterator[Seen]:
    """Whether the secret key is the one that the site has had: codes from apps are encrypted by it."""
    secrets = Authenticator.objects.filter(type=Authenticator.Type.TOTP).values_list("data__secret", flat=True)
    fit = [factors.readable(secret) for secret in secrets.iterator()]
    if not all(fit):
        yield _fault(
            f"No code from an app fits for {fit.count(False)} of {len(fit)} accounts: the secret key is another than"
            " when they were set up. Put that one back from a backup, see SECRET_KEY; where it is gone for good, delete"
            " their authenticators in the admin."
        )


def backups() -> Iterator[Seen]:
    """The age of the last backup that this machine has made: another may make them, or whoever runs the database."""
    made = backup.last()
    if made is None:
        yield _well("This machine has made no backup. If none makes any: enable the timer table-stakes-backup on one.")
    elif timezone.now() - made > BACKUP_AGE:
        yield _fault(
            f"The last backup is of {made:%Y-%m-%d %H:%M} UTC: see what table-stakes-backup says in the journal."
        )
    else:
        yield _well(f"The last backup is of {made:%Y-%m-%d %H:%M} UTC.")


def failed_tasks() -> Iterator[Seen]:
    """Tasks that are put aside because they failed again and again."""
    for task in failures.aside()[:SHOWN]:
        why = f"after {task.tries} tries ({task.error}: {task.message})"
        yield _fault(f"{task} is put aside {why}: see the failed tasks in the admin.")


def pools() -> Iterator[Seen]:
    """Drills to ask."""
    levels = pool_levels.levels(timezone.now())
    missing, empty = sum(level.missing for level in levels), sum(level.empty for level in levels)
    if not levels or empty:
        number = f"{empty} pools have" if levels else "There are no pools, they have"
        yield _fault(
            f"{number} no drills: the worker fills them; `manage.py fill_pools` does it here and shows how far."
        )
    yield _well(f"{sum(level.drills for level in levels)} drills, {missing} below what is wanted.")


CHECKS: tuple[Callable[[], Iterator[Seen]], ...] = (
    settings_of_the_site,
    secret_files,
    certificate_keys,
    disk,
    mail,
    translations,
    static_files,
    backups,
    broker,
    workers,
    database,
    migrations,
    months,
    clock,
    last_head,
    second_factors,
    failed_tasks,
    pools,
)


def _looked(check: Callable[[], Iterator[Seen]]) -> list[Seen]:
    """Return the faults that a check finds, or where there are none one line that says what is well."""
    try:
        said = list(check())
    except Exception as error:  # noqa: BLE001  # whatever it is: the other checks still count
        said = [_fault(f"It can't be looked at ({type(error).__name__}: {' '.join(str(error).split())}).")]
    return [seen for seen in said if seen.fault] or said[-1:] or [_well("Nothing is wrong.")]


def _fault(words: str) -> Seen:
    return Seen(True, words)


def _well(words: str) -> Seen:
    return Seen(False, words)


def _month_after(first: date, ahead: int) -> tuple[int, int, int]:
    year, month = divmod(first.year * 12 + first.month - 1 + ahead, 12)
    return year, month + 1, 1
