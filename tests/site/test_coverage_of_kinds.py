"""What each kind of question has beside its drills, in each language, and that what is cited is there.

What is expected: the issue on languages: each kind has a lesson, a rule page and misconception pages in each language,
and every rule cited anywhere exists.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from quizzes.engine.rulesets import RULES, TOGGLES
from quizzes.kinds import KINDS
from quizzes.lessons.pages import prose
from quizzes.lessons.shelf import FOLDER
from quizzes.lessons.text import read
from quizzes.reference import book
from quizzes.wording.kinds import words_of
from quizzes.wording.mistake_pages import TOLD, what, why
from quizzes.wording.rules import TEXTS
from tests.site.pages import attribute, elements, links, text

LANGUAGES = [code for code, _name in settings.LANGUAGES]
ASKED = [kind.id for kind in KINDS.values() if kind.misconceptions]


@cache
def kinds_of(slug: str) -> frozenset[str]:
    """The kinds that a lesson shows a document of, or ends in a drill of."""
    lesson = read((FOLDER / slug / "en.md").read_text(encoding="utf-8"))
    shown = {str(table["question"]["kind"]) for table in lesson.documents.values()}
    return frozenset({*shown, *str(lesson.head["exit"]["kind"]).split(".")})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_lesson_in_every_language(language: str) -> None:
    written = [path.parent.name for path in FOLDER.glob(f"*/{language}.md")]
    assert frozenset().union(*map(kinds_of, written)) >= KINDS.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_book_of_rules_leads_to_a_drill_of_every_kind_in_every_language(client: Client, language: str) -> None:
    prefix = "" if language == "en" else f"/{language}"
    page = client.get(f"{prefix}/rules/book/").content.decode()
    drilled = {found[1] for link in links(page) if (found := re.search(r"[?&]kind=(\w+)", link))}
    assert drilled == KINDS.keys()
    assert {attribute(each, "id") for each in elements(page, "li")} >= RULES.keys()


@pytest.mark.parametrize("kind", ASKED)
def test_every_misconception_is_told_in_every_language(kind: str) -> None:
    english = said(kind, "en")
    for language in LANGUAGES:
        for id, texts in said(kind, language).items():
            assert all(texts), id
            assert language == "en" or not set(texts) & set(english[id]), id


@pytest.mark.parametrize(("kind", "language"), [*zip(ASKED, cycle(LANGUAGES[1:]), strict=False)])
def test_a_misconceptions_page_is_in_the_language_of_its_address_and_its_rule_leads_to_the_book(
    client: Client, kind: str, language: str
) -> None:
    id, (name, method, reason) = next(iter(said(kind, language).items()))
    with override(language):
        page = client.get(reverse("quizzes:mistake", args=[kind, id])).content.decode()
        book = reverse("quizzes:rule_book")
    (heading,) = elements(page, "h1")
    assert text(heading) == name
    assert {method, reason} <= {text(each) for each in elements(page, "p")}
    (cite,) = elements(page, "cite")
    (link,) = elements(cite, "a")
    assert attribute(link, "href") in {f"{book}#{rule}" for rule in RULES}


def test_a_rule_that_a_lesson_cites_leads_to_the_book() -> None:
    with override("en"):
        assert 'href="/rules/book/#reopening"' in prose("<p>{rule reopening}</p>", {})


def said(kind: str, language: str) -> dict[str, tuple[str, str, str]]:
    """Each misconception of a kind: its name, the wrong method, and why people do it."""
    with override(language):
        names = {id: str(name) for id, (name, _here) in words_of(kind).mistakes.items()}
        return {trap.id: (names[trap.id], what(trap.id), why(trap.id)) for trap in KINDS[kind].misconceptions}


def cited() -> Iterator[str]:
    """Every rule that a step, a toggle, a misconception, a lesson or a scenario names by its id."""
    for folder in ("engine", "kinds"):
        for path in (Path(settings.ROOT) / "quizzes" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(ast.Name("Step"), [ast.Constant(str(rule)), *_]):
                        yield rule
    yield from book.citing()
    yield from (rule for toggle in TOGGLES.values() for rule in toggle.rules.values() if rule)
    yield from (told.rule for told in TOLD.values() if told.rule)
    for path in FOLDER.glob("*/*.md"):
        yield from re.findall(r"\{rule ([^}]+)\}", path.read_text(encoding="utf-8"))


def test_every_rule_that_is_cited_anywhere_is_in_the_book_in_our_words() -> None:
    """A scenario may rest on a house's printed rule besides, which its author names with the edition."""
    rules = {rule for rule in cited() if " " not in rule}
    assert len(rules) > 125
    assert sorted(rules - RULES.keys()) == []
    assert RULES.keys() == TEXTS.keys()
