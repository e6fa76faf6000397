"""Who was told a wrong answer as the right one, and whose own answer is worth the same by both keys.

What is right is what the author ticks of three written answers. An answer that neither key has is worth nothing by
both: its mark stays, and what its learner was told was wrong (issue 7, "Versions": learners learn what is right).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import notices
from quizzes.authoring import drafts, publishing
from quizzes.engine.notation import loads
from quizzes.models import Attempt, Drill, Notice, Regrade, RegradedAttempt, Scenario, ScenarioVersion
from quizzes.models.regrades import SAME
from quizzes.practising.untold import untold_drills, untold_to
from quizzes.regrades import late, regrading
from tests.site import classwork
from tests.site.pages import text, tree
from tests.site.people import browser_of, person
from tests.site.regraded import NOW, answered, author, mark, version
from tests.site.test_regrading_corrections import published
from tests.site.test_regrading_late import came_late
from trainer.accounts.models import User
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment

pytestmark = pytest.mark.django_db

__all__ = ["author"]

POSTING = """
rules = "rrop"
seats = [{{name = "A"}}, {{name = "B"}}, {{name = "C"}}, {{name = "D", stack = {stack}}}]
button = "A"
blinds = [50, 100]
question = {{kind = "posting", player = "D", reason = "missed-both"}}
"""
THREE = """
seats = [{{name = "Ann", stack = 900}}, {{name = "Ben", stack = 700}}]
prompt = "Ben has 700. May he fold?"
question = {{kind = "choice", options = ["Yes.", "No.", "Ask."], right = [{right}], rule = "one-burn"}}
"""
FIRST, SECOND, THIRD = ({"right": [number]} for number in (1, 2, 3))
STAYS = "1 answer of yours keeps its mark, but what our key gave as right is wrong."


def by_keys(author: User, *right: int) -> tuple[int, Drill]:
    """A scenario whose versions differ in what is right alone, and the drill of the first."""
    scenario, drills = published(author, *(THREE.format(right=each) for each in right))
    return scenario, drills[0]


def next_key(scenario: int, author: User, right: int) -> None:
    drafts.again(scenario, author.pk)
    drafts.save(scenario, author.pk, THREE.format(right=right))
    publishing.publish(scenario, author.pk, may_review=False)


def regraded(drill: Drill, mode: str = "full") -> Regrade:
    started = regrading.start(drill, mode, None)
    regrading.run(started.pk)
    started.refresh_from_db()
    return started


def told(user: User) -> list[tuple[str, ...]]:
    return [each.sentences[1:] for each in notices.unseen(user.pk)]


def see(user: User) -> None:
    for each in notices.unseen(user.pk):
        notices.dismiss(user.pk, each.pk)


@pytest.mark.parametrize("mode", ["full", "raise"])
def test_who_was_told_a_wrong_answer_is_told_the_right_one_though_the_mark_stays(author: User, mode: str) -> None:
    _scenario, wrong = by_keys(author, 1, 2)
    ann, ben = person("Ann"), person("Ben")
    stays = answered(wrong, ann, THIRD)
    answered(wrong, ben, FIRST, 1)
    answered(wrong, None, THIRD, 2)
    done = regraded(wrong, mode)
    assert (mark(stays), done.changed) == ((0, 1, False), 1 if mode == "full" else 0)
    assert told(ann) == [(STAYS, "You answered “Ask”. By the corrected key “No” is right.")]
    assert "keeps its mark, but" not in str(told(ben))
    assert list(RegradedAttempt.objects.filter(SAME).values_list("user", flat=True)) == [ann.pk], "no visitor is told"
    page = text(tree(browser_of(author).get(f"/author/regrades/{done.pk}/").content.decode()))
    assert "1 keeps its mark, and who gave it is told that the answer told as right was wrong." in page
    assert page.count("a learner") == 1, "it is no answer whose mark changes"
    regraded(wrong, mode)
    assert (Notice.objects.count(), regrading.dry_run(wrong, mode).misled) == (2, 0), "it is told once"


def test_a_regrade_that_changes_no_mark_is_offered_where_somebody_was_told_a_wrong_answer(author: User) -> None:
    scenario, wrong = by_keys(author, 1, 2)
    answered(wrong, person("Ann"), THIRD)
    assert regrading.offers(scenario) == [regrading.Offer(wrong.pk, 1, 2, 1, 0, "raise", misled=1)]
    browser, address = browser_of(author), f"/author/regrades/drill/{wrong.pk}/"
    said = "1 keeps its mark, and who gave it is told that the answer told as right was wrong."
    assert said in text(tree(browser.get(f"/author/scenarios/{scenario}/").content.decode()))
    page = browser.get(address).content.decode()
    assert said in text(tree(page))
    assert 'name="mode" value="raise"' in page, "the regrade can be asked for"
    regraded(wrong)
    assert regrading.offers(scenario) == []


def test_who_is_right_by_both_keys_was_told_nothing_wrong(author: User) -> None:
    """The first key and the second differ in another table than was asked: both have the same answer."""
    _scenario, wrong = by_keys(author, 2, 2)
    for number, given in enumerate((SECOND, THIRD)):
        answered(wrong, person(f"L{number}"), given, number)
    regraded(wrong)
    assert not Notice.objects.exists()


@pytest.mark.parametrize("seen", [True, False])
def test_who_was_told_by_a_key_that_is_given_up_again_is_told_so_if_it_was_seen(author: User, seen: bool) -> None:
    """The first key is the third again, and the second the fourth: nothing is told to who has last seen just that."""
    scenario, shown = by_keys(author, 1, 2)
    ann = person("Ann")
    answered(shown, ann, THIRD)
    regraded(shown)
    if seen:
        see(ann)
    next_key(scenario, author, 1)
    regraded(shown)
    assert told(ann) == ([(STAYS, "You answered “Ask”. By the corrected key “Yes” is right.")] if seen else [])
    next_key(scenario, author, 2)
    regraded(shown)
    assert told(ann) == ([] if seen else [(STAYS, "You answered “Ask”. By the corrected key “No” is right.")])


def test_an_answer_that_rose_and_is_right_by_the_next_key_as_well_is_told_once_as_risen(author: User) -> None:
    _scenario, shown = by_keys(author, 1, 2)
    ann = person("Ann")
    answered(shown, ann, SECOND)
    answered(shown, ann, THIRD, 1)
    regraded(shown, "raise")
    last = "The last of them was “Ask”. By the corrected key “No” is right."
    assert told(ann) == [("1 answer of yours is worth more than before.", STAYS, last)]
    regraded(shown)
    assert told(ann) == [("1 answer of yours is worth more than before.", STAYS, last)]


def test_who_answers_late_and_is_told_the_old_key_is_told_too(author: User) -> None:
    _scenario, wrong = by_keys(author, 1, 2)
    regraded(wrong)
    came_late(wrong, "Cyd", THIRD, 1)
    [again] = late.follow()
    regrading.run(again)
    assert [each[0] for each in told(User.objects.get(username="Cyd"))] == [STAYS]
    assert late.follow() == []


def test_a_first_key_that_the_engine_refuses_by_now_stops_no_regrade(author: User) -> None:
    """140 do not cover the 150 that are owed (table stakes): a version of before can't be answered any more. By its
    correction, with 200, they are 100 live and 50 dead (RRoP 3).
    """
    scenario = Scenario.objects.create(owner=author)
    first, second = (loads(POSTING.format(stack=stack)) for stack in (140, 200))
    drill = version(scenario, 1, first, "retired", "rrop")
    version(scenario, 2, second, "published", "rrop")
    key = {"issued_at": timezone.now(), "nonce": uuid4(), "drill": drill, "ruleset": "rrop", "user": person("Ann")}
    mark = {"response": {"live": 150, "dead": 0}, "points": 0, "out_of": 2, "right": False, "misconceptions": []}
    Attempt(**key, **mark, answered_at=timezone.now(), seconds=1).record()
    found = regrading.dry_run(drill, "full")
    assert (found.looked_at, found.misled) == (1, 0)


def set_of(scenario: int, tries: int, *learners: User, **settings: Any) -> Assignment:
    """A set of a class that asks the published version of a scenario since an hour before it was answered."""
    opens = NOW - timedelta(hours=1)
    dates = {"opens_at": opens, "due_at": NOW + timedelta(days=7), "name": "Cards", "tries": tries}
    found = classwork.given(classwork.a_class(*learners), Assignment.What.SET, **{**dates, **settings})
    assignments.add_scenarios(found, [ScenarioVersion.objects.get(scenario=scenario, state="published").pk])
    return found


def test_who_has_tries_left_was_told_no_right_answer_and_is_told_of_none_that_is_wrong(author: User) -> None:
    """Issue 7, "n tries": what is right is told with the last try. Ben has had his two, Ann one of hers."""
    scenario, wrong = by_keys(author, 1)
    ann, ben, cyd = (person(name) for name in ("Ann", "Ben", "Cyd"))
    set_of(scenario, 2, ann, ben)
    next_key(scenario, author, 2)
    for minute, learner in enumerate((ann, ben, ben, cyd)):
        answered(wrong, learner, THIRD, minute)
    assert regrading.dry_run(wrong, "raise").misled == 3
    regraded(wrong)
    assert [learner.username for learner in (ann, ben, cyd) if told(learner)] == ["Ben", "Cyd"]
    assert [row.user for row in RegradedAttempt.objects.filter(SAME)] == [ben, ben, cyd]


def test_a_set_that_is_over_or_given_to_others_or_to_come_decides_who_was_told(author: User) -> None:
    """What is right is told once a set is over, and to whoever it was not given; not while another is to come."""
    scenario, wrong = by_keys(author, 1)
    ann, ben, cyd = (person(name) for name in ("Ann", "Ben", "Cyd"))
    set_of(scenario, 3, ann, due_at=NOW)
    chosen = set_of(scenario, 3, ben)
    Assignment.objects.filter(pk=chosen.pk).update(chosen=True)
    set_of(scenario, 3, cyd, opens_at=timezone.now() + timedelta(days=1))
    next_key(scenario, author, 2)
    for minute, learner in enumerate((ann, ben, cyd)):
        answered(wrong, learner, THIRD, minute)
    assert untold_to(wrong.pk, [ann.pk, ben.pk, cyd.pk]) == {cyd.pk}
    assignments.give_to(chosen, [ben.pk])
    assert untold_to(wrong.pk, [ann.pk, ben.pk, cyd.pk]) == {ben.pk, cyd.pk}
    assert {user.pk for user in (ann, ben, cyd) if wrong.pk in untold_drills(user.pk)} == {ben.pk, cyd.pk}


def test_to_whom_a_scenario_is_open_takes_as_many_queries_for_three_learners_as_for_one(
    author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    scenario, wrong = by_keys(author, 1)
    learners = [person(name) for name in ("Ann", "Ben", "Cyd")]
    set_of(scenario, 2, *learners)
    for some in (learners[:1], learners):
        with django_assert_num_queries(3):  # who asks it, the answers, and the members of the class
            assert untold_to(wrong.pk, [each.pk for each in some]) == {each.pk for each in some}
