"""The site as it stands in public, behind HTTPS: Django's own checks, cookies and headers.

Expected values: Django's deployment checklist, RFC 6265bis (cookies), RFC 6797 (HSTS), the Fetch standard (CORP).
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator, Mapping
from http.cookies import Morsel
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.test import Client, override_settings

from quizzes.exchange.found import MOST_FILE_BYTES
from tests.site.people import person, sign_in
from trainer.accounts.models import User
from trainer.security import LARGEST_FORM

ORIGIN = "https://stakes.example"
OURS = ("SECURE_", "SESSION_", "CSRF_", "LANGUAGE_", "ALLOWED_HOSTS", "SECRET_KEY", "SILENCED_", "ALLAUTH_", "DEBUG")


def as_set(origin: str, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Any]:
    """The settings where the environment names an origin, of those that say how safe the site is."""
    monkeypatch.setenv("TABLE_STAKES_ORIGIN", origin)
    said = runpy.run_path(str(Path(settings.ROOT) / "trainer" / "settings.py"))
    return {name: value for name, value in said.items() if name.startswith(OURS)}


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A browser on the public site, whose proxy says that it was asked by HTTPS."""
    with override_settings(**as_set(ORIGIN, monkeypatch)):
        yield Client(HTTP_HOST="stakes.example", HTTP_X_FORWARDED_PROTO="https", HTTP_X_FORWARDED_FOR="192.0.2.7")


def found() -> set[str | None]:
    """What Django's checks for a deployment say."""
    messages = run_checks(include_deployment_checks=True)
    return {message.id for message in messages if not message.is_silenced()}


def test_djangos_checks_for_a_deployment_find_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DJANGO_ALLOW_ASYNC_UNSAFE", raising=False)  # the browser tests' own
    with override_settings(**as_set(ORIGIN, monkeypatch)):
        assert found() == set()
    with override_settings(**as_set("http://stakes.example", monkeypatch)):
        assert found() == {"security.W004", "security.W008", "security.W012", "security.W016"}


def test_a_site_with_one_address_without_https_leads_nobody_away_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert as_set(ORIGIN, monkeypatch)["SECURE_SSL_REDIRECT"]
    assert not as_set(f"{ORIGIN},http://stakes.lan", monkeypatch)["SECURE_SSL_REDIRECT"]


@pytest.mark.django_db
def test_cookies_of_the_public_site_are_bound_to_its_host_and_to_https(public: Client) -> None:
    person("Ann")
    public.get("/account/login/")
    assert sign_in(public).status_code == 302
    public.post("/language", {"language": "ms", "next": "/"})
    cookies: dict[str, Morsel[str]] = dict(public.cookies)
    host_only = {"__Host-sessionid", "__Host-csrftoken"}
    assert host_only | {settings.LANGUAGE_COOKIE_NAME} <= cookies.keys()
    for name, cookie in cookies.items():
        assert (bool(cookie["secure"]), cookie["samesite"], cookie["path"]) == (True, "Lax", "/"), name
    for name in host_only:
        assert (bool(cookies[name]["httponly"]), cookies[name]["domain"]) == (True, ""), name


@pytest.mark.django_db
def test_an_accounts_language_is_kept_in_a_cookie_that_goes_by_https_only(public: Client) -> None:
    User.objects.filter(pk=person("Ann").pk).update(language="ms")
    sign_in(public)
    assert public.cookies[settings.LANGUAGE_COOKIE_NAME]["secure"]


def test_every_page_has_the_headers_of_a_site_that_only_itself_may_use(public: Client) -> None:
    headers = public.get("/about/").headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


def test_whoever_comes_without_https_is_led_to_it_and_probes_are_answered(public: Client) -> None:
    led = public.get("/about/?a=1", HTTP_X_FORWARDED_PROTO="http")
    assert (led.status_code, led.headers["Location"]) == (301, f"{ORIGIN}/about/?a=1")
    assert public.get("/healthz", HTTP_X_FORWARDED_PROTO="http").status_code == 200


def test_who_asks_for_another_sites_name_is_told_that_it_is_not_here(public: Client) -> None:
    # RFC 9110 7.4: a server refuses a request whose target is not its own
    for address in ("/", "/account/login/", "/api/v1/solve"):
        refused = public.get(address, HTTP_HOST="elsewhere.example")
        assert (refused.status_code, b"elsewhere" in refused.content) == (400, False)


def test_the_web_server_before_the_site_lets_through_what_pages_take() -> None:
    said = (Path(settings.ROOT) / "trainer" / "deploy" / "nginx.conf").read_text()
    (megabytes,) = re.findall(r"client_max_body_size (\d+)m;", said)
    assert MOST_FILE_BYTES < int(megabytes) * 1024**2 <= LARGEST_FORM
