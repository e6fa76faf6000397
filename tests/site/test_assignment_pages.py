"""The pages of assignments: a teacher's forms and who has done how much, a learner's list, line and questions."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules
from quizzes.models import Attempt, HouseRules
from quizzes.practising.sharing import spot_name
from quizzes.tokens import read_token
from tests.site import pages
from tests.site.classwork import a_class, answered, browser, drills, given, lessons, person, scenarios
from tests.site.pages import attribute, links, tree, with_class
from tests.site.people import deal
from trainer.accounts import personal
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment, Classroom, Extension, Membership
from trainer.classrooms.templatetags.classwork import in_class, soon

pytestmark = pytest.mark.django_db

What = Assignment.What

DATES = {"opens_at": "2026-03-02T08:00", "due_at": "2026-03-06T18:00", "late": "none"}
GOAL = {"name": "Side pots", "wanted": "20", "level": "3", "kind": ["side_pots"], **DATES}


def running(classroom: Classroom, what: str = What.GOAL, **settings: Any) -> Assignment:
    """An assignment that opened an hour ago and is due in a week."""
    now = timezone.now()
    times = {"opens_at": now - timedelta(hours=1), "due_at": now + timedelta(days=7)}
    return given(classroom, what, **times | settings)


def text(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200, address
    return pages.text(tree(response.content.decode()))


def a_set(classroom: Classroom, number: int, **settings: Any) -> Assignment:
    found = running(classroom, What.SET, name="Bets", **settings)
    assignments.add_scenarios(found, [version.pk for version in scenarios(number + 1)[:number]])
    return found


def test_a_goal_is_given_in_the_time_zone_of_the_class_and_asked_by_its_house() -> None:
    classroom = a_class(zone="Asia/Kuala_Lumpur")
    classroom.house = house_rules.keep("tda", {"min_raise": "double"}, classroom.teacher_id, "Our room")
    classroom.save()
    teacher = browser(classroom.teacher)
    page = teacher.post(f"/classes/{classroom.pk}/assignments/new/goal/", GOAL, follow=True)
    found = Assignment.objects.get()
    assert found.due_at == datetime(2026, 3, 6, 10, tzinfo=UTC), "18:00 in Kuala Lumpur is 10:00 UTC"
    assert (found.kinds, found.level, found.wanted, found.house) == ("side_pots", 3, 20, classroom.house)
    said = pages.text(tree(page.content.decode()))
    assert "20 right answers: Side pots, level 3, Our room. " in said
    assert "Due Friday 6 Mar 2026, 18:00." in said
    assert (
        'value="2026-03-06T18:00"'
        in teacher.get(f"/classes/{classroom.pk}/assignments/{found.pk}/change/").content.decode()
    )


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ({"due_at": "2026-03-01T18:00"}, "This is not after the opening."),
        ({"due_at": "9999-12-31T23:59"}, "Give a year between 2000 and 2200."),
        ({"opens_at": "0001-01-01T00:00"}, "Give a year between 2000 and 2200."),
        ({"late": "until", "late_until": "2201-01-01T00:00"}, "Give a year between 2000 and 2200."),
        ({"late": "until"}, "Say until when: a moment after the assignment is due."),
        ({"late": "until", "late_until": "2026-03-06T18:00"}, "Say until when: a moment after the assignment is due."),
        ({"wanted": "0"}, "greater than or equal to 1"),
        ({"kind": ["chess"]}, "chess is not one of the available choices."),
    ],
)
def test_a_form_that_can_not_be_comes_back_with_what_was_typed(typed: dict[str, Any], error: str) -> None:
    classroom = a_class()
    page = browser(classroom.teacher).post(f"/classes/{classroom.pk}/assignments/new/goal/", GOAL | typed)
    assert page.status_code == 422
    assert error in pages.text(tree(page.content.decode()))
    assert 'value="Side pots"' in page.content.decode()
    assert not Assignment.objects.exists()


def test_each_scenario_of_a_set_says_by_which_rules_it_is_asked() -> None:
    """They are the scenario's own, whatever house the class has."""
    ann = person("ann")
    classroom = a_class(ann)
    classroom.house = house_rules.keep("tda", {"min_raise": "double"}, classroom.teacher_id, "Our room")
    classroom.save()
    assigned = a_set(classroom, 1)
    for client, address in (
        (browser(ann), f"/classes/given/{assigned.pk}/"),
        (browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{assigned.pk}/scenarios/"),
    ):
        said = text(client, address)
        assert "TDA" in said
        assert "Our room" not in said


def test_one_against_a_mistake_keeps_its_skill_and_can_be_given_to_the_whole_class() -> None:
    ann, bob = person("ann"), person("bob")
    classroom = a_class(ann, bob)
    now = timezone.now()
    settings = {"name": "Doubling", "kinds": "min_raise", "mistake": "double-the-bet", "wanted": 5}
    times = {"opens_at": now - timedelta(hours=1), "due_at": now + timedelta(days=7)}
    goal = assignments.make(classroom.teacher, classroom, What.GOAL, settings | times, learners=[ann.pk])
    teacher, base = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{goal.pk}/"
    assert "5 right answers: Minimum raise: Doubling the bet." in text(teacher, f"{base}change/")
    go = browser(ann).get(f"/classes/given/{goal.pk}/go")["Location"]
    assert go == "/practice/?kind=min_raise&mistake=double-the-bet"
    assert browser(bob).get(f"/classes/given/{goal.pk}/").status_code == 404
    assert teacher.get(f"{base}people/{bob.pk}/").status_code == 404
    teacher.post(f"{base}change/", {**GOAL, "kind": ["side_pots"], "wanted": "7", "unaided": "on"})
    goal.refresh_from_db()
    assert (goal.kinds, goal.mistake, goal.wanted, goal.unaided, goal.chosen) == (
        *("min_raise", "double-the-bet", 7, True),
        True,
    )
    teacher.post(f"{base}people/{ann.pk}/", {"take": "1"})
    assert "It is given to nobody" in text(teacher, base)
    assert [name in text(teacher, f"{base}learners/?name=B") for name in ("ann", "bob")] == [False, True]
    for _again in range(2):
        teacher.post(f"{base}learners/", {"learner": [bob.pk, classroom.teacher_id, 0]})
    assert [name in text(teacher, base) for name in ("ann", "bob")] == [False, True]
    teacher.post(f"{base}change/", {**GOAL, "everybody": "on"})
    assert teacher.get(f"{base}learners/")["Location"] == base
    assert [name in text(teacher, base) for name in ("ann", "bob")] == [True, True]


def test_a_path_takes_the_lessons_that_are_ticked_and_none_is_refused() -> None:
    classroom = a_class()
    lessons(3)
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/new/path/"
    assert teacher.post(address, {"name": "Read", **DATES}).status_code == 422
    teacher.post(address, {"name": "Read", **DATES, "lesson": ["lesson-2", "lesson-0"]})
    found = Assignment.objects.get()
    assert list(found.items.values_list("lesson__slug", flat=True).order_by("place")) == ["lesson-0", "lesson-2"]
    page = text(teacher, f"/classes/{classroom.pk}/assignments/{found.pk}/change/")
    assert "About lesson-1" in page
    teacher.post(
        f"/classes/{classroom.pk}/assignments/{found.pk}/change/", {"name": "Read", **DATES, "lesson": ["lesson-1"]}
    )
    assert list(found.items.values_list("lesson__slug", flat=True)) == ["lesson-1"]


def test_a_set_is_filled_from_a_search_and_emptied_one_by_one() -> None:
    classroom = a_class()
    one, two = scenarios(2)
    assigned = running(classroom, What.SET)
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{assigned.pk}/scenarios/"
    found = text(teacher, f"{address}?wanted=bet+2")
    assert "Bet 2" in found
    assert "Bet 1" not in found
    for _ in range(2):
        teacher.post(address, {"version": [one.pk, two.pk]})
    assert assigned.items.count() == 2
    teacher.post(address, {"out": assigned.items.get(version=one).pk})
    assert assigned.items.get().version == two


def test_a_learner_sees_it_on_the_classes_page_and_in_practice_and_goes_on_to_what_counts() -> None:
    ann = person("ann")
    classroom = a_class(ann)
    running(classroom, name="Awards first", kinds="awards", due_at=timezone.now() + timedelta(minutes=30))
    goal = running(classroom, wanted=2)
    deal()
    client = browser(ann)
    assert "Next for your class: Awards first , 0 of 3, due " in text(client, "/practice/?kind=reopen")
    assert "Raises Friday: 2 right answers: Minimum raise, level 1" in text(client, "/classes/")
    go = client.get(f"/classes/given/{goal.pk}/go")
    assert go["Location"] == "/practice/?kind=min_raise&level=1"
    assert "For your class: Raises , 0 of 2, due " in text(client, go["Location"])
    page = client.get(go["Location"]).content.decode()
    pages.answer(client, page, pages.asked(page).right)
    assert "For your class: Raises , 1 of 2, due " in text(client, go["Location"])
    page = client.get(go["Location"]).content.decode()
    pages.answer(client, page, pages.asked(page).right)
    assert "You have done all of it." in text(client, f"/classes/given/{goal.pk}/")


def test_the_questions_of_a_set_are_asked_one_by_one_and_counted_once() -> None:
    ann = person("ann")
    assigned = a_set(a_class(ann), 2)
    client, address = browser(ann), f"/classes/given/{assigned.pk}/ask/"
    assert client.get(f"/classes/given/{assigned.pk}/go")["Location"].startswith(address)
    begun = []
    for _ in range(2):
        said = text(client, f"/classes/given/{assigned.pk}/")
        begun.append("Go on" in said)
        assert "there is nothing to hand in" in said
        assert said.count(" open") == 2 - len(begun) + 1
        page = client.get(address).content.decode()
        token, asked = pages.sent(page)["token"][0], pages.asked(page)
        ill = client.post(address, {"token": token, "raise_to": ["lots"]})
        assert ill.status_code == 422
        for _again in range(2):
            told = client.post(address, {"token": token, **asked.wrong})
            assert told.status_code == 200
            assert address in links(told.content.decode())
    assert Attempt.objects.filter(user=ann, why="").count() == 2
    assert begun == [False, True], "nothing is done at first: Begin"
    assert client.get(address)["Location"] == f"/classes/given/{assigned.pk}/"
    said = text(client, f"/classes/given/{assigned.pk}/")
    assert "2 of 2" in said
    assert said.count("not right") == 2


def test_a_wrong_answer_says_nothing_of_what_is_right_while_a_try_is_left() -> None:
    """The first is a miss and can be repeated; the second, wrong too, is the last, and all is told."""
    ann = person("ann")
    assigned = a_set(a_class(ann), 2, tries=2)
    client, address = browser(ann), f"/classes/given/{assigned.pk}/ask/"
    page = client.get(address).content.decode()
    token = pages.sent(page)["token"][0]
    sent = {"token": token, **pages.asked(page).wrong}
    secret = {value for values in pages.asked(page).right.values() for value in values}
    secret -= {value for values in pages.asked(page).wrong.values() for value in values}
    spot = spot_name(read_token(token, timezone.now()).drill, "tda")
    again = f"{address}?item={assigned.items.order_by('place')[0].pk}"
    for _twice in range(2):
        told = client.post(address, sent).content.decode()
        words = pages.text(tree(told))
        assert "Not right yet: 1 try left" in words
        assert "Try again" in words
        assert again in links(told)
        assert secret
        assert not secret & set(re.findall(r"[0-9]+", words)), words
        assert all(hidden not in told for hidden in ("How it is worked out", "Another house would say", spot))
    assert [each["document"] for each in personal.export(ann)["attempts"]] == [None], "of some kinds it has the answer"
    page = client.get(again).content.decode()
    told = client.post(address, {"token": pages.sent(page)["token"][0], **pages.asked(page).wrong}).content.decode()
    assert secret <= set(re.findall(r"[0-9]+", pages.text(tree(told)).replace(",", "")))
    onward = with_class(with_class(told, "onward")[0], "button")
    assert [pages.text(button) for button in onward] == ["Next question Enter"], "and no way to practice"
    assert attribute(onward[0], "hx-get") is None, "a whole page is not swapped into another"
    assert all(each["document"] for each in personal.export(ann)["attempts"])
    page = client.get(address).content.decode()
    told = client.post(address, {"token": pages.sent(page)["token"][0], **pages.asked(page).right}).content.decode()
    assert "Every part of your answer is right." in pages.text(tree(told))


def test_an_answer_counts_no_more_once_no_try_is_left_or_the_time_is_over() -> None:
    ann = person("ann")
    assigned = a_set(a_class(ann), 1)
    client, address = browser(ann), f"/classes/given/{assigned.pk}/ask/"
    page, other = (client.get(address).content.decode() for _ in range(2))
    client.post(address, {"token": pages.sent(page)["token"][0], **pages.asked(page).wrong})
    late = client.post(address, {"token": pages.sent(other)["token"][0], **pages.asked(other).right})
    assert late["Location"] == f"/classes/given/{assigned.pk}/"
    assert Attempt.objects.count() == 1
    Assignment.objects.update(opens_at=timezone.now() - timedelta(days=3), due_at=timezone.now() - timedelta(days=2))
    said = text(client, f"/classes/given/{assigned.pk}/")
    assert "It is over" in said
    assert ("not right" in said, "no answer" in said, "hand in" in said) == (False, True, False)
    assert client.get(address).status_code == 302


def test_whoever_sits_an_exam_does_nothing_for_a_class_meanwhile() -> None:
    ann = person("ann")
    assigned = a_set(a_class(ann), 1)
    client, address = browser(ann), f"/classes/given/{assigned.pk}/ask/"
    page = client.get(address).content.decode()
    User.objects.filter(pk=ann.pk).update(exam_until=timezone.now() + timedelta(hours=1))
    sent = {"token": pages.sent(page)["token"][0], **pages.asked(page).right}
    assert client.post(address, sent).status_code == 403
    for closed in (address, f"/classes/given/{assigned.pk}/", f"/classes/given/{assigned.pk}/go", "/classes/"):
        assert client.get(closed).status_code == 403, closed
    assert not Attempt.objects.exists()


def test_a_token_of_another_question_is_not_taken_for_a_set() -> None:
    ann = person("ann")
    assigned = a_set(a_class(ann), 1)
    deal()
    client = browser(ann)
    page = pages.ask(client, kind="min_raise", level=1)
    sent = {"token": pages.sent(page)["token"][0], **pages.asked(page).right}
    assert client.post(f"/classes/given/{assigned.pk}/ask/", sent).status_code == 302
    assert not Attempt.objects.exists()


def test_nobody_gets_to_an_assignment_of_a_class_they_are_not_in_or_before_it_opens() -> None:
    ann, bob = person("ann"), person("bob")
    assigned = a_set(a_class(ann), 1)
    client = browser(bob)
    for address in ("", "go", "ask/"):
        assert client.get(f"/classes/given/{assigned.pk}/{address}").status_code == 404
    Assignment.objects.update(opens_at=timezone.now() + timedelta(days=1))
    assert browser(ann).get(f"/classes/given/{assigned.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("role", "sees", "teaches", "manages"),
    [
        (Membership.Role.TEACHER, 200, 200, 200),
        (Membership.Role.ASSISTANT, 200, 200, 403),
        (Membership.Role.OBSERVER, 200, 403, 403),
        (Membership.Role.LEARNER, 403, 403, 403),
        (None, 404, 404, 404),
    ],
)
def test_who_may_what_with_a_classs_assignments(role: str | None, sees: int, teaches: int, manages: int) -> None:
    ann, other = person("ann"), person("other", User.Role.INSTRUCTOR)
    classroom = a_class(ann)
    if role:
        Membership.objects.create(classroom=classroom, learner=other, role=role)
    assigned = running(classroom, What.SET)
    client, base = browser(other), f"/classes/{classroom.pk}/assignments/"
    for address in ("", f"{assigned.pk}/"):
        assert client.get(base + address).status_code == sees
    for address in ("new/goal/", *(f"{assigned.pk}/{page}/" for page in ("change", "scenarios", f"people/{ann.pk}"))):
        assert client.get(base + address).status_code == teaches
    offered = [text(client, base + address) for address in ("", f"{assigned.pk}/")] if sees == 200 else []
    assert ["Give the class something to do" in "".join(offered), "Change it" in "".join(offered)] == [
        teaches == 200
    ] * 2
    for address in ("end", "paper"):
        assert client.post(f"{base}{assigned.pk}/{address}").status_code == (302 if teaches == 200 else teaches)
    assert client.get(f"/classes/{classroom.pk}/house/").status_code == manages


def test_an_assignment_of_another_class_is_not_found_through_ones_own() -> None:
    mine, igor = a_class(), person("igor", User.Role.INSTRUCTOR)
    theirs = running(Classroom.objects.create(teacher=igor, name="Igor's"))
    client = browser(mine.teacher)
    for address in ("", "change/", "scenarios/", "paper/00000000-1-1/"):
        assert client.get(f"/classes/{mine.pk}/assignments/{theirs.pk}/{address}").status_code == 404


def test_a_learner_gets_more_time_and_gives_it_back() -> None:
    ann = person("ann")
    classroom = a_class(ann, zone="Asia/Kuala_Lumpur")
    goal = given(classroom)
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{goal.pk}/people/{ann.pk}/"
    teacher.post(address, {"due_at": "2026-03-13T18:00", "time_factor": "150"})
    assert Extension.objects.get().due_at == datetime(2026, 3, 13, 10, tzinfo=UTC)
    assert Membership.objects.get().time_factor == 150
    listed = f"/classes/{classroom.pk}/assignments/{goal.pk}/"
    assert "Friday 13 Mar 2026, 18:00 , change ann’s time own date" in text(teacher, listed)
    assert "It is due Friday 13 Mar 2026, 18:00 for them: a date of their own." in text(teacher, address)
    assert teacher.post(address, {"due_at": "", "time_factor": "50"}).status_code == 422
    # The class has until Saturday 02:00 by the clocks of Kuala Lumpur.
    early = teacher.post(address, {"due_at": "2026-03-07T01:59", "time_factor": "100"})
    assert (early.status_code, Extension.objects.get().due_at.day) == (422, 13)
    assert "This is before the class’s date." in pages.text(tree(early.content.decode()))
    teacher.post(address, {"due_at": "", "time_factor": "150"})
    # Half as much again as the 106 hours until then is until Monday 07:00 there.
    assert "Monday 9 Mar 2026, 07:00 , change ann’s time 150 % of the time" in text(teacher, listed)
    teacher.post(address, {"due_at": "", "time_factor": "100"})
    assert not Extension.objects.exists()
    assert "as for everybody." in text(teacher, address)


@pytest.mark.parametrize(("hours", "said"), [(30, "Tuesday 1 Dec 2026, 14:00"), (-30, "Sunday 29 Nov 2026, 02:00")])
def test_a_moment_is_told_by_the_clocks_of_the_class_and_shortly_when_it_is_near(hours: int, said: str) -> None:
    classroom = Classroom(zone="Asia/Kuala_Lumpur")  # eight hours before UTC, all year
    moment = datetime(2026, 11, 30, tzinfo=UTC) + timedelta(hours=hours)
    assert in_class(moment, classroom) == said
    near = timezone.now() + timedelta(days=2)
    weekday = (near + timedelta(hours=8)).strftime("%A %H:%M")
    assert soon(near, classroom) == weekday


def test_an_assignment_is_ended_and_taken_up_again() -> None:
    classroom = a_class()
    goal = running(classroom)
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/{goal.pk}/end"
    for _ in range(2):
        teacher.post(address)
    goal.refresh_from_db()
    assert goal.ended_at is not None
    teacher.post(address, {"again": "1"})
    goal.refresh_from_db()
    assert goal.ended_at is None


def test_a_class_is_asked_by_rules_that_its_teacher_wrote_and_by_no_others() -> None:
    classroom, igor = a_class(), person("igor", User.Role.INSTRUCTOR)
    mine = house_rules.keep("tda", {"min_raise": "double"}, classroom.teacher_id, "Our room")
    theirs = house_rules.keep("jj", {}, igor.pk, "Igor's room")
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/house/"
    assert "Igor" not in text(teacher, address)
    houses: list[HouseRules | None] = []
    for chosen in (mine.pk, theirs.pk, "tda"):
        teacher.post(address, {"house": chosen})
        houses.append(Classroom.objects.select_related("house").get().house)
    assert houses == [mine, mine, None]


def test_pages_take_as_many_queries_for_sixty_learners_and_assignments_as_for_two(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ann = person("ann")
    classroom = a_class(ann)
    assigned, drill = a_set(classroom, 2), drills(1, rules_key="other")[0]
    alone = running(classroom)
    Assignment.objects.filter(pk=alone.pk).update(chosen=True)
    teacher, learner = browser(classroom.teacher), browser(ann)
    base = f"/classes/{classroom.pk}/assignments/"
    for number in (2, 60):
        others = User.objects.bulk_create(User(username=f"learner{number}-{place}") for place in range(number))
        Membership.objects.bulk_create(Membership(classroom=classroom, learner=another) for another in others)
        for another in others:
            answered(another, drill, timezone.now())
            goal = running(classroom)
        with django_assert_num_queries(4):  # account, class, how many, the page
            teacher.get(base)
        with django_assert_num_queries(6):  # account, class, assignment, learners, those of the page, their answers
            teacher.get(f"{base}{goal.pk}/")
        with django_assert_num_queries(7):  # as before, and the scenarios
            teacher.get(f"{base}{assigned.pk}/")
        with django_assert_num_queries(7):  # account, class, assignment, what is in it, as it is asked, how many, page
            teacher.get(f"{base}{assigned.pk}/scenarios/")
        with django_assert_num_queries(5):  # account, class, assignment, who does not have it, those of the page
            teacher.get(f"{base}{alone.pk}/learners/")
        # account, permissions (two), what is given, goals, sets (two), news, three lists
        with django_assert_num_queries(11):
            learner.get("/classes/")


def test_a_practice_page_takes_one_query_more_for_an_account_and_two_with_a_goal(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    ann, bob = person("ann"), person("bob")
    running(a_class(ann))
    deal()
    for user, queries in ((bob, 5), (ann, 6)):
        client = browser(user)
        client.get("/practice/?kind=min_raise&level=1")
        with django_assert_num_queries(queries):  # account, skills, bucket, drill; what is given, and how far it is
            client.get("/practice/?kind=min_raise&level=1")
