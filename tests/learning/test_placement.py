"""The placement test of twelve questions (issue 5), on its own rules and on learners of known ability."""

from __future__ import annotations

from collections import Counter
from random import Random
from statistics import correlation

import pytest

from quizzes.learning.choosing import Offer
from quizzes.learning.placement import QUESTIONS, Answered, abilities, general, next_question
from quizzes.learning.ratings import PRIOR_DIFFICULTIES
from tests.learning.seats import Seat
from tests.learning.simulated import Modelled, shapes, world

OFFERS = [Offer(name, 0.02, PRIOR_DIFFICULTIES) for name in "abcde"]


def test_twelve_questions_go_evenly_over_the_skills() -> None:
    answers: list[Answered] = []
    while asked := next_question(answers, OFFERS, "seed"):
        answers.append(Answered(asked.skill, asked.level, PRIOR_DIFFICULTIES[asked.level], 0.02, True))
    assert len(answers) == QUESTIONS == 12
    assert sorted(Counter(each.skill for each in answers).values()) == [2, 2, 2, 3, 3]


def test_the_test_begins_in_the_middle_and_follows_the_answers() -> None:
    first = next_question([], OFFERS, "seed")
    assert first is not None
    assert first.level == 3  # ability 0 and difficulty 0: as open as can be
    for right, level in ((True, 5), (False, 1)):
        answers = [Answered(name, 3, 0, 0.02, right) for name in "abcde"]
        following = next_question(answers, OFFERS, "seed")
        assert following is not None
        assert following.level == level


def test_another_seed_gives_another_order() -> None:
    assert len({next_question([], OFFERS, f"{seed}") for seed in range(40)}) == len(OFFERS)


def test_nothing_can_be_asked_where_nothing_is_offered() -> None:
    with pytest.raises(ValueError, match="nothing"):
        next_question([], [], "seed")


def test_before_any_answer_the_ability_is_zero_and_answers_move_it_their_way() -> None:
    assert general([]) == pytest.approx(0)
    right, wrong = (general([Answered("a", 3, 0, 0, right)]) for right in (True, False))
    assert right == pytest.approx(-wrong)  # without a floor both are the same picture turned round
    assert right > 0.3


def test_every_skill_gets_an_ability_and_its_own_answers_tell_most() -> None:
    answers = [Answered("a", 3, 0, 0.02, True), Answered("b", 3, 0, 0.02, False)]
    found = abilities(answers, ["a", "b", "c"])
    assert found["a"].value > found["c"].value > found["b"].value
    assert found["c"].value == pytest.approx(general(answers))


def test_twelve_answers_tell_able_learners_from_weak_ones() -> None:
    truth, found = [], []
    for number in range(60):
        rng = Random(number)
        ability = rng.gauss(0, 1.2)
        seat = Seat(Modelled(rng, dict.fromkeys(shapes(), ability)), world(rng), rng, list(shapes()))
        found.append(general(seat.take_placement()))
        truth.append(ability)
    # the best that 12 answers can do: each tells at most 1/4, so the error's variance is 1/3 against 1.44, r = 0.9
    assert 0.75 < correlation(truth, found) < 0.95
