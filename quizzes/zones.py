"""The reader's time zone: what is due, and the days on pages, go by it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

COOKIE = "zone"
"""The browser's own name of its zone; site.js sets it."""

LONGEST_NAME = 64


def zone_of(name: str) -> tzinfo:
    """Return the zone of an IANA name, UTC where there is none of that name."""
    if not name or len(name) > LONGEST_NAME:
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, LookupError, OSError):
        return UTC


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: answer each request in the zone that its browser has told."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        with timezone.override(zone_of(request.COOKIES.get(COOKIE, ""))):
            return get_response(request)

    return respond
