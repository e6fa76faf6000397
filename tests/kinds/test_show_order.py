"""Who shows first. Expected: TDA 2024 16 and 17-A, and the houses of rules.md A5."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULES, parse_rules
from quizzes.kinds.show_order import KIND, solve
from quizzes.wording import step_text
from quizzes.wording.mistakes import mistake
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused, spot

BOARD = "2c 7d Jh 4s 9c"


def river(seats: str, actions: str, **keys: Any) -> Document:
    return spot("show_order", seats, {}, **{"street": "river", "board": BOARD, "pot": 600, "actions": actions, **keys})


@pytest.mark.parametrize(
    ("actions", "want"),
    [
        ("A checks, B checks, C checks", ["A", "B", "C"]),
        ("A checks, B bets 100, C calls, A calls", ["B", "C", "A"]),
        ("A bets 100, B raises to 300, C folds, A calls", ["B", "A"]),
        ("A bets 100, B calls, C all-in to 500, A calls, B calls", [["A", "B", "C"]]),
        ("A bets 100, B calls, C calls, A mucks", ["B", "C"]),
        ("A bets 100, B calls, C all-in to 500, A calls, B calls, C mucks", [["A", "B"]]),  # 16: it may not
    ],
)
def test_the_order_is_that_of_the_rules(actions: str, want: list[Any]) -> None:
    assert answered(river("A B C", actions)) == {"order": want}


@pytest.mark.parametrize(
    ("rules", "want"),
    [
        ({}, [["A", "B", "C"]]),
        ({"all_in_showdown": "first-all-in"}, ["B", "C", "A"]),
        ({"all_in_showdown": "in-order"}, ["C", "A", "B"]),
        ({"all_in_showdown": "in-order", "show_first": "side-pot"}, ["C", "A", "B"]),
        ({"show_first": "side-pot"}, ["C", "A", "B"]),
    ],
)
def test_houses_differ_on_all_ins(rules: dict[str, str], want: list[Any]) -> None:
    """B's 500 and C's raise to 800: the side pot is for C and A. Rules.md, "Toggles: who plays what"."""
    document = river("A B:500 C:800", "A checks, B all-in, C all-in, A calls", rules=rules)
    assert answered(document) == {"order": want}


def test_the_first_all_in_is_named_though_a_side_pot_comes_first() -> None:
    """Rules.md A5: C has 40 for its blind of 50 and is all-in first; B on the flop is later, and A never is."""
    rules = {"all_in_showdown": "first-all-in", "show_first": "side-pot"}
    actions = "A calls, B calls, -- flop, B all-in, A calls, -- turn, -- river"
    document = spot("show_order", "A:1000 B:100 C:40", {}, button="A", blinds=[25, 50], rules=rules, actions=actions)
    assert answered(document) == {"order": ["A", "B", "C"]}
    assert solve(document).steps[0].out == {"first_all_in": "C"}


def test_where_an_all_in_changes_nothing_a_step_says_so_by_its_rule() -> None:
    """RRoP 11, the showdown: hands are shown in order. A and B have 500 in each, so there is no side pot."""
    actions = "A calls, B folds, C checks, -- flop 2c 7d Jh, C checks, A all-in, C calls, -- turn 4s, -- river 9c"
    document = spot("show_order", "A:500 B:9000 C:9000", {}, button="A", rules="rrop", actions=actions)
    assert answered(document) == {"order": ["C", "A"]}
    step = solve(document).steps[0]
    assert (step.rule, dict(step.values), dict(step.out)) == ("all-in-in-order", {"all_in": ["A"]}, {"in_order": True})
    assert "in this house that changes nothing" in step_text(step)


def test_the_last_aggressor_is_named_though_its_hand_was_thrown_away() -> None:
    """TDA 2024 17-A in a house where the side pot comes first: B bet, and C and D are in the side pot."""
    rules = {"all_in_showdown": "in-order", "show_first": "side-pot"}
    actions = "A all-in, B raises to 300, C calls, D calls, B mucks"
    document = river("A:100 B:1000 C:1000 D:1000", actions, rules=rules)
    assert answered(document) == {"order": ["C", "D", "A"]}
    assert solve(document).steps[0].out == {"last_aggressor": "B"}


def test_the_best_board_is_named_though_a_side_pot_comes_first() -> None:
    """RRoP 11: C's aces are the best board; A and B alone are in the side pot, and A is the next after C."""
    boards = ("2c 3d 7h 9s", "2d 3h Kh 9d", "Ac Ad 5h 6s")
    stacks = (1000, 1000, 10)
    seats = [
        {"name": name, "stack": stack, "cards": f"(?? ??) {board}"}
        for name, stack, board in zip("ABC", stacks, boards, strict=True)
    ]
    actions = "C all-in, A raises to 30, B calls, -- seventh, A checks, B checks"
    keys = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "street": "sixth", "pot": 100, "rules": "rrop"}
    document = parse({"seats": seats, "actions": actions, "question": {"kind": "show_order"}, **keys})
    assert answered(document) == {"order": ["A", "B", "C"]}
    assert solve(document).steps[0].out == {"best_board": "C"}


def test_of_two_who_are_all_in_by_their_antes_the_first_left_of_the_button_shows_first() -> None:
    """Antes go in together, so neither was all-in before the other: B is left of the button, which A has."""
    rules = {"all_in_showdown": "first-all-in"}
    document = spot(
        "show_order",
        "A:100 B:100 C:1000 D:1000",
        {},
        ante=100,
        button="A",
        rules=rules,
        actions="D all-in, C calls, -- flop 2c 7d Jh, -- turn 4s, -- river 9c",
    )
    assert answered(document) == {"order": ["B", "C", "D", "A"]}


def test_who_is_in_the_side_pot_shows_before_who_is_not_and_the_step_says_who() -> None:
    rules = {"all_in_showdown": "in-order", "show_first": "side-pot"}
    document = river("A B:200 C", "A checks, B all-in, C calls, A calls", rules=rules, street="turn", board=BOARD[:11])
    later = river("A B:200 C", "A bets 500, B all-in, C calls", rules=rules)
    assert refused(document) == "question"
    assert answered(later) == answered(
        river("A B:200 C", "A bets 500, B all-in, C calls", rules={"show_first": "side-pot"})
    )
    assert answered(later) == {"order": ["A", "C", "B"]}
    assert solve(later).steps[1].out == {"side_pot": ["A", "C"]}
    assert solve(later).steps[1].rule == "side-pot-first"


@pytest.mark.parametrize(
    ("actions", "rule", "number", "later"),
    [
        ("A checks, B checks", "showdown-order", "17-A", "18-A"),
        ("A all-in to 9, B calls", "all-in-showdown", "16", "17"),
    ],
)
def test_the_rule_is_cited_by_edition(actions: str, rule: str, number: str, later: str) -> None:
    """The edition map of rules.md."""
    assert {step.rule for step in solve(river("A B", actions, blinds=[1, 2])).steps} == {rule}
    assert (RULES[rule].edition, RULES[rule].number) == ("2024", number)
    assert RULES[rule].later == {"edition": "2026", "number": later, "confirmed": False}


def test_before_the_showdown_nothing_is_shown() -> None:
    assert refused(river("A B C", "A bets 100, B calls")) == "question"
    assert refused(river("A B C", "A bets 100, B folds, C folds")) == "question"


TURN = {"street": "turn", "board": BOARD[:11]}


@pytest.mark.parametrize(
    ("document", "order", "mistake"),
    [
        (river("A B C", "A checks, B bets 100, C calls, A calls"), ["A", "B", "C"], "left-of-button-first"),
        (
            river("A B C", "A bets 100, B calls, C raises to 300, A calls, B calls"),
            ["A", "B", "C"],
            "first-bettor-first",
        ),
        (river("A B C", "A checks, B bets 100, C calls, A calls"), ["C", "A", "B"], "caller-first"),
        (
            river("A B", "A checks, B bets 100, A calls, -- river 9c, A checks, B checks", **TURN),
            ["B", "A"],
            "earlier-aggressor-first",
        ),
        (river("A B C", "A bets 100, B all-in to 60, C calls"), ["B", "C", "A"], "all-in-first"),
        (river("A B C", "A bets 100, B all-in to 60, C calls"), ["A", "B", "C"], "aggressor-though-all-in"),
    ],
)
def test_a_wrong_order_names_the_mistake(document: Document, order: list[str], mistake: str) -> None:
    assert mistake in mistakes(KIND, document, {"order": order})


BET = "A bets 300, B all-in, C calls"


@pytest.mark.parametrize(
    ("rules", "actions", "order", "said"),
    [
        ({}, BET, ["B", "C", "A"], "all hands go face up at once"),
        ({"all_in_showdown": "in-order"}, BET, ["B", "C", "A"], "The last to bet or raise shows first: A."),
        ("rrop", BET, ["B", "C", "A"], "players in a side pot show before the others, and A is their first."),
        ({"show_first": "side-pot"}, BET, ["B", "C", "A"], "in a side pot show before the others, and A is their"),
        ({"all_in_showdown": "first-all-in"}, "A bets 300, B all-in, C all-in", ["A", "B", "C"], "was all-in first"),
    ],
)
def test_a_mistake_about_an_all_in_is_told_by_the_rules_of_its_house(
    rules: Any, actions: str, order: list[str], said: str
) -> None:
    """TDA 2024 16, RRoP 11 and rules.md A5: B's 60 is all-in first, and A and C share a side pot above it."""
    document = river("A:1000 B:60 C:1000" if "C calls" in actions else "A:1000 B:60 C:200", actions, rules=rules)
    (id,) = mistakes(KIND, document, {"order": order})
    assert said in mistake(document, id).text


def test_in_stud_a_checked_last_street_is_told_by_the_best_board() -> None:
    """TDA 2024 17-A: B bet on sixth street and nobody on seventh; A's king is the best board."""
    boards = ("2c 3d 7h Ks", "2d 3h 7c 9d")
    seats = [{"name": name, "cards": f"(?? ??) {board} (??)"} for name, board in zip("AB", boards, strict=True)]
    keys = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "blinds": None, "street": "sixth", "pot": 100}
    actions = "A checks, B bets 20, A calls, -- seventh, A checks, B checks"
    document = parse({"seats": seats, "actions": actions, "question": {"kind": "show_order"}, **keys})
    assert answered(document) == {"order": ["A", "B"]}
    assert mistakes(KIND, document, {"order": ["B", "A"]}) == ("earlier-aggressor-first",)
    assert mistake(document, "earlier-aggressor-first").text.endswith("the best board shows first, A.")


def test_an_order_that_goes_on_rightly_from_a_wrong_first_player_has_one_slip() -> None:
    document = river("A B C", "A checks, B bets 100, C calls, A calls")
    grade = KIND.grade(document, {"order": ["A", "B", "C"]})
    assert [field.verdict for field in grade.fields] == ["wrong", "follows"]


@pytest.mark.parametrize("level", KIND.levels)
@pytest.mark.parametrize("how", ["all-at-once", "first-all-in", "in-order"])
@pytest.mark.parametrize("first", ["last-aggressor", "side-pot"])
def test_a_drill_keeps_its_promises(first: str, how: str, level: int) -> None:
    keeps_its_promises(KIND, level, parse_rules({"all_in_showdown": how, "show_first": first}), many=4)
