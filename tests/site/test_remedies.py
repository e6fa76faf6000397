"""Spots against a mistake: to whom they are given, and when a mistake in given work counts no more (issue 7)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from quizzes.learning.habits import Evidence
from quizzes.models import Attempt, Drill
from tests.site.classwork import GOAL, a_class, answered, drills, person
from tests.site.test_assignment_pages import a_set
from tests.site.test_gradebook import skill
from trainer.accounts.models import User
from trainer.classrooms import assignments, misconceptions, remedies
from trainer.classrooms.models import Assignment, Classroom, Extension, Membership

pytestmark = pytest.mark.django_db

MISTAKE = "double-the-bet"
FLAGGED = Evidence(3.0, 4, 3, 0, True)
MINUTE = timedelta(minutes=1)


def joined_long_ago() -> None:
    Membership.objects.update(joined_at=timezone.now() - timedelta(days=9))


def scenario_of(assigned: Assignment) -> Drill:
    version = assigned.items.get().version
    assert version is not None
    assert version.drill is not None
    return version.drill


def wrong(user: User, drill: Drill, at: datetime) -> None:
    answered(user, drill, at, right=False, why="", misconceptions=[MISTAKE])


def shows(classroom: Classroom) -> set[int]:
    return misconceptions.who_shows(classroom, "min_raise", MISTAKE)


def test_the_last_answer_to_a_scenario_is_the_one_that_counts() -> None:
    ann, ben, now = person("ann"), person("ben"), timezone.now()
    classroom = a_class(ann, ben)
    joined_long_ago()
    drill = scenario_of(a_set(classroom, 1, tries=2))
    for user, second_right in ((ann, True), (ben, False)):
        wrong(user, drill, now - 30 * MINUTE)
        answered(user, drill, now - 20 * MINUTE, right=second_right, why="")
    wrong(ben, drill, now - 10 * MINUTE)
    assert shows(classroom) == {ben.pk}
    wrong(ann, drill, now - 5 * MINUTE)
    with CaptureQueriesContext(connection) as captured:
        assert shows(classroom) == {ann.pk, ben.pk}
    assert captured[-1]["sql"].count("@>") == 1, "a mistake is looked for once, however many learners show it"
    Attempt.objects.filter(user=ann, answered_at=now - 5 * MINUTE).delete()
    assert [(row.in_work, row.who) for row in misconceptions.report(classroom, now)] == [(1, ("ben",))]


@pytest.mark.parametrize(
    ("since", "clears"),
    [("rrr", True), ("rrwr", False), ("rr", False), ("rhrr", True), ("rhr", False)],
    ids=["three right", "not in a row", "two", "three and one after a hint", "two and one after a hint"],
)
def test_three_right_answers_in_a_row_in_practice_clear_a_mistake_in_given_work(since: str, clears: bool) -> None:
    """The page says so, and the model of learning counts unaided answers alone."""
    ann, now = person("ann"), timezone.now()
    classroom = a_class(ann)
    joined_long_ago()
    drill = scenario_of(a_set(classroom, 1))
    (telling,) = drills(1)
    Drill.objects.filter(pk=telling.pk).update(told_apart=[[MISTAKE, "to-for-by"]])
    for _before in range(3):
        answered(ann, telling, now - 60 * MINUTE)
    wrong(ann, drill, now - 50 * MINUTE)
    for number, verdict in enumerate(since):
        answered(ann, telling, now - (40 - number) * MINUTE, right=verdict != "w", hinted=verdict == "h")
    assert (shows(classroom) == set()) == clears


def test_spots_are_given_to_those_who_have_none_of_them_yet() -> None:
    """Whoever left the class, and whoever shows the mistake later, make no second assignment of it."""
    ann, ben, cai, now = person("ann"), person("ben"), person("cai"), timezone.now()
    classroom = a_class(ann, ben)
    for user in (ann, ben):
        skill(user, "min_raise", 9, 1, double_the_bet=FLAGGED)
    row = misconceptions.find(classroom, "min_raise", MISTAKE)
    assert row is not None
    first = remedies.give(classroom.teacher, classroom, row, now)
    Membership.objects.filter(learner=ben).delete()
    assert remedies.give(classroom.teacher, classroom, row, now) == first
    Membership.objects.create(classroom=classroom, learner=cai)
    skill(cai, "min_raise", 9, 1, double_the_bet=FLAGGED)
    assert remedies.give(classroom.teacher, classroom, row, now) == first
    assert set(assignments.learners_of(first)) == {ann.pk, cai.pk}
    assert Assignment.objects.count() == 1
    later = remedies.give(classroom.teacher, classroom, row, now + timedelta(days=8))
    assert later != first, "the first is due by then"


def test_who_joins_those_who_have_spots_has_a_week_for_them_and_gets_no_others_meanwhile() -> None:
    """The days are those for which spots are given, and a time factor of 150 makes half as many more of them."""
    ann, ben, now = person("ann"), person("ben"), timezone.now()
    classroom = a_class(ann, ben)
    skill(ann, "min_raise", 9, 1, double_the_bet=FLAGGED)
    row = misconceptions.find(classroom, "min_raise", MISTAKE)
    assert row is not None
    coming = {**GOAL, "mistake": MISTAKE, "opens_at": now + timedelta(days=20), "due_at": now + timedelta(days=30)}
    for_later = assignments.make(classroom.teacher, classroom, Assignment.What.GOAL, coming)
    assignments.extend(for_later, Membership.objects.get(learner=ann), now + timedelta(days=35), 100)
    first = remedies.give(classroom.teacher, classroom, row, now)
    assert first.opens_at == now, "what opens in three weeks is of no use today"
    skill(ben, "min_raise", 9, 1, double_the_bet=FLAGGED)
    Membership.objects.filter(learner=ben).update(time_factor=150)
    late = first.due_at - MINUTE
    assert remedies.give(classroom.teacher, classroom, row, late) == first
    due = {user: assignments.window_of(assignments.given_to(user.pk).get(pk=first.pk)).due_at for user in (ann, ben)}
    assert due == {ann: first.due_at, ben: late + timedelta(days=10.5)}
    again = remedies.give(classroom.teacher, classroom, row, late + timedelta(days=1))
    assert (again != first, set(assignments.learners_of(again))) == (True, {ann.pk})


def test_who_was_taken_off_the_spots_is_given_them_like_anybody_who_has_none() -> None:
    """Their time for the spots that they had goes with these; an earlier week for the same spots does not bind."""
    ann, ben, now = person("ann"), person("ben"), timezone.now()
    classroom = a_class(ann, ben)
    skill(ann, "min_raise", 9, 1, double_the_bet=FLAGGED)
    row = misconceptions.find(classroom, "min_raise", MISTAKE)
    assert row is not None
    first = remedies.give(classroom.teacher, classroom, row, now)
    skill(ben, "min_raise", 9, 1, double_the_bet=FLAGGED)
    day, late = timedelta(days=1), now + timedelta(days=6)
    remedies.give(classroom.teacher, classroom, row, late)
    assignments.take_from(first, ben.pk)
    assert not first.extensions.exists()
    Extension.objects.create(assignment=first, learner=ben, due_at=late + 5 * day)
    again = remedies.give(classroom.teacher, classroom, row, late + 2 * day)
    assert set(assignments.learners_of(again)) == {ann.pk, ben.pk}, "the first is due by then"
    assignments.take_from(again, ben.pk)
    Extension.objects.create(assignment=again, learner=ben, due_at=late)
    assert remedies.give(classroom.teacher, classroom, row, late + 3 * day) == again
    assert again.extensions.get().due_at == late + 10 * day
