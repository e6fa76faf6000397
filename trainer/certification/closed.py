"""What is closed while an exam is open: all of the site but the exam itself, accounts and pages of help.

To an account until the deadline of its open sitting; to the browser in which it sits, also signed out or under another
account, by a signed cookie; and to the networks of open rooms that say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Literal, NamedTuple

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

OPEN_EXAMS = frozenset(
    {
        *("exams", "exam", "exam_ticket", "exam_ticket_ready", "exam_rooms", "exam_room"),
        *(f"exam_room_{page}" for page in ("setup", "list", "networks", "helpers", "open", "close", "pins", "tickets")),
        *(f"exam_room_{page}" for page in ("candidate", "sheet", "act")),
        *("sitting", "sitting_now", "sitting_start", "sitting_question", "sitting_pulse", "sitting_review"),
        *("sitting_submit", "sitting_take", "sitting_left", "sitting_done"),
        *("verify", "verify_home", "heads", "heads_file", "heads_day"),
        *("badge_issuer", "badge_status", "badge_keys", "badge_key"),
    }
)
"""The exam itself, rooms, and what anybody checks a certificate by. The questions of a practice exam that are told are
not among them: of kinds with few spots an exam may ask the same.
"""

OPEN_IN_ROOMS = frozenset({"sitting_result", "certificates", "certificate_pdf", "certificate_badge"})
"""What an exam room's network does not close, beside what no exam closes: one's own result and certificates. They show
no question.
"""

ADMIN = "admin"
"""The pages of whoever keeps the site, which no room's network closes: there a room can be closed that should not be
open.
"""

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
        if match.view_name not in OPEN_IN_ROOMS and match.namespace != ADMIN and _in_a_room(request):
            return refused(request, match, _("This is closed in this room while an exam is held."), in_room=True)
        return None


def is_open(match: ResolverMatch) -> bool:
    """Return whether a page stays open to whoever sits an exam."""
    name = match.view_name
    if name in OPEN_PAGES or name in OPEN_EXAMS:
        return True
    return name.startswith(OPEN_BEGINNINGS) and name not in CLOSED_PAGES


def is_closed_to(request: HttpRequest) -> bool:
    """Return whether what could help is closed to whoever asks: a page that stays open leaves it out."""
    return _closed_until(request, timezone.now()) is not None or _in_a_room(request)


def refused(request: HttpRequest, match: ResolverMatch, message: str, *, in_room: bool = False) -> HttpResponse:
    """Say that a page is closed, to a sitting or to the network of a room: in JSON to programs, and to htmx by loading
    the page around anew.
    """
    if match.view_name in FOR_PROGRAMS or request.headers.get("Accept") == "application/json":
        return JsonResponse(error_line("exam", message), status=403)
    if getattr(request, "htmx", False):
        return HttpResponse(message, status=403, headers={"HX-Refresh": "true"})
    return render(request, "certification/closed.html", {"message": message, "in_room": in_room}, status=403)


def mark(response: HttpResponse, sitting: Sitting) -> None:
    """Mark a browser as the one in which a sitting goes on."""
    assert sitting.user_id is not None
    _set(response, Mark(sitting.user_id, sitting.device, sitting.deadline))


def unmark(request: HttpRequest, response: HttpResponse, sitting: Sitting) -> None:
    """Take the mark of a sitting off the browser that held it. That of another sitting stays, and so does any while an
    exam of its account is open.
    """
    marked = read_mark(request)
    if marked is None or (marked.user, marked.device) != (sitting.user_id, sitting.device):
        return
    if not _in_an_exam(marked.user, timezone.now()):
        response.delete_cookie(COOKIE, samesite=_samesite())


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


def _samesite() -> Literal["None", "Lax"]:
    """Return whether browsers send the mark along into frames of other sites, where spots may be embedded: under HTTPS
    alone they may. It signs nobody in, so that no other site gains by it.
    """
    return "None" if settings.SESSION_COOKIE_SECURE else "Lax"


def _set(response: HttpResponse, marked: Mark) -> None:
    response.set_cookie(
        COOKIE,
        _SIGNER.sign_object([marked.user, marked.device, int(marked.until.timestamp())]),
        expires=marked.until,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite=_samesite(),
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
    return marked if marked is not None and _in_an_exam(marked.user, now) else None


def _in_an_exam(account: int, now: datetime) -> bool:
    """Return whether an exam of an account is open. One query."""
    return User.objects.filter(pk=account, exam_until__gt=now).exists()


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
