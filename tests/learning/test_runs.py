"""Runs: three minutes against the clock, and survival (issue 5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from quizzes.learning.runs import Run, RunIsOver, after, best, is_over, left, may_answer, start

NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def test_the_clock_runs_for_three_minutes() -> None:
    run = start("clock", NOW)
    assert left(run, at(50)) == timedelta(seconds=130)
    assert not is_over(run, at(179.9))
    assert is_over(run, at(180))
    assert left(run, at(500)) == timedelta(0)


def test_misses_do_not_end_a_run_against_the_clock() -> None:
    run = after(after(start("clock", NOW), "a", False, at(9)), "b", True, at(20))
    assert (run.right, run.misses) == (1, ("a",))
    assert not is_over(run, at(21))


def test_an_answer_may_arrive_two_seconds_late_and_no_later() -> None:
    run = start("clock", NOW)
    assert may_answer(run, at(182))
    assert not may_answer(run, at(182.1))
    with pytest.raises(RunIsOver):
        after(run, "a", True, at(182.1))


def test_the_first_miss_ends_survival_and_no_clock_does() -> None:
    run = after(start("survival", NOW), "a", True, at(4000))
    assert left(run, at(4000)) is None
    assert not is_over(run, at(5000))
    run = after(run, "b", False, at(5000))
    assert is_over(run, at(5000))
    with pytest.raises(RunIsOver):
        after(run, "c", True, at(5001))
    assert (run.right, run.misses) == (1, ("b",))


def test_a_personal_best_is_set_by_a_run_that_is_over_and_better() -> None:
    run = Run("clock", NOW, right=7)
    assert best(None, run, at(200)) == (7, True)
    assert best(6, run, at(200)) == (7, True)
    assert best(7, run, at(200)) == (7, False)
    assert best(6, run, at(100)) == (6, False)
    assert best(None, Run("survival", NOW, misses=("a",)), at(3)) == (None, False)


def test_a_run_comes_back_out_of_json() -> None:
    run = Run("survival", NOW, 3, ("a", "b"))
    assert Run.from_json(run.to_json()) == run
