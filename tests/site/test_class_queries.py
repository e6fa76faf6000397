"""What instructors' pages cost: as many queries for many rows as for few (issue 7).

In the long run every page of theirs is asked for with 5,000 learners in the class and 100,000 scenarios.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from quizzes.learning.habits import Evidence, Habits
from quizzes.learning.skills import Skill
from quizzes.models import (
    Attempt,
    Bucket,
    Drill,
    HouseRules,
    ImportJob,
    LessonRead,
    Report,
    Scenario,
    ScenarioVersion,
    SkillState,
)
from tests.scale import LONG
from tests.site import reach
from tests.site.classwork import a_class, a_pool, answered, browser, drills, given, lessons, person, scenarios
from tests.site.people import deal
from tests.site.reach import Site, addresses, who
from trainer.accounts.models import User
from trainer.classrooms import assignment_paper as paper
from trainer.classrooms import assignments, classwork
from trainer.classrooms.models import Assignment, ClassMessage, Classroom, Membership, Wall

pytestmark = pytest.mark.django_db

What = Assignment.What
LEARNERS, SCENARIOS = 5_000, 100_000
SECONDS, OF_A_FILE = 10, 60
"""A page of a crowd comes within so many, also on a machine that is busy; a file of 5,000 learners with 62 assignments
has 400,000 cells and takes longer.
"""


def queries(client: Client, address: str) -> int:
    """How many queries a page takes."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200, address
    return len(captured)


def test_a_question_of_practice_counts_its_own_goal_and_none_of_ten_others() -> None:
    """Account, skills, bucket, drill, what is given, how far that one is; or the first three of those due next."""
    ann = person("ann")
    classroom, now = a_class(ann), timezone.now()
    deal()
    times: dict[str, Any] = {"opens_at": now - timedelta(hours=1), "due_at": now + timedelta(days=7)}
    for number in range(10):
        given(classroom, name=f"Mixed {number}", kinds="", level=None, **times)
    client, choice = browser(ann), "/practice/?kind=min_raise&level=1"
    client.get(choice)
    with CaptureQueriesContext(connection) as captured:
        assert "Next for your class: <b>Mixed 0</b>" in client.get(choice).content.decode()
    assert (len(captured), captured[-1]["sql"].count("on_time_")) == (6, 3)
    given(classroom, name="Just that", **times)
    with CaptureQueriesContext(connection) as captured:
        assert "For your class: <b>Just that</b>" in client.get(choice).content.decode()
    assert (len(captured), captured[-1]["sql"].count("on_time_")) == (6, 1)


def test_who_has_done_thirty_assignments_costs_a_question_no_more_than_who_has_done_four() -> None:
    """What is given, then twice how far goals (one), sets (two) and paths (two) are: the first three, and the rest."""
    ann, now = person("ann"), timezone.now()
    classroom, (version,), (lesson,) = a_class(ann), scenarios(1), lessons(1)
    assert version.drill is not None
    answered(ann, version.drill, now, why="")
    answered(ann, drills(1)[0], now)
    LessonRead.objects.create(user=ann, lesson=lesson, finished_at=now)
    settings = {**_now(), "late": "always", "wanted": 1}
    counts = []
    for first, end in ((0, 2), (2, 10)):
        for number in range(first, end):
            given(classroom, **settings)
            assignments.add_scenarios(given(classroom, What.SET, **settings), [version.pk])
            assignments.make(classroom.teacher, classroom, What.PATH, settings | {"name": str(number)}, [lesson])
        with CaptureQueriesContext(connection) as captured:
            assert classwork.next_of(ann.pk, None, timezone.now()) == (None, False)
        counts.append(len(captured))
    assert counts == [11, 11]
    last = given(classroom, **settings | {"wanted": 2})
    found, counts_for_it = classwork.next_of(ann.pk, None, timezone.now())
    assert (found and found.assignment, counts_for_it) == (last, False)


def roster(client: Client, classroom: Classroom, number: int) -> str:
    """The address of what a file of so many names would change."""
    names = "\n".join(f"Rosa {each}" for each in range(number))
    sent = client.post(f"/classes/{classroom.pk}/roster/", {"file": SimpleUploadedFile("r.csv", names.encode())})
    return str(sent["Location"])


def learners(classroom: Classroom, number: int) -> list[User]:
    """So many more learners, who all have a mistake and have answered something."""
    users = User.objects.bulk_create(User(username=f"Crowd {uuid4().hex[:12]}") for _ in range(number))
    Membership.objects.bulk_create(Membership(classroom=classroom, learner=user) for user in users)
    learnt, now = Skill(habits=Habits({"double-the-bet": Evidence(3.0, 4, 3, 0, True)})).to_json(), timezone.now()
    SkillState.objects.bulk_create(
        SkillState(user=user, kind="min_raise", order_key="x", tries=3, right=1, last_at=now, learnt=learnt)
        for user in users
    )
    drill = Drill.objects.filter(bucket__kind="min_raise", bucket__bank="").order_by("pk")[0]
    told: dict[str, Any] = {"points": 3, "out_of": 3, "right": True, "seconds": 9, "why": "new", "response": {}}
    Attempt.objects.bulk_create(
        Attempt(issued_at=now, answered_at=now, nonce=uuid4(), drill=drill, ruleset="tda", user=user, **told)
        for user in users
    )
    return users


def versions(scenario: int, number: int) -> None:
    """So many more versions of a scenario, each retired."""
    newest = ScenarioVersion.objects.filter(scenario=scenario).latest("number")
    told: dict[str, Any] = {"scenario_id": scenario, "state": "retired", "document": newest.document, "house": "tda"}
    ScenarioVersion.objects.bulk_create(
        ScenarioVersion(number=newest.number + 1 + drill.slot, drill=drill, kind="min_raise", **told)
        for drill in drills(number, bank=uuid4().hex)
    )


def test_the_list_of_classes_and_the_gradebooks_files_take_as_many_queries_for_many_rows_as_for_few() -> None:
    ann = person("ann")
    classroom = a_class(ann)
    teacher = browser(classroom.teacher)
    drills(1)
    assignments.make(classroom.teacher, classroom, What.GOAL, {**_now(), "name": "Some"}, learners=[ann.pk])
    counts = []
    for number in (1, 30):
        Classroom.objects.bulk_create(Classroom(teacher=classroom.teacher, name=f"{number}") for _ in range(number))
        helped = [Classroom(teacher=ann, name=f"Helped {each}") for each in range(number)]
        Membership.objects.bulk_create(
            Membership(classroom=each, learner=classroom.teacher, role=Membership.Role.ASSISTANT)
            for each in Classroom.objects.bulk_create(helped)
        )
        learners(classroom, number)
        files = [f"/classes/{classroom.pk}/gradebook.{form}" for form in ("csv", "xlsx")]
        counts.append(
            [queries(teacher, address) for address in ("/classes/", *files, roster(teacher, classroom, number))]
        )
    # Account, permissions (two), what is given, three lists; for the files account, class, learners, assignments,
    # skills, more time, to whom it is given, answers; for a roster account, class, who is in it, whose names are taken.
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 8


def test_the_pages_of_versions_and_templates_take_as_many_queries_for_many_rows_as_for_few() -> None:
    owner = person("ines", User.Role.INSTRUCTOR)
    desk, scenario = browser(owner), scenarios(1)[0]
    Scenario.objects.filter(pk=scenario.scenario_id).update(owner=owner)
    drill = scenario.drill
    assert drill is not None
    ScenarioVersion.objects.filter(pk=scenario.pk).update(document={**drill.document, "rules": "tda"})
    template = a_pool(1, owner, state="draft")
    counts = []
    for number in (1, 30):
        versions(scenario.scenario_id, number)
        template.dropped = [f"{number} {each}" for each in range(number)]
        type(template).objects.filter(pk=template.pk).update(dropped=template.dropped)
        spots = f"/author/templates/{template.template_id}/spots/?seed=1"
        counts.append([queries(desk, each) for each in (f"/author/scenarios/{scenario.scenario_id}/versions/", spots)])
    assert counts[0] == counts[1]
    assert max(counts[0]) <= 6  # account, permissions (two), the versions or the template, its pool


def test_a_sheet_on_paper_takes_as_many_queries_for_forty_questions_as_for_two() -> None:
    classroom = a_class()
    drills(40, rules_key="")
    bucket = Bucket.objects.get()
    goal, teacher = given(classroom), browser(classroom.teacher)
    paper.draw(goal, 1)
    Drill.objects.exclude(bucket=bucket).delete()
    Bucket.objects.exclude(pk=bucket.pk).update(rules_key="gone")
    counts = []
    for number in (2, 40):
        sheet = paper.draw(goal, number)
        counts.append(queries(teacher, f"/classes/{classroom.pk}/assignments/{goal.pk}/paper/{sheet}/"))
    assert counts == [5, 5]  # account, class, assignment, buckets, drills


def _now() -> dict[str, Any]:
    now = timezone.now()
    return {"opens_at": now - timedelta(hours=1), "due_at": now + timedelta(days=7), "wanted": 3, "kinds": "min_raise"}


# A class of 5,000, and 100,000 scenarios


@pytest.mark.skipif(not LONG, reason="100,000 scenarios take a minute")
def test_every_page_of_an_instructor_takes_as_many_queries_for_a_crowd_as_for_a_few() -> None:
    site = reach.build()
    owner = browser(site.people["owner"])
    _grow(site, owner, 2, 2)
    few = dict(_costs(site, owner))
    _grow(site, owner, LEARNERS, SCENARIOS)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    many = dict(_costs(site, owner))
    assert {name: cost for name, (cost, _time) in few.items()} == {name: cost for name, (cost, _time) in many.items()}
    most = dict.fromkeys(("class_gradebook_csv", "class_gradebook_xlsx"), OF_A_FILE)
    assert [(name, spent) for name, (_cost, spent) in many.items() if spent > most.get(name, SECONDS)] == []
    assert len(many) > 45


def _costs(site: Site, client: Client) -> Iterator[tuple[str, tuple[int, float]]]:
    """Yield the instructors' pages by their names, with the queries and the seconds that each takes."""
    asked = [
        (name, reverse(name, args=site.arguments.get(name, ()))) for name, route in addresses() if _theirs(name, route)
    ]
    asked.append(("class_roster_check", roster(client, site.friday, 40)))
    for name, address in asked:
        client.get(address)  # what a process reads once
        started = time.monotonic()
        with CaptureQueriesContext(connection) as captured:
            response = client.get(address)
        if response.status_code == 200:
            yield name, (len(captured), time.monotonic() - started)


def _theirs(name: str, route: str) -> bool:
    in_a_class = route.startswith("classes/") and not route.startswith("classes/mail")
    return (in_a_class or route.startswith("author/")) and "owner" in (who(name) or ())


def _grow(site: Site, client: Client, people: int, spots: int) -> None:
    """Put so many learners and scenarios in, and of all else as much as a busy teacher has."""
    owner, friday, now, rows = site.people["owner"], site.friday, timezone.now(), min(people, 60)
    users = learners(friday, people)
    _scenarios(owner, spots)
    versions(int(str(site.arguments["quizzes:author_scenario"][0])), rows)
    for number in range(rows):
        chosen = [user.pk for user in users[:rows]] if number % 2 else None
        assignments.make(owner, friday, What.GOAL, {**_now(), "name": f"Goal {number}"}, learners=chosen)
        a_pool(1, owner)
    Classroom.objects.bulk_create(Classroom(teacher=owner, name="More") for _ in range(rows))
    Wall.objects.bulk_create(Wall(classroom=friday) for _ in range(rows))
    said = {"classroom": friday, "author": owner, "subject": "Hello", "text": "There"}
    ClassMessage.objects.bulk_create(ClassMessage(key=uuid4(), **said) for _ in range(rows))
    HouseRules.objects.bulk_create(HouseRules(owner=owner, name=f"{people} {each}", base="tda") for each in range(rows))
    job = {"owner": owner, "name": "a.json", "format": "json", "size": 1, "raw": b"{}"}
    ImportJob.objects.bulk_create(ImportJob(digest=uuid4().hex, **job) for _ in range(rows))
    drill = Drill.objects.order_by("pk")[0]
    told: dict[str, Any] = {"ruleset": "tda", "version": 1, "answer": {}, "about": "other", "text": "?", "made_at": now}
    Report.objects.bulk_create(Report(drill=drill, **told) for _ in range(rows))


def _scenarios(owner: User, number: int) -> None:
    """So many published scenarios of an owner, in a bucket of their own."""
    spot = drills(1, bank=uuid4().hex)[0]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO quizzes_drill (bucket_id, slot, fingerprint, document, told_apart)"
            " SELECT %s, n, %s || n, %s::jsonb, '[]' FROM generate_series(1, %s) n",
            [spot.bucket_id, uuid4().hex, json.dumps(spot.document), number],
        )
        cursor.execute(
            "INSERT INTO quizzes_scenario (owner_id, exam, made_at)"
            " SELECT %s, false, now() FROM generate_series(1, %s)",
            [owner.pk, number],
        )
        cursor.execute(
            "INSERT INTO quizzes_scenarioversion (scenario_id, number, state, document, text, title, kind, level,"
            " fingerprint, house, drill_id, author_id, remark, made_at, changed_at, published_at)"
            " SELECT s.id, 1, 'published', %s::jsonb, '', 'Crowd ' || d.slot, 'min_raise', 1, d.fingerprint, 'tda',"
            " d.id, %s, '', now(), now(), now()"
            " FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS place FROM quizzes_scenario) s"
            " JOIN (SELECT *, row_number() OVER (ORDER BY id DESC) AS place FROM quizzes_drill WHERE bucket_id = %s"
            " AND slot > 0) d USING (place)",
            [json.dumps({**spot.document, "rules": "tda"}), owner.pk, spot.bucket_id],
        )
