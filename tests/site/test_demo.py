"""`manage.py demo`: a class with history, made by the real acts, and made once (issue 2, "Set-up")."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F, Sum
from django.test import Client
from pytest_django import Settings

from quizzes.kinds import KINDS
from quizzes.models import Attempt, SkillState, SkillWeek
from tests.site.people import browser_of, sign_in, who
from trainer.accounts.models import User
from trainer.classrooms import classes, demo
from trainer.classrooms.demo import Practiser
from trainer.classrooms.models import Classroom, Membership

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 13, 20, tzinfo=UTC)
FEW = (Practiser("Demo Aisha", 5, 3, 0.5, 0.9), Practiser("Demo Ben", 2, 2, 0.0, 0.0))


@pytest.fixture(autouse=True)
def few_learners(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two learners with a few answers, where the demo has six with hundreds."""
    monkeypatch.setattr(demo, "LEARNERS", FEW)


def everything() -> list[object]:
    """All that the demo could change."""
    models = (User, Classroom, Membership, Attempt, SkillState, SkillWeek)
    return [list(model.objects.order_by("pk").values()) for model in models]


def test_learners_have_answered_over_past_weeks_and_all_of_it_is_counted() -> None:
    classroom = demo.set_up(NOW, FEW)
    attempts = Attempt.objects.all()
    assert attempts.count() == 5 * 3 + 2 * 2 == SkillState.objects.aggregate(all=Sum("tries"))["all"]
    assert SkillWeek.objects.aggregate(all=Sum("tries"))["all"] == 19
    times = list(attempts.values_list("issued_at", "answered_at"))
    assert all(NOW - timedelta(weeks=demo.WEEKS) < asked < answered < NOW for asked, answered in times)
    assert len({asked.date() for asked, _ in times}) >= 5
    assert set(SkillState.objects.values_list("kind", flat=True)) <= set(KINDS)
    assert [row.learner for row in classes.report(classroom).rows] == ["Demo Aisha", "Demo Ben", "Demo Kai"]
    aisha = attempts.filter(user__username="Demo Aisha").values_list("issued_at", flat=True)
    assert User.objects.get(username="Demo Aisha").date_joined == min(aisha)
    member = classroom.memberships.get(learner__username="Demo Aisha")
    assert member.joined_at == min(aisha), "a gradebook lists the answers since then"
    listed = browser_of(classroom.teacher).get(f"/classes/{classroom.pk}/gradebook/{member.learner_id}/")
    assert listed.content.decode().count('<li class="miss">') == 15


def test_its_answers_lie_in_the_months_in_which_they_were_given() -> None:
    demo.set_up(NOW, FEW)
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableoid::regclass::text, to_char(issued_at, 'YYYY_MM') FROM quizzes_attempt")
        places = cursor.fetchall()
    assert len(places) > 1
    assert all(table == f"quizzes_attempt_{month}" for table, month in places)


def test_a_wrong_answer_is_a_usual_mistake_and_the_site_names_it() -> None:
    demo.set_up(NOW, FEW)
    misses = Attempt.objects.filter(user__username="Demo Ben")
    assert not misses.filter(right=True).exclude(drill__told_apart=[]).exists(), "Ben is right by no other way"
    assert all(attempt.misconceptions for attempt in misses.filter(right=False))
    known = {trap.id for kind in KINDS.values() for trap in kind.misconceptions}
    assert {id for attempt in misses for id in attempt.misconceptions} <= known


def test_a_second_run_changes_nothing_and_says_the_same() -> None:
    said = [StringIO(), StringIO()]
    call_command("demo", stdout=said[0])
    before = everything()
    call_command("demo", stdout=said[1])
    assert everything() == before
    assert said[0].getvalue() == said[1].getvalue()


def test_the_lines_it_prints_let_one_sign_in_as_the_teacher_and_as_a_learner() -> None:
    said = StringIO()
    call_command("demo", stdout=said)
    logins = re.findall(r": (Demo \w+), password (\w+)", said.getvalue())
    assert [name for name, _ in logins] == ["Demo Ines", "Demo Gita", "Demo Hans", "Demo Aisha", "Demo Ben"]
    for name, password in logins:
        client = Client()
        sign_in(client, name, password)
        assert who(client) == name
    classroom = Classroom.objects.get()
    assert classroom.join_code in said.getvalue()
    assert browser_of(classroom.teacher).get(f"/classes/{classroom.pk}/").status_code == 200


def test_a_learner_who_was_left_half_done_is_made_anew() -> None:
    demo.set_up(NOW, FEW)
    whole = everything()
    Membership.objects.filter(learner__username="Demo Ben").delete()
    Attempt.objects.filter(user__username="Demo Ben").first().delete()  # type: ignore[union-attr]  # there is one
    demo.set_up(NOW, FEW)
    assert [len(rows) for rows in everything()] == [len(rows) for rows in whole]  # type: ignore[arg-type]  # rows
    assert not SkillState.objects.filter(right__gt=F("tries")).exists()


def test_somebody_elses_account_of_the_same_name_is_left_alone() -> None:
    User.objects.create_user("demo ben", password="my own, thanks")
    with pytest.raises(CommandError, match="Demo Ben is not the demo's"):
        call_command("demo", stdout=StringIO())
    assert User.objects.get(username="demo ben").check_password("my own, thanks")


def test_the_passwords_are_another_sites_own(settings: Settings) -> None:
    ours = demo.password(demo.TEACHER)
    settings.SECRET_KEY = "another site"
    assert demo.password(demo.TEACHER) != ours
