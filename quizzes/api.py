"""The API for other programs: a document in, what `manage.py solve` prints out, so many a minute from an address.

`quizzes.openapi` describes it. It knows no session and no account, and keeps nothing but the count of calls.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from quizzes import limits, spotted
from quizzes.answering import error_line, solve_text
from quizzes.engine.notation import MOST_BYTES

CONTENT_TYPES = ("application/json", "application/toml")


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: its HTTP status, the line of JSON, and what its headers say beside."""

    status: int
    line: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def body(self) -> str:
        """The line as `manage.py solve` prints it."""
        return json.dumps(self.line, ensure_ascii=False)


def languages() -> list[str]:
    """Return the codes of the languages in which the steps can be had."""
    return [code for code, _name in settings.LANGUAGES]


def reply(raw: bytes, language: str) -> Reply:
    """Answer a document given as the bytes of JSON or TOML text, its steps in a language. Status 200, 422 or 413."""
    with translation.override(language):
        line = solve_text(raw, seen=partial(spotted.tell, where="api"))
    if len(raw) > MOST_BYTES:
        return Reply(413, line)
    return Reply(200 if line["ok"] else 422, line)


def refusal(status: int, where: str, message: str, **headers: str) -> Reply:
    """Return a reply to what is no question at all, in the form in which a document's errors are told."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, error_line(where, message), named)


def refused(content_type: str, language: str) -> Reply | None:
    """Return why a call is refused before its body is read; None where it is not."""
    if language not in languages():
        words = {"languages": ", ".join(languages())}
        return refusal(400, "lang", _("lang is one of %(languages)s.") % words)
    if content_type not in CONTENT_TYPES:
        words = {"types": ", ".join(CONTENT_TYPES)}
        return refusal(415, "Content-Type", _("The body is a document, and its type one of %(types)s.") % words)
    return None


def calls_a_minute() -> int:
    """Return how often one address may call in a minute."""
    return limits.rate("solve").amount


def too_many(address: str) -> Reply | None:
    """Count a call from an address; return the reply to one that is too many this minute, None before that."""
    seconds = limits.count("solve", address)
    if not seconds:
        return None
    words = {"calls": calls_a_minute()}
    message = _("That is more than %(calls)s calls in a minute. Wait as long as Retry-After says.") % words
    return refusal(429, "request", message, Retry_After=str(seconds))
