"""Letters by e-mail: written in the transaction of what they tell of, sent by the worker, and lost by neither.

A letter is a row before it is an e-mail. Whoever sends it takes it for a while (`LEASES`), hands it to the mail server
and then notes that it is sent. Where the process dies in between, the lease runs out and the letter is sent once more,
with the same Message-ID, by which mail programs know the double. Where the broker is away, the sweep in the schedule
finds what is due.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from allauth.account.models import EmailAddress
from celery import current_app
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from trainer.accounts.models import User
from trainer.classrooms.models import ClassMessage, Classroom, Letter, MailStop
from trainer.classrooms.models.outbox import SUBJECT_LENGTH

LEASES = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 60, 240, 720, 1440))
"""After the n-th try a letter that is not known to be sent is not tried again for so long; after the last, never."""

BATCH = 200
MOST_FAILURES = 3
"""So many failures in a row mean that the mail server is away: the rest of the batch waits for the next sweep."""

TIMEOUT = 20
"""Seconds until a mail server that says nothing is given up."""

TASK = "trainer.classrooms.tasks.send_letters"

logger = logging.getLogger(__name__)
_SIGNER = signing.Signer(salt="classrooms.letters")


class NoSuchLink(Exception):
    """A link about a class's mail that was not made here, or whose class or account is gone."""


@transaction.atomic
def put(
    readers: Iterable[User],
    template: str,
    context: Mapping[str, Any],
    *,
    classroom: Classroom | None = None,
    message: ClassMessage | None = None,
) -> list[Letter]:
    """Write a letter to each reader, to be sent once the transaction around is committed; if it is not, there is none.

    `<template>_subject.txt` and `<template>_text.txt` are rendered with the context, in each reader's language.
    `classroom` is the class that the letter is about: it goes to nobody who wants no mail about that class. An address
    is needed only when the letter is sent.
    """
    written: dict[str, tuple[str, str]] = {}
    letters = []
    for reader in readers:
        language = _language(reader)
        if language not in written:
            written[language] = _written(language, template, context)
        subject, text = written[language]
        letters.append(Letter(reader=reader, classroom=classroom, message=message, subject=subject, text=text))
    Letter.objects.bulk_create(letters, batch_size=1000)
    if letters:
        transaction.on_commit(wake, robust=True)
    return letters


def wake() -> None:
    """Have the worker send what is due. A broker that is away is not waited for: the sweep finds the letters."""
    current_app.send_task(TASK, retry=False, ignore_result=True)


def send_due(limit: int = BATCH) -> int:
    """Send letters that are due, so many at most, and return how many were taken. Several may do so at once."""
    connection: BaseEmailBackend = get_connection(timeout=TIMEOUT)
    taken = failures = 0
    while taken < limit and failures < MOST_FAILURES and (letter := _take(timezone.now())):
        taken += 1
        failures = 0 if _deliver(letter, connection) else failures + 1
    connection.close()
    return taken


def stop_link(classroom: Classroom, reader: User) -> str:
    """Return the address at which a reader ends the mail about a class, or has it again, without signing in."""
    return settings.SITE + reverse("class_mail", args=[_SIGNER.sign_object([classroom.pk, reader.pk])])


def read_link(signed: str) -> tuple[Classroom, User]:
    """Return whose mail about which class a link is about. Raises NoSuchLink."""
    try:
        classroom, reader = _SIGNER.unsign_object(signed)
        return Classroom.objects.get(pk=classroom), User.objects.get(pk=reader)
    except (signing.BadSignature, Classroom.DoesNotExist, User.DoesNotExist) as error:
        raise NoSuchLink(signed) from error


def stop(classroom: Classroom, reader: User) -> None:
    """Send a reader no more letters about a class, not even those that are on their way."""
    MailStop.objects.get_or_create(classroom=classroom, reader=reader)


def resume(classroom: Classroom, reader: User) -> None:
    """Send a reader letters about a class again."""
    MailStop.objects.filter(classroom=classroom, reader=reader).delete()


def message_id(letter: Letter) -> str:
    """Return a letter's Message-ID (RFC 5322): the same at each try."""
    host = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ")
    return f"<letter.{letter.pk}.{letter.made_at:%Y%m%d%H%M%S%f}@{host}>"


def _written(language: str, template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """Return a letter's subject, on one line, and its text."""
    with translation.override(language):
        subject = render_to_string(f"{template}_subject.txt", dict(context))
        text = render_to_string(f"{template}_text.txt", dict(context))
    return " ".join(subject.split())[:SUBJECT_LENGTH], text.strip()


def _language(reader: User) -> str:
    return reader.language if reader.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


@transaction.atomic
def _take(now: datetime) -> Letter | None:
    """Take the letter that is due longest, past those that others are taking, and keep it from them for its lease."""
    due = Letter.objects.filter(state=Letter.State.WAITING, next_try_at__lte=now).order_by("next_try_at", "pk")
    letter = due.select_related("reader", "classroom").select_for_update(of=("self",), skip_locked=True).first()
    if letter is not None:
        letter.tries += 1
        letter.next_try_at = now + LEASES[min(letter.tries, len(LEASES)) - 1]
        letter.save(update_fields=["tries", "next_try_at"])
    return letter


def _deliver(letter: Letter, connection: BaseEmailBackend) -> bool:
    """Send a letter that was taken, and note what became of it. Return False where the mail server failed."""
    State = Letter.State
    address = EmailAddress.objects.filter(user=letter.reader_id, verified=True).order_by("-primary").first()
    if address is None or not letter.reader.is_active:
        return _note(letter, State.NOWHERE)
    if MailStop.objects.filter(classroom=letter.classroom_id, reader=letter.reader_id).exists():
        return _note(letter, State.UNWANTED)
    if letter.tries > len(LEASES):
        return _note(letter, State.FAILED)
    try:
        connection.send_messages([_mail(letter, address.email)])
    except SMTPRecipientsRefused as error:
        permanent = all(code >= 500 for code, _reason in error.recipients.values())
        return _note(letter, State.FAILED if permanent else State.WAITING, str(error))
    except OSError as error:  # what smtplib raises, too
        logger.warning("letter %s: %s", letter.pk, error)
        connection.close()
        _note(letter, State.WAITING if letter.tries < len(LEASES) else State.FAILED, str(error))
        return False
    return _note(letter, State.SENT)


def _mail(letter: Letter, address: str) -> EmailMessage:
    """Return the e-mail: below a letter about a class it says how to get no more of them (RFC 2369, RFC 8058)."""
    headers = {"Message-ID": message_id(letter), "Auto-Submitted": "auto-generated"}
    text = letter.text
    if letter.classroom:
        with translation.override(_language(letter.reader)):
            link = stop_link(letter.classroom, letter.reader)
            foot = render_to_string("classrooms/letters/foot.txt", {"classroom": letter.classroom, "link": link})
        headers |= {"List-Unsubscribe": f"<{link}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        text = f"{text}\n\n-- \n{foot.strip()}"
    return EmailMessage(letter.subject, f"{text}\n", to=[address], headers=headers)


def _note(letter: Letter, state: Letter.State, trouble: str = "") -> bool:
    """Note what became of a letter, and return True: it was dealt with."""
    letter.state, letter.trouble = state, trouble[:200]
    letter.sent_at = timezone.now() if state == Letter.State.SENT else None
    letter.save(update_fields=["state", "trouble", "sent_at"])
    return True
