"""The admin: every model of the site is there; what the machine makes can only be looked at (issue 3, "Admin")."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from quizzes.learning.runs import start
from quizzes.models import (
    ArchivedAttempt,
    Attempt,
    AttemptRow,
    Bucket,
    BucketStatistic,
    Course,
    Drill,
    Findable,
    HandFile,
    HouseRules,
    ImportedLine,
    ImportJob,
    ItemRating,
    ItemStatistic,
    Lesson,
    LessonRead,
    LessonVersion,
    Notice,
    Place,
    Placement,
    PracticeDay,
    Regrade,
    RegradedAttempt,
    Report,
    ReviewItem,
    RunRecord,
    Scenario,
    ScenarioReader,
    ScenarioTemplate,
    ScenarioVersion,
    SkillState,
    SkillWeek,
    TemplateVersion,
)
from tests.site.people import browser_of, deal, person, practise
from trainer.accounts.models import User
from trainer.classrooms.models import (
    Assignee,
    Assignment,
    AssignmentItem,
    ClassAccount,
    ClassMessage,
    Classroom,
    Extension,
    Letter,
    MailStop,
    Membership,
    Wall,
    WallAnswer,
    WallSpot,
)

A_DAY = timedelta(days=1)
OURS = [model for app in ("quizzes", "accounts", "classrooms") for model in apps.get_app_config(app).get_models()]
LOOKED_AT = [
    ArchivedAttempt,
    AttemptRow,
    Bucket,
    BucketStatistic,
    ClassMessage,
    Course,
    Drill,
    Findable,
    HandFile,
    HouseRules,
    ImportJob,
    ImportedLine,
    ItemRating,
    ItemStatistic,
    Lesson,
    LessonRead,
    LessonVersion,
    Letter,
    Notice,
    Place,
    Placement,
    PracticeDay,
    Regrade,
    RegradedAttempt,
    ReviewItem,
    RunRecord,
    Scenario,
    ScenarioReader,
    ScenarioTemplate,
    ScenarioVersion,
    SkillState,
    SkillWeek,
    TemplateVersion,
    Wall,
    WallAnswer,
    WallSpot,
]


@pytest.fixture
def chief(db: None) -> Client:
    """A superuser's browser, on a site where something of everything is there."""
    deal()
    learner = person("Ann")
    practise(browser_of(learner), [True, False])
    chief, drill = person("Chief", is_staff=True, is_superuser=True), Drill.objects.all()[0]
    practised(learner, drill)
    regraded(learner, drill)
    written(learner)
    taught(learner, chief, drill)
    return browser_of(chief)


def practised(learner: User, drill: Drill) -> None:
    """What an account leaves that practises and reports a question."""
    now = timezone.now()
    said = {"about": "other", "text": "?", "made_at": now}
    Report.objects.create(drill=drill, ruleset="tda", version=1, answer={}, **said)
    archived = {"nonce": uuid4(), "issued_at": now, "answered_at": now, "ruleset": "tda"}
    archived |= {"response": {}, "points": 3, "out_of": 3, "right": True, "seconds": 9}
    ArchivedAttempt.objects.create(user=learner, drill=drill, **archived)
    Placement.objects.create(user=learner)
    RunRecord.objects.create(user=learner, seed=uuid4(), state=start("clock", now).to_json())
    ReviewItem.objects.create(user=learner, drill=drill, ruleset="tda", response={}, missed_at=now)


def regraded(learner: User, drill: Drill) -> None:
    """What a regrade leaves, and the count of how drills do."""
    now = timezone.now()
    regrade = Regrade.objects.create(drill=drill, by=drill, mode="full")
    marks = {"points_before": 0, "out_of_before": 3, "right_before": False, "points": 3, "out_of": 3, "right": True}
    RegradedAttempt.objects.create(regrade=regrade, issued_at=now, nonce=uuid4(), user=learner, ruleset="tda", **marks)
    Notice.objects.create(user=learner, about="regrade-1", key="regraded")
    ItemStatistic.objects.create(drill=drill, house="tda", tries=30, right=15, made_at=now)
    fair = {"drills": 2, "tries": 60, "facility": 0.5, "chi_square": 1, "chance": 0.3, "spread": 0, "made_at": now}
    BucketStatistic.objects.create(bucket=drill.bucket, **fair)


def written(author: User) -> None:
    """What people write, and what is found of it."""
    job = ImportJob.objects.create(owner=author, name="a.json", format="json", size=1, raw=b"{}")
    ImportedLine.objects.create(job=job, number=1, place="line 1", result="new")
    HandFile.objects.create(owner=author, house="tda", made_at=timezone.now())
    scenario = Scenario.objects.create(owner=author)
    ScenarioVersion.objects.create(scenario=scenario, number=1)
    ScenarioReader.objects.create(scenario=scenario, user=author)
    template = ScenarioTemplate.objects.create(owner=author)
    TemplateVersion.objects.create(template=template, number=1, name="Ours", kind="min_raise", recipe={})
    Findable.objects.create(about="lesson", name="a-raise", language="en", title="A raise")


def taught(learner: User, teacher: User, drill: Drill) -> None:
    """A class with a lesson to read, a wall, and a letter."""
    now = timezone.now()
    lesson = Lesson.objects.create(slug="a-raise", part="betting")
    LessonVersion.objects.create(lesson=lesson, language="en", number=1, title="A raise", minutes=3)
    LessonRead.objects.create(user=learner, lesson=lesson)
    friday = Classroom.objects.create(name="Friday", teacher=teacher)
    Membership.objects.create(classroom=friday, learner=learner)
    ClassAccount.objects.create(user=learner, classroom=friday, name="Ann", key="ann")
    HouseRules.objects.create(name="Our room", owner=teacher)
    given = Assignment.objects.create(classroom=friday, name="Read", what="path", opens_at=now, due_at=now + A_DAY)
    AssignmentItem.objects.create(assignment=given, place=1, lesson=lesson)
    Assignee.objects.create(assignment=given, learner=learner)
    Extension.objects.create(assignment=given, learner=learner, due_at=now + 2 * A_DAY)
    spot = WallSpot.objects.create(wall=Wall.objects.create(classroom=friday), number=1, drill=drill, ruleset="tda")
    WallAnswer.objects.create(spot=spot, phone="x", response={}, right=True)
    message = ClassMessage.objects.create(classroom=friday, subject="Pens", text="Bring one.", key=uuid4())
    Letter.objects.create(reader=learner, classroom=friday, message=message, subject="Pens", text="Bring one.")
    MailStop.objects.create(reader=learner, classroom=friday)


def address(model: type[Model], *rest: object) -> str:
    return "/".join(map(str, ("/admin", model._meta.app_label, model._meta.model_name, *rest, "")))


def test_every_model_has_its_admin_and_attempts_have_it_as_rows() -> None:
    assert set(OURS) - {Attempt} == {model for model in OURS if admin.site.is_registered(model)}
    assert AttemptRow._meta.db_table == Attempt._meta.db_table


def test_each_list_and_each_entry_can_be_looked_at(chief: Client) -> None:
    for model in OURS:
        if model is Attempt:
            continue
        page = chief.get(address(model)).content.decode()
        assert ">0 results" not in page, model
        assert 'class="results"' in page, model
        first = model._default_manager.first()
        assert first is not None, model
        assert chief.get(address(model, first.pk, "change")).status_code == 200, model


def test_what_the_machine_makes_is_changed_by_nobody(chief: Client) -> None:
    for model in LOOKED_AT:
        first = model._default_manager.first()
        assert first is not None, model
        before = list(model._default_manager.order_by("pk").values())
        assert chief.get(address(model, "add")).status_code == 403, model
        assert chief.post(address(model, first.pk, "change"), {}).status_code == 403, model
        assert chief.post(address(model, first.pk, "delete"), {"post": "yes"}).status_code == 403, model
        assert list(model._default_manager.order_by("pk").values()) == before, model


def test_attempts_are_found_by_the_name_of_their_account(chief: Client) -> None:
    assert "2 attempts" in chief.get(address(AttemptRow), {"q": "An"}).content.decode()
    assert "0 attempts" in chief.get(address(AttemptRow), {"q": "Zo"}).content.decode()


def test_a_role_is_given_in_the_admin(chief: Client) -> None:
    assert 'name="role"' in chief.get(address(User, person("Ben").pk, "change")).content.decode()
