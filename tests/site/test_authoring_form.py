"""The editor's form: it says what the text says, and what can be tapped in it is legal."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quizzes.authoring.deck import dealt, deck
from quizzes.authoring.differences import Line, differences, lines
from quizzes.authoring.fields import applied, typed_of
from quizzes.authoring.taps import offered, standing
from quizzes.authoring.written import as_written, read
from quizzes.engine.notation import load_table, parse, to_table
from quizzes.showing.worked import FOLDER
from tests.cases.compare import load

DOCUMENTS = [load_table(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))]
DOCUMENTS += [json.loads(json.dumps(case["doc"])) for case in load(["legal_actions", "fixed_limit", "awards"])]
"""Every kind's worked document, and cases with betting in all limits, stud and draw games among them."""


def test_a_form_that_nobody_touched_says_what_the_document_says() -> None:
    for table in DOCUMENTS:
        typed, problems = typed_of(table), dict[str, str]()
        again = applied(table, typed | {"ow": typed.get("ol", "")}, problems, author=0)
        assert (problems, to_table(parse(again))) == ({}, to_table(parse(table)))


def test_text_is_written_so_that_it_reads_back() -> None:
    for table in DOCUMENTS:
        document = parse(table)
        assert read(as_written(to_table(document))).document == document


def test_every_action_that_can_be_tapped_is_legal() -> None:
    tapped = 0
    for table in DOCUMENTS:
        hand = standing(table)
        for action, _words in offered(hand) if hand is not None else []:
            line = ", ".join(part for part in (table.get("actions", ""), action) if part)
            assert standing({**table, "actions": line}) is not None, (table, action)
            tapped += 1
    assert tapped > len(DOCUMENTS), "most hands have somebody to act, with more than one thing to do"


STUD = {"game": "stud", "limit": "fixed-limit", "bets": [40, 80], "bring_in": 10, "question": {"kind": "legal_actions"}}
DRAW = {"game": "27td", "limit": "fixed-limit", "blinds": [10, 20], "question": {"kind": "legal_actions"}}


@pytest.mark.parametrize(
    ("table", "actions"),
    [
        # The lowest card brings in, 10, or completes to the small bet, 40 (RRoP 11, seven-card stud).
        (
            STUD | {"seats": [{"name": "A", "cards": "(?? ??) 9h"}, {"name": "B", "cards": "(?? ??) 2c"}]},
            "B brings in 10",
        ),
        # Before the betting after a draw each player exchanges cards or stands pat, from the button's left.
        (
            DRAW | {"seats": [{"name": "A"}, {"name": "B"}], "street": "draw1"},
            "A stands pat",
        ),
    ],
)
def test_games_without_blinds_or_with_draws_offer_what_they_have(table: dict[str, Any], actions: str) -> None:
    hand = standing(table)
    assert hand is not None
    assert actions in [action for action, _words in offered(hand)]


def test_cards_go_to_the_hand_that_has_room_then_to_the_next_and_to_the_board() -> None:
    typed: dict[str, str] = {"g": "holdem", "t": "flop", "n1": "A", "n2": "B", "b": "", "a": ""}
    for card in ("As", "Ad", "Ks", "Kd", "2c", "3c", "4c"):
        typed = dict(dealt(typed, "deal", card))
    assert (typed["c1"], typed["c2"], typed["b"]) == ("As Ad", "Ks Kd", "2c 3c 4c")
    assert deck(typed).to == "", "two cards each and three on the flop"
    typed = dict(dealt(typed | {"a": "A checks, B checks, -- turn"}, "deal", "5c"))
    assert typed["a"] == "A checks, B checks, -- turn 5c"
    assert dealt(typed, "at", "1")["c1"] == "", "a whole hand is dealt anew"


def test_versions_are_compared_key_by_key() -> None:
    before = {"seats": [{"name": "A", "stack": 5}, {"name": "B"}], "blinds": [1, 2], "title": {"en": "One"}}
    after = {"seats": [{"name": "A", "stack": 7}], "blinds": [2, 4], "title": {"en": "One", "ms": "Satu"}}
    assert [(each.where, each.before, each.after) for each in differences(before, after)] == [
        ("seats[0].stack", "5", "7"),
        ("seats[1]", "name = B", ""),
        ("blinds", "1, 2", "2, 4"),
        ("title.ms", "", "Satu"),
    ]


def test_the_lines_of_two_texts_are_told_in_their_order_also_of_long_ones_that_are_much_alike() -> None:
    assert lines("a\nb\nc", "a\nx\nc\nd") == (
        Line("", "a"), Line("-", "b"), Line("+", "x"), Line("", "c"), Line("+", "d"),
    )  # fmt: skip
    before, after = ("\n".join(f"{name}{number}" for number in range(5000)) for name in ("notes ", "noted "))
    assert [line.sign for line in lines(before, after)] == ["-"] * 5000 + ["+"] * 5000
