"""When a skill is due: FSRS itself says what a card becomes, the plan is worked out by hand (issue 5)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import fsrs
import pytest

from quizzes.learning.memory import Card, Day, Grade, Plan, grade, plan, recall, review

TODAY = date(2026, 5, 13)
NOW = datetime(2026, 5, 13, 9, tzinfo=UTC)
RATINGS: dict[Grade, fsrs.Rating] = {"again": fsrs.Rating.Again, "hard": fsrs.Rating.Hard, "good": fsrs.Rating.Good}


def days(number: int) -> timedelta:
    return timedelta(days=number)


def due(on: date, met_due: date | None = None, stability: float = 5) -> Card:
    return Card(stability, 5, on, on - days(5), met_due)


@pytest.mark.parametrize(
    "reviews",
    [
        [(0, "good"), (2, "good"), (13, "hard"), (14, "again")],
        [(0, "again"), (0, "good"), (1, "good"), (40, "good")],
        [(0, "hard"), (1, "hard")],
    ],
)
def test_a_card_is_what_fsrs_makes_of_the_same_days(reviews: list[tuple[int, Grade]]) -> None:
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    theirs = fsrs.Card(card_id=1, due=NOW)
    ours = None
    for day, given in reviews:
        theirs, _ = scheduler.review_card(theirs, RATINGS[given], NOW + days(day))
        ours = review(ours, given, NOW + days(day))
        assert (ours.stability, ours.difficulty) == pytest.approx((theirs.stability, theirs.difficulty))
        assert ours.due == theirs.due.date()
        later = NOW + days(day + 3)
        assert recall(ours, later) == pytest.approx(scheduler.get_card_retrievability(theirs, later))


def test_days_are_those_of_the_learners_calendar() -> None:
    kuala_lumpur = timezone(timedelta(hours=8))
    evening = datetime(2026, 5, 13, 23, 30, tzinfo=kuala_lumpur)  # the 13th in UTC too
    morning = datetime(2026, 5, 14, 0, 30, tzinfo=kuala_lumpur)  # still the 13th in UTC
    assert review(None, "good", evening).reviewed == date(2026, 5, 13)
    assert review(None, "good", morning).reviewed == date(2026, 5, 14)


def test_a_skill_is_due_for_the_whole_day() -> None:
    card = review(None, "good", datetime(2026, 5, 11, 22, tzinfo=UTC))
    assert card.due == TODAY
    assert plan({"a": card}, datetime(2026, 5, 13, 6, tzinfo=UTC)).today == ("a",)


def test_a_skill_that_was_met_is_not_due_again_on_the_day() -> None:
    for given in RATINGS:
        card = review(due(TODAY), given, NOW)
        assert plan({"a": card}, NOW + timedelta(hours=3)).today == ()


def test_a_hint_makes_an_answer_hard_and_not_wrong() -> None:
    assert grade(True, False) == "good"
    assert grade(True, True) == "hard"
    assert grade(False, True) == grade(False, False) == "again"


def test_the_longest_due_comes_first_and_of_equals_the_one_less_firm() -> None:
    cards = {"a": due(TODAY), "b": due(TODAY - days(3)), "c": due(TODAY, stability=2), "d": due(TODAY + days(1))}
    assert plan(cards, NOW) == Plan(("b", "c", "a"))


def test_what_is_beyond_the_cap_is_spread_over_the_next_days_beside_what_is_due_then() -> None:
    cards = {name: due(TODAY - days(9 - place)) for place, name in enumerate("abcde")} | {
        "f": due(TODAY + days(1)),
        "g": due(TODAY + days(2)),
        "h": due(TODAY + days(9)),
    }
    later = (Day(TODAY + days(1), ("c", "d")), Day(TODAY + days(2), ("e", "f")), Day(TODAY + days(3), ("g",)))
    assert plan(cards, NOW, cap=2) == Plan(("a", "b"), later)


def test_what_was_met_today_has_used_up_its_part_of_the_cap() -> None:
    cards = {"a": review(due(TODAY - days(2)), "good", NOW), "b": due(TODAY), "c": due(TODAY)}
    assert plan(cards, NOW, cap=2) == Plan(("b",), (Day(TODAY + days(1), ("c",)),))


def test_practice_before_a_skill_is_due_uses_up_nothing() -> None:
    early = review(due(TODAY + days(2)), "good", NOW)
    assert early.met_due is None
    assert plan({"a": early, "b": due(TODAY)}, NOW, cap=1).today == ("b",)


def test_a_card_comes_back_out_of_json() -> None:
    for card in (review(None, "good", NOW), Card(2.25, 4.5, TODAY, TODAY - days(1), TODAY - days(1))):
        again = Card.from_json(card.to_json())
        assert (again.due, again.reviewed, again.met_due) == (card.due, card.reviewed, card.met_due)
        assert (again.stability, again.difficulty) == pytest.approx((card.stability, card.difficulty), abs=1e-4)
