"""The book of rules and the sources.

What is expected: issue 6, "Reference"; the numbers by edition are those of the edition map of the rules' notes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.test.html import Element

from quizzes import kinds
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import TOGGLES
from quizzes.kinds import KINDS
from quizzes.lessons import shelf
from quizzes.lessons.text import references
from quizzes.wording.rules import rule_text
from tests.cases.compare import load
from tests.site.pages import attribute, elements, links, text, with_attribute, with_class
from tests.site.test_question_pages import MOST_BYTES

pytestmark = pytest.mark.django_db

FIXTURES = Path(settings.ROOT) / "fixtures"
LESSON = """+++
title = "Who may raise again"
summary = "After a short all-in."
part = "betting"
+++

It stands in {rule reopening}; a {rule odd-chips} is another matter.
"""


@pytest.fixture
def book(client: Client) -> str:
    return client.get("/rules/book/").content.decode()


def entry(page: str, rule: str) -> Element:
    [found] = with_attribute(page, "id", rule)
    return found


def numbers_of(page: str) -> list[Element]:
    """The parts of the book, one for each number."""
    return [part for book in with_class(page, "book") for part in elements(book, "div")]


def heading(page: str, rule: str) -> str:
    """The number under which a rule stands, with its later one."""
    [block] = [each for each in numbers_of(page) if with_attribute(each, "id", rule)]
    return text(next(elements(block, "h3")))


def targets(part: Element) -> set[str]:
    return {attribute(link, "href") or "" for link in elements(part, "a")}


def cited() -> set[str]:
    """Every rule that a toggle, a step of a public case, a lesson or a scenario cites."""
    found = {rule for toggle in TOGGLES.values() for rule in toggle.rules.values() if rule}
    for case in load(["min_raise", "reopen", "awards", "chip_ruling", "pot_limit", "winner", "action_order"])[::3]:
        found |= {step.rule for step in kinds.solve(kinds_document(case["doc"])).steps}
    for path in (FIXTURES / "lessons").glob("*/*.md"):
        named = references(path.read_text(encoding="utf-8"))
        found |= {name.removeprefix("rule ") for name in named if name.startswith("rule ")}
    for path in (FIXTURES / "scenarios").rglob("*.toml"):
        rule = tomllib.loads(path.read_text(encoding="utf-8"))["question"].get("rule")
        found |= {rule} if rule else set()
    return found


def kinds_document(table: dict[str, Any]) -> Any:
    import json

    return loads(json.dumps(table))


def test_every_rule_that_is_cited_stands_in_the_book_in_our_words(book: str) -> None:
    rules = cited()
    assert len(rules) > 100
    for rule in rules:
        assert rule_text(rule) in text(entry(book, rule)), rule


def test_a_rule_stands_at_its_number_with_the_later_one_marked_where_it_is_not_confirmed(book: str) -> None:
    numbers = {
        "reopening": "47-A 2026: 49-A",  # confirmed by the Malay guide
        "raise-amounts": "43-A 2026: 45-A",  # confirmed by the Malay guide
        "raise-to-or-by": "43-B 2026: 45-B ?",
        "side-pots": "21 2026: 23 ?",
        "heads-up-button": "34-B 2026: 36-C ?",
        "big-blind-ante": "RP-11",
        "reopened-sum": "97",  # WSOP 2021
        "raise-double": "JJ",
        "turn": "No number",
    }
    assert {rule: heading(book, rule) for rule in numbers} == numbers


def test_numbers_come_in_their_order_and_books_with_their_editions(book: str) -> None:
    names = [text(each) for each in elements(book, "h2")]
    assert names == [
        "TDA 2024",
        "RRoP 11",
        "WSOP 2021",
        "WSOP Live Action 2024",
        "Conventions of card rooms",
        "Rules of single houses",
    ]
    tda = with_class(book, "book")[0]
    numbers = [text(each).partition(" ")[0] for each in elements(tda, "h3")]
    assert numbers[:3] == ["5", "10-A", "11-A"]
    assert numbers.index("47-A") < numbers.index("47-B") < numbers.index("54") < numbers.index("54-A")
    assert numbers[-1] == "RP-11"


def test_a_rule_leads_to_its_lessons_points_and_drills(client: Client) -> None:
    shelf.save("again", "en", LESSON, None)
    book = client.get("/rules/book/").content.decode()
    reopening = targets(entry(book, "reopening"))
    # the toggle that has it as a value; the kind that asks for it, by TDA 2024 47-A
    assert {"/lessons/again/", "/rules/reopen/", "/practice/?kind=reopen"} <= reopening
    assert "/lessons/again/" not in targets(entry(book, "side-pots"))
    assert {"/practice/?kind=side_pots", "/practice/?kind=awards"} <= targets(entry(book, "side-pots"))
    assert "/practice/?kind=choice" in targets(entry(book, "clock"))  # asked in fixtures/scenarios/clock/


def test_every_link_of_the_book_leads_somewhere_and_every_anchor_is_there(book: str) -> None:
    linked = {target for part in numbers_of(book) for target in targets(part)}
    known = {f"/rules/{name}/" for name in TOGGLES} | {f"/practice/?kind={kind}" for kind in KINDS}
    assert len(linked) > 40
    assert linked <= known
    ids = [id for each in elements(book) if (id := attribute(each, "id"))]
    assert len(ids) == len(set(ids))
    [contents] = with_class(book, "book-nav")
    assert {target.removeprefix("#") for target in targets(contents)} <= set(ids)


def test_the_book_takes_one_query_and_few_bytes(
    client: Client, django_assert_num_queries: Callable[[int], Any]
) -> None:
    with django_assert_num_queries(1):
        page = client.get("/rules/book/").content
    assert len(page) < MOST_BYTES


def test_the_sources_are_credited_with_links_and_what_is_left_out_is_said(client: Client) -> None:
    page = client.get("/sources/").content.decode()
    said = text(next(elements(page, "main")))
    for words in ("Poker Tournament Directors Association", "in our own words", "Laws", "Online play", "floor", "JJ"):
        assert words in said
    assert '<a href="https://www.pokertda.com/">' in page
    assert {"/rules/book/", "/rules/house/jj/"} <= links(page)


def test_the_page_about_the_site_keeps_its_address_and_leads_to_the_sources(client: Client) -> None:
    response = client.get("/about/")
    assert response.status_code == 200
    assert "/sources/" in links(response.content.decode())
