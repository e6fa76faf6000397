"""Answers that come when the regrade of their drill is under way or done, what is asked of it meanwhile, and who else
is told of it.

What is right is as in test_regrading.py: of two written answers the first by the old key, the second by the corrected.
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import house_rules, notices, tasks
from quizzes.models import ArchivedAttempt, Attempt, Drill, Notice, Regrade, RegradedAttempt
from quizzes.regrades import late, regrading
from tests.site.classwork import GOAL, HOUR, a_class, drills, given
from tests.site.classwork import answered as answer_stored
from tests.site.people import browser_of, person
from tests.site.regraded import NOW, answered, author, mark, ruled
from trainer.accounts.models import User
from trainer.classrooms import assignments, regraded
from trainer.classrooms.models import AssignmentItem, Membership

pytestmark = pytest.mark.django_db

__all__ = ["author", "ruled"]

FIRST, SECOND = {"right": [1]}, {"right": [2]}


def came_late(drill: Drill, name: str, response: dict[str, list[int]], minute: int) -> Attempt:
    """An answer that is given only now, to a question that was asked an hour ago and so many minutes."""
    known = User.objects.filter(username=name).first()
    late_one = answered(drill, known or person(name), response, minute)
    Attempt.objects.filter(pk=late_one.pk).update(answered_at=timezone.now())
    return late_one


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
    made = assignments.make(friday.teacher, friday, "set", {**GOAL, "opens_at": opens, "due_at": NOW + 3 * HOUR})
    AssignmentItem.objects.create(assignment=made, place=1, version=ruled.scenario_version)
    assignments.make(monday.teacher, monday, "goal", {**GOAL, "opens_at": opens, "due_at": NOW + 3 * HOUR})
    answered(ruled, ann, FIRST)
    moved = Attempt.objects.filter(pk=answered(ruled, ben, FIRST, 1).pk)
    ArchivedAttempt.objects.create(**moved.values()[0])
    moved.delete()
    answered(ruled, cyd, {"right": [1, 2]}, 2)
    regrading.run(regrading.start(ruled, "full", None).pk)
    for user in (friday.teacher, tess):
        [told] = notices.unseen(user.pk)
        assert "In your class “Friday” answers of 2 learners were marked again" in told.sentences[0]
        assert browser_of(user).get(told.url).status_code == 200
    notices.dismiss(tess.pk, told.pk)
    for minute in (3, 4):
        came_late(ruled, "Cyd", FIRST, minute)
        regrading.run(late.follow()[0])
    for user, number in ((friday.teacher, "3 learners"), (tess, "1 learner")):
        [told] = notices.unseen(user.pk)
        assert f"answers of {number} " in told.sentences[0], "who has seen a notice is told of nobody in it again"
    friday.delete()
    assert notices.unseen(tess.pk) == []


def test_telling_teachers_takes_as_many_queries_for_many_goals_and_houses_as_for_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    """A goal of another level, one by another house, and one that opened after the answer, are not told of."""
    ann, (drill,) = person("Ann"), drills(1)
    at = answer_stored(ann, drill, NOW)
    regrade = Regrade.objects.create(drill=drill, by=drill, mode="full")
    worth = {"points_before": 0, "out_of_before": 3, "right_before": False, "points": 3, "out_of": 3, "right": True}
    RegradedAttempt.objects.create(
        regrade=regrade, issued_at=at.issued_at, nonce=at.nonce, user=ann, ruleset="tda", **worth
    )
    others = a_class(ann)
    given(others, level=5, opens_at=NOW - HOUR, due_at=NOW + HOUR)
    given(others, opens_at=NOW + timedelta(seconds=1), due_at=NOW + HOUR)
    for name in ("One", "Two", "Three"):
        others.house = house_rules.keep("tda", {"min_raise": "double"}, others.teacher_id, name)
        others.save()
        given(others, opens_at=NOW - timedelta(seconds=10), due_at=NOW + HOUR)
        house_rules.rules_of(others.house.id_in_drills)  # each process reads it once
    for classes in (1, 3):
        for _class in range(classes):
            for kinds in ("", "min_raise"):
                given(a_class(ann), kinds=kinds, opens_at=NOW - timedelta(seconds=10), due_at=NOW + HOUR)
        # items of sets, assignments, who learns, answers, archived ones, staff, earlier regrades; and to put them
        with django_assert_num_queries(8):
            regraded.tell(regrade)
    told = Notice.objects.values_list("values__classroom", flat=True)
    assert (len(told), others.pk in told) == (8, False)


def test_a_later_regrade_of_a_question_replaces_what_was_not_seen_of_the_one_before(ruled: Drill) -> None:
    """Ann is right by the old key, then twice by the corrected one; Ben is by the corrected one."""
    ann, ben = person("Ann"), person("Ben")
    friday = a_class(ann, ben)
    settings = {**GOAL, "opens_at": NOW - HOUR, "due_at": NOW + 3 * HOUR}
    made = assignments.make(friday.teacher, friday, "set", settings)
    AssignmentItem.objects.create(assignment=made, place=1, version=ruled.scenario_version)
    answered(ruled, ann, FIRST)
    answered(ruled, ben, SECOND)
    regrading.run(regrading.start(ruled, "raise", None).pk)
    for minute in (1, 2):
        came_late(ruled, "Ann", SECOND, minute)
        regrading.run(late.follow()[0])
    [told] = notices.unseen(ann.pk)
    assert told.sentences[1:3] == (
        "2 answers of yours are worth more than before.",
        "1 answer of yours keeps its mark, though the corrected key would give it less.",
    )
    [told] = notices.unseen(friday.teacher_id)
    assert "answers of 2 learners were marked again" in told.sentences[0]
    regrading.run(regrading.start(ruled, "full", None).pk)
    [told] = notices.unseen(ann.pk)
    assert "1 answer of yours is worth less than before." in told.sentences
    assert not any("keeps its mark" in each for each in told.sentences), "what came of it last"


def test_a_late_answer_is_not_forgotten_where_its_regrade_could_not_be_asked_for(
    ruled: Drill, monkeypatch: pytest.MonkeyPatch
) -> None:
    regrading.run(regrading.start(ruled, "full", None).pk)
    missed = came_late(ruled, "Ann", FIRST, 1)
    with monkeypatch.context() as broken:
        broken.setattr(Regrade.objects, "get_or_create", lambda **_asked: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            late.follow()
    regrading.run(late.follow()[0])
    assert mark(missed) == (0, 1, False)
