"""Misconceptions: flagged by two exhibits or more, cleared by three diagnostic successes in a row (issue 5)."""

from __future__ import annotations

from math import log

import pytest

from quizzes.learning.habits import (
    COINCIDENCE,
    FLAGGED_AT,
    HELD_SHOWS,
    LEAST,
    MOST,
    PRIOR,
    Evidence,
    Habits,
    Share,
    Told,
    after,
    share,
    telling,
    to_show,
)

A, B, C = "double-the-bet", "count-the-call", "to-for-by"
ALONE: Told = ((A,),)
TOGETHER: Told = ((A, B),)
APART: Told = ((A,), (B,))


def answered(habits: Habits, told: Told, *answers: str | None, expected: float = 0.9, floor: float = 0.02) -> Habits:
    """Answer a drill again and again: None is right, "" wrong without a name, else all of the group of that name."""
    for given in answers:
        named = next((tuple(group) for group in told if given in group), ())
        habits = after(habits, told, named, right=given is None, expected=expected, floor=floor)
    return habits


def test_two_exhibits_flag_a_misconception_and_one_does_not() -> None:
    once = answered(Habits(), ALONE, A)
    assert once.flagged == ()
    # an amount, one wrong answer in ten expected: (1 - 0.9) * 0.3 of all by chance
    assert once.evidence[A].odds == pytest.approx(PRIOR + log(HELD_SHOWS / (0.1 * COINCIDENCE)))
    assert answered(once, ALONE, A).flagged == (A,)


def test_one_exhibit_never_flags_however_sure_the_odds() -> None:
    sure = Habits({A: Evidence(odds=FLAGGED_AT)})
    assert answered(sure, ALONE, A).flagged == ()


def test_a_wrong_yes_says_less_than_a_wrong_amount() -> None:
    # the other answer to yes or no is the misconception's whatever the reason: 2 * log(0.8 / 0.3) falls short
    twice = answered(Habits(), ALONE, A, A, expected=0.7, floor=0.5)
    assert twice.flagged == ()
    assert twice.evidence[A].odds == pytest.approx(PRIOR + 2 * log(HELD_SHOWS / 0.3))


def test_three_diagnostic_successes_in_a_row_clear_it() -> None:
    held = answered(Habits(), ALONE, A, A)
    assert answered(held, ALONE, None, None).flagged == (A,)
    assert answered(held, ALONE, None, None, A, None, None).flagged == (A,)
    cleared = answered(held, ALONE, None, None, None)
    assert cleared.flagged == ()
    assert answered(cleared, ALONE, A).flagged == ()
    assert answered(cleared, ALONE, A, A).flagged == (A,)


def test_a_long_history_does_not_hide_a_change_of_mind() -> None:
    held = answered(Habits(), ALONE, *[A] * 40)
    assert held.evidence[A].odds == MOST
    assert answered(held, ALONE, None, None, None).flagged == ()
    careful = answered(Habits(), ALONE, *[None] * 40)
    assert careful.evidence[A].odds >= LEAST
    assert answered(careful, ALONE, A, A).flagged == (A,)


def test_two_accidents_far_apart_flag_nothing() -> None:
    assert answered(Habits(), ALONE, A, None, None, None, A).flagged == ()


def test_those_with_the_same_wrong_answer_are_told_together_until_a_drill_tells_them_apart() -> None:
    either = answered(Habits(), TOGETHER, A, A)
    assert set(either.flagged) == {A, B}
    assert answered(either, ((B,),), None, None, None).flagged == (A,)


def test_one_that_is_known_explains_the_answer_and_the_other_is_not_blamed() -> None:
    known = answered(Habits(), ALONE, A, A, A)
    both = answered(known, TOGETHER, A, A, A)
    assert both.flagged == (A,)


def test_two_can_be_held_at_once() -> None:
    assert set(answered(Habits(), APART, A, B, A, B, A).flagged) == {A, B}


def test_giving_one_wrong_answer_speaks_little_against_another() -> None:
    known = answered(Habits(), ALONE, A, A, A)
    other = answered(known, APART, A).evidence[B].odds
    right = answered(Habits(), APART, None).evidence[B].odds
    assert right < other <= PRIOR


def test_a_plain_drill_says_nothing_of_any_but_its_miss_is_remembered() -> None:
    held = answered(Habits(), ALONE, A, A)
    plain = answered(held, (), None, "", None, None)
    assert plain.evidence == held.evidence
    assert plain.misses == ((A,), (A,), ())


def test_three_of_the_last_four_misses_are_counted() -> None:
    habits = answered(Habits(), ALONE, A, None, "", A, A, None)
    assert share(habits, A) == Share(3, 4)
    assert share(answered(habits, ALONE, ""), A) == Share(2, 4)


def test_misses_further_back_are_counted_where_the_last_four_hold_fewer_than_two() -> None:
    habits = answered(Habits(), ALONE, "", A, A, "", "", "")
    assert share(habits, A) == Share(2, 5)
    assert share(Habits(), A) == Share(0, 0)


def test_what_is_suspected_is_shown_next_and_then_what_was_shown_least() -> None:
    assert to_show(Habits(), [A, B, C]) == A
    assert to_show(answered(Habits(), APART, None), [A, B, C]) == C
    assert to_show(answered(Habits(), APART, B), [A, B, C]) == B
    assert to_show(answered(Habits(), ALONE, A, A), [A, B, C]) == B
    assert to_show(answered(Habits(), ALONE, A, A), [A]) is None


def test_the_most_telling_drill_shows_what_is_wanted_and_as_much_else_as_possible() -> None:
    drills: list[Told] = [(), ((C,),), ALONE, APART]
    assert max(drills, key=lambda told: telling(Habits(), told, A)) == APART
    assert max(drills, key=lambda told: telling(Habits(), told, C)) == ((C,),)


def test_a_misconception_that_is_known_is_kept_out_of_the_way() -> None:
    known = answered(Habits(), ALONE, A, A, A)
    assert max([APART, ((B,),)], key=lambda told: telling(known, told, B)) == ((B,),)


def test_habits_come_back_out_of_json() -> None:
    habits = answered(Habits(), APART, A, A, None, "")
    again = Habits.from_json(habits.to_json())
    assert (again.flagged, again.misses) == (habits.flagged, habits.misses)
    assert again.evidence[B].odds == pytest.approx(habits.evidence[B].odds, abs=1e-3)
