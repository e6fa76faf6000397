"""What the author's pages say: where something is wrong, what a draft is called, where to begin, what was saved."""

from __future__ import annotations

import pytest
from django.test import Client

from quizzes.authoring import publishing
from quizzes.models import ScenarioVersion
from tests.site.pages import elements, text, with_attribute
from tests.site.people import browser_of, person
from tests.site.test_authoring import SPOT
from tests.site.test_authoring_pages import editor, page, post, said
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> User:
    return person("Ann", role="instructor")


@pytest.fixture
def desk(ann: User) -> Client:
    """Ann's browser."""
    return browser_of(ann)


def test_what_is_wrong_with_a_field_is_told_at_it_and_under_its_name_and_what_has_no_field_at_the_text(
    ann: User, desk: Client
) -> None:
    shown = page(desk, editor(ann, SPOT.replace('"B", stack = 1000', '"B", stack = -1')))
    at_field, summary = said(shown, "field-error")
    assert summary == f"B: Starting stack: {at_field}"
    shown = page(desk, editor(ann, SPOT + "colour = 1"))
    assert said(shown, "field-error") == ["colour: there is no key 'colour' in a document"] * 2
    assert with_attribute(shown, "id", "text-says")
    shown = page(desk, editor(ann, SPOT + 'rules = "own-2"'))
    assert "Rules that you wrote for a room are chosen in the form" in said(shown, "field-error")[-1]


def test_a_draft_is_headed_by_its_title_and_the_empty_desk_leads_to_the_first_one(ann: User, desk: Client) -> None:
    assert text(with_attribute(page(desk, "/author/?mine=on"), "href", "#new-kind")[0]).startswith("Write one")
    shown = page(desk, editor(ann, SPOT + 'title = "The short raise"'))
    assert [text(head) for head in elements(shown, "h1")] == ["The short raise, version 1"]


def test_to_save_and_publish_is_one_act_and_what_can_not_be_asked_is_kept_as_a_draft(
    ann: User, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, other = editor(ann), SPOT.replace("to 300", "to 150")
    with monkeypatch.context() as patch:
        patch.setattr(publishing, "_house", lambda *args, **kwargs: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            post(desk, address, text=SPOT.replace("to 300", "to 400"), save="publish")
    assert "to 300" in ScenarioVersion.objects.get().document["actions"], "nothing is saved that is not published"
    shown = desk.post(address, {"text": other, "save": "publish"}, follow=True).content.decode()
    assert "It is saved as a draft." in shown
    assert "actions[1]" not in shown
    assert ScenarioVersion.objects.get().document["actions"] == "A bets 100, B raises to 150"
