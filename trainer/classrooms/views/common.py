"""What the pages of classes share."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest

from trainer.accounts.models import User

PAGE = 50
LONGEST_NUMBER = 15
SENT_STAYS = 3600
"""Seconds for which a form is known again that was sent."""


def user_of(request: HttpRequest) -> User:
    """Return who is signed in; for views behind login_required."""
    assert isinstance(request.user, User)
    return request.user


def numbers(texts: Iterable[str]) -> set[int]:
    """Return the ids among texts that a form sent; what is none is left out."""
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER}


def clean_text(text: str, most: int) -> str:
    """Return what somebody typed in a line, at most so many characters: without null, which no database stores."""
    return text.replace("\0", "").strip()[:most]


def sent_before(request: HttpRequest) -> bool:
    """Return whether this very form was sent before: what a double click sends is made once.

    The token against forgery is another one in each page that is shown, so the same words out of another page are
    another form.
    """
    if "csrfmiddlewaretoken" not in request.POST:
        return False
    sent = sha256(repr([request.path, sorted(request.POST.lists())]).encode()).hexdigest()
    return not cache.add(f"sent:{user_of(request).pk}:{sent}", 1, SENT_STAYS)
