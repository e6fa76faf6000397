"""The editor in two tabs: what one has saved is not lost by the other, nor what the other has typed."""

from __future__ import annotations

import pytest
from django.test import Client

from quizzes.authoring import drafts
from quizzes.models import ScenarioVersion
from tests.site.pages import attribute, elements, links, text, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.test_authoring import SPOT
from tests.site.test_authoring_pages import HTMX, editor, fields_of, page, said
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann", role="instructor")


@pytest.fixture
def desk(ann: User) -> Client:
    """Ann's browser."""
    return browser_of(ann)


def hidden(shown: str, name: str) -> dict[str, str]:
    """The hidden fields of the form of a class."""
    fields = with_attribute(with_class(shown, name)[0], "type", "hidden")
    return {attribute(field, "name") or "": attribute(field, "value") or "" for field in fields}


def two_tabs(ann: User, desk: Client) -> tuple[str, dict[str, str]]:
    """The address of a draft that another tab has saved with B's stack at 800, and the fields of the first tab."""
    address = editor(ann)
    first = fields_of(page(desk, address))
    assert desk.post(address, first | {"s2": "800", "save": "save"}).status_code == 302
    return address, first | {"s1": "700", "save": "save"}


def test_of_two_tabs_the_second_save_keeps_what_was_typed_and_shows_both_and_the_difference(
    ann: User, desk: Client
) -> None:
    address, second = two_tabs(ann, desk)
    for headers in ({}, HTMX):
        response = desk.post(address, second, headers=headers)
        shown = response.content.decode()
        assert response.status_code == 422
        assert (fields_of(shown)["s1"], fields_of(shown)["s2"]) == ("700", "1000")
        assert [text(line) for line in elements(with_class(shown, "author-lines")[0], "del", "ins")] == [
            'Only saved: seats = [{name = "A", stack = 1000}, {name = "B", stack = 800}]',
            'Only yours: seats = [{name = "A", stack = 700}, {name = "B", stack = 1000}]',
        ]
        assert address in links(shown), "the way to the one that was saved"
    assert ScenarioVersion.objects.get().document["seats"][1]["stack"] == 800
    looked = desk.post(address, {key: value for key, value in second.items() if key != "save"}, headers=HTMX)
    assert with_class(looked.content.decode(), "author-stale"), "it is told before anything is saved"
    assert desk.post(address, hidden(shown, "author-choose") | {"save": "save"}).status_code == 302
    assert [seat["stack"] for seat in ScenarioVersion.objects.get().document["seats"]] == [700, 1000]


def test_of_two_tabs_the_one_that_says_otherwise_whether_it_is_for_exams_is_asked_too(ann: User, desk: Client) -> None:
    address = editor(ann)
    plain = fields_of(page(desk, address)) | {"exam-asked": "1", "save": "save"}
    assert desk.post(address, plain | {"exam": "on"}).status_code == 302
    response = desk.post(address, plain)
    assert response.status_code == 422
    assert "The saved one is kept for exams, yours is not." in said(response.content.decode(), "author-stale")[0]
    assert ScenarioVersion.objects.get().scenario.exam
    kept = hidden(response.content.decode(), "author-choose")
    assert desk.post(address, kept | {"save": "save"}).status_code == 302
    assert not ScenarioVersion.objects.get().scenario.exam


def test_a_tick_that_is_not_saved_yet_stays_and_so_does_what_is_too_long_to_be_saved(ann: User, desk: Client) -> None:
    address = editor(ann)
    ticked = fields_of(page(desk, address)) | {"exam-asked": "1", "exam": "on", "s2": "x", "save": "save"}
    [box] = with_attribute(desk.post(address, ticked).content.decode(), "name", "exam")
    assert attribute(box, "checked") is not None
    response = desk.post(address, {"text": SPOT + "#" * 65_536, "save": "save"})  # scenario-format.md: 64 KB
    assert response.status_code == 422
    assert "#####" in response.content.decode()
    assert "A document has at most 64 KB." in response.content.decode()


def test_the_same_form_sent_twice_is_no_other_tab(ann: User, desk: Client) -> None:
    address = editor(ann)
    fields = fields_of(page(desk, address)) | {"s2": "800", "save": "save"}
    assert [desk.post(address, fields).status_code for _twice in range(2)] == [302, 302]
    saved = fields_of(desk.post(address, fields, headers=HTMX).content.decode())
    assert desk.post(address, saved | {"s2": "900", "save": "save"}).status_code == 302, "a save tells the next one"


def test_what_is_typed_into_a_draft_that_another_tab_published_is_shown_and_not_lost(ann: User, desk: Client) -> None:
    address = editor(ann)
    first = fields_of(page(desk, address))
    twice = [desk.post(address, first | {"save": "publish"}).status_code for _twice in range(2)]
    assert twice == [302, 302], "the same form, sent twice"
    response = desk.post(address, first | {"s2": "700", "save": "save"})
    assert response.status_code == 422
    assert '{name = "B", stack = 700}' in said(response.content.decode(), "author-stale")[0]


def test_nor_is_it_lost_where_a_field_of_it_could_not_be_read_or_the_draft_was_thrown_away(
    ann: User, desk: Client
) -> None:
    address = editor(ann)
    first = fields_of(page(desk, address))
    typed = first | {"s2": "7 hundred", "prompt.en": "It took long to word", "save": "save"}
    assert desk.post(address, first | {"save": "publish"}).status_code == 302
    response = desk.post(address, typed)
    shown = said(response.content.decode(), "author-stale")[0]
    assert response.status_code == 422
    assert ("7 hundred" in shown, "It took long to word" in shown) == (True, True)

    gone = editor(ann)
    drafts.drop(ScenarioVersion.objects.latest("pk").scenario_id, ann.pk)
    for sent, headers, status in ((typed, {}, 404), (typed | {"s2": "700"}, HTMX, 422)):
        response = desk.post(gone, sent, headers=headers)
        assert response.status_code == status
        assert "It took long to word" in said(response.content.decode(), "author-stale")[0]
    assert desk.get(gone).status_code == 404
