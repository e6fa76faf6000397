"""What an answer over HTTP costs, beside a bare view that sends the database the same statements.

Run as `python -m tests.bench.answering`, on servers of its own. Both are requests of one browser, each on a connection
of its own, to gunicorn as `make run` starts it, but with one process; in turns, and the CPU time of that process is
compared: the database's own is in neither. The bare view reads and saves the session, knows who is signed in, passes
the check against forged requests, sends what the answer before it sent, in transactions as it did, and returns a
kilobyte of HTML.

Explanations are kept for all learners, and so is what is told of the same answer. So there are two figures: the first
answer that a drill ever gets, and one that somebody has given before. Which of them is usual depends on how many
learners share the pools. Both find the explanation put together, and what is told of a right answer: this is done after
the question's page is sent, and is in neither figure.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from http.cookies import SimpleCookie
from itertools import groupby
from statistics import mean, median
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

import django
from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client
from django.urls import path
from django.utils.module_loading import import_string

from quizzes.kinds import KINDS
from tests import servers
from tests.bench.sitting import gunicorn

WANTED = 1.3
ROUNDS = 3
LINES = ("first of a drill", "a drill met before")
UNLIMITED = 1_000_000
Pair = tuple[float, float]
"""The seconds of CPU of an answer and of its bare view."""

PAGE = f"<!doctype html><title>Bare</title><p>{'Nothing but what every view needs. ' * 28}</p>"
OF_THE_MIDDLEWARE = ("django_session", "accounts_user")


class Statement(NamedTuple):
    """A statement as it went to the database, with its values, and whether that was within a transaction."""

    sql: str
    values: Any
    many: bool
    within: bool


class Browser:
    """A browser and the process that answers it."""

    def __init__(self, port: int, process: int, cookies: Iterable[tuple[str, str]]) -> None:
        self.port = port
        self.process = process
        self.cookies = dict(cookies)

    def ask(self, address: str, fields: dict[str, Any] | None = None) -> http.client.HTTPResponse:
        """Ask for a page, or post a form as htmx does. Return the response, read or not."""
        line = http.client.HTTPConnection("localhost", self.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Cookie": cookies, "Connection": "close"}
        if fields is not None:
            headers |= {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        body = None if fields is None else urlencode(fields, doseq=True)
        line.request("GET" if fields is None else "POST", address, body, headers)
        response = line.getresponse()
        for name, cookie in SimpleCookie("; ".join(response.headers.get_all("Set-Cookie", []))).items():
            self.cookies[name] = cookie.value
        return response

    def post(self, address: str, fields: dict[str, Any]) -> tuple[float, str]:
        """Post a form. Return the seconds of CPU that it took the process, and which statements it sent."""
        begun = self.idle()
        response = self.ask(address, fields)
        said = response.read()
        assert response.status == 200, said
        return self.idle() - begun, response.headers["X-Statements"]

    def filled_in(self, kind: str, level: int, right: bool) -> dict[str, Any]:
        """Return what the form of the next question sends."""
        from tests.site import pages  # it needs the models

        page = self.ask(f"/practice/?kind={kind}&level={level}").read().decode()
        asked = pages.asked(page)
        return {**pages.sent(page), **(asked.right if right else asked.wrong)}

    def idle(self) -> float:
        """Wait until the process has nothing to do any more. Return the seconds of CPU that it has taken so far."""
        clock = ~self.process << 3 | 2  # of all threads of a process, see clock_getcpuclockid(3)
        while True:
            before = time.clock_gettime(clock)
            time.sleep(0.005)
            if time.clock_gettime(clock) - before < 0.000_1:
                return time.clock_gettime(clock)


def main() -> None:
    """Print for a visitor and an account the milliseconds of an answer and of the bare view, and their ratio."""
    os.environ["WEB_PROCESSES"] = "1"
    print(f"{'an answer over HTTP':32}{'ms of CPU':>10}{'bare':>8}{'x bare':>10}{'wanted':>8}")
    for who in ("visitor", "account"):
        cache.clear()  # finds nothing that was kept for the one before
        with gunicorn("tests.bench.answering:served()") as (server, port):
            browser = Browser(port, child(server), cookies(who))
            browser.post("/practice/answer", browser.filled_in("winner", 1, right=True))  # makes a session
            rounds = [one_round(browser, number) for number in range(1 + ROUNDS)]
        rounds = rounds[1:]  # in the first drills are made and templates compiled
        for line, measured in zip(LINES, zip(*rounds, strict=True), strict=True):
            ratio = median(taken / least for taken, least in measured)
            ours, theirs = (1000 * median(side) for side in zip(*measured, strict=True))
            print(f"{f'{who}, {line}':32}{ours:>10.2f}{theirs:>8.2f}{ratio:>10.2f}{WANTED:>8}", flush=True)


def child(server: subprocess.Popen[bytes]) -> int:
    """Return the one process of a gunicorn that answers."""
    command = ["ps", "-o", "pid=", "--ppid", str(server.pid)]
    (pid,) = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(pid)


def cookies(who: str) -> Iterable[tuple[str, str]]:
    """Return the cookies of a visitor, or of an account that is signed in."""
    if who == "visitor":
        return
    from django.contrib.auth import get_user_model

    client = Client()
    client.force_login(get_user_model().objects.create(username="Bench"))
    yield settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value


def one_round(browser: Browser, number: int) -> tuple[Pair, Pair]:
    """Answer a question of each kind and level, every other one right, and then the same drill in another showing.

    Return the mean seconds of CPU of an answer and of a bare view, for first answers and for those that follow.
    """
    spots = [(kind, level) for kind in KINDS for level in KINDS[kind].levels]
    firsts, others = [], []
    for place, (kind, level) in enumerate(spots):
        form = browser.filled_in(kind, level, right=(place + number) % 2 == 0)
        firsts.append(compared(browser, form))
        others.append(compared(browser, {**form, "token": shown_again(form["token"][0])}))
    return means(firsts), means(others)


def compared(browser: Browser, form: dict[str, Any]) -> Pair:
    """Send an answer, then the bare view with its statements. Return the seconds of CPU of both.

    A bare view goes before, so that both find the processor's caches as such a view leaves them.
    """
    browser.post("/bare", form)
    taken, ours = browser.post("/practice/answer", form)
    least, theirs = browser.post("/bare", form)
    assert ours == theirs, "the bare view sent other statements"
    return taken, least


def means(pairs: Sequence[Pair]) -> Pair:
    """Return the mean of both sides."""
    return mean(taken for taken, _ in pairs), mean(least for _, least in pairs)


def shown_again(token: str) -> str:
    """Return the token of another showing of a drill to the same learner."""
    from quizzes.tokens import read_token, write_token  # they need the settings

    now = datetime.now(UTC)
    return write_token(replace(read_token(token, now), issued_at=now, nonce=uuid4()))


def served() -> Any:
    """Return the site with the bare view beside it, for gunicorn, which says with each response what it sent.

    One learner answers more often than sites allow; the other processes are told as often as on a site.
    """
    application: Any = import_string("trainer.wsgi.application")  # sets Django up
    from quizzes import limits
    from trainer import urls

    often = {name: limits.rate(name) for name in ("answer", "visitor_answer")}
    settings.ACCOUNT_RATE_LIMITS |= {name: f"{UNLIMITED}/m/{rate.of}" for name, rate in often.items()}
    limits.SHARED = limits.SHARED * UNLIMITED // often["answer"].amount
    settings.ROOT_URLCONF = (path("bare", bare), *urls.urlpatterns)

    def respond(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            sent = hashlib.sha256("\n".join(each.sql for each in found).encode()).hexdigest()
            return start_response(status, [*headers, ("X-Statements", sent)], *error)

        with recorded() as found:
            response: Iterable[bytes] = application(environ, begin)
        if environ["PATH_INFO"] == "/practice/answer":
            bare.statements = [each for each in found if not any(table in each.sql for table in OF_THE_MIDDLEWARE)]
        return response

    return respond


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """Write down what is sent to the database."""
    found: list[Statement] = []

    def note(execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        found.append(Statement(sql, values, many, connection.in_atomic_block))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(note):
        yield found


class Bare:
    """The bare view: it sends its statements, those of one transaction together."""

    statements: Iterable[Statement] = ()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.session["bare"] = request.user.pk
        for within, group in groupby(self.statements, lambda each: each.within):
            if within:
                with transaction.atomic():
                    self.send(group)
            else:
                self.send(group)
        return HttpResponse(PAGE + get_token(request))

    @staticmethod
    def send(statements: Iterable[Statement]) -> None:
        for sql, values, many, _within in statements:
            with connection.cursor() as cursor:
                (cursor.executemany if many else cursor.execute)(sql, values)
                if sql.startswith("SELECT"):
                    cursor.fetchall()


bare = Bare()


def prepare() -> None:
    """Fill empty servers with what the site needs."""
    from quizzes.models.partitions import ensure_partitions

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    ensure_partitions(datetime.now(UTC).date())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        prepare()
        main()
        connection.close()
