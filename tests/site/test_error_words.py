"""What is wrong with a document, in the reader's language: every error has a sentence that can be translated.

What is expected: the issue on languages (everything in three languages, whole messages with named placeholders).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.test import Client
from django.utils.html import escape
from django.utils.translation import get_language, override

from quizzes.answering import solve_table
from quizzes.engine.errors import DocumentError, Sentence
from quizzes.engine.hand import play
from quizzes.engine.notation import load_table
from quizzes.engine.refusals import REFUSALS, REFUSED_BETS
from quizzes.exchange import json_text
from quizzes.wording.errors import error_text, placed_error, plain_error
from tests.engine.test_betting import spot
from tests.engine.test_illegal_actions import REFUSED, REFUSED_ELSEWHERE, refused_spot
from trainer import catalogues

PLACE = re.compile(r"%\((\w+)\)s")
PASSED_ON = {"shape", "self.sentence"}
"""What says what is wrong by a name: the sentence itself stands where that name comes from."""

SMALL_RAISE = "A bets 100, B raises to 150"
"""Refused: the smallest raise over a bet of 100 is to 200 (TDA 2024 43-A)."""


def raised() -> Iterator[tuple[str, ast.expr, set[str]]]:
    """Every DocumentError that the code makes: where, what it says, and the values it is given."""
    for path in sorted((catalogues.ROOT / "quizzes").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "DocumentError(" in source else ():
            match node:
                case ast.Call(ast.Name("DocumentError"), [_, said], values):
                    yield f"{path.name}:{node.lineno}", said, {value.arg or "" for value in values}


def test_every_error_is_a_whole_sentence_with_the_values_that_it_names() -> None:
    found = list(raised())
    assert len(found) > 150
    for where, said, values in found:
        match said:
            case ast.Constant(str(template)):
                assert set(PLACE.findall(template)) == values, where
                assert "%" not in PLACE.sub("", template), where
            case ast.Call(ast.Name("refusal")):  # a sentence of REFUSALS
                continue
            case _:
                assert ast.unparse(said) in PASSED_ON, where


def test_every_refused_action_fills_its_sentence() -> None:
    for reason in (*REFUSED, *REFUSED_ELSEWHERE):
        with pytest.raises(DocumentError) as error:
            play(refused_spot(reason))
        places = {*PLACE.findall(REFUSALS[reason]), *PLACE.findall(REFUSED_BETS.get(reason, ""))}
        assert places <= error.value.sentence.values.keys(), reason


def test_what_is_said_of_a_document_is_collected_for_translation() -> None:
    found = {(each.file, each.message.text) for each in catalogues.errors()}
    assert ("quizzes/engine/refusals.py", REFUSALS["below-minimum"]) in found
    assert ("quizzes/engine/seating.py", "two seats have the name %(name)s") in found
    assert ("quizzes/engine/questions.py", "%(where)s is a list of chips such as [500, 100]") in found


@pytest.fixture
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translations that are the English between two signs, with the language that was asked for."""
    told = SimpleNamespace(gettext=lambda message: f"<{get_language()} {message}>")
    monkeypatch.setattr("quizzes.wording.errors.translation", told)


@pytest.mark.usefixtures("_marked")
def test_an_error_and_the_part_that_it_holds_are_translated_with_their_values_put_in() -> None:
    act = Sentence("raise to %(to)s", {"to": 150})
    error = DocumentError("actions[1]", "%(name)s can't %(act)s", name="B", act=act)
    with override("ms"):
        assert error_text(error) == "<ms B can't <ms raise to 150>>"
    assert str(error) == "actions[1]: B can't raise to 150"


@pytest.mark.usefixtures("_marked")
def test_the_api_and_the_tools_tell_an_error_in_the_language_that_was_asked_for(client: Client) -> None:
    """The API by its `lang`, a tool by its address; where it is stays a key path of the document."""
    wanted = "zh-hant B can't <zh-hant raise to 150>: the smallest raise is to 200"
    document = json.dumps(spot(SMALL_RAISE))
    error = client.post("/api/v1/solve?lang=zh-hant", document, content_type="application/json").json()["error"]
    assert error == {"where": "actions[1]", "message": f"<{wanted}>"}
    typed = {"n1": "A", "n2": "B", "n3": "C", "sb": "50", "bb": "100", "t": "flop", "a": SMALL_RAISE}
    page = client.get("/zh-hant/tools/minimum-raise/", typed).content.decode()
    assert escape(wanted) in page


def test_in_english_the_words_are_those_of_the_error_itself() -> None:
    for reason in (*REFUSED, *REFUSED_ELSEWHERE):
        with pytest.raises(DocumentError) as error:
            play(refused_spot(reason))
        assert plain_error(error.value) == error.value.message


def test_a_page_writes_chips_with_separators_and_an_answered_document_as_documents_do() -> None:
    """scenario-format.md: chips in a document are whole numbers without separators."""
    error = DocumentError("actions[0]", REFUSALS["too-few-chips"], name="Ann", act="raise", most=6000)
    assert placed_error(error) == "actions[0]: Ann can't raise: they have chips for 6,000 at most"
    assert plain_error(error) == "Ann can't raise: they have chips for 6000 at most"


@pytest.mark.parametrize("table", [{"seats": [{"name": "\ud800"}] * 2}, {"question": {"kind": "%(x)s"}}, {"%s": 1}])
def test_whatever_stands_in_a_document_can_be_told(table: dict[str, object]) -> None:
    """A half character can't be written out, and a sign of per cent is no place for a value."""
    with override("zh-hant"):
        line = solve_table({**spot(SMALL_RAISE), **table})
    assert not line["ok"]
    assert json.dumps(line, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            '{"seats": []\n "button": "A"}',
            "line 2: this is no JSON: a comma or a closing bracket is missing at column 2",
        ),
        ("{seats: []}", "line 1: this is no JSON: a key in double quotes is missing at column 2"),
        ('{"seats": [', "line 1: this is no JSON: it ends too soon"),
        ('{"street": "turn', "line 1: this is no JSON: the text that begins at column 12 has no end"),
        ('{"street": "\\q"}', "a text has no end before column 13, or a sign that can't stand in it"),
        ("ante = 1\nchip = x", "line 2: this is no TOML: no value that can be read stands at column 8"),
        ("ante 1", "line 1: this is no TOML: an equals sign is missing at column 6"),
        ("ante = 1\nante = 2\n", "line 2: this is no TOML: the key before column 9 is there already"),
        ("ante = 1\nante = 2", "line 2: this is no TOML: the key before column 9 is there already"),
        ("[a]\n[a]", "line 2: this is no TOML: the key before column 3 is there already"),
        ('seats = [{name = "A" stack = 1}]', "a comma or a closing bracket is missing at column 22"),
        ("board = [\n  1\nante = 1", "line 3: this is no TOML: a comma or a closing bracket is missing at column 1"),
        ("ante = 1 2", "line 1: this is no TOML: nothing more may stand at column 10"),
        ("seats = [\n", "line 2: this is no TOML: it ends too soon"),
    ],
)
def test_a_text_that_no_reader_can_read_is_told_by_its_line_and_column_in_words_of_our_own(
    written: str, said: str
) -> None:
    """Columns are counted by hand, from 1."""
    with pytest.raises(DocumentError) as error:
        load_table(written)
    assert said in str(error.value)


def test_in_a_list_of_documents_the_column_is_that_of_the_file() -> None:
    first, second = json_text.read(b'[{"ante": 1}, {"ante" 2}]')
    assert first.table == {"ante": 1}
    assert str(second.error) == "line 1: this is no JSON: a colon is missing at column 23"


def test_where_a_text_is_no_document_its_line_is_named_in_words() -> None:
    with pytest.raises(DocumentError) as error:
        load_table("seats = []\nblinds = [")
    assert error.value.where == "line 2"
    with override("en"):
        assert placed_error(error.value).startswith("line 2: this is no TOML")
