"""Lessons on the site: loaded from files, shown with what the engine computes, answered, kept in versions.

What is expected: the issue on lessons.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.html import Element

from quizzes.engine.notation import parse
from quizzes.kinds import KINDS
from quizzes.lessons import pages, shelf
from quizzes.lessons.text import LessonError
from quizzes.models import Lesson, LessonRead, LessonVersion
from quizzes.wording.mistakes import mistake_name
from quizzes.wording.rules import rule_text
from tests.site.lesson_sources import ENGLISH, MALAY
from tests.site.pages import attribute, elements, landmarks, text, tree, with_class
from tests.site.people import browser_of, person

pytestmark = pytest.mark.django_db

CHECK = "/lessons/a-raise/check/second/"
RIGHT = {"raise_to": "400", "raise_by": "150", "adds": "350"}
"""TDA 2024 43-A: over a raise by 150 to 250 the next is to 400; B has the small blind of 50 in and adds 350."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one lesson in two languages."""
    (tmp_path / "a-raise").mkdir()
    (tmp_path / "a-raise" / "en.md").write_text(ENGLISH, encoding="utf-8")
    (tmp_path / "a-raise" / "ms.md").write_text(MALAY, encoding="utf-8")
    return tmp_path


@pytest.fixture
def loaded(folder: Path) -> Path:
    list(shelf.load(folder))
    return folder


def ids_of(page: str | Element) -> list[str]:
    """The ids on a page or in a part of one."""
    return [id for element in elements(page) if (id := attribute(element, "id"))]


def answer(client: Client, **changes: str) -> Any:
    return client.post(CHECK, {**RIGHT, **changes})


def test_loading_again_changes_nothing_and_a_changed_file_is_a_version(loaded: Path) -> None:
    assert {done for _slug, _language, done in shelf.load(loaded)} == {"same"}
    file = loaded / "a-raise" / "en.md"
    file.write_text(ENGLISH.replace("at least", "or more"), encoding="utf-8")
    assert [done for _slug, _language, done in shelf.load(loaded)] == ["loaded", "same"]
    numbers = LessonVersion.objects.filter(language="en").order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2]


def test_an_edit_on_the_site_is_kept_when_files_are_loaded(loaded: Path) -> None:
    edited = shelf.save("a-raise", "en", ENGLISH.replace("at least", "or more"), person("Ines").pk)
    (loaded / "a-raise" / "en.md").write_text(ENGLISH.replace("The next", "Any next"), encoding="utf-8")
    assert [done for _slug, _language, done in shelf.load(loaded)] == ["kept", "same"]
    shown = shelf.current("a-raise", "en")
    assert shown is not None
    assert shown.row == edited


def test_a_document_that_a_translation_shows_stays(loaded: Path) -> None:
    with pytest.raises(LessonError, match="ms needs what is gone: there is no document named second"):
        shelf.save("a-raise", "en", ENGLISH.replace("```check second", "```check other"), None)
    assert LessonVersion.objects.filter(language="en").count() == 1


def test_the_numbers_of_a_lesson_are_computed_and_its_links_lead_somewhere(client: Client, loaded: Path) -> None:
    page = client.get("/lessons/a-raise/").content.decode()
    assert "The next raise is to 500 at least: TDA 2024" in " ".join(text(tree(page)).split())
    for address in ("/rules/min_raise/", "/practice/?kind=min_raise", "/lessons/a-raise/"):
        assert f'href="{address}"' in page


def test_the_list_says_what_a_lesson_is_about_and_which_are_done(client: Client, loaded: Path) -> None:
    page = client.get("/lessons/").content.decode()
    assert "What the next raise has to be." in page
    assert "2 minutes" in page
    assert "is-done" not in page
    answer(client)
    assert "is-done" in client.get("/lessons/").content.decode()


def test_a_check_is_answered_with_the_feedback_of_practice(client: Client, loaded: Path) -> None:
    # twice 250 is 500: the doubling that the seed warns of
    told = text(tree(answer(client, raise_to="500", raise_by="250", adds="450").content.decode()))
    assert str(mistake_name("min_raise", "double-the-bet")) in told
    assert rule_text("raise-amounts") in told
    assert "400" in told


def test_an_answer_that_can_not_be_read_keeps_what_was_typed(client: Client, loaded: Path) -> None:
    response = answer(client, raise_to="many")
    assert response.status_code == 422
    assert 'value="many"' in response.content.decode()
    assert client.get("/lessons/a-raise/check/none/").status_code == 404


def test_the_last_answer_to_a_check_counts_for_the_account(loaded: Path) -> None:
    browser = browser_of(person("Ana"))
    answer(browser)
    answer(browser, raise_to="600")
    assert LessonRead.objects.get().checks == {"second": False}


def test_a_lesson_that_was_finished_stays_so_whatever_is_answered_later(loaded: Path) -> None:
    browser = browser_of(person("Ana"))
    answer(browser, raise_to="600")
    assert LessonRead.objects.get().finished_at is None
    answer(browser)
    finished = LessonRead.objects.get().finished_at
    assert finished is not None
    answer(browser, raise_to="600")
    assert LessonRead.objects.get().finished_at == finished


def test_a_hand_in_a_lesson_is_played_back(client: Client, loaded: Path) -> None:
    address = "/lessons/a-raise/replay/played/"
    assert f'href="{address}1/"' in client.get("/lessons/a-raise/").content.decode()
    assert "A raises to 300" in text(tree(client.get(f"{address}1/").content.decode()))
    assert client.get(f"{address}9/").status_code == 404


def test_two_documents_on_a_page_have_ids_of_their_own(client: Client, loaded: Path) -> None:
    page = client.get("/lessons/a-raise/").content.decode()
    ids = ids_of(page)
    assert sorted(ids) == sorted(set(ids))


def test_one_document_that_is_shown_three_times_has_ids_of_its_own_and_one_check(client: Client, loaded: Path) -> None:
    shelf.save("a-raise", "en", f"{ENGLISH}\n```spot second\n```\n\n```table second\n```\n", None)
    page = client.get("/lessons/a-raise/").content.decode()
    ids = ids_of(page)
    assert sorted(ids) == sorted(set(ids))
    assert f'action="{CHECK}"' in page
    own = set(ids_of(with_class(page, "lesson-check")[0]))
    swapped = client.post(CHECK, {**RIGHT, "raise_to": "many"}, headers={"HX-Request": "true"}).content.decode()
    assert "check-second" in own <= set(ids_of(swapped))
    assert (set(ids) - own).isdisjoint(ids_of(swapped))


def test_each_region_of_every_lesson_has_a_name_of_its_own_whatever_was_answered(client: Client) -> None:
    """WAI-ARIA 1.2, "landmark roles": two of one role on a page have different labels (axe: landmark-unique)."""
    list(shelf.load(shelf.FOLDER))
    for slug in sorted(path.name for path in shelf.FOLDER.iterdir()):
        page = client.get(f"/lessons/{slug}/").content.decode()
        version = shelf.current(slug, "en")
        assert version is not None
        told = ""
        for name in version.text.checks:
            document = parse(version.documents[name])
            sent = KINDS[document.question.kind].examples(document).wrong[0]
            answered = client.post(f"/lessons/{slug}/check/{name}/", sent, headers={"HX-Request": "true"})
            assert answered.status_code == 200
            told += answered.content.decode()
        checks = [name for part in with_class(page, "lesson-check") for name in landmarks(part, page)]
        assert len(checks) >= 2
        for found in (landmarks(page), landmarks(f"<div>{told}</div>")):
            assert sorted(found) == sorted(set(found)), slug
            assert "" not in found, slug


def test_a_text_that_is_looked_at_is_its_own_lesson_s(loaded: Path) -> None:
    for slug in ("one", "other"):
        shown = pages.pieces(shelf.looked_at(slug, "en", ENGLISH))
        assert f'href="/lessons/{slug}/replay/played/1/"' in "".join(piece.html for piece in shown)


def test_a_lesson_in_a_language_that_it_has_not_is_shown_in_english(loaded: Path) -> None:
    found = {language: shelf.current("a-raise", language) for language in ("en", "ms", "zh-hant")}
    assert {language: shown and shown.text.title for language, shown in found.items()} == {
        "en": "A first raise",
        "ms": "Raise pertama",
        "zh-hant": "A first raise",
    }


def test_who_may_write_lessons_edits_them_with_faults_at_their_line(client: Client, loaded: Path) -> None:
    address = "/lessons/a-raise/edit/en/"
    assert client.get(address).status_code == 302
    assert browser_of(person("Ana")).get(address).status_code == 403
    author = browser_of(person("Ines", role="instructor"))
    assert "A first raise" in author.get(address).content.decode()
    faulty = author.post(address, {"source": ENGLISH.replace("raise-amounts", "raising"), "save": "1"})
    assert faulty.status_code == 422
    assert "there is no rule raising" in faulty.content.decode()
    assert "{rule raising}" in faulty.content.decode()
    assert LessonVersion.objects.filter(language="en").count() == 1
    seen = author.post(address, {"source": ENGLISH.replace("at least", "or more"), "look": "1"}).content.decode()
    assert "or more: <cite>" in seen
    assert LessonVersion.objects.filter(language="en").count() == 1
    author.post(address, {"source": ENGLISH.replace("at least", "or more"), "save": "1"})
    assert "or more: <cite>" in client.get("/lessons/a-raise/").content.decode()


@pytest.mark.parametrize("button", ["look", "save"])
def test_a_front_matter_that_can_not_be_kept_is_told_before_it_is_saved(loaded: Path, button: str) -> None:
    author = browser_of(person("Ines", role="instructor"))
    for before, after in (
        ('"betting"', '"nowhere"'),
        ("place = 10", "place = -1"),
        ('exit = {kind = "min_raise"', 'exit = {kind = "raise"'),
    ):
        response = author.post("/lessons/a-raise/edit/en/", {"source": ENGLISH.replace(before, after), button: "1"})
        assert response.status_code == 422
        assert "Line 2:" in response.content.decode()
    assert LessonVersion.objects.filter(language="en").count() == 1


@pytest.mark.parametrize("button", ["look", "save"])
def test_what_a_translation_needs_is_told_before_it_is_saved(loaded: Path, button: str) -> None:
    author = browser_of(person("Ines", role="instructor"))
    source = ENGLISH.replace("```check second", "```check other")
    response = author.post("/lessons/a-raise/edit/en/", {"source": source, button: "1"})
    assert "ms needs what is gone" in response.content.decode()


def test_a_lesson_s_name_is_no_longer_than_is_kept(loaded: Path) -> None:
    author = browser_of(person("Ines", role="instructor"))
    longest, longer = "a" * 60, "a" * 61  # the column holds 60
    assert author.post(f"/lessons/{longest}/edit/en/", {"source": ENGLISH, "save": "1"}).status_code == 302
    assert author.post(f"/lessons/{longer}/edit/en/", {"source": ENGLISH, "save": "1"}).status_code == 404


def test_the_drill_that_a_lesson_ends_in_is_kept_and_filled_in_for_lessons_that_were_there(loaded: Path) -> None:
    drill = {"kind": "min_raise", "level": 2}  # as its front matter has it
    assert Lesson.objects.get().exit == drill
    Lesson.objects.update(exit={})
    with connection.schema_editor() as editor:
        import_module("quizzes.migrations.0010_lesson_exit").read_exits(apps, editor)
    assert Lesson.objects.get().exit == drill
