"""What a derivation tells of a bet that is not what it seems. Expected: the rule that is named, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.notation import parse
from quizzes.kinds import solve
from quizzes.wording import step_text
from tests.engine.derivations import check


def told(**table: Any) -> str:
    """Return all of a derivation's sentences, after it has been held."""
    document = parse(table)
    solution = solve(document)
    check(document, solution)
    return " ".join(step_text(step) for step in solution.steps)


SHORT_BLIND = {"seats": [{"name": "A"}, {"name": "B"}, {"name": "C", "stack": 60}], "button": "A", "blinds": [50, 100]}


@pytest.mark.parametrize(("kind", "keys", "says"), [
    ("legal_actions", {"rules": {"short_blind": "posted-price"}}, "the bet is the most that was posted: 60."),
    ("min_raise", {"rules": {"short_blind": "posted-price"}}, "the bet is the most that was posted: 60."),
    ("min_raise", {}, "The big blind was posted short, but the bet is the full blind, 100."),
    ("fixed_limit", {"limit": "fixed-limit"}, "The big blind was posted short, but the bet is the full blind, 100."),
    (
        "fixed_limit", {"limit": "fixed-limit", "rules": {"short_blind": "posted-price"}},
        "the bet is the most that was posted: 60.",
    ),
])  # fmt: skip
def test_a_bet_that_a_short_big_blind_makes_is_told_with_its_rule(kind: str, keys: dict[str, Any], says: str) -> None:
    """RRoP 11: a short blind changes no price; scenario format, `short_blind`: in some houses it does."""
    table = {**SHORT_BLIND, "question": {"kind": kind, "player": "A"}, **keys}
    assert says in told(**table)
    rule = "posted-price" if "rules" in keys else "full-blind-price"
    assert rule in [step.rule for step in solve(parse(table)).steps]


@pytest.mark.parametrize(("house", "says"), [
    ("raise", "a straddle is one of the raises that count. Bets and raises made on this street so far: 2."),
    ("blind", "a bigger blind and not one of the raises. Bets and raises made on this street so far: 1."),
])  # fmt: skip
def test_what_a_straddle_is_under_a_cap_is_told(house: str, says: str) -> None:
    """Scenario format, `straddle_as`; TDA 2024 48 counts raises."""
    rows = [{"name": name} for name in "ABCD"]
    table = {"limit": "fixed-limit", "seats": rows, "blinds": [5, 10], "straddle": 20, "rules": {"straddle_as": house}}
    table["question"] = {"kind": "fixed_limit"}
    assert says in told(**table)


@pytest.mark.parametrize(("keys", "says"), [
    ({"pot": 40}, "Nobody has bet: a bet of the pot is 40. The smallest bet is allowed in any case: to 100."),
    ({"pot": 400}, "Nobody has bet: a bet of the pot is 400. So the largest raise is to 400."),
    (
        {"pot": 240, "unit": 25, "rules": {"pl_rounding": "up"}},
        "Nobody has bet: a bet of the pot is exactly 240. Rounded up to the unit of 25 the largest raise is to 250.",
    ),
])  # fmt: skip
def test_a_bet_of_the_pot_is_told_without_a_call_or_a_raise(keys: dict[str, Any], says: str) -> None:
    """TDA 2024 54: with nothing to call the largest bet is what lies in the middle."""
    rows = [{"name": name} for name in "ABC"]
    table = {"limit": "pot-limit", "seats": rows, "blinds": [50, 100], "street": "flop", **keys}
    table["question"] = {"kind": "legal_actions"}
    assert says in told(**table)
    assert "After that call" not in told(**table)


@pytest.mark.parametrize(("kind", "rest", "rule"), [
    ("min_raise", "E folds, D all-in", "nobody-to-answer"),
    ("min_raise", "E calls, D all-in", "reopening-single"),
    ("reopen", "E calls, D all-in", "reopening-single"),
])  # fmt: skip
def test_that_there_is_no_raise_to_name_is_told_by_what_decides_it(kind: str, rest: str, rule: str) -> None:
    """100, 150, 190 and 210 all-in: no single full raise, or with E gone nobody who could answer one."""
    seats = [{"name": "A"}, {"name": "B", "stack": 150}, {"name": "C", "stack": 190}, {"name": "E"}]
    table = {"seats": [*seats, {"name": "D", "stack": 210}], "rules": "single-raise", "blinds": [50, 100]}
    actions = f"A bets 100, B all-in, C all-in, {rest}"
    document = parse({**table, "street": "flop", "actions": actions, "question": {"kind": kind, "player": "A"}})
    last = solve(document).steps[-1]
    assert (last.rule, step_text(last)) == (rule, "So there is no smallest raise to name.")
