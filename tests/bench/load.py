"""What the site answers under load: answers a second, how long each kind of page takes, and when it refuses.

Run as `python -m tests.bench.load`, on servers of its own: four minutes. Learners who are signed in ask for a question,
answer it, and now and then look at their progress, read a lesson or have a spot solved, each on a connection of its own
to gunicorn as `make run` starts it. With 1, 8, 64 and 256 of them at once, each asking again as soon as it is answered;
a bare view, which knows who is signed in and passes the check against forged requests, is asked in the same way
beside it. Then there is a crowd that is larger than the site can serve: what it refuses must come quickly. At last the
memory of the web processes and of a worker is taken before and after REQUESTS requests, 2,000 without that in the
environment. The learners take their part of the cores, so that times say more beside each other than by themselves.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import re
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils.module_loading import import_string

from tests import servers
from tests.bench.sitting import TOKEN, cpu_of, gunicorn

AT_ONCE = (1, 8, 64, 256)
CROWD = 1200
LEARNERS = 64
"""So many accounts there are; above that several browsers of one learner ask."""

SECONDS, BARE_SECONDS = 5.0, 2.5
REQUESTS = int(os.environ.get("REQUESTS", "2000"))
WARM = 10_000
"""After so many requests memory is taken first: what a process keeps (explanations, drills, parts of pages) is full."""

FLAT = 1.1
QUICK = 4.0
"""Seconds within which a refusal comes: what a request may wait, and as long again, since the crowd and its learners
share the machine."""

SPOT = {
    "seats": [{"name": "A", "stack": 1000}, {"name": "B", "stack": 150}, {"name": "C", "stack": 1000}],
    "blinds": [50, 100],
    "street": "flop",
    "actions": "A bets 100, B all-in, C calls",
    "question": {"kind": "reopen", "player": "A"},
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}
ASKED = re.compile(rb'name="token" value="([^"]+)"')
LESSON = "button-and-blinds"
PAGE = f"<!doctype html><title>Bare</title><p>{'Nothing but what every view needs. ' * 28}</p>"


@dataclass(slots=True)
class Told:
    """What came back in a turn: by what was asked for the seconds of each answer, those of refusals, and errors."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    refusals: list[float] = field(default_factory=list)
    errors: int = 0

    @property
    def number(self) -> int:
        return sum(map(len, self.waits.values()))


class Browser:
    """A learner's browser: one connection, one thing after the other."""

    def __init__(self, port: int, cookies: str) -> None:
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Host": "localhost", "Cookie": cookies, "HX-Request": "true"}

    def ask(self, told: Told, name: str, address: str, form: dict[str, Any] | None = None) -> bytes:
        """Ask for a page, or send a form, and note how long that took. Return what came back, nothing of a refusal."""
        body = None if form is None else json.dumps(form) if name == "solve" else urlencode(form)
        headers = {**self.headers, **({} if form is None else JSON if name == "solve" else FORM)}
        begun = time.monotonic()
        try:
            self.line.request("GET" if form is None else "POST", address, body, headers)
            response = self.line.getresponse()
            said = response.read()
        except (OSError, http.client.HTTPException):
            self.line.close()
            told.errors += 1
            return b""
        took = time.monotonic() - begun
        if response.status == 503 and response.headers["Retry-After"]:
            told.refusals.append(took)
            return b""
        if response.status != 200:
            told.errors += 1
        told.waits[name].append(took)
        return said

    def practise(self, told: Told) -> Iterator[None]:
        """Do what learners do, step by step, without an end."""
        for turn in itertools.count():
            page = self.ask(told, "question", f"/practice/?kind=min_raise&level={1 + turn % 5}")
            yield
            if shown := ASKED.search(page):
                numbers = {"raise_to": 600, "raise_by": 300, "adds": 600}
                form = {"csrfmiddlewaretoken": TOKEN, "token": shown[1].decode(), "kind": "min_raise", **numbers}
                self.ask(told, "answer", "/practice/answer", form)
                yield
            if turn % 4 == 0:
                self.ask(told, "progress", "/progress/")
                yield
                self.ask(told, "lesson", f"/lessons/{LESSON}/")
                yield
                self.ask(told, "solve", "/api/v1/solve", SPOT)
                yield

    def bare(self, told: Told) -> Iterator[None]:
        """Ask for the bare view, without an end."""
        while True:
            self.ask(told, "bare", "/bare", {"csrfmiddlewaretoken": TOKEN})
            yield


def main() -> None:
    """Print what was measured. Raise AssertionError where something was neither answered nor refused in time."""
    cookies = [signed_in(number) for number in range(LEARNERS)]
    with gunicorn("tests.bench.load:served()") as (process, port):
        turn(port, process, cookies, 8, "practise", SECONDS)  # templates are read
        print(f"{'at once':>8}{'asked for':>12}{'a second':>10}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms':>8}{'x bare':>8}")
        for number in AT_ONCE:
            told, cpu = turn(port, process, cookies, number, "practise", SECONDS)
            bare, least = turn(port, process, cookies, number, "bare", BARE_SECONDS)
            assert not told.errors + bare.errors, (told.errors, bare.errors)
            line(number, "all", [wait for waits in told.waits.values() for wait in waits], SECONDS, cpu, cpu / least)
            if told.refusals:
                line(number, "refused", told.refusals, SECONDS)
            for name, waits in told.waits.items():
                line(number, name, waits, SECONDS)
            line(number, "bare", bare.waits["bare"], BARE_SECONDS, least, 1.0)
        crowd(port, process, cookies)
        memory(port, process, cookies)


def line(number: int, name: str, waits: list[float], seconds: float, cpu: float = 0, ratio: float = 0) -> None:
    """Print a row of the table."""
    cuts = quantiles(waits, n=100) if len(waits) > 1 else waits * 99
    rest = f"{1000 * cpu:>8.1f}{ratio:>8.2f}" if cpu else ""
    row = f"{len(waits) / seconds:>10,.0f}{1000 * cuts[49]:>9.0f}{1000 * cuts[98]:>9.0f}{rest}"
    print(f"{number:>8}{name:>12}{row}", flush=True)


def turn(
    port: int, process: subprocess.Popen[bytes], cookies: list[str], number: int, doing: str, seconds: float
) -> tuple[Told, float]:
    """Have so many browsers do something for some seconds. Return what came back, and the CPU of a request."""
    until, before = time.monotonic() + seconds, cpu_of(process)
    tolds = [Told() for _ in range(number)]

    def run(told: Told, cookie: str) -> None:
        browser = Browser(port, cookie)
        for _ in getattr(browser, doing)(told):
            if time.monotonic() > until:
                break
        browser.line.close()

    threads = [threading.Thread(target=run, args=pair) for pair in zip(tolds, itertools.cycle(cookies), strict=False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = Told()
    for each in tolds:
        told.errors += each.errors
        told.refusals += each.refusals
        for name, waits in each.waits.items():
            told.waits[name] += waits
    return told, (cpu_of(process) - before) / max(1, told.number)


def crowd(port: int, process: subprocess.Popen[bytes], cookies: list[str]) -> None:
    """Let in more than can be served: all are answered or refused in time, and afterwards the site is quick again."""
    told, _cpu = turn(port, process, cookies, CROWD, "practise", SECONDS)
    answered = sorted(wait for waits in told.waits.values() for wait in waits)
    print(f"{CROWD:>8}: {len(answered):,} answered, the slowest within {answered[-1]:.1f} s; ", end="")
    slowest = max(told.refusals, default=0.0)
    print(f"{len(told.refusals):,} refused, the slowest within {slowest:.1f} s; {told.errors} lost", flush=True)
    calm, _cpu = turn(port, process, cookies, 1, "practise", 1)
    assert not calm.refusals, "the crowd is gone and requests are refused"
    assert told.refusals, "nothing was refused"
    assert slowest < QUICK, slowest


def memory(port: int, process: subprocess.Popen[bytes], cookies: list[str]) -> None:
    """Print the memory of the web processes and of a worker before and after REQUESTS requests, and their ratio."""
    from quizzes.models import Bucket
    from quizzes.tasks import fill_bucket
    from tests.worker import worker

    full = list(Bucket.objects.filter(kind="min_raise", size__gt=0).values_list("pk", flat=True))
    with worker("bench-load") as tasks:
        done, tolds = itertools.count(1), [Told() for _ in range(8)]
        watched = {"web": process, "worker": tasks}
        first, ratios = dict[str, int](), dict[str, float]()

        def run(told: Told, cookie: str) -> None:
            for _ in Browser(port, cookie).practise(told):
                number = next(done)
                if number % 20 == 0:
                    fill_bucket.delay(full[number // 20 % len(full)], 1)
                if number == WARM:
                    first.update({name: resident(each) for name, each in watched.items()})
                if number > WARM + REQUESTS:
                    break
            connection.close()

        threads = [threading.Thread(target=run, args=pair) for pair in zip(tolds, cookies, strict=False)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name, each in watched.items():
            ratios[name] = resident(each) / first[name]
            print(
                f"memory of {name} after {REQUESTS:,} requests: {resident(each) / 2**20:.0f} MB, x {ratios[name]:.2f}"
            )
        assert max(ratios.values()) < FLAT, ratios
    assert not any(told.errors for told in tolds)


def resident(process: subprocess.Popen[bytes]) -> int:
    """Return the bytes of memory that a process's children have for themselves."""
    command = ["ps", "-o", "pid=", "--ppid", str(process.pid)]
    children = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    found = 0
    for pid in children:
        with suppress(OSError):
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
            found += sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return found


def signed_in(number: int) -> str:
    """Return the cookies of a learner who is signed in."""
    from trainer.accounts.models import User

    client = Client()
    client.force_login(User.objects.create_user(f"Learner {number}"))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"


def served() -> Any:
    """Return the site with the bare view beside it, for gunicorn; one address asks more often than sites allow."""
    application: Any = import_string("trainer.wsgi.application")  # sets Django up
    from trainer import urls

    settings.ROOT_URLCONF = (path("bare", bare), *urls.urlpatterns)
    settings.ACCOUNT_RATE_LIMITS |= {"answer": "1000000/m/user", "solve": "1000000/m/ip"}
    return application


def bare(request: HttpRequest) -> HttpResponse:
    """Know who asks, and do nothing else."""
    return HttpResponse(PAGE + str(request.user.pk))


def prepare() -> None:
    """Fill empty servers with lessons and drills."""
    from quizzes import pools
    from quizzes.models import Bucket
    from quizzes.models.partitions import ensure_partitions

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("load_content", verbosity=0)
    ensure_partitions(django.utils.timezone.now().date())
    client = Client(SERVER_NAME="localhost")
    for level in range(1, 6):
        client.get(f"/practice/?kind=min_raise&level={level}")
    for bucket in Bucket.objects.filter(kind="min_raise"):
        while pools.fill(bucket.pk, pools.GENERATION):
            pass


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        prepare()
        main()
        connection.close()
