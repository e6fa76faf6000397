"""A key path of a document in the words of the editor's form (scenario format, "The document")."""

from __future__ import annotations

import pytest

from quizzes.engine.notation import load_table
from quizzes.showing.worked import FOLDER
from quizzes.wording.places import place_text


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("seats[2].stack", "Seat 3: Starting stack"),
        ("seats[0]", "Seat 1"),
        ("actions[0]", "Action 1"),
        ("question.options[0].why.en", "Answer 1: Why it is right or wrong (English)"),
        ("question.options[3]", "Answer 4"),
        ("prompt.ms", "Question in your own words (Bahasa Melayu)"),
        ("question.right", "Which answers are right"),
        ("no.such[key]", "no.such[key]"),
    ],
)
def test_a_place_is_told_by_its_row_and_its_field(where: str, said: str) -> None:
    assert place_text(where) == said


def test_every_key_of_the_worked_documents_has_its_words() -> None:
    tables = [load_table(path.read_text()) for path in FOLDER.glob("*.toml")]
    places = {key for table in tables for key in (*table, *(f"question.{key}" for key in table["question"]))}
    assert [place for place in places if place_text(place) == place] == []
