"""What was made of an assignment, open or over: for its learner on the class's page, for its staff each answer
(issue 7, "drill-down to each answer").
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.models import Attempt, Drill, Regrade, ScenarioVersion
from quizzes.wording.kinds import kind_name
from tests.site.classwork import a_class, a_pool, answered, browser, drills, person
from tests.site.pages import links
from tests.site.test_assignment_pages import a_set, running, text
from trainer.accounts.models import User
from trainer.classrooms import assignments, classwork, gradebook
from trainer.classrooms.assignment_progress import answers_given
from trainer.classrooms.messages import PAGE
from trainer.classrooms.models import Assignment, ClassMessage, Membership

pytestmark = pytest.mark.django_db

What = Assignment.What
A_DAY = timedelta(days=1)


def drills_of(assigned: Assignment) -> list[Drill]:
    return list(Drill.objects.filter(scenario_version__in=assigned.items.values("version")).order_by("pk"))


def test_a_learner_finds_what_is_over_with_its_result_on_the_page_of_the_class() -> None:
    ann, now = person("ann"), timezone.now()
    classroom = a_class(ann)
    over = a_set(classroom, 2)
    for drill, right in zip(drills_of(over), (True, False), strict=True):
        answered(ann, drill, now - 2 * A_DAY, right=right, why="")
    Assignment.objects.update(opens_at=now - 3 * A_DAY, due_at=now - A_DAY)
    still_open = running(classroom, name="Raises again")
    running(classroom, name="Not yet", opens_at=now + A_DAY)
    page = browser(ann).get(f"/classes/{classroom.pk}/").content.decode()
    assert {f"/classes/given/{each.pk}/" for each in (over, still_open)} <= set(links(page))
    said = text(browser(ann), f"/classes/{classroom.pk}/")
    assert "A set of scenarios 2 of 2, 1 right ended" in said
    assert "0 of 3 due " in said
    assert "Not yet" not in said


def test_the_page_of_a_class_takes_as_many_queries_for_many_assignments_as_for_two(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(classwork, "MOST_SHOWN", 4)
    ann = person("ann")
    classroom = a_class(ann)
    client = browser(ann)
    for number in (2, 5):
        for _ in range(number):
            running(classroom)
        with django_assert_num_queries(9):  # account, class, place, teacher, news, messages, given (two), how far
            client.get(f"/classes/{classroom.pk}/")
    page = client.get(f"/classes/{classroom.pk}/?work=2").content.decode()
    assert (page.count("/classes/given/"), "?work=1" in page) == (3, True)
    ClassMessage.objects.bulk_create(
        ClassMessage(classroom=classroom, subject="Late", text="Later", key=uuid4()) for _ in range(PAGE + 1)
    )
    page = client.get(f"/classes/{classroom.pk}/?work=2&page=2").content.decode()
    for link in ("?page=2&amp;work=1", "?work=2&amp;page=1"):
        assert f'href="{link}"' in page, "each list keeps the other's page"


@pytest.mark.parametrize("what", [What.GOAL, What.SET, What.POOL])
def test_staff_come_from_an_assignment_to_each_answer_to_it_and_to_no_other(what: str) -> None:
    ann, now = person("ann"), timezone.now()
    classroom = a_class(ann)
    Membership.objects.update(joined_at=now - 9 * A_DAY)
    if what == What.SET:
        assigned = a_set(classroom, 1)
        (asked,) = drills_of(assigned)
    elif what == What.POOL:
        assigned = running(classroom, what, pool=a_pool(1, classroom.teacher))
        asked = Drill.objects.get()
    else:
        assigned, asked = running(classroom), drills(1)[0]
    (other,) = drills(1, level=2)
    why = "new" if what == What.GOAL else ""
    for drill, at, right in ((asked, now, True), (asked, now, False), (other, now, True), (asked, now - A_DAY, True)):
        answered(ann, drill, at, right=right, why=why, response={"raise_to": 1, "raise_by": 1, "adds": 1})
    teacher, base = browser(classroom.teacher), f"/classes/{classroom.pk}"
    address = f"{base}/gradebook/{ann.pk}/?assignment={assigned.pk}"
    assert address in links(teacher.get(f"{base}/assignments/{assigned.pk}/").content.decode())
    assert teacher.get(address).content.decode().count('class="miss"') == 2
    assert teacher.get(f"{base}/gradebook/{ann.pk}/").content.decode().count('class="miss"') == 4
    assert teacher.get(f"{base}/gradebook/{ann.pk}/?assignment={assigned.pk + 1}").status_code == 404


def test_who_chooses_a_sets_scenarios_reads_which_of_them_was_retired() -> None:
    classroom = a_class()
    assigned = a_set(classroom, 1)
    address = f"/classes/{classroom.pk}/assignments/{assigned.pk}/scenarios/"
    teacher = browser(classroom.teacher)
    assert "has retired it" not in text(teacher, address)
    version = assignments.asked_now([item.version for item in assigned.items.all() if item.version])[0]
    type(version).objects.filter(pk=version.pk).update(state="retired")
    assert "Its author has retired it: it goes on being asked until you take it out." in text(teacher, address)


def test_a_learner_reads_an_answer_to_a_set_again_once_what_is_right_is_told() -> None:
    ann, now = person("ann"), timezone.now()
    assigned = a_set(a_class(ann, person("bob")), 2, tries=2)
    settled, left = assigned.items.order_by("place")
    for item, right in ((settled, True), (left, False)):
        assert item.version is not None
        assert item.version.drill is not None
        response = {"raise_to": 1, "raise_by": 2, "adds": 3}
        answered(ann, item.version.drill, now, right=right, why="", response=response)
    client, work = browser(ann), f"/classes/given/{assigned.pk}/"
    found = [link for link in links(client.get(work).content.decode()) if f"{work}answers/" in link]
    assert found == [f"{work}answers/{settled.pk}/"]
    page = client.get(found[0]).content.decode()
    assert "Your answer, field by field" in page
    assert "Try again" not in page
    for who, number in ((ann, left.pk), (ann, 0), (User.objects.get(username="bob"), settled.pk)):
        assert browser(who).get(f"{work}answers/{number}/")["Location"] == work
    assert settled.version is not None
    assert settled.version.drill is not None
    by = drills(3)[2]  # over a bet of 500, in the set over one of 300: a raise at least doubles it (TDA 2024 43-A)
    assert "The smallest raise is to 600, by 300" in text(client, found[0])
    Regrade.objects.create(drill=settled.version.drill, by=by, house="tda", mode="full", state="done")
    assert "The smallest raise is to 1,000, by 500" in text(client, found[0]), "by the corrected key"
    Attempt.objects.update(answered_at=now - 2 * A_DAY)
    Assignment.objects.update(opens_at=now - 3 * A_DAY, due_at=now - A_DAY)
    assert f"{work}answers/{left.pk}/" in links(client.get(work).content.decode()), "it is over"
    assert client.get(f"{work}answers/{left.pk}/").status_code == 200


def test_an_answer_to_a_set_is_told_as_the_set_counts_it() -> None:
    """By the one that used up its tries, by the mark that is kept (raise only), and nowhere where no house is there to
    tell it: that of the corrected key, else that of the answer.
    """
    ann, now = person("ann"), timezone.now()
    assigned = a_set(a_class(ann), 1, tries=1)
    (drill,) = drills_of(assigned)
    slip, right = {"raise_to": 1, "raise_by": 2, "adds": 3}, {"raise_to": 600, "raise_by": 300, "adds": 600}
    answered(ann, drill, now - timedelta(minutes=9), right=False, why="", response=slip)
    answered(ann, drill, now, why="", response=right)  # in another set, with tries left
    client, address = browser(ann), f"/classes/given/{assigned.pk}/answers/{assigned.items.get().pk}/"
    kept = "The key was corrected; the mark by the old one is kept."
    assert "No part of your answer is right." in text(client, address)
    assert kept not in text(client, address)
    Attempt.objects.filter(right=False).update(right=True, points=3)
    Regrade.objects.create(drill=drill, by=drill, house="tda", mode="raise", state="done")
    assert kept in text(client, address)
    Attempt.objects.update(ruleset="own-999999")
    work = f"/classes/given/{assigned.pk}/"
    for leads, status in ((True, 200), (False, 302)):
        assert (address in links(client.get(work).content.decode())) == leads
        assert client.get(address).status_code == status
        Regrade.objects.all().delete()


def test_an_answer_to_a_version_before_the_one_that_a_set_chose_is_none_to_the_set() -> None:
    ann, now = person("ann"), timezone.now()
    assigned = a_set(a_class(ann), 1, tries=2)
    chosen, before = assigned.items.get().version, drills(3)[2]
    assert chosen is not None
    ScenarioVersion.objects.filter(pk=chosen.pk).update(number=2)
    ScenarioVersion.objects.create(
        scenario=chosen.scenario, number=1, state="retired", kind="min_raise", level=1, house="tda", drill=before
    )
    answered(ann, before, now, right=False, why="")
    assert answers_given(assigned) == 0
    answered(ann, drills_of(assigned)[0], now, right=False, why="")
    assert answers_given(assigned) == 1


def test_who_teaches_sees_the_tries_and_what_changing_them_does_to_answers_and_which_version_is_asked() -> None:
    ann, now = person("ann"), timezone.now()
    classroom = a_class(ann)
    assigned, teacher = a_set(classroom, 1, tries=2), browser(classroom.teacher)
    here = f"/classes/{classroom.pk}/assignments/{assigned.pk}/"
    assert "Each scenario has 2 tries." in text(teacher, here)
    assert "given already" not in text(teacher, f"{here}change/")
    for drill in drills_of(assigned):
        answered(ann, drill, now, right=False, why="")
        answered(classroom.teacher, drill, now, right=False, why="")
    assert "1 answer was given already" in text(teacher, f"{here}change/")
    ScenarioVersion.objects.filter(pk__in=assigned.items.values("version")).update(number=4)
    assert "version 4" in text(teacher, f"{here}scenarios/")


def test_no_two_columns_of_the_gradebooks_file_have_the_same_name() -> None:
    """Not those of two assignments, nor of a set that is called like a skill: what is right has a column in both."""
    classroom, skill = a_class(), kind_name("min_raise")
    for name, what in (("Bets", What.GOAL), ("Bets", What.GOAL), (skill, What.SET)):
        running(classroom, what, name=name)
    (head,) = gradebook.sheet(classroom)
    assert len(set(head)) == len(head)
    assert {"Bets: done", "Bets (2): done", f"{skill} (2): right", f"{skill}: right"} <= set(head)
