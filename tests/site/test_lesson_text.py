"""A lesson's source: what it is made of, and each fault told with its line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import process_time

import pytest

from quizzes.engine.notation import load_table
from quizzes.lessons.answers import looked_up, part_text, solved
from quizzes.lessons.pages import pieces
from quizzes.lessons.shelf import Version
from quizzes.lessons.text import WAYS, LessonError, read
from quizzes.models import Lesson, LessonVersion
from quizzes.reference.book import FIXTURES
from tests.site.lesson_sources import ENGLISH, MALAY, SPOT

UNPLAYED = SPOT.replace('actions = "A raises to 300"\n', "").replace(
    'kind = "min_raise", player = "B"', 'kind = "min_raise"'
)
"""The spot before anybody has acted."""
FRONT = '+++\ntitle = "One"\nsummary = "One document."\n+++\n'


def test_a_source_is_prose_and_documents_in_their_order() -> None:
    text = read(ENGLISH)
    assert [(block.way, block.name) for block in text.blocks] == [
        ("prose", ""),
        ("spot", "first"),
        ("prose", ""),
        ("check", "second"),
        ("prose", ""),
        ("replay", "played"),
    ]
    assert (text.title, text.checks, text.minutes) == ("A first raise", ["second"], 2)


def test_a_translation_names_the_documents_of_the_english_text() -> None:
    english = read(ENGLISH)
    assert read(MALAY, english.documents).documents == {}
    with pytest.raises(LessonError, match=r"line 8: there is no document named first"):
        read(MALAY.replace("{first.raise_to}", "500"))


def test_html_is_text() -> None:
    text = read(ENGLISH.replace("The next raise", "<script>alert(1)</script> [here](javascript:alert)"))
    assert "<script" not in text.blocks[0].html
    assert 'href="javascript' not in text.blocks[0].html


@pytest.mark.parametrize(
    ("before", "after", "place", "message"),
    [
        ("+++\ntitle", "title", "+++", "begins with a line"),
        ('title = "A first raise"\n', "", 'title = "A', "no title"),
        ('part = "betting"', "part = betting", 'part = "b', "no TOML"),
        ("{rule raise-amounts}", "{rule raising}", "The next", "no rule raising"),
        ("{toggle min_raise}", "{toggle raising}", "The next", "no toggle raising"),
        ("{kind min_raise}", "{kind raising}", "See", "no kind raising"),
        ("{first.raise_to}", "{first.raised_to}", "The next", "has no raised_to"),
        ("{first.raise_to}", "{third.raise_to}", "The next", "neither a document"),
        ("```spot first", "```spot", "```spot", "needs a name"),
        ("A raises to 300", "A raises to 150", "```spot first", "actions[0]"),
        ('stack = 5000}, {name = "C"', 'stack = -1}, {name = "C"', "```spot first", "seats"),
        ("blinds = [50, 100]", "blinds = [50, 100", "button =", "no TOML"),
        ("```check second", "```check first", "```check second", "two documents"),
        # what stands in braces is looked up in code too, and however a brace is written
        ("See {lesson", "```\n{nothing}\n```\n\nSee {lesson", "See", "neither a document"),
        ("See {lesson", "    {nothing}\n\nSee {lesson", "See", "neither a document"),
        ("See {lesson", "See `{nothing}` {lesson", "See", "neither a document"),
        ("See {lesson", "See &#123;nothing&#125; {lesson", "See", "neither a document"),
        # an answer's yes or no, and its tables, are not said in a word
        ("{first.raise_to}", "{first.full_raise}", "The next", "has no full_raise to be said in a word"),
        ("See {lesson", "- ```table first\n  ```\n\nSee {lesson", "See", "not in a list or a quotation"),
        ("See {lesson", "> ```table first\n> ```\n\nSee {lesson", "See", "not in a list or a quotation"),
        ("See {lesson", "```check second\n```\n\nSee {lesson", "See", "second is asked twice"),
        ("See {lesson", f"```replay none\n{UNPLAYED}```\n\nSee {{lesson", "See", "nothing to be played back"),
        ("See {lesson", "See \0 {lesson", "See", "null character"),
        ("A first raise", "A" * 121, 'title = "A', "the title has more than 120 characters"),
        ("What the next raise has to be.", "A" * 301, 'title = "A', "the summary has more than 300 characters"),
    ],
)
def test_a_fault_is_told_with_its_line(before: str, after: str, place: str, message: str) -> None:
    assert before in ENGLISH
    with pytest.raises(LessonError) as caught:
        read(ENGLISH.replace(before, after, 1))
    assert message in caught.value.message
    assert caught.value.line == ENGLISH[: ENGLISH.index(place)].count("\n") + 1


def test_what_prose_looks_up_is_the_answer_or_what_a_step_gave() -> None:
    # TDA 2024 43-A: from 100 to 250 is a raise by 150, so the next is to 400 at least; B has a small blind of 50 in
    _document, solution = solved({**read(ENGLISH).documents["second"]})
    assert looked_up(solution, "raise_to") == 400
    assert looked_up(solution, "last_raise") == 150
    with pytest.raises(KeyError):
        looked_up(solution, "raise_to.more")


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("worked/*.toml")), ids=lambda path: path.stem)
def test_whatever_may_be_looked_up_is_said_and_whatever_may_be_shown_is_drawn(path: Path) -> None:
    """Of a document of each kind: no text that was saved may fail for its readers."""
    source = path.read_text(encoding="utf-8")
    document, solution = solved(load_table(source))
    for name in {*solution.answer, *(name for step in solution.steps for name in step.out)}:
        with suppress(KeyError):
            assert part_text(document, solution, name)
    for way in sorted(WAYS):
        with suppress(LessonError):
            lesson = f"{FRONT}\n```{way} one\n{source}\n```\n"
            text = read(lesson)
            row = LessonVersion(lesson=Lesson(slug="one"), language="en", source=lesson)
            assert [piece.way for piece in pieces(Version(row, text, text))] == [way]


@pytest.mark.parametrize(
    "front", ["needs = " + "[" * 5000, "minutes = " + "9" * 5000, "x = " + "{a=" * 3000, "a." * 15_000 + "a = 1"]
)
def test_front_matter_that_no_reader_takes_is_told_at_its_line(front: str) -> None:
    """Each was an error of the site's own, or took half a minute: documents were held to this before."""
    begun = process_time()
    with pytest.raises(LessonError) as caught:
        read(f"+++\n{front}\n+++\nProse.\n")
    assert caught.value.line <= 2
    assert process_time() - begun < 1


@pytest.mark.parametrize("opening", ["![a", "|a", "*a_", "`a", "<a "])
def test_signs_that_open_something_are_counted(opening: str) -> None:
    """What a sign opens is looked for to the end of the paragraph: twice as many take four times as long."""
    assert read(FRONT + opening * 1900).blocks
    with pytest.raises(LessonError, match="a lesson has at most 2000 of the sign"):
        read(FRONT + opening * 2100)
