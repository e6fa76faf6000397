"""A spot in a frame of another site: the one path that may be framed, without cookies, and nothing is stored.

What is expected: issue 6, "JSON"; the feedback is that of the shared spot's own page.
"""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.test.html import parse_html

from quizzes.kinds import KINDS
from quizzes.models import Attempt, Drill
from quizzes.practising import sharing
from tests.site.pages import asked, attribute, drill_of, elements, links, sent, text, usual, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import ILL_FORMED, RIGHT, WRONG, make_bucket, only_drill, store
from tests.site.test_practice_spot import verdicts
from tests.site.test_security import policy

pytestmark = pytest.mark.django_db


@pytest.fixture
def drill() -> Drill:
    return only_drill()


@pytest.fixture
def stranger() -> Client:
    """A browser in which another site shows the frame: no cookies, and no mark of a form."""
    return Client(enforce_csrf_checks=True)


def name_of(drill: Drill, house: str = "tda") -> str:
    return sharing.spot_name(drill.pk, house)


def framed(drill: Drill) -> str:
    return f"/embed/{name_of(drill)}/"


def send(client: Client, address: str, raw: Any, token: str | None = None) -> Any:
    """Send an answer with the token of the frame's page."""
    token = token or sent(client.get(address).content.decode())["token"][0]
    return client.post(address, {"token": token, **raw})


def test_the_frame_alone_may_be_framed(stranger: Client, drill: Drill) -> None:
    shown = stranger.get(framed(drill))
    told = send(stranger, framed(drill), RIGHT)
    none = stranger.get("/embed/no-such-spot/")
    for response in (shown, told, none):
        assert policy(response)["frame-ancestors"] == "*"
        assert policy(response)["default-src"] == "'none'"
        assert "X-Frame-Options" not in response.headers
    for address in (f"/spot/{name_of(drill)}/", "/practice/", "/embed/", "/api/"):
        response = Client().get(address)
        assert policy(response)["frame-ancestors"] == "'none'"
        assert response.headers["X-Frame-Options"] == "DENY"


def test_no_cookie_is_set_or_read(drill: Drill) -> None:
    """A browser that is signed in, with cookies of the language and the zone, gets what everybody gets."""
    known = browser_of(person())
    for name in (settings.LANGUAGE_COOKIE_NAME, "zone", settings.CSRF_COOKIE_NAME):
        known.cookies[name] = "ms"
    before = dict(known.session)
    pages = []
    for client in (known, Client()):
        shown = client.get(framed(drill))
        token = sent(shown.content.decode())["token"][0]
        told = send(client, framed(drill), WRONG, token)
        for response in (shown, told):
            assert not response.cookies
            assert "Cookie" not in response.headers.get("Vary", "")
        pages.append((shown.content.decode().replace(token, ""), told.content))
    assert pages[0] == pages[1]
    assert dict(known.session) == before


def test_nothing_is_stored_and_an_answer_may_be_given_again(stranger: Client, drill: Drill) -> None:
    token = sent(stranger.get(framed(drill)).content.decode())["token"][0]
    wrong, right = (send(stranger, framed(drill), raw, token).content.decode() for raw in (WRONG, RIGHT))
    assert "is-wrong" in (attribute(with_class(wrong, "verdict-sign")[0], "class") or "")
    assert "is-right" in (attribute(with_class(right, "verdict-sign")[0], "class") or "")
    assert not Attempt.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.parametrize("kind", ["min_raise", "side_pots", "read_hand", "choice"])
def test_the_question_and_its_feedback_are_those_of_the_spots_own_page(stranger: Client, kind: str) -> None:
    [drill] = store(make_bucket(KINDS[kind], level=3), [drill_of(kind)])
    name = name_of(drill, usual(KINDS[kind], 3).house)
    own, frame = f"/spot/{name}/", f"/embed/{name}/"
    page = stranger.get(frame).content.decode()
    beside = Client().get(own).content.decode()
    assert [text(each) for each in elements(page, "h1")] == [text(each) for each in elements(beside, "h1")]
    wrong = asked(page).wrong
    assert verdicts(send(stranger, frame, wrong).content.decode()) == verdicts(
        send(Client(), own, wrong).content.decode()
    )


def test_an_answer_that_can_not_be_read_keeps_what_was_typed(stranger: Client, drill: Drill) -> None:
    response = send(stranger, framed(drill), ILL_FORMED)
    assert response.status_code == 422
    assert 'value="a lot"' in response.content.decode()


def test_the_frames_token_is_taken_nowhere_else_nor_another_in_the_frame(client: Client, drill: Drill) -> None:
    own = f"/spot/{name_of(drill)}/"
    of_frame = sent(client.get(framed(drill)).content.decode())["token"][0]
    of_spot = sent(client.get(own).content.decode())["token"][0]
    assert send(client, own, RIGHT, of_frame).status_code == 302
    assert client.post("/practice/answer", {"token": of_frame, **RIGHT}).status_code == 302
    for token in (of_spot, "made up", of_frame[:-1]):
        response = send(client, framed(drill), RIGHT, token)
        assert (response.status_code, response.headers["Location"]) == (302, framed(drill))
    assert not Attempt.objects.exists()


def test_it_works_without_a_script_and_leads_elsewhere_in_another_tab(stranger: Client, drill: Drill) -> None:
    for response in (stranger.get(framed(drill)), send(stranger, framed(drill), WRONG)):
        page = response.content.decode()
        assert not list(elements(page, "script"))
        assert [attribute(base, "target") for base in elements(page, "base")] == ["_blank"]
        within = [*elements(page, "form"), *with_attribute(page, "href", framed(drill))]
        assert [attribute(each, "target") for each in within] == ["_self"]
        assert f"http://testserver/spot/{name_of(drill)}/" in page
        for address in links(page):
            assert client_status(address) == 200, address


def client_status(address: str) -> int:
    return Client().get(address, follow=True).status_code


@pytest.mark.parametrize("address", ["/embed/no-such-spot/", f"/embed/tda-d1-{'0' * 32}/"])
def test_a_frame_of_no_spot_says_so(stranger: Client, address: str) -> None:
    for response in (stranger.get(address), stranger.post(address, {"token": "x"})):
        page = response.content.decode()
        assert response.status_code == 404
        assert text(next(elements(page, "h1"))) == "There is no such spot"
        assert "/practice/" in links(page)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_language_is_that_of_the_address(stranger: Client, drill: Drill, language: str) -> None:
    address = framed(drill) if language == "en" else f"/{language}{framed(drill)}"
    shown = stranger.get(address, headers={"Accept-Language": "ms"})
    for response in (shown, send(stranger, address, RIGHT)):
        page = response.content.decode()
        assert [attribute(each, "lang") for each in elements(page, "html")] == [language]
        assert address in page
        assert not response.cookies
        assert policy(response)["frame-ancestors"] == "*"


def test_the_spots_page_has_the_code_for_the_frame(client: Client, drill: Drill) -> None:
    page = client.get(f"/spot/{name_of(drill)}/").content.decode()
    code = unescape(text(next(elements(page, "textarea"))))
    [frame] = elements(parse_html(code), "iframe")
    assert attribute(frame, "src") == f"http://testserver{framed(drill)}"
    assert attribute(frame, "title") == text(next(elements(page, "h1")))
    assert attribute(frame, "width")
    assert attribute(frame, "height")


@pytest.mark.django_db(transaction=True)
def test_a_frame_takes_one_query_to_ask_and_one_to_tell(
    stranger: Client, drill: Drill, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for _ in range(2):
        with django_assert_num_queries(1):
            page = stranger.get(framed(drill)).content.decode()
        with django_assert_num_queries(1):
            send(stranger, framed(drill), RIGHT, sent(page)["token"][0])
