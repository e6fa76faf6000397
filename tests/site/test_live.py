"""A class as it practises: who is where, who is stuck, what goes wrong now (issue 7, "Live view by polling")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from quizzes.kinds import KINDS
from quizzes.models import Attempt, Drill, Regrade
from quizzes.models.partitions import ensure_partitions
from tests.site.classwork import drills
from tests.site.pages import attribute, text, tree, with_attribute
from tests.site.people import browser_of, person
from tests.site.stand_ins import CASE, make_bucket, store_case
from trainer.accounts.models import User
from trainer.classrooms import live
from trainer.classrooms.models import Classroom, Membership

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 5, 13, 12, tzinfo=UTC)


@pytest.fixture
def friday() -> Classroom:
    ensure_partitions(NOON.date().replace(day=1))
    return Classroom.objects.create(teacher=person("Ines", role=User.Role.INSTRUCTOR), name="Friday")


@pytest.fixture
def drill() -> Drill:
    return store_case(make_bucket())


def learner(classroom: Classroom, name: str, joined: datetime = NOON - timedelta(days=9), **fields: Any) -> User:
    user = User.objects.create(username=name)
    place = Membership.objects.create(classroom=classroom, learner=user, **fields)
    Membership.objects.filter(pk=place.pk).update(joined_at=joined)
    return user


def answered(
    user: User,
    drill: Drill,
    minutes: float,
    right: bool = True,
    named: Sequence[str] = (),
    points: int | None = None,
    response: Mapping[str, Any] | None = None,
) -> None:
    """An answer that was given so many minutes ago."""
    at = NOON - timedelta(minutes=minutes)
    fields: dict[str, Any] = {"response": response or CASE["answer"], "misconceptions": list(named)}
    fields |= {"points": int(right) if points is None else points, "out_of": 1 if points is None else 2}
    Attempt(
        issued_at=at - timedelta(seconds=20),
        nonce=uuid4(),
        drill=drill,
        ruleset="tda",
        user=user,
        right=right,
        answered_at=at,
        seconds=20,
        why="",
        **fields,
    ).record()


def test_each_learner_who_is_there_is_at_the_last_question_that_was_answered(friday: Classroom, drill: Drill) -> None:
    ann, ben = learner(friday, "Ann"), learner(friday, "Ben")
    reopen = store_case(make_bucket(KINDS["reopen"], 2))
    answered(ann, drill, 4)
    answered(ann, reopen, 3)
    answered(ben, drill, 0.5)
    answered(learner(friday, "Gone"), drill, live.WINDOW.total_seconds() / 60 + 1)
    learner(friday, "Silent")
    found = live.live(friday, NOON)
    assert [(one.name, one.kind, one.level, one.minutes, one.stuck) for one in found.here] == [
        ("Ben", "Minimum raise", drill.bucket.level, 0, False),
        ("Ann", "Raising again", reopen.bucket.level, 3, False),
    ]
    assert (found.answers, found.right) == (3, 3)


def test_three_wrong_in_a_row_in_a_skill_or_five_quiet_minutes_is_stuck_and_comes_first(
    friday: Classroom, drill: Drill
) -> None:
    rows = {"Three": "wpwr", "Two": "wwrw", "Mended": "rwww"}  # the newest first, "p" right in a part of it
    for name, verdicts in rows.items():
        user = learner(friday, name)
        for minute, verdict in enumerate(verdicts):
            answered(user, drill, minute, right=verdict == "r", points=int(verdict in "rp"))
    answered(learner(friday, "Quiet"), drill, 6)
    found = live.live(friday, NOON)
    assert {one.name: (one.wrong, one.quiet) for one in found.here} == {
        "Three": (3, False),
        "Two": (2, False),
        "Mended": (0, False),
        "Quiet": (0, True),
    }
    assert [one.name for one in found.here] == ["Three", "Quiet", "Mended", "Two"]
    assert found.stuck == 2


def test_wrong_in_another_skill_does_not_add_up(friday: Classroom, drill: Drill) -> None:
    ann, reopen = learner(friday, "Ann"), store_case(make_bucket(KINDS["reopen"], 2))
    for minute in (1, 2):
        answered(ann, drill, minute, right=False)
        answered(ann, reopen, minute + 0.5, right=False)
    (one,) = live.live(friday, NOON).here
    assert (one.wrong, one.stuck) == (2, False)


def test_the_mistake_of_most_learners_in_the_last_quarter_of_an_hour_comes_first(
    friday: Classroom, drill: Drill
) -> None:
    ann, ben, cai = (learner(friday, name) for name in ("Ann", "Ben", "Cai"))
    for minute in range(1, 5):
        answered(ann, drill, minute, False, ["add-the-big-blind"])
    for user in (ann, ben):
        answered(user, drill, 5, False, ["double-the-bet"])
    answered(cai, drill, 16, False, ["count-the-call"])
    answered(cai, drill, 2, False, ["no-such-mistake"])
    found = live.live(friday, NOON)
    assert [(each.name, each.learners) for each in found.mistakes] == [
        ("Doubling the bet", 2),
        ("Adding the big blind", 1),
    ]


def test_the_wrong_answer_that_most_learners_gave_is_told_in_words_though_it_has_no_name(
    friday: Classroom, drill: Drill, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """What is right is the case's own answer, by TDA 2024 43-A."""
    slips, other = {**CASE["answer"], "raise_to": 1234}, {**CASE["answer"], "raise_to": 999}
    for number, response in enumerate([other, other, slips, slips, slips]):
        user = learner(friday, f"Learner {number}") if number != 1 else User.objects.get(username="Learner 0")
        answered(user, drill, number + 1, right=False, response=response)
    with django_assert_num_queries(3):
        found = live.live(friday, NOON)
    assert found.mistakes == ()
    assert found.wrong is not None
    assert found.wrong.learners == 3
    assert ("1,234", f"{CASE['answer']['raise_to']:,}") in [
        (part.given, part.right) for part in found.wrong.answer.parts
    ]
    with time_machine.travel(NOON, tick=False):
        page = text(tree(browser_of(friday.teacher).get(f"/classes/{friday.pk}/live/").content.decode()))
    assert "The wrong answer that most gave" in page
    assert f"1,234. Right is {CASE['answer']['raise_to']:,}." in page


def test_what_is_right_is_told_by_the_corrected_key(friday: Classroom, drill: Drill) -> None:
    """Over a bet of 300 the smallest raise is to 600, over one of 400 to 800 (TDA 2024 43-A)."""
    bets, by = drills(2, rules_key="corrected")
    answered(learner(friday, "Ann"), bets, 1, right=False, response={"raise_to": 1, "raise_by": 2, "adds": 3})
    for right in ("600", "800"):
        wrong = live.live(friday, NOON).wrong
        assert wrong is not None
        assert wrong.answer.parts[0].right == right
        Regrade.objects.create(drill=bets, by=by, house="tda", mode="full", state="done")


def test_a_class_with_more_answers_than_are_looked_at_is_told_so(
    friday: Classroom, drill: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_READ", 2)
    ann = learner(friday, "Ann")
    for number, cut in ((1, False), (2, False), (3, True)):
        answered(ann, drill, number)
        found = live.live(friday, NOON)
        assert (found.cut, found.answers) == (cut, min(number, 2))


def test_nothing_is_seen_of_other_classes_of_helpers_of_exams_or_from_before_joining(
    friday: Classroom, drill: Drill
) -> None:
    other = Classroom.objects.create(teacher=person("Omar"), name="Other")
    for user in (learner(other, "Elsewhere"), learner(friday, "Helper", role=Membership.Role.ASSISTANT)):
        answered(user, drill, 1)
    answered(learner(friday, "Late", joined=NOON - timedelta(minutes=2)), drill, 3)
    kept = store_case(make_bucket(reserve=True))
    answered(learner(friday, "Examined"), kept, 1)
    both = learner(friday, "Both", joined=NOON - timedelta(minutes=1))
    Membership.objects.create(classroom=other, learner=both)
    answered(both, drill, 2)
    assert live.live(friday, NOON).here == ()


def test_the_page_asks_for_itself_again_and_takes_as_many_queries_for_sixty_learners_as_for_two(
    friday: Classroom, drill: Drill, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, address, made = browser_of(friday.teacher), f"/classes/{friday.pk}/live/", 0
    for wanted in (2, 60):
        for number in range(made, wanted):
            answered(learner(friday, f"Learner {number}"), drill, 1)
        made = wanted
        with time_machine.travel(NOON, tick=False), django_assert_num_queries(3):
            page = client.get(address).content.decode()
    assert attribute(with_attribute(page, "id", "live")[0], "hx-get") == address
    assert "60 learners answered something" in text(tree(page))
    with time_machine.travel(NOON, tick=False):
        part = client.get(f"{address}?page=2", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert part.count("Minimum raise, level") == 60 - 50
