"""How an amount is fitted to the sizes that may be bet, step by step: each number is worked out from the rule named."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.notation import parse
from quizzes.engine.steps import Step
from quizzes.kinds.chip_ruling import solve
from tests.engine.test_rulings import document

POT: dict[str, Any] = {"limit": "pot-limit", "blinds": [50, 100]}


def told(actions: str, player: str, *chips: int, **keys: Any) -> list[Step]:
    """Return the steps to the ruling on chips that a player of three pushes in."""
    return list(solve(parse(document("A B C", actions, {"player": player, "chips": list(chips)}, **keys))).steps)


def facts(steps: list[Step], rule: str) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Return what the steps of a rule go by, and what follows from it."""
    return [(dict(step.values), dict(step.out)) for step in steps if step.rule == rule]


@pytest.mark.parametrize(
    ("actions", "keys", "size"),
    [
        ("A bets 200, B raises to 600", {}, "last_raise"),
        ("A bets 200, B raises to 400", {"limit": "fixed-limit"}, "bet_size"),
    ],
)
def test_half_is_taken_of_the_size_that_a_raise_has(actions: str, keys: dict[str, Any], size: str) -> None:
    """TDA 2024 43-A: half of the last raise of 400; in fixed-limit half of the street's unit, 200."""
    amount = 400 if size == "last_raise" else 200
    assert ({size: amount}, {"half": amount // 2}) in facts(told(actions, "C", 500, 100, 100, **keys), "raise-made-up")


def test_where_a_raise_doubles_the_bet_its_size_is_told_first() -> None:
    """JJ: to twice 600, which adds 600; half of that is 300, and the mark 900."""
    found = facts(told("A bets 200, B raises to 600", "C", 500, 100, 100, 25, rules="jj"), "raise-made-up")
    assert found[:3] == [
        ({"raise_to": 1200, "bet": 600}, {"raise_size": 600}),
        ({"raise_size": 600}, {"half": 300}),
        ({"bet": 600, "half": 300}, {"half_way": 900}),
    ]


@pytest.mark.parametrize("pot", [99, 50])
def test_a_bet_is_cut_to_the_smallest_where_the_pot_is_less(pot: int) -> None:
    """TDA 2024 54-B with the opening bet of a big blind, 100: the pot is less, and the bet is allowed all the same."""
    steps = told("", "A", 5000, pot=pot, **POT)
    small = steps[[step.rule for step in steps].index("opening-bet") + 1]
    assert (small.rule, small.op) == ("opening-bet", "compare")
    assert (dict(small.values), dict(small.out)) == ({"max_to": pot, "raise_to": 100}, {"pot_reaches_bet": False})
    assert (dict(steps[-1].values), dict(steps[-1].out)) == ({"chips_out": 5000, "raise_to": 100}, {"to": 100})


@pytest.mark.parametrize("pot", [100, 1000])
def test_a_bet_is_cut_to_a_pot_that_reaches_the_smallest(pot: int) -> None:
    """TDA 2024 54: a bet is at most the pot."""
    steps = told("", "A", 5000, pot=pot, **POT)
    assert [out for _values, out in facts(steps, "opening-bet")] == [{"raise_to": 100}]
    assert (dict(steps[-1].values), dict(steps[-1].out)) == ({"chips_out": 5000, "max_to": pot}, {"to": pot})


def test_less_than_the_smallest_raise_is_told_beside_it() -> None:
    """TDA 2024 43-A: 600 are half of a raise over 400, so it is made up to 800, the least of a full one."""
    last = told("A bets 400", "B", 500, 100)[-1]
    assert (dict(last.values), dict(last.out)) == ({"raise_to": 800}, {"to": 800})


def test_more_than_the_one_size_of_fixed_limit_is_cut_to_it() -> None:
    """TDA 2024 43: a raise over 200 is to 400, whatever is put in."""
    last = told("A bets 200", "B", 500, 500, limit="fixed-limit")[-1]
    assert (dict(last.values), dict(last.out)) == ({"chips_out": 1000, "raise_to": 400}, {"to": 400})
