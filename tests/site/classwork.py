"""Classes with assignments, and answers to them, for the tests of assignments."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from quizzes.engine.notation import to_table
from quizzes.fingerprint import fingerprint
from quizzes.kinds.min_raise import KIND
from quizzes.models import (
    Attempt,
    Bucket,
    Drill,
    Lesson,
    LessonVersion,
    Scenario,
    ScenarioTemplate,
    ScenarioVersion,
    TemplateVersion,
)
from quizzes.spot_templates.ranges import Recipe
from tests.site.stand_ins import opening_bets
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment, Classroom, Membership

OPENS = datetime(2026, 3, 2, 8, tzinfo=UTC)
DUE = datetime(2026, 3, 6, 18, tzinfo=UTC)
HOUR = timedelta(hours=1)

GOAL = {"name": "Raises", "kinds": "min_raise", "level": 1, "wanted": 3, "opens_at": OPENS, "due_at": DUE}


def person(name: str, role: str = User.Role.LEARNER) -> User:
    return User.objects.create_user(name, role=role)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_class(*learners: User, **settings: Any) -> Classroom:
    """A class of a teacher called Ines, with these learners."""
    teacher = User.objects.filter(username="ines").first() or person("ines", User.Role.INSTRUCTOR)
    classroom = Classroom.objects.create(teacher=teacher, name="Friday", **settings)
    for learner in learners:
        Membership.objects.create(classroom=classroom, learner=learner)
    return classroom


def given(classroom: Classroom, what: str = Assignment.What.GOAL, **settings: Any) -> Assignment:
    """An assignment of a class: three minimum raises of level 1 in the week, but for what is said."""
    return assignments.make(classroom.teacher, classroom, what, {**GOAL, **settings})


def drills(number: int, **bucket: Any) -> list[Drill]:
    """That many drills of minimum raises of level 1, in a practice bucket, or in one that is said."""
    named = {"kind": "min_raise", "level": 1, "version": KIND.version, "rules_key": "tda", **bucket}
    made = Bucket.objects.create(size=number, **named)
    return [
        Drill.objects.create(
            bucket=made,
            slot=slot,
            fingerprint=fingerprint(spot),
            document={key: value for key, value in to_table(spot).items() if key != "rules"},
        )
        for slot, spot in enumerate(opening_bets(number))
    ]


def scenarios(number: int, bank: str = "authored") -> list[ScenarioVersion]:
    """That many published scenarios, each a minimum raise."""
    return [
        ScenarioVersion.objects.create(
            scenario=Scenario.objects.create(),
            number=1,
            state=ScenarioVersion.State.PUBLISHED,
            title=f"Bet {drill.slot + 1}",
            kind="min_raise",
            level=1,
            house="tda",
            drill=drill,
        )
        for drill in drills(number, bank=bank)
    ]


def a_pool(number: int, owner: User, **others: Any) -> TemplateVersion:
    """A template of somebody's with that many published spots, each a minimum raise asked by TDA."""
    version = TemplateVersion.objects.create(
        template=ScenarioTemplate.objects.create(owner=owner),
        number=1,
        name="Small bets",
        kind="min_raise",
        recipe=Recipe("min_raise", house="tda").to_table(),
        **{"state": TemplateVersion.State.PUBLISHED, **others},
    )
    drills(number, bank=version.bank)
    return version


def lessons(number: int) -> list[Lesson]:
    """That many lessons of two checks each."""
    found = [Lesson.objects.create(slug=f"lesson-{place}", part="start", place=place) for place in range(number)]
    for lesson in found:
        LessonVersion.objects.create(
            lesson=lesson, language="en", number=1, title=f"About {lesson.slug}", minutes=3, checks=["first", "second"]
        )
    return found


def answered(user: User, drill: Drill, at: datetime, right: bool = True, **others: Any) -> Attempt:
    """An answer that practice asked for, stored as it was given at a moment."""
    attempt = Attempt(
        issued_at=at - timedelta(seconds=20),
        nonce=uuid4(),
        drill=drill,
        user=user,
        answered_at=at,
        right=right,
        **{
            "ruleset": "tda",
            "why": "new",
            "response": {},
            "points": 3 if right else 0,
            "out_of": 3,
            "seconds": 20,
            **others,
        },
    )
    Attempt.objects.bulk_create([attempt])
    return attempt
