"""Issue 5's goals on simulated learners, in short: `tests.bench.learners` has them at full size."""

from __future__ import annotations

from random import Random
from statistics import median

import pytest

from tests.bench import learners
from tests.bench.learners import CAREFUL, WITHIN, at_random, check, course, false_alarms, recovered
from tests.learning.seats import Seat
from tests.learning.simulated import Modelled, Other, shapes

BOTH = pytest.mark.parametrize("simulator", [Modelled, Other])


@BOTH
def test_difficulties_are_recovered_from_a_hundred_learners_with_25_answers_each(simulator: type[Modelled]) -> None:
    assert (learners.LEARNERS, learners.ANSWERS) == (100, 25)
    assert recovered(simulator, "0", at_random) > 0.9


def test_every_planted_misconception_is_found_within_twelve_drills_that_show_it() -> None:
    for kind, shape in shapes().items():
        for trap in shape.shows:
            found = check(Modelled, kind, frozenset([trap]), f"{kind}/{trap}/0", 1.0, learners.LONGEST_CHECK)
            assert found[trap].shown <= WITHIN, (kind, trap)


def test_two_at_once_are_nearly_always_found_by_a_learner_who_slips_and_guesses() -> None:
    pairs = [
        (kind, pair) for kind, shape in shapes().items() for pair in zip(shape.shows, [*shape.shows][1:], strict=False)
    ]
    late = 0
    for kind, held in pairs:
        found = check(Other, kind, frozenset(held), f"{kind}/{held}", 1.0, learners.LONGEST_CHECK)
        late += sum(trap not in found or found[trap].shown > WITHIN for trap in held)
    assert late <= 0.05 * 2 * len(pairs)


@BOTH
def test_careful_learners_are_not_accused(simulator: type[Modelled]) -> None:
    assert false_alarms(simulator, 100, CAREFUL) <= 0.05


@BOTH
def test_mastery_takes_fewer_questions_than_in_random_order(simulator: type[Modelled]) -> None:
    def questions(chooser: learners.Chooser) -> float:
        return median(course(simulator, f"{number}", chooser).questions for number in range(7))

    assert questions(Seat.choice) < questions(at_random)


def test_the_simulators_are_two() -> None:
    # slips and guesses keep the one below certainty where the other is all but certain
    kinds = dict.fromkeys(shapes(), 9.0)
    rng = Random(0)
    assert Modelled(rng, dict(kinds)).chance("outs", 0.0, 0.02) > 0.999
    assert Other(rng, dict(kinds)).chance("outs", 0.0, 0.02) < 0.96
