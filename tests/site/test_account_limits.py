"""Limits count for an account first: a class gets in from one address, and one password is guessed slowly (issue 3)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from tests.site.people import PASSWORD, browser_of, person, sign_in, sign_up, who
from trainer.accounts.models import User
from trainer.classrooms import classes, joining
from trainer.classrooms.models import Classroom

pytestmark = pytest.mark.django_db

CLASS = 40
LECTURE = 200
SLIPS = 10  # one in so many mistypes the password first
SCHOOL, HOME = "192.0.2.7", "198.51.100.9"
MINUTE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def refused(response: object) -> bool:
    return "Too many tries" in getattr(response, "content", b"").decode()


@pytest.fixture
def school() -> Callable[[], Client]:
    """Gives another browser at one address at each call. It is one client, which takes long to make."""
    client = Client(REMOTE_ADDR=SCHOOL)

    def another() -> Client:
        client.cookies.clear()
        return client

    return another


def test_forty_people_behind_one_address_sign_up_and_two_hundred_sign_in_within_a_minute(
    school: Callable[[], Client],
) -> None:
    with time_machine.travel(MINUTE, tick=False):
        for number in range(CLASS):
            client = school()
            if number % SLIPS == 0:
                sign_up(client, f"Learner {number}", password2="a slip")
            sign_up(client, f"Learner {number}")
            assert who(client) == f"Learner {number}"
        assert User.objects.count() == CLASS
        hashed = User.objects.get(username="Learner 0").password
        User.objects.bulk_create(
            User(username=f"Learner {number}", password=hashed) for number in range(CLASS, LECTURE)
        )
        for number in range(LECTURE):
            client = school()
            if number % SLIPS == 0:
                sign_in(client, f"Learner {number}", "a slip")
            assert sign_in(client, f"Learner {number}").status_code == 302


def test_guessing_one_password_is_slow_from_wherever_it_comes() -> None:
    user = person("Ann")
    EmailAddress.objects.create(user=user, email="ann@example.org", verified=True, primary=True)
    person("Ben")
    with time_machine.travel(MINUTE, tick=False) as clock:
        for number in range(5):
            guesser = Client(REMOTE_ADDR=f"203.0.113.{number}")
            assert not refused(sign_in(guesser, "ann" if number % 2 else "ann@example.org", f"guess {number}"))
        for login in ("Ann", "ANN", "ann@example.org"):
            for place in (SCHOOL, HOME):
                client = Client(REMOTE_ADDR=place)
                assert refused(sign_in(client, login)), "the right password says no more than a wrong one"
                assert who(client) is None
        neighbour = Client(REMOTE_ADDR="203.0.113.0")
        sign_in(neighbour, "Ben")
        assert who(neighbour) == "Ben"
        clock.shift(timedelta(minutes=5, seconds=1))
        client = Client(REMOTE_ADDR=HOME)
        sign_in(client, "Ann")
        assert who(client) == "Ann"


def test_another_name_of_the_server_or_another_port_gives_no_further_guesses() -> None:
    """OWASP ASVS 4.0, 2.2.1: what slows guessing down belongs to the account."""
    person("Ann")
    with time_machine.travel(MINUTE, tick=False):
        for number in range(5):
            assert not refused(sign_in(Client(HTTP_HOST=f"localhost:{number + 1}"), "Ann", f"guess {number}"))
        for host in ("localhost:77", "LOCALHOST", "localhost.", "127.0.0.1:55", "testserver"):
            client = Client(HTTP_HOST=host)
            assert refused(sign_in(client, "Ann"))
            assert who(client) is None


def test_guessing_by_one_browser_that_is_signed_in_is_slow_too() -> None:
    client = browser_of(person("Ann"))
    answers = [client.post("/account/delete/", {"password": f"guess {number}"}) for number in range(12)]
    assert refused(answers[-1])
    assert refused(client.post("/account/delete/", {"password": PASSWORD}))
    assert User.objects.filter(username="Ann").exists()


def test_one_address_cannot_try_passwords_without_end(settings: Settings, school: Callable[[], Client]) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    assert limits["login_failed"].split(",")[1] == limits["login"] == "900/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {**limits, "login": "20/m/ip"}
    with time_machine.travel(MINUTE, tick=False):
        statuses = [sign_in(school(), f"Nobody {number}", "guess").status_code for number in range(21)]
        assert statuses == [200] * 20 + [429]
        assert refused(sign_in(Client(REMOTE_ADDR=SCHOOL), "Nobody", "guess"))
        assert not refused(sign_in(Client(REMOTE_ADDR=HOME), "Nobody", "guess"))


def test_codes_of_classes_are_guessed_slowly() -> None:
    client = browser_of(person("Ann"))
    statuses = [client.post("/classes/join", {"code": f"AAAA{number:02}"}).status_code for number in range(11)]
    assert statuses == [422] * 10 + [429]


# A class


@pytest.fixture
def friday() -> Classroom:
    return classes.make(person("Ines", role=User.Role.INSTRUCTOR), "Friday")


def test_forty_people_behind_one_address_join_by_code_or_by_name_within_a_minute(
    friday: Classroom, school: Callable[[], Client]
) -> None:
    users = User.objects.bulk_create(User(username=f"Learner {number}") for number in range(CLASS))
    with time_machine.travel(MINUTE, tick=False):
        for number, user in enumerate(users):
            client = school()
            client.force_login(user)
            assert client.post(f"/join/{friday.join_code}/").status_code == 302
            assert school().post(f"/join/{friday.join_code}/name", {"name": f"Name {number}"}).status_code == 302
    assert friday.memberships.count() == 2 * CLASS


def test_a_personal_code_is_tried_five_times_and_then_waited_for(friday: Classroom) -> None:
    _user, code = joining.join_by_name(friday.join_code, "Ann")
    _user, bens = joining.join_by_name(friday.join_code, "Ben")

    def come_back(name: str, code: str, address: str = SCHOOL) -> tuple[str | None, str]:
        client = Client(REMOTE_ADDR=address)
        form = {"back-name": name, "back-code": code}
        page = client.post(f"/join/{friday.join_code}/back", form).content.decode()
        return who(client), page

    with time_machine.travel(MINUTE, tick=False) as clock:
        for name in ("Ann", "Nobody"):
            for number in range(5):
                assert "Nobody in this class has this name" in come_back(name, "AAAA-AAAA", f"203.0.113.{number}")[1]
        assert refused_by_name(come_back("ann", code, HOME)), "the right code says no more than a wrong one"
        assert refused_by_name(come_back("Nobody", code, HOME)), "no more is said of a name that there is not"
        assert come_back("Ben", bens)[0] == "Ben"
        clock.shift(timedelta(minutes=5, seconds=1))
        for _ in range(7):
            assert come_back("Ann", code)[0] == "Ann", "right codes are not counted"


def refused_by_name(came: tuple[str | None, str]) -> bool:
    return came[0] is None and "Too many tries" in came[1]


def test_one_address_looks_up_no_codes_without_end(settings: Settings, friday: Classroom) -> None:
    assert settings.ACCOUNT_RATE_LIMITS["join_misses"] == "300/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "join_misses": "3/m/ip"}
    with time_machine.travel(MINUTE, tick=False):
        statuses = [Client(REMOTE_ADDR=SCHOOL).get(f"/join/AAAA{number:02}/").status_code for number in range(4)]
        assert statuses == [404] * 3 + [429]
        assert Client(REMOTE_ADDR=SCHOOL).get(f"/join/{friday.join_code}/").status_code == 429
        assert Client(REMOTE_ADDR=HOME).get(f"/join/{friday.join_code}/").status_code == 200
