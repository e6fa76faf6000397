"""Somebody who wants to join a class and has to sign in or up first is in it afterwards."""

from __future__ import annotations

from collections.abc import MutableMapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone

from trainer.accounts.models import User
from trainer.classrooms import classes
from trainer.classrooms.joining import joined_words

KEY = "join"
"""Where the class that is to be joined lies in a visitor's session: its code, and when that was said."""

STAYS = timedelta(hours=1)


def keep(session: MutableMapping[str, Any], code: str, now: datetime) -> None:
    """Remember that a visitor wants to join a class."""
    session[KEY] = [code, now.isoformat()]


def join(request: HttpRequest, user: User, **_signal: Any) -> None:
    """Join the class that whoever has just signed in wanted to join within the hour."""
    code, said = request.session.pop(KEY, ("", ""))
    if code and timezone.now() - datetime.fromisoformat(said) < STAYS:
        with suppress(classes.NoSuchClass):
            found = classes.join(user, code)
            messages.success(request, joined_words(found.name), fail_silently=True)
