"""What becomes of assignments that are changed, copied, corrected, ended and taken away, and which are still to be done
(issue 7).
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from quizzes.models import Drill, ScenarioVersion
from tests.site.classwork import GOAL, a_class, answered, browser, drills, given, person
from tests.site.test_assignment_pages import a_set, running, text
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment, Classroom, Membership

pytestmark = pytest.mark.django_db

What = Assignment.What
A_DAY = timedelta(days=1)


def correct(chosen: ScenarioVersion) -> ScenarioVersion:
    """Publish the next version of a scenario, on a drill of its own."""
    assert chosen.drill is not None
    made = {"bucket": chosen.drill.bucket, "fingerprint": uuid4().hex, "document": chosen.drill.document}
    drill = Drill.objects.create(slot=Drill.objects.count() + 100, **made)
    ScenarioVersion.objects.filter(pk=chosen.pk).update(state=ScenarioVersion.State.RETIRED)
    return ScenarioVersion.objects.create(
        scenario=chosen.scenario,
        number=chosen.number + 1,
        state=ScenarioVersion.State.PUBLISHED,
        title="Bet, corrected",
        kind=chosen.kind,
        level=1,
        house="tda",
        drill=drill,
    )


def chosen_in(assigned: Assignment) -> ScenarioVersion:
    version = assigned.items.order_by("place")[0].version
    assert version is not None
    return version


def test_what_is_done_makes_room_for_what_is_due_next() -> None:
    """What counts whenever it comes never closes, and one line on the practice page is all there is room for."""
    ann, now = person("ann"), timezone.now()
    classroom = a_class(ann)
    given(classroom, name="Last week", wanted=1, late="always", opens_at=now - 9 * A_DAY, due_at=now - 2 * A_DAY)
    running(classroom, name="This week", opens_at=now - A_DAY)
    answered(ann, drills(1)[0], now - 3 * A_DAY)
    for address in ("/practice/", "/classes/"):
        said = text(browser(ann), address)
        assert ["Last week" in said, "This week" in said] == [False, True], address


def test_a_copy_of_a_class_asks_a_corrected_scenario_as_it_is_published() -> None:
    classroom = a_class()
    assigned = a_set(classroom, 3)
    first, second, third = ScenarioVersion.objects.filter(pk__in=assigned.items.values("version")).order_by("pk")
    corrected = correct(first)
    ScenarioVersion.objects.filter(pk=second.pk).update(state=ScenarioVersion.State.RETIRED)
    made = Classroom.objects.create(teacher=classroom.teacher, name="Next")
    assignments.copy_to(classroom, made, 90 * A_DAY)
    copied = Assignment.objects.get(classroom=made)
    assert list(copied.items.order_by("place").values_list("version", flat=True)) == [corrected.pk, third.pk]
    assert assigned.items.count() == 3


def test_a_scenario_is_in_a_set_once_whatever_its_version() -> None:
    classroom = a_class()
    assigned = a_set(classroom, 1)
    corrected = correct(chosen_in(assigned))
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{assigned.pk}/scenarios/"
    said = text(teacher, address)
    in_it, offered = said.split("Put scenarios in")
    assert ["Bet, corrected" in part for part in (in_it, offered)] == [True, False], "it is asked as corrected"
    assert "No scenario was ticked." in teacher.post(address, {}, follow=True).content.decode()
    assert "Scenarios added: 0." in teacher.post(address, {"version": corrected.pk}, follow=True).content.decode()
    assert assigned.items.count() == 1


def test_an_end_that_was_made_meanwhile_outlives_a_change() -> None:
    goal = running(a_class())
    read_before = Assignment.objects.get(pk=goal.pk)
    assignments.end(goal, timezone.now())
    assignments.change(read_before, {"name": "Raises again"}, everybody=True)
    goal.refresh_from_db()
    assert (goal.name, goal.ended_at is not None) == ("Raises again", True)


@pytest.fixture
def taught() -> tuple[Client, Assignment, str]:
    """A goal for some learners alone, its teacher's browser, and the page of ann's time for it."""
    ann = person("ann")
    classroom, now = a_class(ann), timezone.now()
    times = {"opens_at": now - A_DAY, "due_at": now + A_DAY}
    goal = assignments.make(classroom.teacher, classroom, What.GOAL, GOAL | times, learners=[ann.pk])
    return browser(classroom.teacher), goal, f"/classes/{classroom.pk}/assignments/{goal.pk}/people/{ann.pk}/"


def test_an_assignment_is_taken_from_a_learner_by_a_double_click_as_by_one(
    taught: tuple[Client, Assignment, str],
) -> None:
    teacher, goal, address = taught
    for _twice in range(2):
        assert teacher.post(address, {"take": "1"}).status_code == 302
    assert not goal.assignees.exists()
    assert teacher.get(address).status_code == 404


def test_of_an_assignment_that_has_ended_nobody_is_told_that_their_own_date_does_not_hold(
    taught: tuple[Client, Assignment, str],
) -> None:
    teacher, goal, address = taught
    assignments.extend(goal, Membership.objects.get(), goal.due_at + 3 * A_DAY, 100)
    assert "a date of their own." in text(teacher, address)
    assignments.end(goal, timezone.now())
    said = text(teacher, address)
    assert "It is over: nothing counts for it any more." in said
    assert not [wrong for wrong in ("does not hold", " due ", "for them, as for everybody") if wrong in said]


def test_one_right_answer_is_told_in_the_singular() -> None:
    assert assignments.words_of(running(a_class(), wanted=1)).startswith("1 right answer: ")
