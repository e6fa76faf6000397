"""Passkeys, codes from an app and recovery codes for everybody; roles that need one of them (issue 8, "Accounts")."""

from __future__ import annotations

import base64
import hmac
import struct
import time
from hashlib import sha1

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from pytest_django import Settings

from tests.site import rooms
from tests.site.certified import exam
from tests.site.people import PASSWORD, browser_of, person, sign_in, who
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

MANAGER = User.Role.MANAGER
INSTRUCTOR = User.Role.INSTRUCTOR


def code(secret: str, step: int = 0) -> str:
    """The code of a secret by RFC 6238: HMAC-SHA1 over the number of half minutes, six digits of it."""
    mac = hmac.new(base64.b32decode(secret), struct.pack(">Q", int(time.time()) // 30 + step), sha1).digest()
    start = mac[-1] & 15
    return f"{(int.from_bytes(mac[start : start + 4]) & 0x7FFFFFFF) % 1_000_000:06}"


def confirm(client: Client) -> None:
    assert client.post("/account/again/", {"password": PASSWORD}).status_code == 302


def set_up_app(client: Client) -> str:
    """Set up an app as a person does, and return the secret."""
    confirm(client)
    assert client.get("/account/factors/app/").status_code == 200
    secret: str = client.session["mfa.totp.secret"]
    response = client.post("/account/factors/app/", {"code": code(secret)})
    assert response.url == "/account/factors/codes/"  # type: ignore[attr-defined]  # a redirect  # a redirect's
    return secret


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for the commit is done at once: the transaction around a test is never committed."""
    monkeypatch.setattr("allauth.mfa.totp.internal.flows.transaction.on_commit", lambda act, **_how: act())


@pytest.fixture
def strict(settings: Settings) -> None:
    settings.REQUIRE_STRONG_SIGN_IN = True


def test_who_has_an_app_signs_in_with_the_password_and_a_code(client: Client) -> None:
    secret = set_up_app(browser_of(person()))

    assert sign_in(client).url == "/account/factors/enter/"
    assert 'data-passkey="get"' not in client.get("/account/factors/enter/").text, "the account has none"
    assert who(client) is None
    wrong = client.post("/account/factors/enter/", {"code": "000000" if code(secret) != "000000" else "111111"})
    assert wrong.status_code == 200
    assert "This did not fit" in wrong.content.decode()
    assert client.post("/account/factors/enter/", {"code": code(secret, 1)}).status_code == 302
    assert who(client) == "Ann"


def test_a_code_opens_nothing_twice() -> None:
    secret = set_up_app(browser_of(person()))
    first, second, same = Client(), Client(), code(secret, 1)

    for client in (first, second):
        sign_in(client)
        client.post("/account/factors/enter/", {"code": same})

    assert [who(first), who(second)] == ["Ann", None]


def test_a_recovery_code_opens_the_account_once() -> None:
    browser = browser_of(person())
    set_up_app(browser)
    given = browser.get("/account/factors/codes/file/").content.decode().split()
    assert len(given) == 10

    signed_in = []
    for client in (Client(), Client()):
        sign_in(client)
        client.post("/account/factors/enter/", {"code": given[0]})
        signed_in.append(who(client))

    assert signed_in == ["Ann", None]


def test_a_copy_of_the_database_gives_no_secret_away() -> None:
    secret = set_up_app(browser_of(person()))

    assert secret not in str(list(Authenticator.objects.values_list("data", flat=True)))


def test_setting_a_factor_up_asks_for_the_password_first() -> None:
    browser = browser_of(person())

    for page in ("app/", "passkeys/add/"):
        assert browser.get(f"/account/factors/{page}").url.startswith("/account/again/")  # type: ignore[attr-defined]  # a redirect  # the test client's own redirect


@pytest.mark.parametrize("page", ["app/", "passkeys/add/"])
def test_whoever_came_with_a_ticket_is_led_to_an_address_and_a_password_first(page: str) -> None:
    ticket, pin = rooms.walk_in(rooms.room(exam("raises")))
    browser = Client()
    rooms.come_in(ticket, pin, browser)
    led = browser.get(f"/account/factors/{page}", follow=True)
    assert led.redirect_chain == [("/account/email/", 302)]
    assert "a ticket’s PIN opens this one" in led.text
    assert browser.post("/account/email/", {"email": "ann@example.org", "action_add": ""}).status_code == 302
    EmailAddress.objects.update(verified=True)
    led = browser.get(f"/account/factors/{page}", follow=True)
    assert led.redirect_chain == [("/account/password/reset/", 302)]
    browser.post("/account/password/reset/", {"email": "ann@example.org"})
    assert [message.to for message in mail.outbox][-1] == ["ann@example.org"]


@pytest.mark.parametrize("role", [User.Role.INSTRUCTOR, User.Role.PROCTOR, User.Role.MANAGER])
@pytest.mark.usefixtures("strict")
def test_whoever_has_a_role_is_led_to_set_a_factor_up(role: str) -> None:
    browser = browser_of(person(role=role))

    for page in ("/classes/", "/ms/classes/", "/author/", "/staff/", "/exams/rooms/", "/admin/"):
        assert browser.get(page).url.endswith("/account/factors/")  # type: ignore[attr-defined]  # a redirect  # the test client's own redirect


@pytest.mark.usefixtures("strict")
def test_a_learner_and_a_visitor_are_asked_for_nothing() -> None:
    assert browser_of(person()).get("/classes/").status_code == 200
    assert Client().get("/classes/").url.startswith("/account/login/")  # type: ignore[attr-defined]  # a redirect  # as above


@pytest.mark.usefixtures("strict")
def test_whoever_has_a_role_practises_and_sees_the_account_without_a_factor() -> None:
    browser = browser_of(person(role=INSTRUCTOR))

    for page in ("/", "/account/", "/account/factors/", "/lessons/"):
        assert browser.get(page).status_code == 200


@pytest.mark.usefixtures("strict")
def test_once_it_is_set_up_the_page_that_was_wanted_is_a_link_and_opens() -> None:
    browser = browser_of(person(role=INSTRUCTOR))
    browser.get("/classes/?page=1")
    set_up_app(browser)

    assert 'href="/classes/?page=1"' in browser.get("/account/factors/codes/").content.decode()
    assert browser.get("/classes/?page=1").status_code == 200


@pytest.mark.usefixtures("strict")
def test_a_session_that_was_opened_by_the_password_alone_shows_its_factor_first() -> None:
    user = person(role=INSTRUCTOR)
    older = browser_of(user)
    secret = set_up_app(browser_of(user))

    led = older.get("/classes/").url  # type: ignore[attr-defined]  # a redirect
    assert led == "/account/factors/again/?next=%2Fclasses%2F"
    assert older.get(led).status_code == 200
    assert older.post(led, {"code": code(secret, 1), "next": "/classes/"}).url == "/classes/"  # type: ignore[attr-defined]  # a redirect
    assert older.get("/classes/").status_code == 200


@pytest.mark.usefixtures("strict")
def test_whoever_takes_the_last_factor_away_is_led_to_set_one_up_again() -> None:
    browser = browser_of(person(role=MANAGER))
    set_up_app(browser)
    assert browser.get("/author/houses/").status_code == 200

    browser.post("/account/factors/app/end/")

    assert not Authenticator.objects.exists()
    assert browser.get("/author/houses/").url == "/account/factors/"  # type: ignore[attr-defined]  # a redirect


@pytest.mark.usefixtures("strict")
def test_a_fragment_leads_the_whole_page_there() -> None:
    response = browser_of(person(role=INSTRUCTOR)).get("/classes/", headers={"HX-Request": "true"})

    assert response["HX-Redirect"] == "/account/factors/"


def test_the_page_that_signs_in_offers_a_passkey_and_its_options_name_no_account(client: Client) -> None:
    person()
    assert 'data-passkey="get"' in client.get("/account/login/").content.decode()

    options = client.get("/account/factors/passkeys/enter/", headers={"X-Requested-With": "XMLHttpRequest"}).json()

    assert options["request_options"]["publicKey"]["userVerification"] == "required"
    assert not options["request_options"]["publicKey"].get("allowCredentials")
