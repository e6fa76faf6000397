"""Mail without a mail server: every message becomes a file, and /mail/ shows them to whoever runs the site.

Only while EMAIL_URL is not set.
"""

from __future__ import annotations

import email
import email.policy
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.message import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Real-IP")
SHOWN = 50


class FolderBackend(BaseEmailBackend):
    """Django's mail backend that writes each message to a file of its own in MAIL_FOLDER."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = mail_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            name = f"{timezone.now():%Y%m%d-%H%M%S-%f}-{uuid.uuid4().hex[:8]}.eml"
            (folder / name).write_bytes(message.message().as_bytes())
        return len(email_messages)


@dataclass(frozen=True, slots=True)
class Letter:
    """What the page shows of one message."""

    subject: str
    sender: str
    to: str
    date: str
    text: str


def mail_page(request: HttpRequest) -> HttpResponse:
    """The latest messages, newest first, for staff and for whoever sits at this machine."""
    if not (from_this_machine(request) or request.user.is_staff):
        raise PermissionDenied(_("This page is for the people who run the site."))
    paths = sorted(mail_folder().glob("*.eml"), reverse=True)[:SHOWN]
    return render(request, "mail/mail.html", {"letters": [read(path) for path in paths]})


def from_this_machine(request: HttpRequest) -> bool:
    """Whether the request was made here, to this machine's own name, and not handed on by a proxy."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    local_name = host in {"localhost", "127.0.0.1", "[::1]"}
    local_address = request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"}
    return local_name and local_address and not any(name in request.headers for name in FORWARDED)


def read(path: Path) -> Letter:
    """One message's file."""
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    body = message.get_body(("plain", "html"))
    return Letter(
        subject=message["Subject"] or "",
        sender=message["From"] or "",
        to=message["To"] or "",
        date=message["Date"] or "",
        text=body.get_content() if body else "",
    )


def mail_folder() -> Path:
    """The folder that the settings name."""
    assert settings.MAIL_FOLDER, "only used without EMAIL_URL"
    return settings.MAIL_FOLDER
