"""The reader of derivations over pot-limit and fixed-limit, stud, draw and hi-lo: what holds passes, each lie does not.

Left out is the seat that has to bring it in, and stud in the other limits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.engine.steps import Solution, Step
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant
from quizzes.kinds.second.table import replay
from tests.cases.compare import PUBLIC
from tests.engine.derivations import check
from tests.engine.reading import Broken
from tests.kinds.tables import any_table, cards_down, play_on, written
from tests.scale import scale

DECIDING = ("legal_actions", "min_raise", "reopen", "pot_limit", "fixed_limit")
CASES = [
    row
    for row in map(json.loads, PUBLIC.read_text(encoding="utf-8").splitlines())
    if row["doc"].get("limit") or (row["doc"].get("game") and row["doc"]["question"]["kind"] == "awards")
]
PLAYED = [(game, limit) for game in GAMES for limit in LIMITS if GAMES[game].family != "stud" or limit == "fixed-limit"]
DRILLED = [(kind, variant) for kind in ("pot_limit", "fixed_limit") for variant in KINDS[kind].variants]


def holds(document: Document) -> bool:
    """Check an answer's derivation; say whether there is one."""
    try:
        solution = kinds.solve(document)
    except DocumentError:
        return False
    check(document, solution)
    return True


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_derivation_of_a_public_case_holds(case: dict[str, Any]) -> None:
    assert holds(parse(case["doc"]))


@pytest.mark.parametrize(("kind", "variant"), DRILLED)
def test_the_derivation_of_a_drill_holds(kind: str, variant: Variant) -> None:
    rng = Random(f"{kind} {variant}")
    for level in KINDS[kind].levels:
        for _ in range(scale(4, 200)):
            assert holds(KINDS[kind].generate(rng, level, ruleset("tda"), variant))


@pytest.mark.parametrize(("game", "limit"), PLAYED)
def test_derivations_of_random_hands_hold(game: str, limit: str) -> None:
    rng = Random(f"derived {game} {limit}")
    found = 0
    for _ in range(scale(2, 60)):
        table, deck = any_table(rng, GAMES[game], limit)
        actions: list[str] = []
        for actions in play_on(rng, table, deck):
            if not replay(written(table, actions, "legal_actions")).brings_in:
                found += sum(holds(written(table, actions, kind)) for kind in DECIDING)
        found += holds(written(table, actions, "awards"))
    assert found > scale(2, 200)


@pytest.mark.parametrize("game", GAMES)
def test_derivations_of_awards_hold(game: str) -> None:
    rng = Random(f"derived {game}")
    for _ in range(scale(8, 400)):
        document = parse({**cards_down(rng, GAMES[game]), "question": {"kind": "awards"}})
        rules = {**document.rules.toggles, "odd_chip": "left-of-button", "odd_chip_stud": "all-cards"}
        assert holds(replace(document, rules=replace(document.rules, toggles=rules)))


# What does not hold, TDA 2024 20, 47-B and 48.

SEATS = [{"name": name} for name in "ABCD"]
LIMIT = {"limit": "fixed-limit", "street": "flop", "blinds": [50, 100], "bets": [100, 200], "seats": SEATS}
FIXED = LIMIT | {"actions": "A bets 100, B all-in to 150", "question": {"kind": "fixed_limit"}}
POT = LIMIT | {"limit": "pot-limit", "pot": 400, "actions": "A bets 100", "question": {"kind": "pot_limit"}}
HALVES = {
    "game": "omaha8",
    "street": "river",
    "board": "3c 4d 7h Kh 9s",
    "seats": [{"name": "A", "cards": "Ks Kd Qc 9c"}, {"name": "B", "cards": "Ah 2c Ts 9h"}, {"name": "C"}],
    "put_in": {"A": 50, "B": 50, "C": 1},
    "folded": ["C"],
    "question": {"kind": "awards"},
}
Change = Callable[[Step], Mapping[str, Any]]

LIES: dict[str, tuple[dict[str, Any], str, Change, str]] = {
    "the big bet on the flop": (
        FIXED,
        "bet_size",
        lambda s: {"values": {"big_bet": 200}, "out": {"bet_size": 200}},
        "100 follows",
    ),
    "a raise not counted": (FIXED, "raises_made", lambda s: {"out": {"raises_made": 1}}, "2 follows"),
    "a raise nobody made": (FIXED, "raises_made", lambda s: {"values": {"raised_to": [100, 100]}}, "None follows"),
    "half a bet said to be too little": (FIXED, "counts", lambda s: {"out": {"counts": False}}, "True follows"),
    "another house's cap": (FIXED, "raise_left", lambda s: {"values": {**s.values, "fl_cap": 2}}, "fl_cap is not 2"),
    "no cap where one holds": (
        FIXED,
        "raise_left",
        lambda s: {"op": "state", "values": {"fl_cap_heads_up": "capped"}},
        "False follows",
    ),
    "a level that another house builds on": (
        FIXED,
        "level",
        lambda s: {"values": {"full_level": s.out["level"]}},
        "None follows",
    ),
    "a pot without the bet": (POT, "pot", lambda s: {"out": {"pot": 400}}, "500 follows"),
    "a raise without the call": (POT, "max_raise_by", lambda s: {"out": {"max_raise_by": 500}}, "600 follows"),
    "the odd chip in the low half": (HALVES, "low_half", lambda s: {"out": {"low_half": 51}}, "50 follows"),
    "a low for the higher one": (HALVES, "best_low", lambda s: {"out": {"best_low": ["A"]}}, "['B'] follows"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_found_for_its_own_reason(lie: str) -> None:
    table, outcome, change, reason = LIES[lie]
    document = parse(table)
    solution = kinds.solve(document)
    steps = [replace(step, **change(step)) if outcome in step.out else step for step in solution.steps]
    with pytest.raises(Broken) as broken:
        check(document, Solution(solution.answer, tuple(steps)))
    assert reason in str(broken.value)
