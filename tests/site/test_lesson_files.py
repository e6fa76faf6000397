"""The lessons of the course, file by file: what the issue on lessons asks of each."""

from __future__ import annotations

from functools import cache
from graphlib import TopologicalSorter

import pytest

from quizzes.engine.fields import LANGUAGES
from quizzes.engine.rulesets import TOGGLES
from quizzes.kinds import KINDS
from quizzes.lessons.answers import solved
from quizzes.lessons.front import PARTS
from quizzes.lessons.shelf import FOLDER
from quizzes.lessons.text import Text, read, references

SLUGS = sorted(path.name for path in FOLDER.iterdir())


@cache
def text(slug: str, language: str = "en") -> Text:
    source = (FOLDER / slug / f"{language}.md").read_text(encoding="utf-8")
    return read(source, None if language == "en" else text(slug).documents)


def named(found: Text) -> list[str]:
    """What the braces of a lesson name, in its order."""
    return [reference for block in found.blocks for reference in references(block.html)]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_asks_twice_shows_a_worked_example_cites_a_rule_and_takes_eight_minutes_at_most(slug: str) -> None:
    english = text(slug)
    assert len(english.checks) == 2
    assert {"spot", "replay"} & {block.way for block in english.blocks}
    assert any(reference.startswith("rule ") for reference in named(english))
    assert english.minutes <= 8
    assert english.head["part"] in PARTS


@pytest.mark.parametrize("slug", SLUGS)
def test_the_translations_show_the_same_documents_and_look_up_the_same_parts(slug: str) -> None:
    english = text(slug)
    shown = [(block.way, block.name) for block in english.blocks if block.way != "prose"]
    for language in LANGUAGES[1:]:
        other = text(slug, language)
        assert [(block.way, block.name) for block in other.blocks if block.way != "prose"] == shown
        assert set(named(other)) == set(named(english)), language
        assert other.minutes <= 8


@pytest.mark.parametrize("slug", SLUGS)
def test_a_lesson_ends_in_a_drill_that_there_is(slug: str) -> None:
    drill = text(slug).head["exit"]
    kinds = str(drill["kind"]).split(".")
    assert set(kinds) <= KINDS.keys()
    assert all(drill.get("level", 1) in KINDS[kind].levels for kind in kinds)
    games = str(drill.get("game", "holdem")).split(".")
    assert {variant.game for kind in kinds for variant in KINDS[kind].variants} >= set(games)


def test_what_to_read_before_is_there_and_goes_in_no_circle() -> None:
    needs = {slug: set(text(slug).head["needs"]) for slug in SLUGS}
    assert set().union(*needs.values()) <= needs.keys()
    order = list(TopologicalSorter(needs).static_order())
    places = {slug: text(slug).head["place"] for slug in SLUGS}
    assert len(set(places.values())) == len(SLUGS)
    assert all(places[before] < places[slug] for slug in order for before in needs[slug])


def test_every_kind_has_a_lesson_and_every_point_in_which_houses_differ_is_in_one() -> None:
    asked = {str(text(slug).head["exit"]["kind"]) for slug in SLUGS}
    shown = {solved(table)[0].question.kind for slug in SLUGS for table in text(slug).documents.values()}
    assert {kind for kinds in asked for kind in kinds.split(".")} | shown >= KINDS.keys()
    told = {reference.removeprefix("toggle ") for slug in SLUGS for reference in named(text(slug))}
    assert told >= TOGGLES.keys()


def test_every_lesson_that_a_text_links_to_is_there() -> None:
    linked = {
        name.removeprefix("lesson ") for slug in SLUGS for name in named(text(slug)) if name.startswith("lesson ")
    }
    assert linked <= set(SLUGS)
