"""Pot-limit raises as drills: the wrong methods in numbers worked out by hand, and spots of every game."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.engine.notation import loads
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS, agree
from quizzes.kinds.base import LEVELS, Variant
from quizzes.kinds.pot_limit import FIELDS, KIND, VARIANTS
from tests.scale import scale

SEED = """
limit = "pot-limit"
street = "flop"
pot = 1000
blinds = [50, 100]
seats = [{name = "A", stack = 9000}, {name = "B", stack = 9000}, {name = "C", stack = 9000}]
actions = "A bets 100, B raises to 1300, C folds"
question = {kind = "pot_limit"}
"""
SHORT = """
game = "omaha"
limit = "pot-limit"
blinds = [100, 200]
seats = [{name = "SB"}, {name = "BB", stack = 100}, {name = "A"}, {name = "B"}]
question = {kind = "pot_limit"}
"""


def numbers(*amounts: int) -> dict[str, int]:
    return dict(zip(FIELDS, amounts, strict=True))


def test_the_original_bettor_may_add_four_thousand_eight_hundred() -> None:
    """Case seed-wiki-pot-4800: 1200 to call and 3600 more are 4800 new chips and a total of 4900."""
    assert KIND.solve(loads(SEED)).answer == numbers(2400, 1200, 3600, 4900, 4800)


@pytest.mark.parametrize(("given", "mistake"), [
    pytest.param((2400, 1200, 2400, 3700, 3600), "pot-without-call", id="1300 and the pot of 2400"),
    pytest.param((2400, 1200, 2600, 3900, 3800), "three-bets", id="three times 1300"),
    pytest.param((2400, 1300, 3700, 5000, 5000), "own-chips-twice", id="what a third player may raise to"),
    pytest.param((2400, 1200, 3600, 3600, 4800), "by-for-to", id="the increase as the total"),
])  # fmt: skip
def test_a_wrong_raise_names_the_mistake(given: tuple[int, ...], mistake: str) -> None:
    assert KIND.grade(loads(SEED), numbers(*given)).misconceptions == (mistake,)


def test_a_short_blind_taken_as_it_lies_there_is_named() -> None:
    """TDA 2024 54-B: to 700; with the 100 that the big blind has it would be 200, the call of 200, and 400 over 200."""
    document = loads(SHORT)
    assert KIND.solve(document).answer == numbers(300, 200, 500, 700, 700)
    assert KIND.grade(document, numbers(200, 200, 400, 600, 600)).misconceptions == ("short-blind-as-posted",)


@pytest.mark.parametrize(("given", "want"), [
    ((2400, 1200, 3600, 4900, 4800), "right right right right right"),
    ((2300, 1200, 3500, 4800, 4700), "wrong right follows follows follows"),
    ((2400, 1300, 3700, 5000, 5000), "right wrong follows follows follows"),
    ((2400, 1200, 3500, 4800, 4700), "right right wrong follows follows"),
    ((2400, 1200, 3600, 4800, 4800), "right right right wrong right"),
])  # fmt: skip
def test_a_slip_is_counted_once(given: tuple[int, ...], want: str) -> None:
    grade = KIND.grade(loads(SEED), numbers(*given))
    assert " ".join(field.verdict for field in grade.fields) == want


@pytest.mark.parametrize(("actions", "level"), [
    pytest.param("A bets 100", 1, id="a bet"),
    pytest.param("A bets 100, B calls", 2, id="a caller's chips among the bets"),
    pytest.param("A bets 100, B raises to 300", 3, id="a raise over the bet of another"),
    pytest.param("A bets 100, B raises to 300, C calls", 4, id="and chips in front, and a caller"),
])  # fmt: skip
def test_each_thing_to_keep_apart_is_a_level(actions: str, level: int) -> None:
    document = loads(SEED.replace("A bets 100, B raises to 1300, C folds", actions))
    assert KIND.level(document) == level


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_drill_has_its_game_and_limit_and_the_second_computation_agrees(variant: Variant, level: int) -> None:
    rng = Random(f"{variant} {level}")
    for _ in range(scale(10, 400)):
        document = KINDS["pot_limit"].generate(rng, level, ruleset("tda"), variant)
        assert (document.game.id, document.limit, KIND.level(document)) == (*variant, level)
        assert agree(KIND, document)
