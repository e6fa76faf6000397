"""A lesson's source: what it is made of, and each fault told with its line."""

from __future__ import annotations

import pytest

from quizzes.lessons.text import LessonError, looked_up, read, solved
from tests.site.lesson_sources import ENGLISH, MALAY


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
        ('part = "betting"', "part = betting", 'title = "A', "no TOML"),
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
