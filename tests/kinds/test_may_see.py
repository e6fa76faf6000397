"""Who may ask for a hand. Expected: TDA 2024 16, 17-B and 18 (rules.md A5), and the four houses of the seed."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.rulesets import RULES, TOGGLES, parse_rules
from quizzes.kinds.may_see import KIND, solve
from quizzes.wording.rules import cite_text
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused, spot

BOARD = "2c 7d Jh 4s 9c"
BET = "A checks, B bets 100, C calls, D folds, A calls"
CHECKED = "A checks, B checks, C checks, D checks"


def wish(player: str, whose: str, actions: str = BET, **keys: Any) -> Document:
    question = {"player": player, "whose": whose}
    return spot("may_see", "A B C D", question, **{"street": "river", "board": BOARD, "actions": actions, **keys})


RIGHT, FLOOR, NO = (True, True), (True, False), (False, False)


@pytest.mark.parametrize(
    ("player", "whose", "actions", "want"),
    [
        pytest.param("C", "B", BET, RIGHT, id="a caller and the hand that bet"),
        pytest.param("A", "B", BET, RIGHT, id="another caller"),
        pytest.param("C", "A", BET, FLOOR, id="a caller and another caller's hand"),
        pytest.param("B", "C", BET, FLOOR, id="the bettor and a caller's hand"),
        pytest.param("D", "B", BET, NO, id="a player who folded"),
        pytest.param("C", "D", BET, NO, id="a hand that was folded"),
        pytest.param("C", "B", BET + ", B mucks", RIGHT, id="the hand that bet is thrown away"),
        pytest.param("C", "B", BET + ", C mucks", NO, id="the caller has thrown its cards away"),
        pytest.param("C", "A", BET + ", A mucks", FLOOR, id="a caller's hand is thrown away"),
        pytest.param("C", "B", BET + ", C shows", RIGHT, id="a caller who has shown still has its cards"),
        pytest.param("A", "B", CHECKED, FLOOR, id="nobody bet on the river"),
        pytest.param("A", "B", "A bets 100, B raises to 300, C folds, D folds, A calls", RIGHT, id="the last to raise"),
        pytest.param("C", "B", "A checks, B bets 100, C folds, D folds, A folds", NO, id="all others folded"),
    ],
)
def test_under_the_tda_a_caller_of_the_river_has_a_right_and_the_floor_decides_the_rest(
    player: str, whose: str, actions: str, want: tuple[bool, bool]
) -> None:
    """TDA 2024 18: no cards, no request; the hand that was called is owed; all else is at the floor's discretion."""
    assert tuple(answered(wish(player, whose, actions)).values()) == want


def test_a_bet_on_an_earlier_street_gives_no_right() -> None:
    actions = "A checks, B bets 100, C calls, D folds, A folds, -- river 9c, B checks, C checks"
    document = wish("C", "B", actions, street="turn", board=BOARD[:11])
    assert answered(document) == {"may": True, "right": False}


@pytest.mark.parametrize(
    ("river", "player", "want"),
    [
        ("B bets 200, C calls", "C", RIGHT),
        ("B bets 200, C calls", "A", FLOOR),
        ("B bets 200, C folds", "A", FLOOR),
        ("B checks, C bets 200, B calls", "A", FLOOR),
    ],
)
def test_a_player_who_was_all_in_before_has_called_nothing_on_the_river(
    river: str, player: str, want: tuple[bool, bool]
) -> None:
    """TDA 2024 18-B: the right is that of whoever called the bet on the river, in a house that shows in order."""
    actions = f"A all-in to 50, B calls, C calls, D folds, -- river 9c, {river}"
    keys = {"street": "turn", "board": BOARD[:11], "rules": {"all_in_showdown": "in-order"}}
    whose = "C" if "C bets" in river else "B"
    assert tuple(answered(wish(player, whose, actions, **keys)).values()) == want


def test_who_calls_all_in_for_less_has_called_the_bet_and_who_was_raised_after_has_not() -> None:
    """TDA 2024 18-B."""
    rules = {"all_in_showdown": "in-order"}
    short = "A bets 100, B all-in to 60, C folds, D folds"
    assert tuple(answered(wish("B", "A", short, rules=rules)).values()) == RIGHT
    raised = "A all-in to 100, B raises to 300, C calls, D folds"
    assert tuple(answered(wish("A", "B", raised, rules=rules)).values()) == FLOOR


def test_with_a_player_all_in_every_hand_goes_face_up_and_none_can_be_refused() -> None:
    """TDA 2024 16."""
    actions = "A checks, B all-in to 500, C calls, D folds, A calls"
    assert tuple(answered(wish("C", "A", actions)).values()) == RIGHT
    in_order = wish("C", "A", actions, rules={"all_in_showdown": "in-order"})
    assert tuple(answered(in_order).values()) == FLOOR


FOLDED_EARLIER = "A folds, B checks, C checks, D bets 100, B calls, C folds, -- river 9c, B checks, D checks"


@pytest.mark.parametrize(
    ("house", "who_may"),
    [("nobody", ""), ("showdown", "B"), ("turn", "A B C"), ("anybody", "A B C")],
)
def test_the_four_houses_of_the_seed_name_who_may_ask(house: str, who_may: str) -> None:
    """The seed: nobody, those who called to the end, those who were in on the turn, or anybody, folded players too.

    A, B and C are in when the turn begins; only B and D are in to the end.
    """
    for player in "ABC":
        document = wish(player, "D", FOLDED_EARLIER, street="turn", board=BOARD[:11], rules={"may_see": house})
        may = player in who_may.split()
        assert answered(document) == {"may": may, "right": may}


def test_who_folded_before_the_turn_may_ask_only_where_anybody_may() -> None:
    actions = "A folds, B checks, C checks, D bets 100, B calls, C folds, -- turn 4s, B checks, D checks, "
    actions += "-- river 9c, B checks, D checks"
    for house, may in (("turn", False), ("anybody", True)):
        document = wish("A", "D", actions, street="flop", board=BOARD[:8], rules={"may_see": house})
        assert answered(document)["may"] is may


def test_in_no_house_is_a_folded_hand_or_one_that_won_alone_asked_for() -> None:
    """The seed's four houses ask for hands that are left; TDA 2024 17-B for one that won alone."""
    for house in TOGGLES["may_see"].rules:
        assert answered(wish("C", "D", rules={"may_see": house})) == {"may": False, "right": False}
        alone = wish("C", "B", "A checks, B bets 100, C folds, D folds, A folds", rules={"may_see": house})
        assert answered(alone) == {"may": False, "right": False}


def test_the_rule_is_cited_by_edition() -> None:
    """The edition map of rules.md: 18 of 2024 is 19 of 2026."""
    assert solve(wish("C", "B")).steps[-1].rule == "asking-right"
    assert (RULES["asking-right"].number, RULES["asking-lost"].number) == ("18-B", "18-A")
    assert all(RULES[id].later["confirmed"] is False for id in ("asking-right", "asking-lost"))  # type: ignore[index]  # both have a later number


def test_by_roberts_rules_whoever_was_dealt_in_may_ask() -> None:
    """RRoP 11, "The showdown" 5: for any hand that was called, also who has folded."""
    solution = solve(wish("D", "B", rules="rrop"))
    assert solution.answer == {"may": True, "right": True}
    assert cite_text(solution.steps[-1].rule).startswith("RRoP 11")
    tda = solve(wish("C", "B", rules={"base": "rrop", "may_see": "river-caller"}))
    assert tda.steps[-1].rule == "asking-right"


def test_a_request_before_the_showdown_or_without_a_player_is_none() -> None:
    assert refused(wish("C", "B", "A checks, B bets 100, C calls")) == "question"
    with pytest.raises(DocumentError) as error:
        solve(wish("B", "B"))
    assert error.value.where == "question.whose"
    nobody = spot("may_see", "A B C D", {"whose": "B"}, street="river", board=BOARD, actions=BET)
    with pytest.raises(DocumentError) as error:
        solve(nobody)
    assert error.value.where == "question.player"


@pytest.mark.parametrize(
    ("document", "answer", "mistake"),
    [
        (wish("D", "B"), RIGHT, "anybody-may"),
        (wish("C", "A"), RIGHT, "left-sees-all"),
        (wish("C", "B"), FLOOR, "called-hand-refused"),
        (wish("C", "B"), NO, "nobody-may"),
    ],
)
def test_a_wrong_answer_names_the_mistake(document: Document, answer: tuple[bool, bool], mistake: str) -> None:
    assert mistake in mistakes(KIND, document, dict(zip(("may", "right"), answer, strict=True)))


@pytest.mark.parametrize("level", KIND.levels)
@pytest.mark.parametrize("house", TOGGLES["may_see"].rules)
def test_a_drill_keeps_its_promises(house: str, level: int) -> None:
    keeps_its_promises(KIND, level, parse_rules({"may_see": house}), many=4)
