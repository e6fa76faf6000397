"""A learner's state in a skill: what an answer does to each of its parts (issue 5)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from quizzes.learning import ratings
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill, SureMiss, Try, after

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
DAY = timedelta(days=1)
RIGHT = Try(level=3, top=5, floor=0.02, right=True, mixed=True)
WRONG = replace(RIGHT, right=False, told_apart=(("a",),), named=("a",))
ITEM = Rating(0.0, 4)


def test_a_rated_try_moves_the_learner_and_the_item() -> None:
    skill, item = after(Skill(), ITEM, RIGHT, NOW)
    assert (skill.ability, item) == ratings.update(Rating(), ITEM, 0.02, True)


@pytest.mark.parametrize("tried", [RIGHT, WRONG])
def test_a_try_that_is_not_rated_moves_neither(tried: Try) -> None:
    skill, item = after(Skill(), ITEM, replace(tried, rated=False), NOW)
    assert (skill.ability, item) == (Rating(), ITEM)
    assert skill.tries == 1
    assert skill.card is not None


def test_answers_are_counted_and_misses_in_a_row() -> None:
    skill = Skill()
    for tried in (WRONG, RIGHT, WRONG, WRONG):
        skill, _ = after(skill, ITEM, tried, NOW)
    assert (skill.tries, skill.right, skill.misses) == (4, 1, 2)


def test_worked_examples_fade_and_come_back() -> None:
    skill = Skill()
    meetings = []
    for tried in (RIGHT, WRONG, RIGHT, WRONG, WRONG, RIGHT):
        skill, _ = after(skill, ITEM, tried, NOW)
        meetings.append(skill.meeting)
    assert meetings == [1, 2, 3, 4, 0, 1]


def test_with_a_hint_a_right_answer_shows_no_mastery_and_clears_no_misconception() -> None:
    held = Skill()
    for _ in range(2):
        held, _ = after(held, ITEM, WRONG, NOW)
    hinted = replace(RIGHT, hinted=True, rated=False, told_apart=(("a",),))
    helped = held
    for _ in range(3):
        helped, _ = after(helped, ITEM, hinted, NOW)
    assert helped.habits == held.habits
    assert helped.mastery == held.mastery
    assert helped.habits.flagged == ("a",)


def test_a_hint_brings_a_skill_back_sooner_than_none_and_later_than_a_miss() -> None:
    dues = []
    for tried in (replace(WRONG, hinted=True), replace(RIGHT, hinted=True), RIGHT):
        skill, _ = after(Skill(), ITEM, RIGHT, NOW)
        skill, _ = after(skill, ITEM, tried, NOW + 2 * DAY)
        assert skill.card is not None
        dues.append(skill.card.due)
    assert dues == sorted(dues)
    assert len(set(dues)) == 3


def test_sure_but_wrong_is_kept_until_the_skill_is_asked_again() -> None:
    sure, _ = after(Skill(), ITEM, replace(WRONG, sure=True), NOW)
    assert sure.sure_miss == SureMiss(NOW, 3, ("a",))
    for tried in (RIGHT, WRONG, replace(RIGHT, sure=True)):
        assert after(sure, ITEM, tried, NOW)[0].sure_miss is None
    assert after(Skill(), ITEM, replace(RIGHT, sure=True), NOW)[0].sure_miss is None


def test_a_state_goes_through_json_and_stays_what_it_is() -> None:
    skill = Skill()
    for day, tried in enumerate([RIGHT, WRONG, RIGHT, replace(WRONG, sure=True)]):
        skill, _ = after(skill, ITEM, tried, NOW + day * DAY)
    stored = json.dumps(skill.to_json())
    again = Skill.from_json(json.loads(stored))
    assert again.to_json() == skill.to_json()
    assert (again.mastery, again.sure_miss, again.tries) == (skill.mastery, skill.sure_miss, skill.tries)
    assert Skill.from_json(Skill().to_json()) == Skill()
