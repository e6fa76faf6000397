"""Answers that come when the regrade of their drill is under way or done, what is asked of it meanwhile, and who else
is told of it.

What is right is as in test_regrading.py: of two written answers the first by the old key, the second by the corrected.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from quizzes import notices, tasks
from quizzes.models import Attempt, Drill, Regrade
from quizzes.regrades import late, regrading
from tests.site.classwork import GOAL, HOUR, a_class
from tests.site.people import browser_of, person
from tests.site.test_regrading import NOW, answered, author, mark, ruled
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import AssignmentItem, Membership

pytestmark = pytest.mark.django_db

__all__ = ["author", "ruled"]

FIRST, SECOND = {"right": [1]}, {"right": [2]}


def came_late(drill: Drill, name: str, response: dict[str, list[int]], minute: int) -> Attempt:
    """An answer that is given only now, to a question that was asked an hour ago and so many minutes."""
    given = answered(drill, person(name), response, minute)
    Attempt.objects.filter(pk=given.pk).update(answered_at=given.answered_at + timedelta(hours=1, seconds=5))
    return given


def test_an_answer_that_comes_after_the_regrade_is_marked_by_the_corrected_key_too(
    ruled: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    early = answered(ruled, person("Ann"), FIRST, 1)
    answered(ruled, person("Ben"), SECOND, 3)
    started = regrading.start(ruled, "full", None)
    monkeypatch.setattr(regrading, "BATCH", 1)
    for _batch in range(2):
        regrading.step(started.pk)
    missed = came_late(ruled, "Cyd", FIRST, 2)
    regrading.run(started.pk)
    assert (mark(early), mark(missed)) == ((0, 1, False), (1, 1, True)), "it was asked before what was reached"

    [again] = late.follow()
    assert late.follow() == [], "that one is under way"
    regrading.run(again)
    assert mark(missed) == (0, 1, False)
    assert "marked again" in notices.unseen(missed.user_id)[0].sentences[0]
    rows = list(Regrade.objects.order_by("pk").values_list("changed", "mode", "by"))
    assert rows == [(2, "full", started.by_id), (1, "full", started.by_id)]

    came_late(ruled, "Dee", SECOND, 4)
    tasks.resume_regrades()
    made = Regrade.objects.get(state="waiting")
    regrading.run(made.pk)
    assert Attempt.objects.get(user__username="Dee").right
    assert late.follow() == []
    assert Regrade.objects.count() == 3


def test_another_regrade_than_the_one_under_way_is_refused_with_the_reason(ruled: Drill, author: User) -> None:
    answered(ruled, person("Ann"), FIRST)
    first = regrading.start(ruled, "raise", None)
    assert regrading.start(ruled, "raise", author.pk) == first
    with pytest.raises(regrading.UnderWay, match="raise only"):
        regrading.start(ruled, "full", author.pk)
    response = browser_of(author).post(f"/author/regrades/drill/{ruled.pk}/", {"mode": "full"})
    assert response.status_code == 422
    assert "is under way" in response.content.decode()


def test_a_later_page_of_a_dry_run_needs_no_mode(ruled: Drill, author: User) -> None:
    assert browser_of(author).get(f"/author/regrades/drill/{ruled.pk}/?page=2").status_code == 200


def test_who_teaches_a_class_is_told_of_a_regrade_that_turned_answers_in_its_assignments(ruled: Drill) -> None:
    """Of three learners who had the set two were right by the old key, the third by neither."""
    ann, ben, cyd, tess = (person(name) for name in ("Ann", "Ben", "Cyd", "Tess"))
    friday, monday = a_class(ann, ben, cyd), a_class(ann)
    Membership.objects.create(classroom=friday, learner=tess, role=Membership.Role.ASSISTANT)
    opens = NOW - timedelta(hours=1)
    given = assignments.make(friday.teacher, friday, "set", {**GOAL, "opens_at": opens, "due_at": NOW + 3 * HOUR})
    AssignmentItem.objects.create(assignment=given, place=1, version=ruled.scenario_version)
    assignments.make(monday.teacher, monday, "goal", {**GOAL, "opens_at": opens, "due_at": NOW + 3 * HOUR})
    answered(ruled, ann, FIRST)
    answered(ruled, ben, FIRST, 1)
    answered(ruled, cyd, {"right": [1, 2]}, 2)
    regrading.run(regrading.start(ruled, "full", None).pk)
    for user in (friday.teacher, tess):
        [told] = notices.unseen(user.pk)
        assert "In your class “Friday” answers of 2 learners were marked again" in told.sentences[0]
        assert browser_of(user).get(told.url).status_code == 200
    friday.delete()
    assert notices.unseen(tess.pk) == []
