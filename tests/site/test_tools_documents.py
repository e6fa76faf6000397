"""Documents in the tools: each kind and game is told without a fault, and what is typed means what the format says.

What is expected of odd chips: TDA 2024 20 (in games with a button the first winner left of it, in stud the highest card
by suit), as the rule that the tool cites says it.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.notation import loads, parse, to_table
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds import KINDS
from quizzes.tools import TOOLS
from quizzes.tools.base import work
from quizzes.tools.links import as_typed
from quizzes.tools.told import as_text
from tests.cases.compare import load
from tests.site.test_tools import told

WORKED = Path(__file__).parents[2] / "fixtures" / "worked"
STUD = """
game = "{game}"
limit = "fixed-limit"
ante = 10
bring_in = 20
bets = [60, 120]
street = "{street}"
seats = [{{name = "A", cards = "{down} 9h"}}, {{name = "B", cards = "{down} 4s"}}, {{name = "C", cards = "{down} 7c"}}]
question = {{kind = "legal_actions"}}
"""
TIED = {
    **{"w": "hand", "n1": "A", "p1": "101", "r1": "1", "n2": "B", "p2": "101", "r2": "1"},
    **{"n3": "C", "p3": "101", "r3": "2"},
}
CARDS = {
    **{"w": "cards", "g": "stud", "n1": "A", "p1": "101", "c1": "(Ah 2d) 5c 7h 9d Jc (3h)"},
    **{"n2": "B", "p2": "101", "c2": "(As 2c) 5d 7c 9s Jh (3d)", "n3": "C", "p3": "101", "f3": "folded"},
}
CHIPS = {"sb": "100", "bb": "200", "t": "flop", "d": "3", "a": "A bets 1200", "n1": "A", "n2": "B", "n3": "C"}
HIGH_CARD = """
rules = {base = "tda", odd_chip = "high-card"}
put_in = {A = 101, B = 101, C = 101}
order = [["A", "B"], ["C"]]
seats = [{name = "A"}, {name = "B"}, {name = "C"}]
question = {kind = "awards"}
"""


def documents() -> list[Document]:
    """Documents of each kind in each game and limit: the worked ones, the public cases, and the turn in stud games."""
    worked = [loads(path.read_text(encoding="utf-8")) for path in sorted(WORKED.glob("*.toml"))]
    stud = [
        loads(STUD.format(game=game, street=GAMES[game].first, down="(??)" if game == "stud5" else "(?? ??)"))
        for game in ("stud", "stud8", "stud5", "razz")
    ]
    found = [*worked, *stud, *(parse(case["doc"]) for case in load(KINDS))]
    return list({(each.question.kind, each.game.id, each.limit): each for each in found}.values())


def test_a_document_of_any_kind_and_game_is_compared_and_its_tool_answers_it() -> None:
    for document in documents():
        linked = told("house-compare", {"x": as_text(to_table(document))})["in_a_tool"]
        if linked:
            address = urlsplit(linked[1])
            assert work(TOOLS[address.path.split("/")[-2]], dict(parse_qsl(address.query))).result, document


def test_odd_chips_go_by_the_button_only_where_a_game_has_one() -> None:
    stud = {game for game, each in GAMES.items() if each.family == "stud"}
    for game, house in [("holdem", "tda"), ("27td", "tda"), *product(sorted(stud), RULESET_IDS)]:
        result = told("side-pots", {**TIED, "g": game, "h": house})
        lines = " ".join(line.text for line in result["told"].lines)
        if game in stud:
            assert (result["won"], result["open"]) == ([("A", "151"), ("B", "151")], "1"), (game, house)
            assert result["told"].title == "Paid: A 151, B 151, and odd chips by the cards: 1 between A and B"
            assert "button" not in lines
        else:
            assert (result["won"], result["open"]) == ([("A", "152"), ("B", "151")], ""), game
            assert "beginning left of the button" in lines


@pytest.mark.parametrize("house", ["tda", "rrop"])
def test_cards_that_are_known_decide_an_odd_chip(house: str) -> None:
    assert told("side-pots", {**CARDS, "h": house})["won"] == [("B", "152"), ("A", "151")]


def test_what_both_halves_pay_together_is_not_told_while_a_chip_of_one_is_open() -> None:
    # 303 are 152 for the high hand, 76 each, and 151 for the low one: 50 each and 1 by the cards
    lows = {"o1": "1", "o2": "1", "o3": "1"}
    result = told("side-pots", {**TIED, **lows, "g": "stud8"})
    assert result["told"].title == "Paid: A 126, B 126, C 50, and odd chips by the cards: 1 between A, B and C"
    assert [pot["open"] for pot in result["pots"]] == [["1"]]
    said = result["told"].lines[-1].text
    assert said.startswith("The low half, 151, does not divide evenly: A 50, B 50, C 50, and 1")


def test_houses_whose_odd_chips_go_by_cards_nobody_knows_stand_apart() -> None:
    says = told("house-compare", {"x": HIGH_CARD})["says"]
    assert [each.title for each in says] == [
        "Paid: A 151, B 151, and odd chips by the cards: 1 between A and B",
        "Paid: A 152, B 151",
    ]
    assert [[toggle for toggle, _words in each.points] for each in says] == [[], ["odd_chip"]]


@pytest.mark.parametrize(
    ("typed", "straddles"),
    [("4", 4), ("4, 8", [4, 8]), ("4,8", [4, 8]), ("4；8", [4, 8]), ("1,500, 3,000", [1500, 3000])],
)
def test_straddles_are_typed_one_after_the_other_and_come_back(typed: str, straddles: int | list[int]) -> None:
    seats = {f"n{row}": name for row, name in enumerate("ABCDEF", 1)}
    result = told("minimum-raise", {"sb": "1", "bb": "2", "st": typed, **seats})
    (text,) = dict(parse_qsl(result["told"].spot)).values()
    document = loads(text)
    assert to_table(document)["straddle"] == straddles
    assert as_typed(document) == document


def test_chips_of_several_motions_are_told_to_make_up_a_call_and_no_raise() -> None:
    # TDA 2024 56: 500 and then 1,500 against 1,200 are a call
    line = told("chip-ruling", {**CHIPS, "ch": "500 / 500, 500, 500"})["told"].lines[0]
    assert line.text == "Chips of a later motion can only make up a call, never a bet or a raise. What counts is 2,000."
