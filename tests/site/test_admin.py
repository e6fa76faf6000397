"""The admin: every model of the site is there; what the machine makes can only be looked at (issue 3, "Admin")."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from quizzes.learning.runs import start
from quizzes.models import (
    Attempt,
    AttemptRow,
    Bucket,
    Course,
    Drill,
    Findable,
    ItemRating,
    Lesson,
    LessonRead,
    LessonVersion,
    Place,
    Placement,
    PracticeDay,
    Report,
    ReviewItem,
    RunRecord,
    SkillState,
    SkillWeek,
)
from tests.site.people import browser_of, deal, person, practise
from trainer.accounts.models import User
from trainer.classrooms.models import Classroom, Membership

OURS = [model for app in ("quizzes", "accounts", "classrooms") for model in apps.get_app_config(app).get_models()]
LOOKED_AT = [
    AttemptRow,
    Bucket,
    Course,
    Drill,
    Findable,
    ItemRating,
    Lesson,
    LessonRead,
    LessonVersion,
    Place,
    Placement,
    PracticeDay,
    ReviewItem,
    RunRecord,
    SkillState,
    SkillWeek,
]


@pytest.fixture
def chief(db: None) -> Client:
    """A superuser's browser, on a site where something of everything is there."""
    deal()
    learner = person("Ann")
    practise(browser_of(learner), [True, False])
    Report.objects.create(
        drill=Drill.objects.all()[0],
        ruleset="tda",
        version=1,
        answer={},
        about="other",
        text="?",
        made_at=timezone.now(),
    )
    Placement.objects.create(user=learner)
    RunRecord.objects.create(user=learner, seed=uuid4(), state=start("clock", timezone.now()).to_json())
    ReviewItem.objects.create(
        user=learner, drill=Drill.objects.all()[0], ruleset="tda", response={}, missed_at=timezone.now()
    )
    lesson = Lesson.objects.create(slug="a-raise", part="betting")
    LessonVersion.objects.create(lesson=lesson, language="en", number=1, title="A raise", minutes=3)
    LessonRead.objects.create(user=learner, lesson=lesson)
    Findable.objects.create(about="lesson", name="a-raise", language="en", title="A raise")
    chief = person("Chief", is_staff=True, is_superuser=True)
    Membership.objects.create(classroom=Classroom.objects.create(name="Friday", teacher=chief), learner=learner)
    return browser_of(chief)


def address(model: type[Model], *rest: object) -> str:
    return "/".join(map(str, ("/admin", model._meta.app_label, model._meta.model_name, *rest, "")))


def test_every_model_has_its_admin_and_attempts_have_it_as_rows() -> None:
    assert set(OURS) - {Attempt} == {model for model in OURS if admin.site.is_registered(model)}
    assert AttemptRow._meta.db_table == Attempt._meta.db_table


@pytest.mark.parametrize("model", [model for model in OURS if model is not Attempt])
def test_each_list_and_each_entry_can_be_looked_at(chief: Client, model: type[Model]) -> None:
    page = chief.get(address(model)).content.decode()
    assert ">0 results" not in page
    assert 'class="results"' in page
    first = model._default_manager.first()
    assert first is not None
    assert chief.get(address(model, first.pk, "change")).status_code == 200


@pytest.mark.parametrize("model", LOOKED_AT)
def test_what_the_machine_makes_is_changed_by_nobody(chief: Client, model: type[Model]) -> None:
    first = model._default_manager.first()
    assert first is not None
    before = list(model._default_manager.order_by("pk").values())
    assert chief.get(address(model, "add")).status_code == 403
    assert chief.post(address(model, first.pk, "change"), {}).status_code == 403
    assert chief.post(address(model, first.pk, "delete"), {"post": "yes"}).status_code == 403
    assert list(model._default_manager.order_by("pk").values()) == before


def test_attempts_are_found_by_the_name_of_their_account(chief: Client) -> None:
    assert "2 attempts" in chief.get(address(AttemptRow), {"q": "An"}).content.decode()
    assert "0 attempts" in chief.get(address(AttemptRow), {"q": "Zo"}).content.decode()


def test_a_role_is_given_in_the_admin(chief: Client) -> None:
    assert 'name="role"' in chief.get(address(User, person("Ben").pk, "change")).content.decode()
