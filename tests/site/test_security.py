"""The headers of every response; expected values: the Content Security Policy standard, level 3."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import Client

from quizzes.exchange.found import MOST_FILE_BYTES
from tests.site.people import browser_of, person
from trainer import security


def policy(response: HttpResponseBase) -> dict[str, str]:
    """A response's policy, by directive."""
    parts = response.headers["Content-Security-Policy"].split("; ")
    return {name: sources for name, _, sources in (part.partition(" ") for part in parts)}


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/admin/login/", "/there/is/no/such/page/"])
def test_pages_allow_only_the_sites_own_files_and_no_inline_code(client: Client, address: str) -> None:
    found = policy(client.get(address))
    assert found["default-src"] == found["frame-ancestors"] == found["base-uri"] == "'none'"
    assert found["script-src"] == found["style-src"] == found["img-src"] == found["form-action"] == "'self'"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/about/", "/account/email/", "/rules/", "/account/factors/"])
def test_no_browser_keeps_a_page_that_is_made_for_somebody(address: str) -> None:
    """RFC 9111, 5.2.2.5: no-store. Of a visitor without a session the page says nothing."""
    page = browser_of(person("Ann")).get(address)
    assert page.status_code == 200
    assert {"no-store", "private"} <= set(page.headers["Cache-Control"].split(", "))
    assert "no-store" not in Client().get("/about/").headers.get("Cache-Control", "")


def test_static_files_have_the_headers_too(client: Client) -> None:
    response = client.get("/static/admin/css/base.css")
    assert (response.status_code, response.getvalue()[:1]) == (200, b"/")
    assert policy(response)["script-src"] == "'self'"


def test_a_view_may_have_a_policy_of_its_own() -> None:
    own = HttpResponse(headers={"Content-Security-Policy": "default-src 'self'"})
    assert (
        security.headers(lambda request: own)(HttpRequest()).headers["Content-Security-Policy"] == "default-src 'self'"
    )


def test_a_form_that_no_page_could_take_is_refused_before_it_is_read(client: Client) -> None:
    """Twice the 16 MB of the largest file that is taken, with its form."""
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="../../a"\r\n\r\nhello\r\n--x--\r\n'
    kind = "multipart/form-data; boundary=x"
    refused = client.generic("POST", "/verify/", body, kind, CONTENT_LENGTH=str(security.LARGEST_FORM + 1))
    assert refused.status_code == 400
    assert "That could not be read" in refused.content.decode()
    assert security.LARGEST_FORM == 2 * MOST_FILE_BYTES
