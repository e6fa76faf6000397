"""Limits count for an account first: a class gets in from one address, and one password is guessed slowly (issue 3)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from tests.site.people import PASSWORD, browser_of, person, sign_in, sign_up, who
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

CLASS = 40
SCHOOL, HOME = "192.0.2.7", "198.51.100.9"
MINUTE = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def refused(response: object) -> bool:
    return "Too many tries" in getattr(response, "content", b"").decode()


def test_forty_people_behind_one_address_sign_up_and_sign_in_within_a_minute() -> None:
    with time_machine.travel(MINUTE, tick=False):
        for number in range(CLASS):
            client = Client(REMOTE_ADDR=SCHOOL)
            sign_up(client, f"Learner {number}", password2="a slip")
            sign_up(client, f"Learner {number}")
            assert who(client) == f"Learner {number}"
        assert User.objects.count() == CLASS
        for number in range(CLASS):
            client = Client(REMOTE_ADDR=SCHOOL)
            sign_in(client, f"Learner {number}", "a slip")
            sign_in(client, f"Learner {number}")
            assert who(client) == f"Learner {number}"


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


def test_guessing_by_one_browser_that_is_signed_in_is_slow_too() -> None:
    client = browser_of(person("Ann"))
    answers = [client.post("/account/delete/", {"password": f"guess {number}"}) for number in range(12)]
    assert refused(answers[-1])
    assert refused(client.post("/account/delete/", {"password": PASSWORD}))
    assert User.objects.filter(username="Ann").exists()


def test_one_address_cannot_try_passwords_without_end(settings: Settings) -> None:
    limits = settings.ACCOUNT_RATE_LIMITS
    assert limits["login_failed"].split(",")[1] == limits["login"] == "300/m/ip"
    settings.ACCOUNT_RATE_LIMITS = {**limits, "login": "20/m/ip"}
    with time_machine.travel(MINUTE, tick=False):
        statuses = [
            sign_in(Client(REMOTE_ADDR=SCHOOL), f"Nobody {number}", "guess").status_code for number in range(21)
        ]
        assert statuses == [200] * 20 + [429]
        assert refused(sign_in(Client(REMOTE_ADDR=SCHOOL), "Nobody", "guess"))
        assert not refused(sign_in(Client(REMOTE_ADDR=HOME), "Nobody", "guess"))


def test_codes_of_classes_are_guessed_slowly() -> None:
    client = browser_of(person("Ann"))
    statuses = [client.post("/classes/join", {"code": f"AAAA{number:02}"}).status_code for number in range(11)]
    assert statuses == [422] * 10 + [429]
