"""What an answer over HTTP costs, beside a bare view that sends the database the same statements.

Run as `python -m tests.bench.answering`, on servers of its own. Both are requests of one browser through the whole
WSGI application, in turns, and the CPU time of this process is compared: the servers' own is in neither. The bare view
reads and saves the session, knows who is signed in, passes the check against forged requests, sends what the answer
before it sent, in transactions as it did, and returns a kilobyte of HTML.

Explanations are kept for all learners, and so is what is told of the same answer. So there are two figures: the first
answer that a drill ever gets, and one that somebody has given before. Which of them is usual depends on how many
learners share the pools. Both find the explanation put together, and what is told of a right answer: this is done after
the question's page is sent, and is in neither figure.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import uuid4

import django
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import path

from quizzes.kinds import KINDS
from tests import servers

WANTED = 1.6
ROUNDS = 5
LINES = ("first of a drill", "a drill met before")
FORM = "application/x-www-form-urlencoded"
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


def main() -> None:
    """Print for a visitor and an account the milliseconds of an answer and of the bare view, and their ratio."""
    from quizzes.practising import dealt  # these need the models
    from quizzes.showing import explained

    application = WSGIHandler()
    gc.freeze()  # as in the web server, see trainer/gunicorn.py
    print(f"{'an answer over HTTP':32}{'ms of CPU':>10}{'bare':>8}{'x bare':>10}{'wanted':>8}")
    for who in ("visitor", "account"):
        explained.VERSION = who  # finds nothing that was kept for the one before
        dealt.forget()
        client = browser(who)
        post(application, client, "/practice/answer", filled_in(client, "winner", 1, right=True))  # makes a session
        rounds = [one_round(application, client, number) for number in range(1 + ROUNDS)]
        rounds = rounds[1:]  # in the first drills are made and templates compiled
        for line, measured in zip(LINES, zip(*rounds, strict=True), strict=True):
            ratio = median(taken / least for taken, least in measured)
            ours, theirs = (1000 * median(side) for side in zip(*measured, strict=True))
            print(f"{f'{who}, {line}':32}{ours:>10.2f}{theirs:>8.2f}{ratio:>10.2f}{WANTED:>8}")


def browser(who: str) -> Client:
    """Return the browser of a visitor, or of an account that is signed in."""
    client = Client()
    if who == "account":
        from django.contrib.auth import get_user_model

        client.force_login(get_user_model().objects.get_or_create(username="Bench")[0])
    return client


def one_round(application: WSGIHandler, client: Client, number: int) -> tuple[Pair, Pair]:
    """Answer a question of each kind and level, every other one right, and then the same drill in another showing.

    Return the mean seconds of CPU of an answer and of a bare view, for first answers and for those that follow.
    """
    spots = [(kind, level) for kind in KINDS for level in KINDS[kind].levels]
    firsts, others = [], []
    for place, (kind, level) in enumerate(spots):
        form = filled_in(client, kind, level, right=(place + number) % 2 == 0)
        firsts.append(compared(application, client, form))
        others.append(compared(application, client, {**form, "token": shown_again(form["token"][0])}))
    return means(firsts), means(others)


def compared(application: WSGIHandler, client: Client, form: dict[str, Any]) -> Pair:
    """Send an answer, then the bare view with its statements. Return the seconds of CPU of both.

    A bare view goes before, so that both find the processor's caches as such a view leaves them.
    """
    post(application, client, "/bare", form)
    with recorded() as ours:
        taken = post(application, client, "/practice/answer", form)
    bare.statements = [each for each in ours if not any(table in each.sql for table in OF_THE_MIDDLEWARE)]
    with recorded() as theirs:
        least = post(application, client, "/bare", form)
    assert [each.sql for each in theirs] == [each.sql for each in ours], (ours, theirs)
    return taken, least


def means(pairs: Sequence[Pair]) -> Pair:
    """Return the mean of both sides."""
    return mean(taken for taken, _ in pairs), mean(least for _, least in pairs)


def shown_again(token: str) -> str:
    """Return the token of another showing of a drill to the same learner."""
    from quizzes.tokens import read_token, write_token  # they need the settings

    now = datetime.now(UTC)
    return write_token(replace(read_token(token, now), issued_at=now, nonce=uuid4()))


def filled_in(client: Client, kind: str, level: int, right: bool) -> dict[str, Any]:
    """Return what the form of the browser's next question sends."""
    from tests.site import pages  # it needs the models

    page = client.get(f"/practice/?kind={kind}&level={level}").content.decode()
    asked = pages.asked(page)
    return {**pages.sent(page), **(asked.right if right else asked.wrong)}


def post(application: WSGIHandler, client: Client, address: str, fields: dict[str, Any]) -> float:
    """Post a form as htmx does. Return the seconds of CPU that the application took."""
    cookies = "; ".join(f"{name}={cookie.value}" for name, cookie in client.cookies.items())
    headers = {"HX-Request": "true", "Cookie": cookies}
    environ = RequestFactory().post(address, urlencode(fields, doseq=True), FORM, headers=headers).environ
    start = process_time()
    response = application(environ, begin)
    body = b"".join(response)
    response.close()
    taken = process_time() - start
    assert response.status_code == 200, body
    for name, cookie in response.cookies.items():
        client.cookies[name] = cookie.value
    return taken


def begin(_status: str, _headers: list[tuple[str, str]], _error: Any = None, /) -> Callable[[bytes], object]:
    """Take a response's status and headers, as a server does."""
    return len


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
    """Fill empty servers with what the site needs, and give the bare view its address."""
    from quizzes.models.partitions import ensure_partitions
    from trainer import urls

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    ensure_partitions(datetime.now(UTC).date())
    settings.ALLOWED_HOSTS.append("testserver")
    settings.ACCOUNT_RATE_LIMITS |= {"answer": "1000000/m/user", "visitor_answer": "1000000/m/ip"}
    settings.ROOT_URLCONF = (path("bare", bare), *urls.urlpatterns)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        prepare()
        main()
        connection.close()
