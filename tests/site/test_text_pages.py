"""The pages around the questions: those at the foot, the contact form, and every page that a link leads to.

What is expected: issue 2, "The site".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from django.http import HttpResponseBase
from django.test import Client, override_settings

from quizzes import limits
from tests.site import pages
from tests.site.pages import answer, ask, asked, attribute, elements, text, with_attribute, with_class
from tests.site.test_question_pages import MOST_BYTES

MOST_PAGES = 140
FOOT = ("/answers/", "/about/", "/privacy/", "/accessibility/", "/contact/")
MESSAGE = {"about": "reopen, question 7", "message": "By TDA 2024, 47-A, it is open.", "reply_to": "ann@example.com"}


def inline(page: str) -> list[str]:
    """What the content security policy would refuse: styles and scripts that are written into a page."""
    found = []
    for element in elements(page):
        found += [name for name, _ in element.attributes if name == "style" or name.startswith(("on", "hx-on"))]
        found += [value for _, value in element.attributes if value and value.lower().startswith("javascript:")]
        if element.name == "style" or (element.name == "script" and attribute(element, "src") is None):
            found.append(element.name)
    return found


def hold_for_every_page(response: HttpResponseBase, page: str) -> None:
    """A title, one heading, a language, nothing inline, the headers, and few bytes."""
    assert inline(page) == []
    assert [attribute(each, "lang") for each in elements(page, "html")] == ["en"]
    assert [text(each).endswith(" | Table Stakes") for each in elements(page, "title")] == [True]
    assert len(list(elements(page, "h1"))) == 1
    assert len(page.encode()) < MOST_BYTES
    ids = [id for each in elements(page) if (id := attribute(each, "id")) is not None]
    assert len(ids) == len(set(ids))
    assert "'unsafe" not in response.headers["Content-Security-Policy"]
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


def crawl(client: Client) -> Iterator[tuple[str, HttpResponseBase, str]]:
    """Every page that links lead to from the first one, each address once however its query reads.

    Of the spots, of the reports about them, of the moments of their replays and of the mistakes it is one each.
    """
    waiting, met = ["/"], {"/"}
    while waiting:
        address = waiting.pop()
        response = client.get(address, follow=True)
        page = b"".join(response).decode() if response["Content-Type"].startswith("text/html") else ""
        yield address, response, page
        for target in sorted(pages.links(page)) if page else ():
            place = re.sub(r"(?<==)[^&]*", "", target)
            place = re.sub(r"^/(spot|report)/[^/]+/", r"/\1/one/", re.sub(r"/replay/\d+/", "/replay/1/", place))
            place = re.sub(r"^/mistakes/[^/]+/[^/]+/", "/mistakes/one/one/", place)
            if place not in met and not target.startswith("/admin/"):
                met.add(place)
                waiting.append(target)
        assert len(met) < MOST_PAGES


@pytest.mark.django_db
@pytest.mark.parametrize("signed_in", [False, True], ids=["visitor", "account"])
def test_every_link_leads_somewhere_and_every_page_is_clean(client: Client, signed_in: bool) -> None:
    if signed_in:
        client.force_login(get_user_model().objects.create_user("ann", password="long enough, this"))
    seen = []
    for address, response, page in crawl(client):
        assert response.status_code == 200, address
        if page:
            hold_for_every_page(response, page)
        seen.append(address)
    assert {"/", "/practice/", "/progress/", "/help/teaching/", *FOOT} <= set(seen)
    assert ("/account/" in seen) == signed_in


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["min_raise", "side_pots"])
def test_feedback_and_pages_that_ask_again_are_clean_and_their_links_lead_somewhere(client: Client, kind: str) -> None:
    page = ask(client, kind=kind)
    again = answer(client, page, {})
    told = answer(client, page, asked(page).wrong)
    assert [again.status_code, told.status_code] == [422, 200]
    for response in (again, told):
        shown = response.content.decode()
        hold_for_every_page(response, shown)
        for address in pages.links(shown):
            assert client.get(address, follow=True).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/no-such-page/", "/practice/no-such-page", "/answers/7/", "/practice/\x00"])
def test_a_page_that_there_is_not_has_the_sites_own_face(client: Client, address: str) -> None:
    response = client.get(address)
    page = response.content.decode()
    assert response.status_code == 404
    hold_for_every_page(response, page)
    assert text(next(elements(page, "h1"))) == "This page is not in the deck"
    assert "/practice/" in pages.links(page)


@pytest.mark.django_db
def test_a_form_without_its_mark_is_refused_with_a_page() -> None:
    response = Client(enforce_csrf_checks=True).post("/practice/answer", {})
    assert response.status_code == 403
    page = response.content.decode()
    hold_for_every_page(response, page)
    assert text(next(elements(page, "h1"))) == "The form was not accepted"


@pytest.mark.parametrize("address", FOOT)
def test_a_page_of_text_is_linked_from_the_foot_of_every_page_and_needs_no_database(
    client: Client, address: str
) -> None:
    response = client.get(address)
    page = response.content.decode()
    hold_for_every_page(response, page)
    assert set(FOOT) <= pages.links(page)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/answers/", ("dispute", "second")),  # how answers are computed, and how to dispute one
        ("/about/", ("gambling helpline", "no game for money", "TDA")),  # rules only, a line on gambling, the credit
        ("/privacy/", ("cookie",)),
        ("/accessibility/", ("keyboard",)),
        ("/contact/", ("message",)),
    ],
)
def test_a_page_of_text_says_what_it_is_for(client: Client, address: str, words: tuple[str, ...]) -> None:
    page = client.get(address).content.decode()
    said = text(next(elements(page, "main"))).lower()
    assert [word for word in words if word.lower() not in said] == []


# The contact form


@pytest.fixture
def write(client: Client, db: None) -> Callable[..., HttpResponseBase]:
    """Send the contact form as MESSAGE with some fields changed."""
    return lambda **fields: client.post("/contact/", {**MESSAGE, **fields})


def test_a_message_is_mailed_with_the_address_to_answer_to(
    client: Client, write: Callable[..., HttpResponseBase], mailoutbox: list[EmailMessage]
) -> None:
    with override_settings(CONTACT="floor@stakes.example"):
        response = write()
    assert (response.status_code, response.headers["Location"]) == (302, "/contact/")
    (mail,) = mailoutbox
    assert (mail.to, mail.reply_to) == (["floor@stakes.example"], ["ann@example.com"])
    assert mail.subject == "Table Stakes: reopen, question 7"
    assert mail.body == MESSAGE["message"]
    page = client.get("/contact/").content.decode()
    assert text(with_class(page, "message")[0]) == "Thank you: your message has been sent."


def test_only_the_message_is_needed(write: Callable[..., HttpResponseBase], mailoutbox: list[EmailMessage]) -> None:
    assert write(about="", reply_to="").status_code == 302
    assert mailoutbox[0].reply_to == []


@pytest.mark.parametrize(
    ("field", "text_sent"),
    [
        ("message", ""),
        ("message", "x" * 4001),
        ("message", "nul\x00"),
        ("reply_to", "ann at example"),
        ("reply_to", "ann@example.com\nBcc: all@example.com"),
        ("about", "x" * 201),
    ],
)
def test_what_can_not_be_sent_is_asked_again_with_the_reason_at_its_field(
    write: Callable[..., HttpResponseBase], mailoutbox: list[EmailMessage], field: str, text_sent: str
) -> None:
    response = write(**{field: text_sent})
    page = b"".join(response).decode()
    assert response.status_code == 422
    assert mailoutbox == []
    asked_again = with_attribute(page, "name", field)[0]
    assert attribute(asked_again, "aria-invalid") == "true"
    reasons = [id for id in (attribute(asked_again, "aria-describedby") or "").split() if id.endswith("_error")]
    assert [bool(text(with_attribute(page, "id", id)[0])) for id in reasons] == [True]
    kept = "message" if field == "reply_to" else "reply_to"
    assert MESSAGE[kept] in page


def test_a_subject_of_several_lines_adds_no_header(
    write: Callable[..., HttpResponseBase], mailoutbox: list[EmailMessage]
) -> None:
    write(about="question 7\nBcc: all@example.com")
    assert mailoutbox[0].subject == "Table Stakes: question 7 Bcc: all@example.com"
    assert mailoutbox[0].recipients() == mailoutbox[0].to


def test_an_address_can_write_a_few_messages_an_hour(
    write: Callable[..., HttpResponseBase], mailoutbox: list[EmailMessage]
) -> None:
    most = limits.rate("contact").amount
    codes = [write().status_code for _ in range(most + 2)]
    assert codes == [302] * most + [422, 422]
    assert len(mailoutbox) == most


def test_a_message_that_the_mail_server_does_not_take_is_kept_in_the_form(
    write: Callable[..., HttpResponseBase], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_letter: EmailMessage) -> int:
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", refuse)
    response = write()
    page = b"".join(response).decode()
    assert (response.status_code, MESSAGE["message"] in page, len(with_class(page, "form-error"))) == (422, True, 1)


def test_written_questions_are_not_said_to_be_worked_out(client: Client) -> None:
    # the answers about procedure are written in fixtures/scenarios
    page = client.get("/answers/").content.decode()
    assert "No answer on this site was typed in" not in page
    assert "questions about procedure are written" in " ".join(page.split())


@pytest.mark.parametrize("about", ["<script>alert(1)</script>", "\x00", "x" * 5000, '" onfocus="x'])
def test_whatever_stands_in_the_link_is_only_text_in_the_form(client: Client, about: str) -> None:
    response = client.get("/contact/", {"about": about})
    assert response.status_code == 200
    page = response.content.decode()
    assert inline(page) == []
    assert attribute(with_attribute(page, "name", "about")[0], "value") == about[:200]
