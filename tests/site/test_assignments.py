"""What a class is given to do: until when, and what of a learner's answers counts for it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules
from quizzes.learners import Learner
from quizzes.models import Drill, LessonRead, ScenarioVersion
from quizzes.reference import mistakes
from tests.site.classwork import (
    DUE,
    GOAL,
    HOUR,
    OPENS,
    a_class,
    a_pool,
    answered,
    drills,
    given,
    lessons,
    person,
    scenarios,
)
from trainer.accounts.models import User
from trainer.classrooms import assignments, classwork, copying, houses
from trainer.classrooms.assignment_progress import Done, Task, progress
from trainer.classrooms.assignments import Window, window, window_of
from trainer.classrooms.models import Assignment, Membership

Late = Assignment.Late
What = Assignment.What

NEXT_WEEK = DUE + timedelta(days=7)


def one(**settings: object) -> Assignment:
    return Assignment(opens_at=OPENS, due_at=DUE, **settings)


def done(assignment: Assignment, user: User) -> Done:
    """How far somebody is, with their own time for it."""
    found = assignments.given_to(user.pk).get(pk=assignment.pk)
    return progress([Task(found, user.pk, window_of(found))])[assignment.pk, user.pk]


def test_who_has_a_time_factor_has_so_much_longer_from_the_opening() -> None:
    # From Monday 8:00 to Friday 18:00 are 106 hours; half as much again is until Sunday 23:00.
    sunday = datetime(2026, 3, 8, 23, tzinfo=UTC)
    assert window(one(), 150) == Window(OPENS, sunday, sunday, "share")
    assert window(one(), 150, DUE - HOUR) == window(one(), 150), "a date that the class's has overtaken"
    assert (window(one()).due_at, window(one()).by) == (DUE, "class")


def test_a_date_of_ones_own_holds_whatever_the_time_factor_is() -> None:
    for own in (DUE + HOUR, NEXT_WEEK):
        assert window(one(), 150, own) == Window(OPENS, own, own, "own")


@pytest.mark.parametrize(
    ("late", "late_until", "at_due", "an_hour_later", "in_a_week"),
    [
        (Late.NONE, None, "open", "closed", "closed"),
        (Late.UNTIL, DUE + 2 * HOUR, "open", "late", "closed"),
        (Late.ALWAYS, None, "open", "late", "late"),
    ],
)
def test_what_is_late_counts_as_the_teacher_said(
    late: str, late_until: datetime | None, at_due: str, an_hour_later: str, in_a_week: str
) -> None:
    found = window(one(late=late, late_until=late_until))
    states = [found.state(moment) for moment in (OPENS - HOUR, DUE, DUE + HOUR, NEXT_WEEK)]
    assert states == ["early", at_due, an_hour_later, in_a_week]


def test_who_has_more_time_is_late_by_as_much_later() -> None:
    found = window(one(late=Late.UNTIL, late_until=DUE + 2 * HOUR), extended=NEXT_WEEK)
    assert found.until == NEXT_WEEK + 2 * HOUR


def test_an_assignment_that_has_ended_takes_no_more_answers() -> None:
    found = window(one(late=Late.ALWAYS, ended_at=OPENS + HOUR))
    assert [found.state(moment) for moment in (OPENS + HOUR, OPENS + 2 * HOUR)] == ["open", "closed"]
    assert window(one(ended_at=OPENS + HOUR), 150, NEXT_WEEK).by == "ended"


@pytest.mark.django_db
def test_right_answers_to_what_a_goal_asks_count_and_no_others() -> None:
    ann, bob = person("ann"), person("bob")
    goal = given(a_class(ann, bob), wanted=5)
    fits, harder, another = drills(1)[0], drills(1, level=2)[0], drills(1, kind="reopen")[0]
    authored, fixed = drills(1, bank="authored")[0], drills(1, limit="pot-limit")[0]
    answered(ann, fits, OPENS)
    answered(ann, fits, DUE)
    others: list[tuple[Drill, datetime, dict[str, Any]]] = [
        (fits, OPENS - HOUR, {}),
        (fits, DUE + HOUR, {}),
        (fits, OPENS + HOUR, {"right": False}),
        (fits, OPENS + HOUR, {"ruleset": "jj"}),
        (fits, OPENS + HOUR, {"why": ""}),
        *((drill, OPENS + HOUR, {}) for drill in (harder, another, authored, fixed)),
    ]
    for drill, at, differs in others:
        answered(ann, drill, at, **differs)
    assert done(goal, ann) == Done(2, 5, 0, 2)
    assert done(goal, bob) == Done(0, 5)


@pytest.mark.django_db
def test_an_answer_after_a_hint_counts_where_the_teacher_said_so() -> None:
    """Issue 7 asks for right answers; whoever was told the first step has not shown what a goal is given for."""
    ann = person("ann")
    classroom = a_class(ann)
    usual, lenient = given(classroom), given(classroom, unaided=False)
    drill = drills(1)[0]
    answered(ann, drill, OPENS)
    answered(ann, drill, OPENS + HOUR, hinted=True)
    assert [done(goal, ann).done for goal in (usual, lenient)] == [1, 2]
    assert [assignments.asked_of(goal).unaided for goal in (usual, lenient)] == [True, False]


@pytest.mark.django_db
def test_of_a_pool_different_spots_count_once_each_however_they_were_come_by() -> None:
    ann, bob = person("ann"), person("bob")
    classroom = a_class(ann, bob)
    pool = a_pool(4, classroom.teacher)
    assigned = given(classroom, What.POOL, pool=pool, wanted=3, late=Late.ALWAYS)
    one, two, three, four = Drill.objects.filter(bucket__bank=pool.bank).order_by("pk")
    other = drills(1)[0]
    for drill, at, right in (
        (one, OPENS, True),
        (one, OPENS + HOUR, True),
        (two, OPENS, False),
        (three, OPENS - HOUR, True),
        (other, OPENS, True),
        (one, DUE + HOUR, True),  # it was right on time: no late one
        (four, DUE + HOUR, True),
    ):
        answered(ann, drill, at, right, why="")
    assert [done(assigned, user) for user in (ann, bob)] == [Done(2, 3, 1, 2), Done(0, 3)]


@pytest.mark.django_db
def test_what_is_given_to_some_learners_alone_is_there_for_no_other_and_stays_out_of_a_copy() -> None:
    ann, bob = person("ann"), person("bob")
    classroom = a_class(ann, bob)
    goal = assignments.make(classroom.teacher, classroom, What.GOAL, {**GOAL, "mistake": ""}, learners=[ann.pk])
    assert [list(assignments.waiting(user.pk, OPENS)) for user in (ann, bob)] == [[goal], []]
    assert list(assignments.learners_of(goal)) == [ann.pk]
    copied = copying.copy(classroom.teacher, classroom, "Next term", timedelta(weeks=8))
    assert not Assignment.objects.filter(classroom=copied).exists()
    assignments.take_from(goal, ann.pk)
    assert list(assignments.waiting(ann.pk, OPENS)) == []
    assignments.change(goal, {}, everybody=True)
    assert [list(assignments.waiting(user.pk, OPENS)) for user in (ann, bob)] == [[goal], [goal]]


@pytest.mark.django_db
def test_a_mistake_is_asked_by_the_house_that_knows_it_unless_the_class_has_its_own() -> None:
    """No TDA room asks about starting hands: the mistakes in them are told under the house of their page."""
    classroom = a_class()
    kind, mistake = "starting_hand", "suits-unseen"
    theirs = mistakes.pair(kind, mistake)[0].document.rules.id
    goal = given(classroom, kinds=kind, mistake=mistake, level=None)
    assert theirs != "tda"
    assert assignments.choice_of(goal).ruleset == theirs
    ours = house_rules.keep("tda", {}, classroom.teacher_id, "Our room")
    houses.use(classroom, ours)
    classroom.refresh_from_db()
    assert assignments.choice_of(given(classroom, mistake="count-the-call")).ruleset == ours.id_in_drills


@pytest.mark.django_db
def test_late_answers_are_marked_and_never_take_the_place_of_those_on_time() -> None:
    ann = person("ann")
    goal = given(a_class(ann), wanted=3, late=Late.UNTIL, late_until=DUE + 2 * HOUR)
    drill = drills(1)[0]
    for at in (DUE - HOUR, DUE + HOUR, DUE + HOUR, DUE + HOUR, DUE + 3 * HOUR):
        answered(ann, drill, at)
    assert done(goal, ann) == Done(3, 3, 2, 3)


@pytest.mark.django_db
def test_each_learners_own_time_counts() -> None:
    people = [person(name) for name in ("ann", "bob", "cem")]
    classroom = a_class(*people)
    goal, drill = given(classroom), drills(1)[0]
    for user in people:
        answered(user, drill, DUE + HOUR)
    members = {row.learner_id: row for row in Membership.objects.all()}
    assignments.extend(goal, members[people[0].pk], DUE + 2 * HOUR, 100)
    assignments.extend(goal, members[people[1].pk], None, 150)
    found = assignments.members(classroom, goal, [user.pk for user in people])
    counted = progress([Task(goal, pk, time) for pk, (_member, time) in found.items()])
    assert [counted[goal.pk, user.pk].done for user in people] == [1, 1, 0]


@pytest.mark.django_db
def test_the_statement_that_counts_a_goal_is_as_long_for_many_learners_with_more_time_as_for_few() -> None:
    """With a case for each of 5,000 learners a gradebook would take a minute."""
    goal, now = given(a_class()), window(one(), 150)
    found = []
    for number in (2, 40):
        tasks = [Task(goal, learner, now if learner % 2 else window(goal)) for learner in range(number)]
        with CaptureQueriesContext(connection) as captured:
            progress(tasks)
        found.append(sum(query["sql"].count("WHEN") for query in captured.captured_queries))
    assert found[0] == found[1] > 0


@pytest.mark.django_db
def test_a_goal_is_asked_by_the_house_that_the_class_had_when_it_was_given() -> None:
    ann = person("ann")
    classroom = a_class(ann)
    ours = house_rules.keep("tda", {"min_raise": "double"}, classroom.teacher_id, "Our room")
    houses.use(classroom, ours)
    classroom.refresh_from_db()
    goal = given(classroom)
    houses.use(classroom, None)
    assert assignments.choice_of(Assignment.objects.get()).ruleset == ours.id_in_drills
    assert house_rules.may_use(ours.id_in_drills, ann.pk), "of the class no more, but of what it was given"
    answered(ann, drills(1)[0], OPENS + HOUR, ruleset=ours.id_in_drills)
    assert done(goal, ann).done == 1
    goal.classroom.house = None
    assignments.change(goal, {"name": "Raises by TDA"}, house=True)
    assert done(goal, ann).done == 0


@pytest.mark.django_db
def test_a_scenario_of_a_set_is_settled_by_its_last_try_or_by_a_right_one() -> None:
    ann = person("ann")
    versions = scenarios(3)
    assigned = given(a_class(ann), What.SET, tries=2, late=Late.ALWAYS)
    assert assignments.add_scenarios(assigned, [version.pk for version in versions]) == 3
    one, two, three = (version.drill for version in versions)
    assert one
    assert two
    assert three
    answered(ann, one, OPENS, right=False)
    answered(ann, one, DUE + HOUR)  # right at last, late
    answered(ann, two, OPENS, right=False)
    answered(ann, two, OPENS + HOUR, right=False)
    answered(ann, two, OPENS + 2 * HOUR)  # a third try is none
    answered(ann, three, OPENS, right=False)
    assert done(assigned, ann) == Done(done=2, of=3, late=1, right=1)


@pytest.mark.django_db
def test_a_corrected_scenario_stays_the_one_of_its_set_and_is_asked_by_its_new_key() -> None:
    """Whoever comes after the correction is not marked by the wrong key; a try before it was a try."""
    now = timezone.now()
    ann, bob = person("ann"), person("bob")
    old, new = scenarios(2)
    assigned = given(a_class(ann, bob), What.SET, tries=2, opens_at=now - 2 * HOUR, due_at=now + HOUR)
    assignments.add_scenarios(assigned, [old.pk])
    assert old.drill
    assert new.drill
    answered(ann, old.drill, now - HOUR, right=False)
    answered(bob, old.drill, now - HOUR)
    ScenarioVersion.objects.filter(pk=old.pk).update(state="retired")
    assert asked(assigned, ann, now) == old.drill, "until there is another one"
    ScenarioVersion.objects.filter(pk=new.pk).update(scenario=old.scenario, number=2)
    assert asked(assigned, ann, now) == new.drill
    assert asked(assigned, bob, now) is None, "it is settled"
    assert [each.drill for each in assignments.asked_now([old])] == [new.drill]
    answered(ann, new.drill, now, right=False)
    assert asked(assigned, ann, now) is None, "no try is left"
    assert [done(assigned, user) for user in (ann, bob)] == [Done(1, 1, 0, 0), Done(1, 1, 0, 1)]


def asked(assigned: Assignment, user: User, now: datetime) -> Drill | None:
    """The drill that a set asks somebody next."""
    served = classwork.ask(Learner({}, user.pk), classwork.find(user.pk, assigned.pk, now), None, now)
    return served.drill if served else None


@pytest.mark.django_db
def test_a_set_takes_published_scenarios_once_each_and_none_kept_for_exams() -> None:
    versions = scenarios(4)
    versions[1].scenario.exam = True
    versions[1].scenario.save()
    versions[2].state = "retired"
    versions[2].save()
    assigned = given(a_class(), What.SET)
    everything = [version.pk for version in versions]
    assert assignments.add_scenarios(assigned, everything) == 2
    assert assignments.add_scenarios(assigned, everything) == 0
    assert list(assigned.items.order_by("place").values_list("version", flat=True)) == [everything[0], everything[3]]


@pytest.mark.django_db
def test_a_lesson_counts_from_when_all_its_checks_were_right() -> None:
    ann = person("ann")
    course = lessons(3)
    path = given(a_class(ann), What.PATH)
    assignments.change(path, {}, course)
    LessonRead.objects.create(user=ann, lesson=course[0], checks={"first": False}, finished_at=OPENS)
    LessonRead.objects.create(user=ann, lesson=course[2], checks={"first": True})
    assert done(path, ann) == Done(1, 3, 0, 1)
    found = classwork.find(ann.pk, path.pk, OPENS)
    assert classwork.goes_on_at(found, ann.pk) == "/lessons/lesson-1/"
    LessonRead.objects.filter(lesson=course[0]).update(finished_at=DUE + HOUR)
    assert done(path, ann).done == 0


@pytest.mark.django_db
def test_progress_takes_as_many_queries_for_sixty_learners_as_for_two(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    people = User.objects.bulk_create(User(username=f"learner{number}") for number in range(60))
    classroom = a_class()
    Membership.objects.bulk_create(Membership(classroom=classroom, learner=user) for user in people)
    goal, assigned, path = given(classroom), given(classroom, What.SET), given(classroom, What.PATH)
    pool = given(classroom, What.POOL, pool=a_pool(2, classroom.teacher))
    assignments.add_scenarios(assigned, [version.pk for version in scenarios(1)])
    assignments.change(path, {}, lessons(1))
    for few in (people[:2], people):
        tasks = [Task(each, user.pk, window(each)) for each in (goal, assigned, path, pool) for user in few]
        with django_assert_num_queries(5):  # goals and pools one, sets two, paths two
            progress(tasks)
        with django_assert_num_queries(1):
            progress([task for task in tasks if task.assignment == goal])


@pytest.mark.django_db
def test_what_can_be_done_now_is_what_has_opened_and_not_closed_in_ones_own_classes(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, bob = person("ann"), person("bob")
    classroom = a_class(ann)
    Membership.objects.create(classroom=classroom, learner=bob, role=Membership.Role.ASSISTANT)
    second = given(classroom, name="second", due_at=DUE + HOUR)
    given(classroom, name="later", opens_at=DUE, due_at=NEXT_WEEK)
    given(classroom, name="ended")
    assignments.end(Assignment.objects.get(name="ended"), OPENS)
    first = given(classroom, name="first")
    given(a_class(), name="another class's")
    assert assignments.waiting(ann.pk, OPENS + HOUR) == [first, second]
    assert assignments.waiting(ann.pk, DUE + HOUR) != [first, second]
    with django_assert_num_queries(1):
        assert classwork.given(bob.pk, OPENS + HOUR) == []


@pytest.mark.django_db
def test_a_copy_of_a_class_has_its_assignments_at_the_same_hours_later() -> None:
    ann = person("ann")
    classroom = a_class(ann, zone="Europe/Berlin")
    versions = scenarios(2)
    assigned = given(classroom, What.SET, late=Late.UNTIL, late_until=DUE + HOUR)
    assignments.add_scenarios(assigned, [version.pk for version in versions])
    ScenarioVersion.objects.filter(pk=versions[1].pk).update(state="retired")
    member = Membership.objects.get()
    assignments.extend(assigned, member, NEXT_WEEK, 100)
    assignments.end(assigned, DUE)
    made = copying.copy(classroom.teacher, classroom, "Next term", timedelta(weeks=8))
    copied = Assignment.objects.get(classroom=made)
    # Due on 6 March at 19:00 in Berlin; eight weeks later summer time has begun there: 19:00 is 17:00 UTC.
    assert copied.due_at == datetime(2026, 5, 1, 17, tzinfo=UTC)
    assert (copied.ended_at, copied.extensions.count()) == (None, 0)
    assert [item.version for item in copied.items.all()] == [versions[0]]
    assert Assignment.objects.get(classroom=classroom).items.count() == 2
