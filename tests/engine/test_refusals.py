"""What is no document, and where it is wrong.

The places are the scenario format's (`where` is a key path), and so are the bounds that are checked before any work.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table, loads, parse
from tests.engine.spots import TABLE, refusal

SEAT_A, SEAT_C = {"name": "A"}, {"name": "C"}

IN_STUD = {"game": "stud", "street": "seventh", "board": "", "actions": "", "blinds": None}

WRONG: list[tuple[str, dict[str, Any]]] = [
    ("colour", {"colour": "red"}),
    ("pot ", {"pot ": 5}),
    ("game", {"game": "courchevel"}),
    ("game", {"game": ["holdem"]}),
    ("street", {"game": "stud", "bring_in": 5}),
    ("limit", {"limit": "spread-limit"}),
    ("bets", {"bets": [100]}),
    ("bets", {"bets": [200, 100]}),
    ("bets[0]", {"bets": [0, 100]}),
    ("bring_in", {"bring_in": -5}),
    ("bring_in", {"bring_in": 5}),
    ("bring_in", {**IN_STUD, "bets": [10, 20], "bring_in": 10}),
    ("unit", {"unit": 0}),
    ("seats", {"game": "royal", "board": None, "seats": [{"name": name} for name in "ABCDEFG"]}),
    ("seats[0].cards", {"game": "royal", "board": None, "seats": [{"name": "A", "cards": "As 9d"}, SEAT_C]}),
    ("seats[0].cards", {"game": "omaha", "seats": [{"name": "A", "cards": "As Kd 3c"}, SEAT_C]}),
    ("seats[0].cards", {**IN_STUD, "seats": [{"name": "A", "cards": "(As Kd 9c"}, SEAT_C]}),
    ("seats[0].cards", {**IN_STUD, "seats": [{"name": "A", "cards": "(As Kd 9c 8c) 7c"}, SEAT_C]}),
    ("seats[0].cards", {**IN_STUD, "seats": [{"name": "A", "cards": "2s 3s 4s 5s 6s 7s 8s 9s"}, SEAT_C]}),
    ("seats[0].cards", {**IN_STUD, "board": "Jd", "seats": [{"name": "A", "cards": "2s 3s 4s 5s 6s 7s 8s"}, SEAT_C]}),
    ("pushed", {"pushed": "500"}),
    ("pushed.player", {"pushed": {"chips": [500]}}),
    ("pushed.chips[1]", {"pushed": {"player": "A", "chips": [500, 0]}}),
    ("pushed.motions", {"pushed": {"player": "A", "chips": [500], "motions": [[500]]}}),
    ("pushed.pulled", {"pushed": {"player": "A", "chips": [500], "pulled": "half"}}),
    ("pushed.said", {"pushed": {"player": "A", "said": 5}}),
    ("pushed.colour", {"pushed": {"player": "A", "colour": "red"}}),
    ("order_low", {"actions": "", "put_in": {"A": 50}, "order_low": "A"}),
    ("order_low", {"game": "omaha8", "order_low": [["B"]]}),
    ("order_low", {"order": [["A"]], "order_low": [["B"]]}),
    ("limit", {"limit": None}),
    ("rules", {"rules": "wsop"}),
    ("rules.reopen", {"rules": {"base": "tda", "reopen": "never"}}),
    ("rules.reopens", {"rules": {"reopens": "single"}}),
    ("blinds", {"blinds": 100}),
    ("blinds", {**IN_STUD, "blinds": "junk"}),
    ("blinds", {"blinds": [50]}),
    ("blinds", {"blinds": [50, 100, 200]}),
    ("blinds", {"blinds": {"small": 50}}),
    ("blinds[0]", {"blinds": ["50", 100]}),
    ("blinds[0]", {"blinds": [-1, 100]}),
    ("blinds[1]", {"blinds": [50, 0]}),
    ("blinds[1]", {"blinds": [50, True]}),
    ("blinds", {"blinds": [200, 100]}),
    ("ante", {"ante": -1}),
    ("ante", {"ante": 1.5}),
    ("ante", {"ante": 100.0}),
    ("ante", {"ante": "10"}),
    ("ante", {"ante": None}),
    ("ante", {"ante": float("nan")}),
    ("ante", {"ante": float("inf")}),
    ("ante", {"ante": 10**12 + 1}),
    ("ante_by", {"ante_by": "button"}),
    ("ante_by", {"ante_by": ["all"]}),
    ("ante_by", {"blinds": None, "ante": 5, "ante_by": "big-blind"}),
    ("straddle", {"straddle": -200}),
    ("straddle", {"straddle": "200"}),
    ("straddle", {"straddle": 100}),
    ("straddle", {"straddle": [400, 200]}),
    ("straddle", {"straddle": [200, 200]}),
    ("straddle", {"straddle": {"C": 200}}),
    ("straddle", {"blinds": None, "straddle": 200}),
    ("straddle_by", {"straddle": 200, "straddle_by": "Z"}),
    ("straddle_by", {"straddle_by": "C"}),
    ("straddle_by", {"straddle": [200, 400], "straddle_by": "C"}),
    ("chip", {"chip": 0}),
    ("chip", {"chip": False}),
    ("seats", {"seats": None}),
    ("seats", {"seats": "A B C"}),
    ("seats", {"seats": {"A": 100}}),
    ("seats", {"seats": []}),
    ("seats", {"seats": [SEAT_A]}),
    ("seats", {"seats": [SEAT_A, {"name": "B", "empty": True}]}),
    ("seats[1]", {"seats": [SEAT_A, "B"]}),
    ("seats[1]", {"seats": [SEAT_A, {"name": "B", "empty": True, "stack": 5}, {"name": "C"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": ""}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": " B"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": 2}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "A"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "B, C"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "B\nC"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "-- B"}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "B" * 41}]}),
    ("seats[1].name", {"seats": [SEAT_A, {"name": "B\u200f"}]}),
    ("seats[1].stack", {"seats": [SEAT_A, {"name": "B", "stack": -1}]}),
    ("seats[1].stack", {"seats": [SEAT_A, {"name": "B", "stack": 10**12 + 1}]}),
    ("seats[1].stack", {"seats": [SEAT_A, {"name": "B", "stack": "deep"}]}),
    ("seats[1].chips", {"seats": [SEAT_A, {"name": "B", "chips": 5}]}),
    ("seats[1].empty", {"seats": [SEAT_A, {"name": "B", "empty": 1}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": "As"}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": "As Kd 2c"}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": "As 1d"}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": ["As", 12]}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": {"As": "Kd"}}]}),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": False}]}),
    (
        "seats[2].cards",
        {
            "game": "omaha",
            "seats": [{"name": "A", "cards": "As Kd Qs Jh"}, {"name": "B"}, {"name": "C", "cards": "2c 2d 3s 4s 5s"}],
        },
    ),
    ("seats[1].cards", {"seats": [SEAT_A, {"name": "B", "cards": "As As"}, SEAT_C]}),
    ("seats[1].cards", {"seats": [{"name": "A", "cards": "As Kd"}, {"name": "B", "cards": "2c as"}, SEAT_C]}),
    ("seats[1].cards", {"board": "As 2c 3d", "seats": [SEAT_A, {"name": "B", "cards": "As Kd"}, SEAT_C]}),
    ("button", {"button": "Z"}),
    ("button", {"button": 0}),
    ("street", {"street": "showdown"}),
    ("street", {"street": ["flop"]}),
    ("pot", {"pot": -1}),
    ("pot", {"pot": True}),
    ("board", {"board": "As Kd"}),
    ("board", {"board": "As Kd 2x"}),
    ("board", {"board": "As Kd As"}),
    ("board", {"board": "As Kd ??"}),
    ("board", {"board": 3}),
    ("board", {"street": "preflop", "board": "As Kd 2c"}),
    ("actions", {"actions": ["A bets 100"]}),
    ("actions", {"actions": None}),
    ("actions[3]", {"board": "As Kd 2c", "actions": "A checks, B checks, C checks, -- turn Kd"}),
    ("actions[1]", {"actions": "-- turn Kd, -- river Kd"}),
    ("put_in", {"actions": "", "put_in": {}}),
    ("put_in", {"actions": "", "put_in": [50, 50]}),
    ("put_in", {"put_in": {"A": 50}}),
    ("put_in.Z", {"actions": "", "put_in": {"Z": 50}}),
    ("put_in.A", {"actions": "", "put_in": {"A": "50"}}),
    ("put_in.A", {"actions": "", "put_in": {"A": -50}}),
    ("folded", {"folded": "A"}),
    ("folded", {"folded": ["A"]}),
    ("folded", {"actions": "", "put_in": {"A": 50}, "folded": ["A", "A"]}),
    ("folded[0]", {"actions": "", "put_in": {"A": 50}, "folded": ["Z"]}),
    ("folded[0]", {"actions": "", "put_in": {"A": 50}, "folded": [["A"]]}),
    ("order", {"order": ["A", "B"]}),
    ("order", {"order": [["A"], []]}),
    ("order", {"order": [["A"], ["B", "A"]]}),
    ("order", {"order": {"A": 1}}),
    ("order[1]", {"order": [["A"], ["Z"]]}),
    ("question", {"question": None}),
    ("question", {"question": "min_raise"}),
    ("question.kind", {"question": {}}),
    ("question.kind", {"question": {"kind": "luck"}}),
    ("question.kind", {"question": {"kind": ["min_raise"]}}),
    ("question.player", {"question": {"kind": "min_raise", "player": "Z"}}),
    ("question.player", {"question": {"kind": "min_raise", "player": 1}}),
    ("question.colour", {"question": {"kind": "min_raise", "colour": "red"}}),
    ("question.control", {"question": {"kind": "min_raise", "control": "slider"}}),
    ("question.control", {"question": {"kind": "reopen", "control": "raise-to"}}),
    ("title", {"title": 5}),
    ("title", {"title": {"fr": "Titre"}}),
    ("title", {"title": {"en": 5}}),
    ("prompt", {"prompt": ["a", "b"]}),
    ("note", {"note": None}),
    ("source", {"source": False}),
    ("tags", {"tags": 5}),
    ("tags", {"tags": [1]}),
    ("tags", {"tags": {"fr": "relance"}}),
    ("level", {"level": 0}),
    ("level", {"level": 6}),
    ("level", {"level": 2.0}),
    ("level", {"level": True}),
    ("level", {"level": "2"}),
]


@pytest.mark.parametrize(("where", "change"), WRONG, ids=[f"{where}: {change}"[:90] for where, change in WRONG])
def test_what_is_wrong_is_said_at_its_place(where: str, change: dict[str, Any]) -> None:
    error = refusal({**TABLE, **change})
    assert error.where == where
    assert error.message
    assert str(error) == f"{where}: {error.message}"


@pytest.mark.parametrize("key", ["seats", "question"])
def test_a_required_key_that_is_missing_is_named(key: str) -> None:
    assert refusal({name: value for name, value in TABLE.items() if name != key}).where == key


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "seats"),
        ("seats", "line 1"),
        ('\n\nseats = "A', "line 3"),
        ("seats = [\n\n", "line 3"),
        ("ante = 1\nante = 2", "line 2"),
        ("{", "line 1"),
        ('{\n"seats": [\n}', "line 3"),
        ('{"seats": 1} and more', "line 1"),
        ("[1, 2]", "line 1"),
        ('"seats"', "line 1"),
        ("\x00", "line 1"),
        ("{" * 70_000, "line 1"),
        ('{"a":' * 5_000 + "1" + "}" * 5_000, "line 1"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "line 1"),
        ("ante = 1" + "0" * 5_000, "line 1"),
        ('{"ante": 1' + "0" * 5_000 + "}", "line 1"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_text_that_is_no_document_is_refused_at_its_line(text: str, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        loads(text)
    assert error.value.where == where


# Bounds, checked before any work: 2 to 23 seats, 500 actions, amounts up to 10^12, 64 KB a document.


@pytest.mark.parametrize(("seats", "fits"), [(1, False), (2, True), (23, True), (24, False)])
def test_a_table_has_2_to_23_seats(seats: int, fits: bool) -> None:
    table = {"seats": [{"name": f"S{place}"} for place in range(seats)], "question": {"kind": "min_raise"}}
    if fits:
        assert len(parse(table).seats) == seats
    else:
        assert refusal(table).where == "seats"


@pytest.mark.parametrize(("actions", "fits"), [(500, True), (501, False)])
def test_a_document_has_at_most_500_actions(actions: int, fits: bool) -> None:
    table = {**TABLE, "actions": ", ".join(["A checks"] * actions)}
    if fits:
        assert len(parse(table).actions) == actions
    else:
        assert refusal(table).where == "actions"


def test_an_amount_is_at_most_a_million_millions() -> None:
    most = 10**12
    seats = [{"name": "A", "stack": most}, {"name": "B"}]
    document = parse(
        {**TABLE, "seats": seats, "pot": most, "actions": f"A bets {most}", "question": {"kind": "awards"}}
    )
    assert document.seats[0].stack == document.pot == most


@pytest.mark.parametrize(("size", "fits"), [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_a_document_has_at_most_64_kb_counted_in_bytes(size: int, fits: bool) -> None:
    bare = len(json.dumps({**TABLE, "note": ""}))
    note = "é" * ((size - bare) // 2) + "." * ((size - bare) % 2)
    text = json.dumps({**TABLE, "note": note}, ensure_ascii=False)
    assert len(text.encode()) == size
    if fits:
        assert loads(text).words["note"] == note
    else:
        with pytest.raises(DocumentError, match="64 KB"):
            load_table(text)


def test_a_long_document_is_refused_before_it_is_read() -> None:
    with pytest.raises(DocumentError, match="64 KB"):
        load_table("no document at all " * 10_000)


@pytest.mark.parametrize("number", ["0x" + "f" * 5_000, "-0b" + "1" * 20_000, "0o" + "7" * 6_000])
@pytest.mark.parametrize("key", ["ante", "game", "level", "board"])
def test_a_number_without_end_is_refused_like_any_other(key: str, number: str) -> None:
    """TOML writes numbers in other bases too, of any length; nothing may stumble over printing one."""
    number = number.lstrip("-") if number.startswith("-0") else number
    with pytest.raises(DocumentError) as error:
        loads(f"{key} = {number}")
    assert error.value.where == key


def test_nesting_without_end_is_refused() -> None:
    value: Any = "deep"
    for _ in range(100_000):
        value = [value]
    assert refusal({**TABLE, "title": value}).where.startswith("title[0]")


@pytest.mark.parametrize("text", ["\x00", "half of \ud83d", "\udfff"])
@pytest.mark.parametrize("key", ["title", "tags", "actions"])
def test_text_that_no_database_keeps_is_refused(key: str, text: str) -> None:
    assert refusal({**TABLE, key: [text] if key == "tags" else text}).where in (key, f"{key}[0]")


@pytest.mark.parametrize("key", ["\ud800", "question.\udfff"])
def test_an_error_can_be_written_out_whatever_it_names(key: str) -> None:
    table = {**TABLE, "question": {"kind": "min_raise", key: 1}} if "." in key else {**TABLE, key: 1}
    error = refusal(table)
    assert json.dumps([error.where, error.message], ensure_ascii=False).encode()
