"""Exams: what a blueprint may say, what is refused, how one is offered, and what candidates read of it (issue 8,
"Exams").
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from quizzes import pools
from quizzes.lessons import shelf
from quizzes.models import Attempt, Bucket, Drill, HouseRules
from quizzes.models.partitions import ensure_partitions
from quizzes.reference import findables
from tests.site.exams import author, moves, reserve, sat, stocked, table
from tests.site.people import browser_of, person
from trainer.accounts.models import User
from trainer.certification import blueprints, retakes, tasks
from trainer.certification.models import (
    Blueprint,
    CutRating,
    CutSheet,
    ExamItem,
    ItemResult,
    ItemUse,
    Sitting,
)
from trainer.certification.plan_form import PlanForm
from trainer.certification.plans import BadBlueprint, Plan, chosen, load, reaches, to_table

Change = Callable[[dict[str, Any]], object]


def shipped() -> dict[str, Plan]:
    return {path.stem: load(tomllib.loads(path.read_text())) for path in blueprints.FOLDER.glob("*.toml")}


def test_the_shipped_exams_ask_what_issue_8_names() -> None:
    plans = shipped()
    assert set(plans) == {"dealer-1", "dealer-2", "tournament-floor", "house-rules"}
    assert all(30 <= plan.count <= 50 for plan in plans.values())
    assert all(plan.pass_mark == 80 for plan in plans.values())
    assert all(any(section.must_pass for section in plan.sections) for plan in plans.values())
    played = {
        slug: {variant for section in plan.sections for quota in section.quotas for variant in quota.variants}
        for slug, plan in plans.items()
    }
    assert played["dealer-1"] == {("holdem", "no-limit")}
    assert {limit for _game, limit in played["dealer-2"]} >= {"pot-limit", "fixed-limit"}
    assert {game for game, _limit in played["dealer-2"]} >= {"omaha", "omaha8", "stud", "stud8", "razz"}
    assert (plans["tournament-floor"].ruleset, plans["tournament-floor"].edition) == ("tda", "2024")
    assert plans["house-rules"].ruleset == "own"
    assert all(plan.title.keys() >= {"en", "ms", "zh-hant"} for plan in plans.values())


@pytest.mark.parametrize("slug", ["dealer-1", "dealer-2", "tournament-floor", "house-rules"])
def test_a_plan_is_the_same_after_its_way_through_plain_values(slug: str) -> None:
    plan = shipped()[slug]
    assert load(to_table(plan)) == plan


@pytest.mark.django_db
def test_an_exam_that_is_written_today_says_what_a_slip_earns_and_one_of_before_keeps_it(tmp_path: Path) -> None:
    text = (blueprints.FOLDER / "dealer-1.toml").read_text()
    (tmp_path / "dealer-1.toml").write_text(text.replace('carried_forward = "nothing"\n', ""))
    assert [done for _slug, done in blueprints.load_files(tmp_path)] == ["loaded"]
    assert Blueprint.objects.get().plan["carried_forward"] == "nothing"
    assert PlanForm({"slug": "raises"}, table={}, houses=()).table()["carried_forward"] == "nothing"
    assert load(table()).carried_forward == "earns"


FAULTS: dict[str, Change] = {
    "slug": lambda made: made.update(slug="Raises!"),
    "colour": lambda made: made.update(colour="green"),
    "title.en": lambda made: made.update(title={"ms": "Raise"}),
    "ruleset": lambda made: made.update(ruleset="nobody"),
    "minutes": lambda made: made.pop("minutes"),
    "pass_mark": lambda made: made.update(pass_mark=79.5),
    "release.keys": lambda made: made.update(release={"keys": "soon"}),
    "performance.weight": lambda made: made.update(performance={"weight": 51}),
    "performance.parts": lambda made: made.update(performance={"weight": 20}),
    "performance.parts[0].marks": lambda made: made.update(
        performance={"weight": 20, "parts": [{"name": {"en": "Pitching"}, "marks": True}]}
    ),
    "sections": lambda made: made.update(sections=[]),
    "sections[1].name.en": lambda made: made["sections"][1].update(name={}),
    "marking": lambda made: made.update(marking="hands"),
    "carried_forward": lambda made: made.update(carried_forward=True),
    "sections[0].must_pass": lambda made: made["sections"][0].update(must_pass="yes"),
    "sections[0].items": lambda made: made["sections"][0].update(items=[]),
    "sections[0].items[0].kind": lambda made: made["sections"][0]["items"][0].update(kind="bluffs"),
    "sections[1].items[0].kind": lambda made: made["sections"][1]["items"][0].update(kind="starting_hand"),
    "sections[0].items[0].games": lambda made: made["sections"][0]["items"][0].update(games=["stud"]),
    "sections[0].items[0].limits": lambda made: made["sections"][0]["items"][0].update(limits=["pot-limit"]),
    "sections[0].items[0].levels": lambda made: made["sections"][0]["items"][0].update(levels=[6]),
    "sections[0].items[0].count": lambda made: made["sections"][0]["items"][0].update(count=0),
}
"""By the place at which the fault is told: one of each sort. TDA has no chart of starting hands."""


@pytest.mark.parametrize("where", FAULTS)
def test_a_fault_is_told_at_its_place(where: str) -> None:
    made = table()
    FAULTS[where](made)
    with pytest.raises(BadBlueprint) as fault:
        load(made)
    assert fault.value.where == where


@pytest.mark.parametrize(
    ("points", "out_of", "mark", "passed"),
    [(4, 5, 80, True), (799, 1000, 80, False), (800, 1000, 80, True), (2, 3, 67, False), (0, 0, 80, True)],
)
def test_a_mark_is_reached_in_whole_numbers(points: int, out_of: int, mark: int, passed: bool) -> None:
    """79.9 % is no 80 % and two thirds are no 67 %, however either is rounded."""
    assert reaches(points, out_of, mark) is passed


@pytest.mark.django_db
def test_an_exam_that_the_reserve_cannot_fill_is_refused_with_what_is_missing_and_nothing_is_kept() -> None:
    reserve(19)
    moves()
    with pytest.raises(blueprints.CantFill) as refusal:
        blueprints.publish(load(table()), author())
    assert refusal.value.problems == ["Raises, Minimum raise: 20 questions are needed, and 19 are there."]
    assert not Blueprint.objects.exists()


@pytest.mark.django_db
def test_what_is_exposed_or_retired_is_not_counted() -> None:
    exam = stocked()
    first = Drill.objects.filter(bucket__reserve=True)[0]
    ExamItem.objects.create(drill=first, fingerprint="x", answer={"a": 1}, steps=[], exposed_at=timezone.now())
    assert blueprints.can_fill(load(exam.plan))


@pytest.mark.django_db
def test_what_is_saved_twice_is_one_version_and_a_change_is_the_next_in_its_place() -> None:
    first = stocked()
    assert blueprints.publish(load(chosen(table())), author()).pk == first.pk
    second = blueprints.publish(load(table(minutes=45)), author())
    assert (second.number, second.open) == (2, True)
    first.refresh_from_db()
    assert (first.open, first.minutes) == (False, 30)


@pytest.mark.django_db
def test_an_exam_is_changed_by_its_author_and_by_managers_alone() -> None:
    stocked()
    changed = load(table(minutes=45))
    for other in (author("Omar"), person("Ann"), person("Pat", role=User.Role.PROCTOR)):
        with pytest.raises(PermissionDenied):
            blueprints.publish(changed, other)
    changed_by_mo = blueprints.publish(changed, person("Mo", role=User.Role.MANAGER))
    assert (changed_by_mo.number, changed_by_mo.author) == (2, author()), "it stays hers"


@pytest.mark.django_db
def test_the_shipped_exams_wait_for_their_questions_and_are_loaded_as_often_as_one_likes() -> None:
    assert dict(blueprints.load_files()) == dict.fromkeys(shipped(), "loaded")
    assert set(dict(blueprints.load_files()).values()) == {"same"}
    rows = Blueprint.objects.values_list("slug", "open", "waiting").order_by("slug")
    assert list(rows) == [
        ("dealer-1", False, True),
        ("dealer-2", False, True),
        ("house-rules", False, False),
        ("tournament-floor", False, True),
    ]
    manager = person("Mo", role=User.Role.MANAGER)
    blueprints.publish(load({**to_table(shipped()["dealer-1"]), "minutes": 80}), manager, wait=True)
    assert dict(blueprints.load_files())["dealer-1"] == "kept"


@pytest.mark.django_db
def test_the_command_that_loads_lessons_loads_exams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "load", lambda: ())
    monkeypatch.setattr(findables, "rebuild", lambda: None)
    said = StringIO()
    call_command("load_content", stdout=said)
    assert "tournament-floor\n" in said.getvalue()
    assert Blueprint.objects.count() == len(shipped())


@pytest.mark.django_db
def test_a_waiting_exam_opens_in_place_of_the_one_before_once_its_questions_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = stocked()
    more = table()
    more["sections"][0]["items"][0]["count"] = 3
    waiting = blueprints.publish(load(more), author(), wait=True)
    assert (waiting.open, waiting.waiting) == (False, True)
    assert Blueprint.objects.get(open=True) == before
    asked = []
    monkeypatch.setattr(tasks.stock_bucket, "apply_async", lambda args, **_options: asked.append(args))
    tasks.stock_exams()
    bucket = Bucket.objects.get(reserve=True, kind="min_raise")
    assert (bucket.pk, 30) in asked  # three questions, ten forms
    pools.fill(bucket.pk, 30)
    tasks.stock_exams()
    assert Blueprint.objects.get(open=True) == waiting
    assert not Blueprint.objects.filter(waiting=True).exists()


@pytest.mark.django_db
def test_an_exam_of_house_rules_is_offered_under_a_rooms_own_to_those_who_may_use_them() -> None:
    """Nothing here reads the toggle in which the room differs, so the questions of the usual house serve it."""
    reserve()
    moves()
    frame = blueprints.publish(load(table(slug="house", ruleset="own")), author())
    assert (frame.open, frame.waiting) == (False, False)
    room = HouseRules.objects.create(name="The Annex", base="tda", changes={"may_see": "anybody"}, owner=author())
    own = blueprints.for_house(frame, room, author())
    assert (own.open, own.ruleset, own.house) == (True, room.id_in_drills, room)
    assert own in blueprints.offered_to(author())
    assert own not in blueprints.offered_to(person("Ann"))
    assert own not in blueprints.offered_to(None)
    assert Client().get(f"/exams/{own.slug}/").status_code == 404


def failed(exam: Blueprint, user: User, ended: timedelta) -> Sitting:
    """A sitting that ended so long ago, failed over one of two minimum raises."""
    drills = list(Drill.objects.filter(bucket__kind="min_raise")[:2])
    at = timezone.now() - ended
    sitting = sat(exam, user, drills, state="graded", passed=False, started_at=at, submitted_at=at, released_at=at)
    for item, right in zip(sitting.items.all(), (True, False), strict=True):
        ItemResult.objects.create(item=item, points=3 * right, out_of=3, right=right)
    return sitting


def practised(user: User, drill: Drill, right: bool, why: str = "new") -> None:
    ensure_partitions(timezone.now().date())
    now = timezone.now()
    fields = {"response": {}, "points": 3 * right, "out_of": 3, "right": right, "answered_at": now, "seconds": 9}
    Attempt(issued_at=now, nonce=uuid4(), drill=drill, ruleset="tda", user=user, why=why, **fields).record()


@pytest.mark.django_db
def test_a_retake_waits_its_days_and_for_right_answers_in_what_was_missed() -> None:
    exam, ann = stocked(remedial=2, wait_days=7), person("Ann")
    assert retakes.before_next(ann.pk, exam, timezone.now()).ready
    failed(exam, ann, timedelta(days=3))
    early = retakes.before_next(ann.pk, exam, timezone.now())
    assert early.wait_until is not None
    assert timedelta(days=3, hours=23) < early.wait_until - timezone.now() < timedelta(days=4)
    late = timezone.now() + timedelta(days=4)
    assert [(each.kind, each.left) for each in retakes.before_next(ann.pk, exam, late).missed] == [("min_raise", 2)]
    drill = Drill.objects.filter(bucket__kind="min_raise")[0]
    for right, why in ((True, "new"), (False, "new"), (True, "")):  # a wrong one and a shared link count for nothing
        practised(ann, drill, right, why)
    assert not retakes.before_next(ann.pk, exam, late).ready
    practised(ann, drill, True)
    assert retakes.before_next(ann.pk, exam, late).ready


@pytest.mark.django_db
def test_the_page_of_an_exam_says_what_it_asks_and_what_is_still_to_do() -> None:
    exam, ann = stocked(), person("Ann")
    page = Client().get("/exams/raises/").content.decode()
    assert "3 questions in 30 minutes." in page
    assert "You pass with 80 % of the points." in page
    assert "follows from a slip in another part does not count" in page
    assert "Sign in first" in page
    failed(exam, ann, timedelta(days=3))
    page = browser_of(ann).get("/exams/raises/").content.decode()
    assert "You may try again on" in page
    assert "0 of 5 right answers" in page
    assert "/exams/raises/start/?practice=1" in page
    assert 'href="/exams/raises/start/"' not in page
    blueprints.close("raises")
    assert Client().get("/exams/raises/").status_code == 404


@pytest.mark.django_db
def test_who_may_what_with_exams() -> None:
    stocked()
    list(blueprints.load_files())
    omar, ann = browser_of(author("Omar")), browser_of(person("Ann"))
    assert ann.get("/author/exams/").status_code == 403
    assert omar.get("/author/exams/raises/").status_code == 404  # another's
    assert omar.get("/author/exams/dealer-1/").status_code == 200  # the site's, to look at and to begin with
    assert omar.get("/author/exams/new", {"from": "dealer-1"}).status_code == 200
    assert omar.post("/author/exams/dealer-1/", {"minutes": "20"}).status_code == 403
    assert omar.post("/author/exams/dealer-1/offer", {"act": "close"}).status_code == 403
    manager = browser_of(person("Mo", role=User.Role.MANAGER))
    assert manager.post("/author/exams/raises/offer", {"act": "close"}).status_code == 302
    assert not Blueprint.objects.get(slug="raises").open
    assert manager.post("/author/exams/raises/offer", {"act": "offer"}).status_code == 302
    assert Blueprint.objects.get(slug="raises").open


@pytest.mark.django_db
def test_exams_can_be_looked_at_in_the_admin_and_are_changed_by_nobody() -> None:
    exam = stocked()
    drill = Drill.objects.filter(bucket__reserve=True)[0]
    item = ExamItem.objects.create(drill=drill, fingerprint="x", answer={"a": 1}, steps=[])
    use = ItemUse.objects.create(slug="raises", item=item)
    sheet = CutSheet.objects.create(blueprint=exam, items=[])
    rating = CutRating.objects.create(sheet=sheet, round=1, judge="A", chances=[])
    chief = browser_of(person("Chief", is_staff=True, is_superuser=True))
    for row in (exam, item, use, sheet, rating):
        address = f"/admin/certification/{row._meta.model_name}/"
        assert 'class="results"' in chief.get(address).content.decode()
        assert chief.get(f"{address}{row.pk}/change/").status_code == 200
        assert chief.post(f"{address}{row.pk}/delete/", {"post": "yes"}).status_code == 403
        assert chief.get(f"{address}add/").status_code == 403
