"""Classes: a teacher makes one and sees how its learners do; nobody else sees anything (issue 3)."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.test.html import Element
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules
from quizzes.engine.rulesets import ruleset
from quizzes.models import HouseRules, SkillState
from quizzes.practising.progress import Tally
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from tests.site.pages import attribute, elements, links, text, tree, with_attribute
from tests.site.people import browser_of, person
from tests.site.test_assignment_pages import GOAL
from trainer.accounts.models import User
from trainer.classrooms import classes, copying
from trainer.classrooms.models import CODE_SIGNS, Assignment, Classroom, Membership, Wall
from trainer.classrooms.models.assignments import ruleset_of

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)


@pytest.fixture
def teacher() -> User:
    return person("Ines", role=User.Role.INSTRUCTOR)


@pytest.fixture
def friday(teacher: User) -> Classroom:
    return classes.make(teacher, "Friday")


def skill(user: User, kind: str, tries: int, right: int) -> None:
    SkillState.objects.create(user=user, kind=kind, order_key="x", tries=tries, right=right, last_at=NOON)


# Making, joining, leaving


def test_an_instructor_makes_a_class_and_sees_its_code(teacher: User) -> None:
    client = browser_of(teacher)
    response = client.post("/classes/make", {"name": "Friday dealers"})
    made = Classroom.objects.get()
    assert response["Location"] == f"/classes/{made.pk}/"
    assert (made.name, made.teacher) == ("Friday dealers", teacher)
    assert re.fullmatch(f"[{CODE_SIGNS}]{{6}}", made.join_code)
    page = client.get(response["Location"]).content.decode()
    assert made.join_code in page
    assert "Nobody is in it yet. Show the code" in page
    assert f'button-act" href="/classes/{made.pk}/code/"' in page
    assert f'button-plain" href="/classes/{made.pk}/roster/"' in page
    assert made.join_code in client.get("/classes/").content.decode()


@pytest.mark.parametrize(
    ("told", "kept"), [("Asia/Taipei", "Asia/Taipei"), ("Etc/GMT-8", "UTC"), ("Nowhere", "UTC"), ("", "UTC")]
)
def test_a_class_has_the_zone_of_its_teachers_browser_if_the_settings_offer_it(
    teacher: User, told: str, kept: str
) -> None:
    client = browser_of(teacher)
    client.cookies["zone"] = told
    client.post("/classes/make", {"name": "Friday"})
    assert Classroom.objects.get().zone == kept


def test_a_class_without_a_name_is_asked_again(teacher: User) -> None:
    response = browser_of(teacher).post("/classes/make", {"name": " "})
    assert response.status_code == 422
    assert 'id="id_name_error"' in response.content.decode()
    assert not Classroom.objects.exists()


@pytest.mark.parametrize(
    ("where", "typed", "model"),
    [
        ("make", {"name": "Monday"}, Classroom),
        ("{pk}/copy/", {"name": "Friday again", "weeks": "26"}, Classroom),
        ("{pk}/assignments/new/goal/", GOAL, Assignment),
        ("{pk}/wall/", {}, Wall),
    ],
)
def test_a_form_that_is_sent_twice_makes_one_thing_and_another_form_another(
    friday: Classroom, where: str, typed: dict[str, Any], model: type[Classroom | Assignment | Wall]
) -> None:
    client, before = browser_of(friday.teacher), model.objects.count()
    address = f"/classes/{where.format(pk=friday.pk)}"
    for token, number in (("one", 1), ("one", 1), ("two", 2)):  # what a page's forms carry is another in each page
        assert client.post(address, {**typed, "csrfmiddlewaretoken": token}).status_code == 302
        assert model.objects.count() == before + number


def test_a_learner_makes_no_class() -> None:
    client = browser_of(person("Ann"))
    assert "Make a class" not in client.get("/classes/").content.decode()
    assert client.post("/classes/make", {"name": "Mine"}).status_code == 403
    with pytest.raises(classes.NotATeacher):
        classes.make(User.objects.get(), "Mine")
    assert not Classroom.objects.exists()


@pytest.mark.parametrize("write", [str, str.lower, lambda code: f" {code[:3]} {code[3:]} "])
def test_a_learner_joins_by_the_code_however_it_is_typed_and_once(
    friday: Classroom, write: Callable[[str], str]
) -> None:
    client = browser_of(person("Ann"))
    for _ in range(2):
        assert client.post("/classes/join", {"code": write(friday.join_code)})["Location"] == f"/classes/{friday.pk}/"
    assert list(Membership.objects.values_list("learner__username", "classroom__name")) == [("Ann", "Friday")]
    page = client.get("/classes/").content.decode()
    assert "Friday" in page
    assert "Ines teaches it and sees how you do" in page
    assert friday.join_code not in page


def test_a_code_that_no_class_has_is_asked_again_and_so_is_that_of_ones_own_class(
    friday: Classroom, teacher: User
) -> None:
    for user, code in ((person("Ann"), "AAAAAA"), (teacher, friday.join_code)):
        response = browser_of(user).post("/classes/join", {"code": code})
        assert response.status_code == 422
        assert "No class has this code" in response.content.decode()
        assert f'value="{code}"' in response.content.decode()
    assert not Membership.objects.exists()


def test_a_learner_leaves_and_the_teacher_sees_nothing_of_them_any_more(friday: Classroom, teacher: User) -> None:
    ann, ben = person("Ann"), person("Ben")
    for learner in (ann, ben):
        classes.join(learner, friday.join_code)
    browser_of(ann).post(f"/classes/{friday.pk}/leave")
    assert [row.learner for row in classes.report(friday).rows] == ["Ben"]
    browser_of(person("Stranger")).post(f"/classes/{friday.pk}/leave")
    browser_of(teacher).post(f"/classes/{friday.pk}/leave")
    assert Membership.objects.count() == 1


# Who sees what


def test_a_class_is_there_for_its_people_alone_and_shows_learners_nobody_else(friday: Classroom, teacher: User) -> None:
    ann, bea = person("Ann"), person("Bea")
    for learner in (ann, bea):
        classes.join(learner, friday.join_code)
    address = f"/classes/{friday.pk}/"
    assert browser_of(teacher).get(address).status_code == 200
    seen = browser_of(ann).get(address).content.decode()
    assert "Ines teaches it and sees how you do." in seen
    assert "Bea" not in seen
    assert friday.join_code not in seen
    others = [person("Ben"), person("Omar", role=User.Role.INSTRUCTOR), person("Chief", is_staff=True)]
    for other in others:
        assert browser_of(other).get(address).status_code == 404, other
        assert friday.join_code not in browser_of(other).get("/classes/").content.decode()
    assert Client().get(address)["Location"] == f"/account/login/?next={address}"
    teacher.role = User.Role.LEARNER
    teacher.save()
    assert "Make a class" not in browser_of(teacher).get("/classes/").content.decode()


def test_a_class_does_nothing_for_a_visitor_or_by_a_link() -> None:
    for address in ("/classes/make", "/classes/join", "/classes/1/leave"):
        assert Client().post(address)["Location"].startswith("/account/login/")
        assert browser_of(person(address.replace("/", ""))).get(address).status_code == 405


# What a teacher sees


def test_a_report_has_a_row_for_each_learner_with_tries_right_share_and_last_answer(friday: Classroom) -> None:
    people = [person(name) for name in ("bert", "Ann", "Émile")]
    for learner in people:
        classes.join(learner, friday.join_code)
    skill(people[0], "reopen", 4, 3)
    skill(people[0], "min_raise", 1, 0)
    skill(person("Stranger"), "reopen", 9, 9)
    found = classes.report(friday)
    assert [row.learner for row in found.rows] == ["Ann", "bert", "Émile"]
    assert found.kinds == (kind_name("min_raise"), kind_name("reopen")), "what nobody tried is left out"
    raises, again = found.rows[1].cells
    assert (again.tally, again.tally.percent, again.last_at) == (Tally(4, 3), 75, NOON)
    assert raises.tally == Tally(1, 0)
    assert {cell.tally for row in (found.rows[0], found.rows[2]) for cell in row.cells} == {Tally()}
    page = browser_of(friday.teacher).get(f"/classes/{friday.pk}/").content.decode()
    assert "75 %" in page
    assert "13 May 2026" in page
    assert "Stranger" not in page


def test_the_page_of_a_class_names_the_house_rules_by_which_it_is_asked(friday: Classroom) -> None:
    page = browser_of(friday.teacher).get(f"/classes/{friday.pk}/").content.decode()
    assert "It is asked by the house rules" not in page
    friday.house = HouseRules.objects.create(name="Our room", base="tda", number=2)
    friday.save()
    page = browser_of(friday.teacher).get(f"/classes/{friday.pk}/").content.decode()
    assert "It is asked by the house rules “Our room”, version 2." in page
    assert "There is a newer version" not in page
    HouseRules.objects.create(name="Our room", base="tda", number=3, before=friday.house)
    page = browser_of(friday.teacher).get(f"/classes/{friday.pk}/").content.decode()
    assert "There is a newer version of them." in page
    assert f"/classes/{friday.pk}/house/" in links(page)


def test_the_menu_leads_whoever_is_signed_in_to_their_classes(friday: Classroom) -> None:
    for client, there in ((browser_of(friday.teacher), True), (Client(), False)):
        (menu,) = with_attribute(client.get("/about/").content.decode(), "id", "session")
        assert ("Classes" in text(menu)) == there


def test_a_class_can_be_asked_by_each_shipped_house(friday: Classroom) -> None:
    teacher, address = browser_of(friday.teacher), f"/classes/{friday.pk}/house/"
    for house in ("jj", "rrop", "jj", "tda"):
        assert teacher.post(address, {"house": house}).status_code == 302
        friday = Classroom.objects.get(pk=friday.pk)
        (chosen,) = [each for each in elements(teacher.get(address).content.decode(), "input") if is_checked(each)]
        assert attribute(chosen, "value") == house
        asked = house_rules.rules_of(ruleset_of(friday.house_id))
        assert asked.toggles == ruleset(house).toggles
    assert HouseRules.objects.count() == 2, "one row for each but the usual house, which needs none"
    refused = teacher.post(address, {"house": ""})
    assert (refused.status_code, "This field is required." in refused.content.decode()) == (422, True)


def test_a_class_that_is_asked_by_a_shipped_house_is_asked_by_just_that(friday: Classroom) -> None:
    """What is answered in practice by that house counts for it, and its name is the one that everybody reads."""
    teacher = browser_of(friday.teacher)
    teacher.post(f"/classes/{friday.pk}/house/", {"house": "rrop"})
    friday = Classroom.objects.get(pk=friday.pk)
    assert friday.house is not None
    assert (ruleset_of(friday.house_id), friday.house.id_in_drills) == ("rrop", "rrop")
    assert house_rules.rules_of(f"own-{friday.house_id}") == ruleset("rrop")
    assert not house_rules.usable(friday.teacher_id).exists(), "it is no room's own: no list offers it beside itself"
    assert teacher.get(f"/classes/{friday.pk}/wall/").content.decode().count('value="rrop"') == 1
    assert HouseRules.objects.get(HouseRules.are_shipped()).is_shipped
    page = teacher.get(f"/classes/{friday.pk}/").content.decode()
    assert f"It is asked by the house rules “{house_name(ruleset('rrop'))}”." in text(tree(page))
    ann = person("Ann")
    Membership.objects.create(classroom=friday, learner=ann)
    assert "/practice/?ruleset=rrop" in links(browser_of(ann).get(f"/classes/{friday.pk}/").content.decode())


def is_checked(field: Element) -> bool:
    return attribute(field, "checked") is not None


def test_a_report_reads_summaries_in_as_many_queries_for_twenty_learners_as_for_one(
    friday: Classroom, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def add(name: str) -> None:
        learner = User.objects.create(username=name)
        skill(learner, "reopen", 2, 1)
        classes.join(learner, friday.join_code)

    add("Ann")
    for _ in range(2):
        learners = classes.learners_of(friday)
        with django_assert_num_queries(2) as captured:
            classes.report(friday, learners)
        assert not any("quizzes_attempt" in query["sql"] for query in captured.captured_queries)
        for number in range(19):
            add(f"Learner {len(classes.report(friday).rows)} {number}")


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Friday 2026", "Friday 2027"),
        ("2025/26 dealers", "2026/27 dealers"),
        ("Room 4, 2025-2026", "Room 4, 2026-2027"),
        ("Term 9", "Term 10"),
        ("Friday", "Friday 2"),
        ("Night 99/100", "Night 99/101"),
        ("x" * 59, "x" * 59),
    ],
)
def test_a_copy_is_offered_the_name_of_the_next_term(name: str, following: str) -> None:
    assert copying.next_name(name) == following


def test_the_form_of_a_copy_has_the_name_of_the_next_term(friday: Classroom) -> None:
    Classroom.objects.filter(pk=friday.pk).update(name="Friday 2026")
    page = browser_of(friday.teacher).get(f"/classes/{friday.pk}/copy/").content.decode()
    assert 'value="Friday 2027"' in page
