"""Every limit of the table in the settings holds: with one of each allowed, the second is refused (issue 9)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from quizzes import limits, pools
from quizzes.models import Drill
from quizzes.practising.sharing import spot_name
from tests.site.people import browser_of, deal, person, sign_in, sign_up
from trainer.accounts.models import User
from trainer.certification.models import Staff
from trainer.classrooms import classes
from trainer.classrooms.models import Classroom, Wall, WallSpot

ROOM, SECONDS = 300, 5
"""A room in which everybody answers a question every five seconds: nobody there may meet a limit."""

RESET = reverse("account_reset_password_from_key", kwargs={"uidb36": "1", "key": "none"})


@dataclass
class World:
    """What there is to act on, made where an act needs it."""

    visitor: Client
    staff: Staff | None = None

    @cached_property
    def teacher(self) -> User:
        return person("Ines", role=User.Role.INSTRUCTOR)

    @cached_property
    def desk(self) -> Client:
        return browser_of(self.teacher)

    @cached_property
    def friday(self) -> Classroom:
        return classes.make(self.teacher, "Friday")

    @cached_property
    def drill(self) -> Drill:
        deal()
        return Drill.objects.order_by("pk")[0]

    @cached_property
    def wall(self) -> str:
        wall = Wall.objects.create(classroom=self.friday)
        WallSpot.objects.create(wall=wall, number=1, drill=self.drill, ruleset="tda")
        return f"/wall/{wall.code}/"

    @property
    def join(self) -> str:
        return f"/join/{self.friday.join_code}"

    def reset(self) -> Any:
        return self.visitor.post("/account/password/reset/", {"email": "ann@example.org"})

    def message(self) -> Any:
        form = {"subject": "Hello", "text": "See you.", "key": uuid4()}
        return self.desk.post(f"/classes/{self.friday.pk}/messages/", form)

    def come_back(self) -> Any:
        return self.visitor.post(f"{self.join}/back", {"back-name": "Ann", "back-code": "AAAA-AAAA"})

    def report(self) -> Any:
        address = f"/report/{spot_name(self.drill.pk, 'tda')}/"
        return self.desk.post(address, {"about": "answer", "text": "Why?"})

    def report_by_somebody_new(self) -> Any:
        address = f"/report/{spot_name(self.drill.pk, 'tda')}/"
        browser = Client()
        browser.post("/runs/start", {})  # gives a key, by which reports are counted
        return browser.post(address, {"about": "answer", "text": "Why?"})

    def remind(self) -> Any:
        manager = person("Max", role=User.Role.MANAGER) if self.staff is None else self.staff.manager
        self.staff = self.staff or Staff.objects.create(manager=manager, name="The club")
        return browser_of(manager).post(f"/staff/{self.staff.pk}/remind")

    def file(self, address: str) -> Any:
        return self.desk.post(address, {"file": SimpleUploadedFile("a.x", b"x"), "house": "tda"})


ACTS: Mapping[str, Callable[[World], Any]] = {
    "login": lambda world: sign_in(world.visitor, "Nobody"),
    "login_failed": lambda world: sign_in(world.visitor, "Nobody"),
    "signup": lambda world: sign_up(world.visitor, password2="a slip"),
    "reset_password": World.reset,
    "reset_password_from_key": lambda world: world.visitor.post(RESET),
    "join_class": lambda world: world.desk.post("/classes/join", {"code": "AAAAAA"}),
    "join_by_name": lambda world: world.visitor.post(f"{world.join}/name", {"name": ""}),
    "come_back": World.come_back,
    "come_back_from": World.come_back,
    "class_message": World.message,
    "wall_answer": lambda world: world.visitor.post(world.wall, {}),
    "verify": lambda world: world.visitor.get(f"/verify/{'A' * 20}/"),
    "visitor_answer": lambda world: world.visitor.post("/practice/answer", {}),
    "answer": lambda world: world.desk.post("/practice/answer", {}),
    "search": lambda world: world.visitor.get("/search/", {"q": "raise"}),
    "tool": lambda world: world.visitor.get("/tools/side-pots/"),
    "solve": lambda world: world.visitor.post("/api/v1/solve", b"{", content_type="application/json"),
    "report": World.report,
    "report_from": World.report_by_somebody_new,
    "contact": lambda world: world.visitor.post("/contact/", {"message": "Hello.", "about": "", "reply_to": ""}),
    "import": lambda world: world.file("/author/imports/"),
    "hands": lambda world: world.file("/author/hands/"),
    "roster": lambda world: world.file(f"/classes/{world.friday.pk}/roster/"),
    "ticket": lambda world: world.visitor.post("/exams/ticket/", {"ticket": "x-1", "pin": "1"}),
    "staff_letters": World.remind,
    "own_data": lambda world: world.desk.get("/account/data/"),
    "join_misses": lambda world: world.visitor.get("/join/AAAAAA/"),
}
"""What is limited, done once. The actions are the keys of the table."""

BY_ITSELF = {"made_on_the_spot"}
"""Refuses nobody, see below."""


def once(rates: str) -> str:
    """A rate of the table with 1 in the place of each number."""
    return re.sub(r"(^|,)\d+/", r"\g<1>1/", rates)


def is_refused(response: Any) -> bool:
    said = response.content.decode()
    return response.status_code == 429 or "Too many tries" in said or "That is enough for now" in said


def test_every_limit_of_the_table_is_tried_here(settings: Settings) -> None:
    assert settings.ACCOUNT_RATE_LIMITS.keys() == ACTS.keys() | BY_ITSELF


@pytest.mark.django_db
@pytest.mark.parametrize("action", ACTS)
def test_the_second_is_refused_where_one_is_allowed(action: str, settings: Settings) -> None:
    rates = settings.ACCOUNT_RATE_LIMITS
    settings.ACCOUNT_RATE_LIMITS = {**rates, action: once(rates[action])}
    world, act = World(Client()), ACTS[action]
    with time_machine.travel("2031-05-04 12:00:20Z", tick=False):
        assert not is_refused(act(world))
        assert is_refused(act(world))


@pytest.mark.django_db
def test_whoever_has_to_wait_is_told_how_long_and_gets_in_after_it(client: Client, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "search": "1/m/ip"}
    with time_machine.travel("2031-05-04 12:00:20Z", tick=False) as clock:
        client.get("/search/")
        refused = client.get("/search/")
        assert (refused.status_code, refused.headers["Retry-After"]) == (429, "40")
        assert "in 40 seconds" in refused.content.decode()
        assert client.get("/search/", REMOTE_ADDR="203.0.113.9").status_code == 200
        clock.shift(40)
        assert client.get("/search/").status_code == 200


@pytest.mark.django_db
def test_no_more_drills_are_made_on_the_spot_than_people_could_want(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "made_on_the_spot": "1/m/key"}
    bucket = deal()
    Drill.objects.filter(bucket=bucket, slot__gt=0).delete()
    bucket.size = 1
    bucket.save()
    with time_machine.travel("2031-05-04 12:00:20Z", tick=False):
        made = [pools.next_drill(bucket, "a learner", count).slot for count in (1, 2, 3)]
    assert made[0] == 1, "one is made"
    assert set(made[1:]) <= {0, 1}, "after that those come again that are there"
    assert Drill.objects.filter(bucket=bucket).count() == 2


@pytest.mark.django_db
def test_answers_are_told_to_other_processes_a_fiftieth_of_their_limit_at_a_time(settings: Settings) -> None:
    """Processes know nothing of each other but by the cache: the second begins by forgetting what the first knew."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "answer": "300/m/user"}
    with time_machine.travel("2031-05-04 12:00:20Z", tick=False) as clock:
        told = f"limit:answer:Ann:{int(time.time()) // 60}"
        assert [limits.count("answer", "Ann") for _ in range(299)] == [0] * 299
        assert cache.get(told) == 294, "49 times 6: what is left is in mind"
        limits.forget()
        assert [limits.count("answer", "Ann") for _ in range(6)] == [0] * 6, "294 and 6 are 300"
        assert [limits.count("answer", "Ann") for _ in range(100)] == [40] * 100
        assert cache.get(told) == 300, "who is refused asks nobody"
        assert limits.count("answer", "Ben") == 0
        clock.shift(40)
        assert limits.count("answer", "Ann") == 0


def test_what_is_answered_while_the_others_are_told_is_told_with_the_next(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five threads answer while a sixth waits for the cache: no answer is counted twice, and none is lost."""
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "answer": "300/m/user"}
    told, counted_by = [], limits._counted_by

    def slowly(key: str, left: int, more: int) -> int:
        told.append(more)
        if len(told) == 1:
            assert [limits.count("answer", "Ann") for _ in range(5)] == [0] * 5
        return counted_by(key, left, more)

    monkeypatch.setattr(limits, "_counted_by", slowly)
    with time_machine.travel("2031-05-04 12:00:20Z", tick=False):
        assert [limits.count("answer", "Ann") for _ in range(6)] == [0] * 6
        assert told == [6]
        assert limits.count("answer", "Ann") == 0
        assert told == [6, 6]
        assert cache.get(f"limit:answer:Ann:{int(time.time()) // 60}") == 12


def test_a_room_that_answers_behind_one_address_meets_no_limit() -> None:
    most, seconds, of = limits.rate("visitor_answer")
    assert (most / seconds, of) >= (ROOM / SECONDS, "ip")
    assert limits.rate("answer").amount / limits.rate("answer").seconds >= 60 / SECONDS / 60


def asked_by(**meta: str) -> HttpRequest:
    request = HttpRequest()
    request.META = {"REMOTE_ADDR": "192.0.2.1", **meta}
    return request


@pytest.mark.parametrize(
    ("proxies", "forwarded", "counted_as"),
    [
        (0, "203.0.113.9", "192.0.2.1"),  # nobody can choose how they are counted
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "203.0.113.9"),  # what a caller wrote stands before what the proxy wrote
        (1, "garbage", limits.NOBODY_KNOWS),
        (1, "", "192.0.2.1"),
        (1, "2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"),  # RFC 4291 2.5.4: the last half is the caller's to choose
    ],
)
def test_callers_count_by_the_address_that_the_nearest_proxy_saw(
    settings: Settings, proxies: int, forwarded: str, counted_as: str
) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    assert limits.address_of(asked_by(HTTP_X_FORWARDED_FOR=forwarded)) == counted_as


@pytest.mark.django_db
@pytest.mark.parametrize("forwarded", ["garbage", ",", "\x00", "1.2.3.4:99999", "::ffff:1.2.3.999", "a" * 5000])
def test_an_address_that_says_nothing_breaks_no_page(client: Client, settings: Settings, forwarded: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    world = World(Client(HTTP_X_FORWARDED_FOR=forwarded))
    for act in ("search", "contact", "login", "verify", "ticket", "join_misses", "visitor_answer"):
        assert ACTS[act](world).status_code in (200, 302, 404, 422), act
    told = ACTS["solve"](world)
    assert (told.status_code, told.headers["Content-Type"]) == (422, "application/json")


def test_a_rate_is_read_as_allauth_reads_it(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"a": "3/10m/key", "b": "5/h/ip", "c": "7/90s/user"}
    assert [limits.rate(action) for action in "abc"] == [(3, 600, "key"), (5, 3600, "ip"), (7, 90, "user")]
