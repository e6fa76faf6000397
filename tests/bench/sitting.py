"""What it takes to keep an answer of an exam, beside a bare view that sends the database the same statements.

Run as `python -m tests.bench.sitting`, on servers of its own: a minute. Two hundred candidates sit in one room and each
answers every 20 seconds, so ten answers a second come in over HTTP, each on a connection of its own, to gunicorn with
two processes of four threads. The bare view gets the same forms at the same pace, in turns with the site's own: it
knows who is signed in, passes the check against forged requests, stores the answer, and returns the same few words.
Times are counted from when an answer is due, so that waiting for others is in them; CPU is that of gunicorn's
processes.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.test import Client
from django.urls import path
from django.utils import timezone
from django.utils.module_loading import import_string

from tests import servers

CANDIDATES, EVERY = 200, 20
"""So many candidates, and the seconds between two answers of one of them."""

QUESTIONS = 20
ROUNDS = 4
"""Turns of each side, of a quarter of EVERY: in all of them everybody answers once on either side."""

WANTED = 1.6
TOKEN = "a" * 32
VIEWS = ("exams/sitting", "bare")


class Seat(NamedTuple):
    """A candidate's sitting and the cookies of the browser."""

    key: UUID
    device: str
    cookies: str


class Turn(NamedTuple):
    """How long the answers of a turn took in milliseconds, and the milliseconds of CPU that each took."""

    waits: Sequence[float]
    cpu: float


def main() -> None:
    """Print what an answer takes on both sides, and the ratios."""
    seats = [seat(number) for number in range(CANDIDATES)]
    with gunicorn() as (process, port), ThreadPoolExecutor(64) as browsers:
        found: dict[str, list[Turn]] = {view: [] for view in VIEWS}
        number = 0
        for turn in range(-1, ROUNDS):  # in the first templates and drills are read
            for view in VIEWS:
                number += 1
                taken = one_turn(browsers, process, port, view, turned(seats, turn), number)
                if turn >= 0:
                    found[view].append(taken)
    assert_stored()
    ours, theirs = (summed(found[view]) for view in VIEWS)
    print(f"{'an answer of an exam':24}{'p50 ms':>9}{'p99 ms':>9}{'CPU ms':>9}")
    for name, figures in (("saved", ours), ("bare view", theirs)):
        print(f"{name:24}{figures[0]:>9.1f}{figures[1]:>9.1f}{figures[2]:>9.2f}")
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    print(f"{'x bare':24}{ratios[0]:>9.2f}{ratios[1]:>9.2f}{ratios[2]:>9.2f}   wanted {WANTED}")


def turned(seats: Sequence[Seat], turn: int) -> Sequence[Seat]:
    """Return the candidates whose answers are due in a turn."""
    return seats[turn % ROUNDS :: ROUNDS]


def one_turn(
    browsers: ThreadPoolExecutor,
    process: subprocess.Popen[bytes],
    port: int,
    view: str,
    seats: Sequence[Seat],
    number: int,
) -> Turn:
    """Have candidates answer one after the other at the room's pace; each answer is acknowledged."""
    begun, before = time.monotonic(), cpu_of(process)
    pace = EVERY / CANDIDATES
    due = [begun + pace * place for place in range(len(seats))]
    sent = [browsers.submit(answer, port, view, each, at, number) for each, at in zip(seats, due, strict=True)]
    waits = [each.result() for each in sent]
    return Turn(waits, 1000 * (cpu_of(process) - before) / len(seats))


def answer(port: int, view: str, seat: Seat, due: float, number: int) -> float:
    """Send an answer when it is due. Return the milliseconds from then until it is acknowledged."""
    time.sleep(max(0.0, due - time.monotonic()))
    fields = {"csrfmiddlewaretoken": TOKEN, "device": seat.device, "number": number}
    body = urlencode({**fields, "raise_to": 600 + number, "raise_by": 300, "adds": 600})
    headers = {"Cookie": seat.cookies, "Host": "localhost", "Accept": "application/json"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    line.request("POST", f"/{view}/{seat.key}/{1 + number % QUESTIONS}/", body, headers)
    response = line.getresponse()
    said = response.read()
    line.close()
    assert response.status == 200, said
    return 1000 * (time.monotonic() - due)


def summed(turns: Sequence[Turn]) -> tuple[float, float, float]:
    """Return the median and the 99th percentile of all waits, and the mean CPU of an answer."""
    cuts = quantiles([wait for turn in turns for wait in turn.waits], n=100)
    return cuts[49], cuts[98], mean(turn.cpu for turn in turns)


def cpu_of(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of CPU that gunicorn's processes have taken."""
    command = ["ps", "-o", "pid=", "--ppid", str(process.pid)]
    children = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    ticks = 0
    for pid in children:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        ticks += int(fields[11]) + int(fields[12])  # utime and stime, see proc(5)
    return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def gunicorn(application: str = "tests.bench.sitting:served()") -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The web server as `make run` starts it, with a bare view among the application's addresses, and its port."""
    from trainer import local  # it needs the servers' folder

    with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
        number = listener.fileno()
        command = [sys.executable, "-m", "gunicorn", "--config", "trainer/gunicorn.py", "--bind", f"fd://{number}"]
        command += [application]
        with local.running(command, local.LOCAL / "log" / "web.log", pass_fds=[number]) as process:
            port = int(listener.getsockname()[1])
            with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=60):
                yield process, port


def served() -> Any:
    """Return the site with the bare view beside it, for gunicorn."""
    application: Any = import_string("trainer.wsgi.application")  # sets Django up
    from trainer import urls

    settings.ROOT_URLCONF = (path("bare/<uuid:key>/<int:place>/", bare), *urls.urlpatterns)
    return application


def bare(request: HttpRequest, key: UUID, place: int) -> JsonResponse:
    """Store an answer and do nothing else."""
    from trainer.certification import sittings

    now = timezone.now()
    values = {"key": key, "user": request.user.pk, "device": request.POST["device"], "now": now, "place": place}
    response = '{"raise_to": ["600"], "raise_by": ["300"], "adds": ["600"]}'
    with connection.cursor() as cursor:
        cursor.execute(sittings._SAVE, {**values, "number": int(request.POST["number"]), "response": response})
        row = cursor.fetchone()
    return JsonResponse({"said": f"Saved {now:%H:%M:%S}", "note": "", "number": row[0], "answered": True, "left": 1})


def seat(number: int) -> Seat:
    """Sit somebody down in the room, signed in."""
    from quizzes.models import Drill
    from tests.site import rooms
    from tests.site.certified import exam
    from tests.site.exams import sat
    from tests.site.stand_ins import make_bucket, opening_bets, store
    from trainer.accounts.models import User
    from trainer.certification.models import Candidate, Room, Ticket

    user = User.objects.create_user(f"Candidate {number}")
    room = Room.objects.first() or rooms.room(exam("raises"))
    drills = list(Drill.objects.order_by("pk")) or store(make_bucket(reserve=True), opening_bets(QUESTIONS))
    candidate = Candidate.objects.create(user=user, name=f"Candidate {number}")
    ticket = Ticket.objects.create(room=room, candidate=candidate, number=number)
    sitting = sat(room.blueprint, user, drills, ticket=ticket)
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}"
    return Seat(sitting.key, sitting.device, cookies)


def assert_stored() -> None:
    """Raise AssertionError unless every acknowledged answer is there: each turn asks another question."""
    from trainer.certification.models import SittingItem

    answered = SittingItem.objects.exclude(saved_at=None).count()
    assert answered == CANDIDATES // ROUNDS * (1 + ROUNDS) * len(VIEWS), answered


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        main()
        connection.close()
