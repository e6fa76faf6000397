"""How often something may be done: one counter for each act, each caller and each window of time.

All limits stand in ACCOUNT_RATE_LIMITS in the settings. allauth counts for its own pages, and here it is done for the
others, in a way that is cheap enough to stand before an answer and takes no lock: three hundred phones may ask at once.
Answers are counted roughly: a process tells the others of a fiftieth of a limit at a time, so that an account may give
some six answers a minute more for each process than its limit says, and most answers ask nobody.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from ipaddress import ip_address, ip_network
from threading import Lock
from typing import Concatenate, NamedTuple, ParamSpec

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from redis.exceptions import ConnectionError, TimeoutError

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
OWN_PREFIX = 64
"""The part of an address of version 6 that a caller can't choose freely (RFC 4291 2.5.4)."""

ROUGHLY = frozenset({"answer", "visitor_answer", "made_on_the_spot"})
"""What is counted roughly, and goes on where nothing can be counted: a question can be answered without the cache. All
else is counted one by one, and refused then."""

SHARED = 50
"""By so many parts of its limit an action of ROUGHLY is told to the other processes."""

NOBODY_KNOWS = "unknown"
"""Stands for the address of all whose address nobody can tell: they count together."""

Arguments = ParamSpec("Arguments")
View = Callable[Concatenate[HttpRequest, Arguments], HttpResponse]


@dataclass(slots=True)
class Tally:
    """What a process knows of a counter: how many all had counted when it last asked, and its own since then."""

    known: int = 0
    since: int = 0

    @property
    def done(self) -> int:
        return self.known + self.since


_tallies: dict[str, tuple[int, dict[str, Tally]]] = {}
"""By action the window that it was lately, and a tally for each caller in it."""

_tallying = Lock()
"""Held while a tally is read and changed, never while the cache is asked: a process answers in several threads."""


class Rate(NamedTuple):
    """So many in so many seconds, of an address (ip), an account (user), or whatever the caller counts by (key)."""

    amount: int
    seconds: int
    of: str


def rate(action: str) -> Rate:
    """Return the limit of an action, which the settings write like 600/m/ip or 5/10m/key. Raises KeyError."""
    amount, window, of = settings.ACCOUNT_RATE_LIMITS[action].split("/")
    return Rate(int(amount), int(window[:-1] or 1) * UNITS[window[-1]], of)


def count(action: str, who: str) -> int:
    """Count an action of somebody; return for how many seconds it is refused, 0 while it is within its limit.

    Raises what the cache raises where it is away, but not for an action in ROUGHLY.
    """
    window, left = _window(action)
    key = _key(action, who, window)
    done = _roughly(action, who, window, left) if action in ROUGHLY else _counted_by(key, left)
    return left if done > rate(action).amount else 0


def reached(action: str, who: str) -> bool:
    """Return whether somebody has used up a limit, and count nothing. Raises what the cache raises where it is away."""
    try:
        key = _key(action, who, _window(action)[0])
        return bool(cache.incr(key, 0) >= rate(action).amount)  # reading would say nothing of that
    except ValueError:
        return False


def forget() -> None:
    """Know of no counter, as a process that has just begun."""
    _tallies.clear()


def _roughly(action: str, who: str, window: int, left: int) -> int:
    """Count one more, and return how many there were as far as this process knows."""
    allowed, told = rate(action).amount, 0
    with _tallying:
        tally = _tally(action, who, window)
        tally.since += 1
        if tally.done <= allowed and tally.since * SHARED >= allowed:
            told, tally.known, tally.since = tally.since, tally.done, 0
    if told:
        with suppress(ConnectionError, TimeoutError):
            known = _counted_by(_key(action, who, window), left, told)
            with _tallying:
                tally.known = max(tally.known, known)
    return tally.done


def _tally(action: str, who: str, window: int) -> Tally:
    """Return what this process has counted of somebody in a window, and forget the windows before."""
    lately, tallies = _tallies.get(action, (window, {}))
    if lately != window:
        tallies = {}
    _tallies[action] = window, tallies
    return tallies.setdefault(who, Tally())


def _counted_by(key: str, left: int, more: int = 1) -> int:
    """Return how many were counted with these."""
    try:
        return cache.incr(key, more)
    except ValueError:  # the first of its window, unless somebody is quicker
        return more if cache.add(key, more, left + 1) else cache.incr(key, more)


def _key(action: str, who: str, window: int) -> str:
    return f"limit:{action}:{who}:{window}"


def _window(action: str) -> tuple[int, int]:
    """Return the number of the window that it is now, and the seconds until it ends."""
    seconds = rate(action).seconds
    window, passed = divmod(int(time.time()), seconds)
    return window, seconds - passed


def address_of(request: HttpRequest) -> str:
    """Return the address that a caller is counted by: of version 6 its network, NOBODY_KNOWS where it can't be told."""
    try:
        address = str(get_adapter().get_client_ip(request))
        return str(ip_network(f"{address}/{OWN_PREFIX}", strict=False)) if ip_address(address).version == 6 else address
    except (PermissionDenied, ValueError):
        return NOBODY_KNOWS


def limited(action: str, *, reads: bool = False) -> Callable[[View[Arguments]], View[Arguments]]:
    """Decorate a view: POST counts, with `reads` whatever is asked, and what is too many gets 429."""
    return _counted(lambda _request: action, reads=reads)


def limits_answers(view: View[Arguments]) -> View[Arguments]:
    """Decorate a view that takes answers: an account counts for itself, visitors for their address."""
    return _counted(lambda request: "answer" if request.user.is_authenticated else "visitor_answer")(view)


def _counted(
    action_of: Callable[[HttpRequest], str], *, reads: bool = False
) -> Callable[[View[Arguments]], View[Arguments]]:
    def wrap(view: View[Arguments]) -> View[Arguments]:
        @wraps(view)
        def respond(request: HttpRequest, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> HttpResponse:
            if reads or request.method == "POST":
                action = action_of(request)
                who = str(request.user.pk) if rate(action).of == "user" else address_of(request)
                if seconds := count(action, who):
                    return _refused(request, seconds)
            return view(request, *args, **kwargs)

        return respond

    return wrap


def _refused(request: HttpRequest, seconds: int) -> HttpResponse:
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response
