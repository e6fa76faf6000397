"""`chip_ruling`: the public cases both ways, how answers are read and graded, and the mistakes by name.

The rulings themselves are in tests/engine/test_rulings.py.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quizzes.engine.notation import parse
from quizzes.engine.rulesets import parse_rules, ruleset
from quizzes.kinds.chip_ruling import KIND, solve
from quizzes.kinds.pushes import PLANS, features
from quizzes.kinds.second import chip_ruling as second
from quizzes.wording.chip_ruling import WORDS
from tests.cases.compare import Case, load, same
from tests.engine.test_rulings import document, solved
from tests.scale import scale

CASES = load(["chip_ruling"])


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    assert same("chip_ruling", case["answer"], solved(case["doc"]).answer)
    assert same("chip_ruling", case["answer"], second.solve(parse(case["doc"])))


def test_there_are_public_cases() -> None:
    assert len(CASES) == 21


# Houses that no ruleset plays as a whole: the second computation reads the same toggles.

HOUSES = [
    {"multi_chip": "same-denomination-call"},
    {"undercall": "half-rule"},
    {"string_raise": "motions-after-raise"},
    {"min_raise": "double", "undercall": "half-rule"},
]


@pytest.mark.parametrize("changes", HOUSES, ids=["one kind", "half of a call", "several motions", "doubling"])
def test_both_ways_agree_on_random_spots_of_other_houses(changes: dict[str, str]) -> None:
    rng = Random(str(changes))
    differ = 0
    for number in range(scale(300, 20_000)):
        spot = KIND.generate(rng, 1 + number % 5, ruleset("tda"))
        house = replace(spot, rules=parse_rules({"base": "tda", **changes}))
        answer = dict(solve(house).answer)
        assert answer == second.solve(house)
        differ += answer != dict(solve(spot).answer)
    assert differ


# How an answer is read and graded.

REMOVABLE: dict[str, Any] = {"player": "B", "said": "", "chips": [1000, 100, 100, 100, 100, 100]}
BEFORE_THE_FLOP = {"street": "preflop", "blinds": [250, 500]}
SPOT = parse(document("SB BB UTG B C", "UTG raises to 1100", REMOVABLE, **BEFORE_THE_FLOP))
"""Addendum 45 example 2, with 1500: a raise to 1700."""


def verdicts(ruling: str, to: int | None) -> str:
    grade = KIND.grade(SPOT, {"ruling": ruling, "to": to})
    return " ".join(field.verdict for field in grade.fields)


@pytest.mark.parametrize(
    ("ruling", "to", "want"),
    [
        ("raise", 1700, "right right"),
        ("raise", 1500, "right wrong"),
        ("call", 1100, "wrong follows"),
        ("call", 1500, "wrong wrong"),
        ("floor", None, "wrong follows"),
        ("fold", 0, "wrong wrong"),
        ("bet", 1700, "wrong right"),
    ],
)
def test_a_wrong_ruling_with_its_own_total_is_one_slip(ruling: str, to: int | None, want: str) -> None:
    assert verdicts(ruling, to) == want


def test_a_check_and_a_fold_need_no_amount_and_the_floor_has_none() -> None:
    """The scenario format: the player's total after it, null for the floor."""
    pushed = {"player": "BB", "said": "call", "chips": []}
    option = parse(document("SB BB A", "A calls, SB calls", pushed, street="preflop"))
    assert KIND.parse(option, {"ruling": ["check"], "to": [""]}) == {"ruling": "check", "to": 200}
    assert KIND.parse(option, {"ruling": ["floor"]}) == {"ruling": "floor", "to": None}
    assert KIND.grade(option, {"ruling": "check", "to": 200}).right


def test_last_chips_of_which_one_could_be_left_out_are_a_raise_by_their_own_rule() -> None:
    """TDA 2024 45-B: 800 of the 900 would still call, so they are all-in, and nobody overlooked that each is needed."""
    table = document("A B:900 C", "A bets 800", {"player": "B", "said": "", "chips": [500, 100, 100, 100, 100]})
    spot = parse(table)
    solution = KIND.solve(spot)
    assert solution.answer == {"ruling": "raise", "to": 900}
    assert solution.deciding(WORDS.decides).rule == "last-chips"
    assert KIND.grade(spot, {"ruling": "call", "to": 800}).misconceptions == ()


# The mistakes by name; each wrong answer is worked out by hand from what the mistake says.


@pytest.mark.parametrize(
    ("actions", "pushed", "ruling", "to", "mistakes"),
    [
        ("A bets 400", {"chips": [5000]}, "raise", 5000, ("overchip-raises", "half-of-one-chip")),
        ("A bets 400", {"chips": [500]}, "raise", 800, ("overchip-raises",)),
        ("A bets 1200", {"chips": [1000, 1000]}, "raise", 2400, ("need-ignored",)),
        ("A bets 400", {"chips": [500, 100]}, "call", 400, ("under-raise-calls",)),
        ("A bets 400", {"chips": [500, 100]}, "raise", 600, ("under-raise-stands",)),
        (
            "A bets 400, B raises to 800",
            {"player": "C", "chips": [500, 500, 100]},
            "call",
            800,
            ("half-of-the-bet", "under-raise-calls"),
        ),
        ("A bets 400", {"chips": [100]}, "fold", 100, ("undercall-folds",)),
        ("A bets 400, B raises to 1200", {"player": "C", "chips": [500]}, "call", 1200, ("undercall-always-calls",)),
        ("A bets 400", {"chips": [], "said": "raise 1000"}, "raise", 1400, ("to-taken-for-by",)),
        ("A bets 300", {"motions": [[300], [500]]}, "raise", 800, ("all-goes-count",)),
        ("A bets 400", {"chips": [500], "last": True}, "raise", 500, ("overchip-raises", "last-chips-all-in")),
    ],
)  # fmt: skip
def test_a_wrong_ruling_names_the_mistake(
    actions: str, pushed: dict[str, Any], ruling: str, to: int, mistakes: tuple[str, ...]
) -> None:
    last = pushed.pop("last", False)
    table = document("A B:500 C" if last else "A B C", actions, {"player": "B", "said": "", **pushed})
    assert KIND.grade(parse(table), {"ruling": ruling, "to": to}).misconceptions == mistakes


def test_chips_in_front_that_are_left_out_name_the_mistake() -> None:
    """46-C1: 500 + 4 x 100 and the 50 in front are 950, over 875; without a 50 of 850 new chips alone are not."""
    pushed = {"player": "BB", "said": "", "chips": [500, 100, 100, 100, 50]}
    table = document("SB BB A B", "A raises to 600, B folds, SB folds", pushed, street="preflop", blinds=[25, 50])
    spot = parse(table)
    assert KIND.solve(spot).answer == {"ruling": "raise", "to": 1150}
    assert "prior-chips-left-out" in KIND.grade(spot, {"ruling": "call", "to": 600}).misconceptions


# What is generated.


@pytest.mark.parametrize("level", PLANS)
def test_a_spot_has_what_its_plan_names(level: int) -> None:
    rng = Random(level)
    plans = {frozenset(plan.split()) for plan in PLANS[level]}
    seen = {features(KIND.generate(rng, level, ruleset("tda"))) for _ in range(scale(400, 4000))}
    assert seen == plans
    assert {min(5, len(plan) + 1) for plan in plans} == {level}


def test_most_rulings_come_up_in_practice() -> None:
    rng = Random(40)
    rulings = {solve(KIND.generate(rng, level, ruleset("tda"))).answer["ruling"] for level in (1, 2, 3) * 40}
    assert rulings == {"check", "call", "bet", "raise", "floor"}


def test_a_check_against_a_bet_is_told_to_leave_no_raise() -> None:
    """TDA 2024 55: "check" against a bet leaves a call or a fold. Only then is the floor's ruling told so."""
    checked = parse(document("A B C", "A bets 400", {"player": "B", "said": "check"}))
    short = parse(document("A B C", "A bets 400, B raises to 900", {"player": "C", "chips": [100]}))
    told = [WORDS.title(each, "B", solve(each).answer) for each in (checked, short)]
    assert [solve(each).answer["ruling"] for each in (checked, short)] == ["floor", "floor"]
    assert ["can't raise" in title for title in told] == [True, False]
