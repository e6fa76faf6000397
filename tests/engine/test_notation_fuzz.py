"""Whatever comes in, a document or one error at its place comes out, and nothing else (scenario format, first page)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quizzes.answering import solve_table
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table, loads, parse, to_table
from quizzes.engine.questions import QUESTION_KEYS
from tests.scale import scale

KEYS = ["game", "limit", "rules", "blinds", "ante", "ante_by", "straddle", "straddle_by", "chip", "seats", "button"]
KEYS += [
    "street",
    "pot",
    "board",
    "actions",
    "put_in",
    "folded",
    "order",
    "question",
    "title",
    "prompt",
    "note",
    "source",
]
KEYS += ["tags", "level", "bets", "bring_in", "unit", "order_low", "pushed"]


WORDS = [
    "A",
    "B",
    "C",
    "Z",
    "As",
    "Kd",
    "??",
    "preflop",
    "flop",
    "river",
    "tda",
    "jj",
    "all",
    "big-blind",
    "en",
    "raise-to",
    "omaha8",
    "stud",
    "27td",
    "pot-limit",
    "fixed-limit",
    "third",
    "draw1",
    "(Ks 2c) 9h",
    "raise to 400",
]
WORDS += [
    "A bets 100",
    "C calls",
    "A all-in to 500",
    "-- flop",
    "-- turn 2c",
    "As Kd 2c",
    "\x00",
    "\ud800",
    "min_raise",
]

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(10**12 - 2, 10**12 + 2),
    st.integers(10**400, 10**401),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(WORDS),
)
ASKED = ["found", "gone", "reason", "whose", "options", "right", "rule", "chips", "said", "before", "pulled", "motions"]
NAMES = st.sampled_from(
    [*KEYS, *ASKED, "name", "stack", "cards", "empty", "kind", "player", "base", "reopen", "A", "B", "en"]
)
ANYTHING = st.recursive(
    PLAIN,
    lambda inside: st.one_of(
        st.lists(inside, max_size=4), st.dictionaries(NAMES | st.text(max_size=4), inside, max_size=4)
    ),
    max_leaves=10,
)

SPOT: dict[str, Any] = {
    "seats": [{"name": "A", "stack": 1000}, {"name": "B", "cards": "2d 2h"}, {"name": "C"}],
    "blinds": [50, 100],
}

PIECES = [
    "seats = ",
    "[",
    "]",
    "{",
    "}",
    "name = ",
    '"A"',
    '"B"',
    ", ",
    "\n",
    "blinds = [50, 100]",
    "question = ",
    '"""',
]
PIECES += [
    '{kind = "min_raise"}',
    "actions = ",
    '"A calls, B all-in"',
    "0x",
    "ffff",
    "9" * 20,
    "inf",
    "nan",
    "1979-05-27",
]
PIECES += ['{"seats":', '"question":', "null", "true", "\\ud800", "\x00", "\ud800", "[[seats]]", "#", "'", "é", "\r\n"]


def comes_out(text: str) -> None:
    """Read a text: it is a document that prints back to itself, or one error that can be written out."""
    try:
        document = loads(text)
    except DocumentError as error:
        written = f"{error}".encode()
        assert len(written) > len(": ")
    else:
        assert parse(to_table(document)) == document


@settings(max_examples=scale(150, 50_000), deadline=None)
@given(st.text(max_size=300))
def test_any_text_is_a_document_or_one_error(text: str) -> None:
    comes_out(text)


@settings(max_examples=scale(200, 50_000), deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_pieces_of_documents_are_a_document_or_one_error(text: str) -> None:
    comes_out(text)


@settings(max_examples=scale(150, 50_000), deadline=None)
@given(ANYTHING)
def test_any_json_is_a_document_or_one_error(value: Any) -> None:
    comes_out(json.dumps(value))


@settings(max_examples=scale(400, 100_000), deadline=None)
@given(st.sampled_from(KEYS), ANYTHING, st.sampled_from(sorted(QUESTION_KEYS)))
@example("blinds", [50, 10**12], "min_raise")
@example("seats", [{"name": "A"}, {"name": "B", "empty": True}], "legal_actions")
@example("put_in", {"A": 0}, "awards")
@example("folded", ["A", "B", "C"], "side_pots")
def test_a_wrong_value_in_any_key_is_an_answer_or_one_error(key: str, value: Any, kind: str) -> None:
    """Solved too: a document that reads well may still ask what has no answer."""
    line = solve_table({**SPOT, "question": {"kind": kind}, key: value})
    assert json.dumps(line, ensure_ascii=False).encode()
    assert line["ok"] or (line["error"]["where"] and line["error"]["message"])


@settings(max_examples=scale(300, 30_000), deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), ANYTHING, max_size=4), st.sampled_from(sorted(QUESTION_KEYS)))
def test_wrong_values_in_several_keys_are_an_answer_or_one_error(changes: dict[str, Any], kind: str) -> None:
    line = solve_table({**SPOT, "question": {"kind": kind}, **changes})
    assert json.dumps(line, ensure_ascii=False).encode()


LINES = [
    "A",
    "B",
    "C",
    " calls",
    " checks",
    " folds",
    " bets 100",
    " raises to 300",
    " raises by 200",
    " all-in",
    " to 500",
]
LINES += [
    " posts 50",
    " 20 dead",
    " is mucked",
    " mucks",
    " shows",
    "(out of turn)",
    ", ",
    "; ",
    "\n",
    "-- flop",
    "-- turn 2c",
    " brings in 5",
    " completes to 20",
    " draws 2",
    " stands pat",
    "-- fourth",
    "-- draw1",
]


OPEN = [{"name": "A", "cards": "9c"}, {"name": "B", "cards": "2d"}, {"name": "C", "cards": "Kh"}]
TABLES: list[dict[str, Any]] = [
    {},
    {"limit": "pot-limit", "game": "omaha", "seats": [{"name": "A"}, {"name": "B"}, {"name": "C", "stack": 300}]},
    {"limit": "fixed-limit", "bets": [100, 200]},
    {"limit": "fixed-limit", "game": "27td", "seats": [{"name": "A"}, {"name": "B"}, {"name": "C", "stack": 130}]},
    {
        "limit": "fixed-limit",
        "game": "razz",
        "bring_in": 20,
        "ante": 5,
        "bets": [50, 100],
        "blinds": None,
        "seats": OPEN,
    },
]


@settings(max_examples=scale(300, 100_000), deadline=None)
@given(
    st.lists(st.sampled_from(LINES), max_size=30).map("".join),
    st.sampled_from(sorted(QUESTION_KEYS)),
    st.sampled_from(TABLES),
)
def test_any_line_of_actions_is_an_answer_or_one_error(line: str, kind: str, table: dict[str, Any]) -> None:
    answered = solve_table({**SPOT, **table, "question": {"kind": kind}, "actions": line})
    assert answered["ok"] or answered["error"]["message"]


def test_a_key_of_many_parts_is_refused_before_it_takes_seconds() -> None:
    # tomllib's time grows with the square of a key's parts: 64 KB of them took it a quarter of a minute
    with pytest.raises(DocumentError) as caught:
        load_table("a" + ".a" * 32_000 + " = 1")
    assert caught.value.where == "line 1"
