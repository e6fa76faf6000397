"""Elo with a guess floor (issue 5, "What to ask next"): expectations worked out by hand from the formula.

P = floor + (1 - floor) * sigmoid(ability - difficulty); sigmoid(0) is 1/2 and sigmoid(ln 4) is 4/5.
"""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.learning.ratings import (
    ABILITY_STEP,
    ITEM_STEP,
    LEARNT,
    PRIOR_DIFFICULTIES,
    Rating,
    begun,
    choice_floor,
    expected,
    gradient,
    item,
    level_for,
    update,
)

LOGITS = st.floats(-4, 4)


@pytest.mark.parametrize(
    ("ability", "floor", "chance"), [(0, 0, 0.5), (log(4), 0, 0.8), (0, 0.5, 0.75), (log(4), 0.25, 0.85)]
)
def test_the_chance_of_a_right_answer_lies_between_guessing_and_certainty(
    ability: float, floor: float, chance: float
) -> None:
    assert expected(ability, 0, floor) == pytest.approx(chance)
    assert expected(ability + 1.3, 1.3, floor) == pytest.approx(chance)


def test_guessing_between_yes_and_no_is_right_half_the_time() -> None:
    assert choice_floor(2) == 0.5


def test_without_a_floor_the_gradient_is_what_was_not_expected() -> None:
    assert gradient(log(4), 0, 0, True) == pytest.approx(0.2)
    assert gradient(log(4), 0, 0, False) == pytest.approx(-0.8)


def test_with_a_floor_a_right_answer_counts_for_less() -> None:
    # floor 1/2, P = 3/4: (1/4)(1/4) / (3/4 * 1/2) and (-3/4)(1/4) / (3/4 * 1/2)
    assert gradient(0, 0, 0.5, True) == pytest.approx(1 / 6)
    assert gradient(0, 0, 0.5, False) == pytest.approx(-1 / 2)


@given(LOGITS, LOGITS, st.sampled_from([0, 0.02, 0.25, 0.5]), st.booleans())
def test_the_gradient_is_the_slope_of_the_log_likelihood(
    ability: float, difficulty: float, floor: float, right: bool
) -> None:
    def likelihood(ability: float) -> float:
        chance = expected(ability, difficulty, floor)
        return log(chance if right else 1 - chance)

    step = 1e-5
    slope = (likelihood(ability + step) - likelihood(ability - step)) / (2 * step)
    assert gradient(ability, difficulty, floor, right) == pytest.approx(slope, abs=1e-4)


def test_a_first_answer_moves_ability_and_difficulty_apart_by_their_first_steps() -> None:
    ability, difficulty = update(Rating(), Rating(), 0, True)
    assert ability.value == pytest.approx(ABILITY_STEP / 2 + LEARNT)
    assert difficulty.value == pytest.approx(-ITEM_STEP / 2)
    assert (ability.tries, difficulty.tries) == (1, 1)
    ability, difficulty = update(Rating(), Rating(), 0, False)
    assert ability.value == pytest.approx(-ABILITY_STEP / 2 + LEARNT)
    assert difficulty.value == pytest.approx(ITEM_STEP / 2)


def test_steps_shrink_with_the_tries_but_not_to_nothing() -> None:
    moves = [-update(Rating(), Rating(0, tries), 0, True)[1].value for tries in (0, 1, 10, 100, 10**6)]
    assert moves == sorted(moves, reverse=True)
    assert len(set(moves)) == len(moves)
    assert moves[-1] > 0


def test_a_new_skill_begins_between_zero_and_the_mean_of_the_others() -> None:
    assert begun([]) == Rating()
    assert begun([Rating(2, 3), Rating(0.5, 3)]).value == pytest.approx(7.5 / 8)  # against two tries at 0
    assert begun([Rating(1, 10)]) == begun([Rating(1, 1000)])


def test_an_item_nobody_has_answered_is_as_much_harder_as_its_siblings_are() -> None:
    assert item(4).value == PRIOR_DIFFICULTIES[4]
    harder = {1: Rating(PRIOR_DIFFICULTIES[1] + 1.2, 6), 2: Rating(9.0, 0)}
    assert item(4, harder).value == pytest.approx(
        PRIOR_DIFFICULTIES[4] + 1.2 * 6 / 9
    )  # against three answers of its own


def test_a_learner_of_middle_ability_begins_on_the_first_level() -> None:
    assert level_for(0, PRIOR_DIFFICULTIES, 0.02) == 1  # sigmoid(1.5) is 0.82


def test_the_level_is_the_one_nearest_to_eighty_two_and_a_half_per_cent() -> None:
    assert level_for(1.5, PRIOR_DIFFICULTIES, 0) == 3
    assert level_for(9, PRIOR_DIFFICULTIES, 0) == 5
    assert level_for(-9, PRIOR_DIFFICULTIES, 0) == 1
    assert level_for(1.5, {1: -1.5, 5: 1.5}, 0) == 1  # 0.95 is nearer than 0.5


def test_guessing_makes_a_harder_level_the_right_one() -> None:
    # floor 1/2: 0.825 is sigmoid = 0.65, which is 0.62 logits above the difficulty, not 1.55
    assert level_for(1.5, PRIOR_DIFFICULTIES, 0.5) == 4


@pytest.mark.parametrize(("shift", "level"), [(1, 4), (-1, 2), (-9, 1), (9, 5)])
def test_a_wish_moves_the_level_as_far_as_there_are_any(shift: int, level: int) -> None:
    assert level_for(1.5, PRIOR_DIFFICULTIES, 0, shift=shift) == level


def test_a_level_rated_easier_than_the_one_below_is_no_dead_end() -> None:
    assert level_for(2, {1: -2.7, 2: -0.2, 3: -0.7}, 0) == 3
