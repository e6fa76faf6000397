"""What is closed while an exam is open: all of the site but the exam itself, accounts and pages of help.

To an account until the deadline of its open sitting; to the browser in which it sits, also signed out or under another
account, by a signed cookie; and to the networks of open rooms that say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core import signing
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.http.cookie import parse_cookie
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.translation import gettext as _

from quizzes.answering import error_line
from trainer.accounts.models import User
from trainer.accounts.sessions import SessionStore
from trainer.certification.models import Room, Sitting

COOKIE = "exam"
NETWORKS = "exam-networks"
NETWORKS_KNOWN = 10
"""Seconds for which a process goes by the networks that it has read: no look into the cache at each page."""

OPEN_PAGES = frozenset(
    {"set_language", "mail", *(f"quizzes:{page}" for page in ("about", "privacy", "accessibility", "contact"))}
)
OPEN_BEGINNINGS = ("account_", "join_", "mfa_")
"""Signing in, also by a class's code, and the own account."""

CLOSED_PAGES = frozenset({"account_data"})
"""The file of all that one has practised: whoever sits an exam would look answers up in it."""

OPEN_VIEWS = frozenset(
    f"trainer.certification.views.{name}"
    for name in ("answers", "sittings", "exams", "rooms", "tickets", "verify", "heads")
)
FOR_PROGRAMS = frozenset({"quizzes:api_solve", "quizzes:openapi"})

Network = IPv4Network | IPv6Network

_SIGNER = signing.Signer(salt="certification.exam")


class Mark(NamedTuple):
    """What the cookie says: whose exam is open in the browser, on which device's key, until when.

    Where the sitting goes on in another browser the key is "".
    """

    user: int
    device: str
    until: datetime


class Middleware:
    """Answers whatever could help with 403 while an exam is open.

    It stands before what takes cookies away from the API and from embedded spots: what it reads of them before says of
    those two whether they are closed, and nothing else. It needs the account only where a page would be closed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.exam_mark = read_mark(request)  # type: ignore[attr-defined]  # ours
        request.exam_session = _cookie(request, settings.SESSION_COOKIE_NAME)  # type: ignore[attr-defined]  # ours
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Return what closes a page, None where it is open."""
        match = request.resolver_match
        if match is None or is_open(match):
            return None
        found = _closed_until(request, timezone.now())
        if found is not None:
            response = refused(request, match, _("This is closed while your exam is open."))
            if found != request.exam_mark:  # type: ignore[attr-defined]  # ours
                _set(response, found)
            return response
        if _in_a_room(request):
            return refused(request, match, _("This is closed in this room while an exam is held."))
        return None


def is_open(match: ResolverMatch) -> bool:
    """Return whether a page stays open to whoever sits an exam."""
    name = match.view_name
    if name in OPEN_PAGES or name.startswith(OPEN_BEGINNINGS):
        return name not in CLOSED_PAGES
    return getattr(match.func, "__module__", "") in OPEN_VIEWS


def refused(request: HttpRequest, match: ResolverMatch, message: str) -> HttpResponse:
    """Say that a page is closed: in JSON to programs, and to htmx by loading the page around anew."""
    if match.view_name in FOR_PROGRAMS or request.headers.get("Accept") == "application/json":
        return JsonResponse(error_line("exam", message), status=403)
    if getattr(request, "htmx", False):
        return HttpResponse(message, status=403, headers={"HX-Refresh": "true"})
    return render(request, "certification/closed.html", {"message": message}, status=403)


def mark(response: HttpResponse, sitting: Sitting) -> None:
    """Mark a browser as the one in which a sitting goes on."""
    assert sitting.user_id is not None
    _set(response, Mark(sitting.user_id, sitting.device, sitting.deadline))


def unmark(request: HttpRequest, response: HttpResponse, sitting: Sitting) -> None:
    """Take the mark of a sitting off a browser; that of somebody else, whose exam may be open, stays."""
    marked = read_mark(request)
    if marked is not None and marked.user == sitting.user_id:
        response.delete_cookie(COOKIE, samesite="Lax")


def read_mark(request: HttpRequest) -> Mark | None:
    """Return a browser's mark, None where it has none of ours."""
    text = _cookie(request, COOKIE)
    if not text:
        return None
    try:
        user, device, until = _SIGNER.unsign_object(text)
    except signing.BadSignature:
        return None
    return Mark(user, device, datetime.fromtimestamp(until, UTC))


def _cookie(request: HttpRequest, name: str) -> str:
    """Return a cookie as it was sent, "" where none was: `request.COOKIES` would keep what is taken away later."""
    return parse_cookie(request.META.get("HTTP_COOKIE", "")).get(name, "")


def _set(response: HttpResponse, marked: Mark) -> None:
    response.set_cookie(
        COOKIE,
        _SIGNER.sign_object([marked.user, marked.device, int(marked.until.timestamp())]),
        expires=marked.until,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def close_networks(networks: Iterable[str]) -> None:
    """Close the tools to networks, in CIDR form, and open them to all others."""
    named = sorted(set(networks))
    cache.set(NETWORKS, named, None)
    _known.keep(named)


def refresh_networks() -> None:
    """Put the networks of the open rooms into the cache, which may have lost them. One query."""
    rooms = Room.objects.filter(opened_at__isnull=False, closed_at=None).exclude(networks=[])
    close_networks(network for networks in rooms.values_list("networks", flat=True) for network in networks)


class _Known:
    """The closed networks as this process knows them."""

    def __init__(self) -> None:
        self.networks: Sequence[Network] = ()
        self.until = 0.0

    def read(self) -> Sequence[Network]:
        """Return them as the cache has them. Where it is away, or has forgotten, they stay until it is told again."""
        if time.monotonic() >= self.until:
            found = cache.get(NETWORKS)
            if found is not None:
                self.keep(found)
            self.until = time.monotonic() + NETWORKS_KNOWN
        return self.networks

    def keep(self, networks: Iterable[str]) -> None:
        """Go by these networks until the next look."""
        self.networks = [ip_network(network) for network in networks]
        self.until = 0.0


_known = _Known()


def _closed_until(request: HttpRequest, now: datetime) -> Mark | None:
    """Return the mark of an exam that is open to an account or in a browser, None where there is none. The account's
    own word counts before the browser's mark: what was handed in on another device, or is void, is closed here no
    longer.
    """
    marked: Mark | None = getattr(request, "exam_mark", None)
    if marked is not None and marked.until <= now:
        marked = None
    user = _account(request)
    if user is not None:
        if user.exam_until is not None and user.exam_until > now:
            return marked or Mark(user.pk, "", user.exam_until)
        if marked is not None and marked.user == user.pk:
            return None
    if marked is not None and not User.objects.filter(pk=marked.user, exam_until__gt=now).exists():
        return None
    return marked


def _account(request: HttpRequest) -> User | None:
    """Return who is signed in. Where the cookies were taken away, the session of the one that was sent is only looked
    at: one query more there for a browser that is signed in, and nothing where no session can be.
    """
    if request.META.get("HTTP_COOKIE"):
        return request.user if isinstance(request.user, User) else None
    key = getattr(request, "exam_session", "")
    account = SessionStore(key).get(SESSION_KEY) if key.isalnum() else None
    return User.objects.filter(pk=account).first() if account else None


def _in_a_room(request: HttpRequest) -> bool:
    networks = _known.read()
    if not networks:
        return False
    try:
        address = ip_address(get_adapter().get_client_ip(request))
    except (PermissionDenied, ValueError):
        return False
    return any(address in network for network in networks)
