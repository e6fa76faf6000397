"""Search over lessons, words, rules, mistakes and points of houses, in three languages.

What is expected: issue 6, "Reference": words, and of Chinese overlapping pairs of characters, made when a text is
saved. The terms in the three languages are those of card rooms, as the lesson on words has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client

from quizzes.engine.rulesets import RULES, TOGGLES
from quizzes.kinds import KINDS
from quizzes.lessons import shelf
from quizzes.models import Findable
from quizzes.reference import findables
from quizzes.reference import search as searching
from quizzes.reference.search import Found, results, tokens
from tests.site.pages import attribute, elements, links, text, with_class

LESSON = """+++
title = "{title}"
summary = "{summary}"
part = "pots"
+++

{body}
"""
POTS = {
    "en": ("Side pots", "Who is all-in plays for the main pot.", "The rest is a **side pot** ({{rule side-pots}})."),
    "ms": ("Pot sisi", "Pemain yang all-in bermain untuk pot utama.", "Selebihnya ialah **pot sisi**."),
    "zh-hant": ("主池之外", "全下的牌手爭的是主池。", "其餘的是**邊池**（{{rule side-pots}}）。底池限注是另一回事。"),
}
WORDS = """Three columns:

| English | Melayu | 中文 |
| --- | --- | --- |
| side pot | pot sisi | 邊池 |
| kicker | kicker | 起腳牌 |
"""


def save(slug: str, language: str, title: str, summary: str, body: str) -> None:
    shelf.save(slug, language, LESSON.format(title=title, summary=summary, body=body.format()), None)


@pytest.fixture
def pots(db: None) -> None:
    """A lesson in three languages, and a glossary."""
    for language, words in POTS.items():
        save("pots", language, *words)
    save("words", "en", "Words of the table", "Three languages side by side.", WORDS)


def titles(asked: str, language: str = "en") -> list[str]:
    return [found.title for found in results(asked, language).found]


@pytest.mark.parametrize(
    ("written", "found_by"),
    [
        ("Side Pot", ["side", "pot"]),
        ("底池限注", ["底池", "池限", "限注", "注"]),
        ("主池。邊池", ["主池", "池", "邊池", "池"]),
        ("加注到 300", ["加注", "注到", "到", "300"]),
        ("ＡＬＬ－ＩＮ", ["all", "in"]),
        ("TDA 47-A", ["tda", "47a", "47"]),
        ("池", ["池"]),
        ("?! _ \x00", []),
    ],
)
def test_a_text_is_found_by_its_words_and_chinese_by_its_pairs(written: str, found_by: list[str]) -> None:
    assert list(tokens(written)) == found_by


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("邊池", {"side pot · pot sisi · 邊池", "主池之外"}),
        ("底池", {"主池之外"}),
        ("side pot", {"side pot · pot sisi · 邊池", "Side pots"}),
        ("pot sisi", {"side pot · pot sisi · 邊池", "Pot sisi"}),
        ("池", {"side pot · pot sisi · 邊池", "主池之外"}),
        ("注", {"主池之外"}),
        ("kick", {"kicker · 起腳牌"}),
        ("ＳＩＤＥ　ＰＯＴＳ", {"Side pots"}),
        ("池邊", set()),
    ],
)
def test_a_term_is_found_in_each_language_whichever_one_reads(pots: None, asked: str, expected: set[str]) -> None:
    for language in POTS:
        found = {found.title for found in results(asked, language).found}
        # of a thing that has the words in several languages, one is shown
        assert found <= expected, language
        assert len(found) == len({title.partition(" ·")[0] for title in expected}), language


@pytest.mark.parametrize(
    ("asked", "reader", "title", "language"),
    [
        ("all-in", "en", "Side pots", ""),
        ("all-in", "ms", "Pot sisi", ""),
        ("全下", "zh-hant", "主池之外", ""),
        ("全下", "en", "主池之外", "zh-hant"),
    ],
)
def test_a_lesson_is_shown_once_and_in_the_readers_language_where_that_has_the_words(
    pots: None, asked: str, reader: str, title: str, language: str
) -> None:
    """In English and in Malay the text says "all-in", in Chinese 全下."""
    [found] = results(asked, reader).found
    assert (found.title, found.language) == (title, language)


def test_what_is_in_the_readers_language_comes_before_all_else(pots: None) -> None:
    save("other", "en", "All-in", "all-in", "All about all-in.")
    assert titles("all-in", "en") == ["All-in", "Side pots"]
    assert titles("all-in", "ms") == ["Pot sisi", "All-in"]


def test_where_the_readers_language_has_the_words_what_there_is_in_it_is_told_in_no_other(pots: None) -> None:
    """The Chinese lesson on pots says 全下 and never "all-in"; another one does."""
    save("hold", "en", "All-in alone", "all-in", "Only in English.")
    assert "Pot sisi" in titles("all-in", "zh-hant"), "nothing is there in Chinese that has the word"
    save("pots", "zh-hant", "主池之外", "全下的牌手爭的是主池。", "全下就是 all-in。")
    found = results("all-in", "zh-hant").found
    assert [(each.title, each.language) for each in found] == [("主池之外", ""), ("All-in alone", "en")]
    save("hold", "zh-hant", "單獨的全下", "全下", "這裡只有中文的字。")
    assert titles("all-in", "zh-hant") == ["主池之外"]


def test_a_title_weighs_more_than_a_text_and_a_short_text_more_than_a_long_one(db: None) -> None:
    save("long", "en", "Cards", "All about cards.", "muck " + "other words in between " * 200 + "muck muck")
    save("short", "en", "Dead cards", "What is dead.", "Cards in the muck are dead.")
    save("title", "en", "The muck", "Where cards go.", "Face down.")
    assert titles("muck") == ["The muck", "Dead cards", "Cards"]


def test_what_is_saved_anew_is_found_by_its_new_words_only(pots: None) -> None:
    save("pots", "en", "Layers", "Amounts make the pots.", "Cut at each all-in.")
    assert titles("layers") == ["Layers"]
    assert "Side pots" not in titles("side pots")
    save("words", "en", "Words of the table", "Shorter.", WORDS.replace("| kicker | kicker | 起腳牌 |\n", ""))
    assert titles("起腳牌") == []


def test_where_nothing_has_all_the_words_some_of_them_do(pots: None) -> None:
    found = results("kicker zebra", "en")
    assert found.partly
    assert [each.title for each in found.found] == ["kicker · 起腳牌"]
    assert not results("kicker", "en").partly


def test_the_words_that_were_asked_for_are_marked_where_they_begin_a_word(pots: None) -> None:
    def marked(found: Found) -> list[str]:
        return [piece for piece, asked_for in found.excerpt if asked_for]

    assert marked(results("main", "en").found[0]) == ["main"]
    assert marked(results("in", "en").found[0]) == ["in"]  # of "all-in", and not within "main"
    assert set(marked(results("邊池", "zh-hant").found[1])) == {"邊池"}


def test_a_text_in_another_language_is_marked_as_such(client: Client, pots: None) -> None:
    page = client.get("/search/", {"q": "限注"}).content.decode()
    [row] = [item for each in with_class(page, "found") for item in elements(each, "li")]
    assert [attribute(each, "lang") for each in elements(row, "a", "p") if attribute(each, "lang")] == ["zh-hant"] * 2
    assert "繁體中文" in text(row)
    assert [attribute(each, "href") for each in elements(row, "a")] == ["/zh-hant/lessons/pots/"]


@pytest.fixture(scope="module")
def index(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """All that is found by the code and its catalogues; no lesson."""
    with django_db_blocker.unblock():
        findables.rebuild()
        yield
        Findable.objects.all().delete()


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
def test_every_rule_point_and_mistake_is_there_in_every_language() -> None:
    traps = sum(len(kind.misconceptions) for kind in KINDS.values())
    for language, _name in settings.LANGUAGES:
        rows = Findable.objects.filter(language=language)
        counts = {about: rows.filter(about=about).count() for about in ("rule", "toggle", "mistake")}
        assert counts == {"rule": len(RULES), "toggle": len(TOGGLES), "mistake": traps}


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "address"),
    [
        ("TDA 2024 47-A", "/rules/book/#reopening"),  # TDA 2024 47-A: who may raise again
        ("49-A", "/rules/book/#reopening"),  # its number in the 2026 edition
        ("rule 54-B", "/rules/book/#pot-limit-full-blinds"),  # TDA 2024 54-B: the pot before the flop
        ("half raise", "/rules/reopen/"),
        ("misdeal boxed", "/rules/book/#misdeal"),  # TDA 2024 35-A
    ],
)
def test_a_rule_is_found_by_its_number_and_a_point_by_its_values(client: Client, asked: str, address: str) -> None:
    found = [each.address for each in results(asked, "en").found]
    assert address in found
    page = client.get("/search/", {"q": asked}).content.decode()
    assert f'href="{address}"' in page


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
def test_what_was_found_leads_to_a_page_that_has_it(client: Client) -> None:
    for asked in ("bring-in", "call"):
        found = results(asked, "en").found
        assert found
        for each in found[:8]:
            page, _, anchor = each.address.partition("#")
            response = client.get(page)
            assert response.status_code == 200
            assert not anchor or f'id="{anchor}"' in response.content.decode()


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
@pytest.mark.parametrize(
    "asked",
    [
        "",
        "   ",
        "'",
        "a & b | !c:*",
        "\\",
        "\x00",
        "<b>raise</b>",
        "½²",
        "%s %(x)s",
        "x" * 5000,
        "1e5 0x1F -",
        "池" * 300,
    ],
)
def test_whatever_is_asked_gets_a_page(client: Client, asked: str) -> None:
    response = client.get("/search/", {"q": asked})
    page = response.content.decode()
    assert response.status_code == 200
    assert "<b>raise" not in page
    [box] = with_class(page, "search")
    assert attribute(next(elements(box, "input")), "value") == asked.strip()[: searching.LONGEST]
    assert with_class(page, "found") or with_class(page, "look-up")


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
def test_a_mistake_of_one_name_in_several_skills_is_found_once() -> None:
    named = [each.title for each in results("the pot without the call", "en").found if each.about == "Mistake"]
    assert len(named) == len(set(named)) > 0
    assert Findable.objects.filter(language="en", about="mistake", title=named[0]).count() > 1


@pytest.mark.django_db
def test_where_nothing_is_found_the_page_says_where_to_look(client: Client) -> None:
    page = client.get("/search/", {"q": "zebra"}).content.decode()
    assert "Nothing fits “zebra”." in text(next(elements(page, "main")))
    assert {"/lessons/", "/rules/book/", "/mistakes/", "/rules/"} <= links(page)


@pytest.mark.parametrize(
    "address", ["/about/", "/search/", "/no-such-page/", "/rules/no-such-point/", "/mistakes/a/b/"]
)
@pytest.mark.django_db
def test_every_page_has_one_search_box_also_where_there_is_no_page(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    [box] = with_class(page, "search")
    assert (attribute(box, "action"), attribute(box, "method"), attribute(box, "role")) == ("/search/", "get", "search")


@pytest.mark.usefixtures("index")
@pytest.mark.django_db
def test_search_takes_one_query_with_the_index_or_two(
    client: Client, django_assert_num_queries: Callable[[int], Any]
) -> None:
    for asked, queries in (("", 0), ("raise", 1), ("raise zebra", 2)):
        with django_assert_num_queries(queries):
            client.get("/search/", {"q": asked})
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("EXPLAIN SELECT 1 FROM quizzes_findable WHERE vector @@ to_tsquery('simple', 'raise')")
        assert "findable_vector" in "".join(row[0] for row in cursor.fetchall())


@pytest.mark.django_db
def test_the_command_that_loads_content_makes_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "load", lambda: iter(()))
    call_command("load_content", verbosity=0)
    before = Findable.objects.count()
    call_command("load_content", verbosity=0)
    assert Findable.objects.count() == before > len(RULES)
