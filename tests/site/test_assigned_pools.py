"""Assignments out of a template's pool: who may give which, and how its spots are asked (issue 7)."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from quizzes.models import Attempt
from tests.site import pages
from tests.site.classwork import a_class, a_pool, browser, person
from tests.site.pages import tree
from tests.site.test_assignment_pages import DATES, running, text
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment

pytestmark = pytest.mark.django_db

What = Assignment.What


def test_a_pool_is_one_that_the_teacher_has_published_and_no_more_is_wanted_than_it_has() -> None:
    classroom, igor = a_class(), person("igor", User.Role.INSTRUCTOR)
    mine = a_pool(3, classroom.teacher)
    others = [a_pool(1, igor), a_pool(1, classroom.teacher, state="draft")]
    teacher, address = browser(classroom.teacher), f"/classes/{classroom.pk}/assignments/new/pool/"
    typed: dict[str, Any] = {"name": "Bets", **DATES, "pool": mine.pk, "wanted": "3"}
    for wrong in ({"pool": others[0].pk}, {"pool": others[1].pk}, {"pool": ""}, {"wanted": "4"}):
        page = teacher.post(address, {**typed, **wrong})
        assert page.status_code == 422
    assert "This template has 3 spots." in pages.text(tree(page.content.decode()))
    told = teacher.post(address, typed, follow=True).content.decode()
    assert "3 spots of “Small bets” answered right. " in pages.text(tree(told))
    assert "It is asked by the house rules “TDA" in pages.text(tree(told))
    found = Assignment.objects.get()
    change = f"/classes/{classroom.pk}/assignments/{found.pk}/change/"
    mine.template.versions.update(state="retired")
    assert teacher.post(change, {**typed, "wanted": "2"}).status_code == 302, "what it has it keeps"
    found.refresh_from_db()
    assert (found.pool, found.wanted) == (mine, 2)


def test_the_spots_of_a_pool_are_asked_until_enough_of_them_are_right() -> None:
    ann = person("ann")
    classroom = a_class(ann)
    assigned = running(classroom, What.POOL, pool=a_pool(3, classroom.teacher), wanted=2)
    client, address = browser(ann), f"/classes/given/{assigned.pk}/ask/"
    assert client.get(f"/classes/given/{assigned.pk}/go")["Location"] == address
    for right, said in ((False, "0 of 2"), (True, "1 of 2"), (True, "2 of 2")):
        page = client.get(address).content.decode()
        raw = pages.asked(page).right if right else pages.asked(page).wrong
        for _again in range(2):
            assert client.post(address, {"token": pages.sent(page)["token"][0], **raw}).status_code == 200
        assert said in text(client, f"/classes/given/{assigned.pk}/")
    assert "House rules TDA" in text(client, f"/classes/given/{assigned.pk}/")
    assert Attempt.objects.filter(user=ann, why="").count() == 3
    page = client.get(address).content.decode()
    assignments.end(assigned, timezone.now())
    late = client.post(address, {"token": pages.sent(page)["token"][0], **pages.asked(page).right})
    assert (late.status_code, Attempt.objects.count()) == (302, 3)
