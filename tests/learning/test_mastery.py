"""Mastered = right in the mix, and again after a day (issue 5); worked examples fade, and two misses bring one back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from quizzes.learning.examples import comes_back, next_meeting, steps_shown
from quizzes.learning.mastery import Mastery, after

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
DAY = timedelta(days=1)


def answer(mastery: Mastery, right: bool, at: datetime, level: int = 3, mixed: bool = True, top: int = 5) -> Mastery:
    return after(mastery, right, level, top, mixed, at)


def test_right_in_the_mix_and_again_after_a_day_is_mastered() -> None:
    once = answer(Mastery(), True, NOW)
    assert not once.mastered
    assert answer(once, True, NOW + DAY).since == NOW + DAY


def test_the_second_time_needs_a_whole_day() -> None:
    once = answer(Mastery(), True, NOW)
    soon = answer(once, True, NOW + DAY - timedelta(seconds=1))
    assert not soon.mastered
    assert soon.mixed_at == NOW
    assert not once.confirmable(NOW + DAY - timedelta(seconds=1))
    assert once.confirmable(NOW + DAY)


def test_right_after_a_question_of_the_same_skill_is_not_in_the_mix() -> None:
    assert answer(Mastery(), True, NOW, mixed=False) == Mastery()
    assert answer(answer(Mastery(), True, NOW), True, NOW + DAY, mixed=False).mastered


def test_levels_below_the_third_do_not_count() -> None:
    assert answer(Mastery(), True, NOW, level=2) == Mastery()
    assert not answer(answer(Mastery(), True, NOW), True, NOW + DAY, level=2).mastered


def test_a_skill_with_two_levels_is_mastered_on_its_second() -> None:
    assert answer(Mastery(), True, NOW, level=1, top=2) == Mastery()
    assert answer(answer(Mastery(), True, NOW, level=2, top=2), True, NOW + DAY, level=2, top=2).mastered


@pytest.mark.parametrize("answers", [[False], [False, True, False]])
def test_single_misses_lose_nothing(answers: list[bool]) -> None:
    mastery = answer(answer(Mastery(), True, NOW), True, NOW + DAY)
    for right in answers:
        mastery = answer(mastery, right, NOW + 2 * DAY)
    assert mastery.mastered


def test_two_misses_in_a_row_lose_it_and_all_begins_again() -> None:
    lost = answer(answer(Mastery(NOW, NOW + DAY), False, NOW + 2 * DAY), False, NOW + 2 * DAY)
    assert (lost.mastered, lost.mixed_at) == (False, None)
    assert not answer(lost, True, NOW + 3 * DAY).mastered


def test_mastery_comes_back_out_of_json() -> None:
    for mastery in (Mastery(), Mastery(NOW, None, 1), Mastery(NOW, NOW + DAY)):
        assert Mastery.from_json(mastery.to_json()) == mastery


def test_examples_fade_from_the_last_step_on() -> None:
    assert [steps_shown(4, meeting) for meeting in range(6)] == [4, 3, 2, 1, 0, 0]


def test_two_misses_bring_a_whole_example_back() -> None:
    assert [comes_back(misses) for misses in (0, 1, 2, 3)] == [False, False, True, True]
    assert [next_meeting(3, misses) for misses in (0, 1, 2)] == [4, 4, 0]
