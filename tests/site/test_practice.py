"""The learner's path: a question, one attempt for an answer, and what it counts for (design.md)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.test import RequestFactory

from quizzes import kinds, pools, practice
from quizzes.engine.rulesets import ruleset
from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import Learner, learner_of
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill
from quizzes.models import Attempt, Course, Drill, SkillState
from quizzes.models.skills import RECENT_MISTAKES
from quizzes.practice import Run
from quizzes.practising import course
from quizzes.practising.asking import Choice
from tests.site.stand_ins import (
    CASE,
    CHOICE,
    ILL_FORMED,
    IN_PART,
    RIGHT,
    WRONG,
    account,
    ask,
    make_bucket,
    only_drill,
    opening_bets,
    store,
    store_case,
    together,
    visitor,
)


@pytest.fixture
def drill(db: None) -> Drill:
    """The one drill that CHOICE leads to."""
    return only_drill()


def stored() -> list[tuple[int, bool]]:
    return [(attempt.points, attempt.right) for attempt in Attempt.objects.order_by("answered_at")]


@pytest.mark.django_db
def test_without_a_choice_the_level_follows_what_is_known_of_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    # 0 is 1.5 logits above the difficulty of level 1, and 1.5 is that above level 3: 82 in 100 (PRIOR_DIFFICULTIES)
    monkeypatch.setattr(kinds, "KINDS", {"min_raise": kinds.KINDS["min_raise"]})
    for ability, level in ((0.0, 1), (1.5, 3)):
        learner = visitor()
        skill = Skill(Rating(ability, 9), tries=4, right=3)
        learner.session["practice"] = {"course": [4, [], 0, 8], "skills": {"min_raise": ["x", {}, skill.to_json()]}}
        assert practice.next_question(learner).drill.bucket.level == level


@pytest.mark.django_db
@pytest.mark.parametrize("house", ["tda", "jj"])
def test_a_question_is_asked_under_the_chosen_house(house: str) -> None:
    served = practice.next_question(visitor(), Choice(kind="min_raise", level=1, ruleset=house))
    assert served.document.rules == ruleset(house)
    assert served.document == served.drill.spot(house)
    assert served.kind is kinds.KINDS["min_raise"]


@pytest.mark.django_db
@pytest.mark.parametrize("choice", [Choice(kind="no-kind"), Choice(ruleset="no-house"), Choice(level=6)])
def test_what_there_is_not_cannot_be_chosen(choice: Choice) -> None:
    with pytest.raises(KeyError):
        practice.next_question(visitor(), choice)


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_a_question_stays_until_it_is_answered_and_then_another_comes(who: Callable[[], Learner]) -> None:
    store(make_bucket(), opening_bets(pools.GENERATION))
    learner = who()
    seen = []
    for _ in range(12):
        served = practice.next_question(learner, CHOICE)
        assert practice.next_question(learner, CHOICE).drill == served.drill
        practice.answer(learner, served.token, WRONG)
        seen.append(served.drill.pk)
    assert len(set(seen)) == 12


@pytest.mark.django_db
def test_a_visitor_without_a_key_gets_one_with_the_first_answer_and_goes_on_in_that_order() -> None:
    store(make_bucket(), opening_bets(pools.GENERATION))
    learner = Learner({})
    served = practice.next_question(learner, CHOICE)
    assert learner.session == {}, "looking at a question leaves no session behind"
    practice.answer(learner, served.token, WRONG)
    key = learner.session["visitor"]
    assert [attempt.visitor for attempt in Attempt.objects.all()] == [UUID(key)]
    returning = Learner(learner.session, visitor=UUID(key))
    drills = {served.drill.pk}
    for _ in range(9):
        served = practice.next_question(returning, CHOICE)
        practice.answer(returning, served.token, WRONG)
        drills.add(served.drill.pk)
    assert len(drills) == 10


def test_a_learner_is_the_account_that_is_signed_in_or_the_key_in_the_session(db: None) -> None:
    request = RequestFactory().get("/practice/")
    request.session, request.user = SessionStore(), AnonymousUser()
    assert learner_of(request).key == ""
    assert not request.session.modified
    key = uuid4()
    request.session["visitor"] = key.hex
    assert learner_of(request).visitor == key
    request.user = get_user_model().objects.create_user("ann")
    assert learner_of(request).key == f"user:{request.user.pk}"
    assert learner_of(request).visitor is None


@pytest.mark.parametrize(
    ("raw", "points", "right", "pip"),
    [(RIGHT, 3, True, "right"), (IN_PART, 2, False, "part"), (WRONG, 0, False, "wrong")],
    ids=["right", "in part", "wrong"],
)
@pytest.mark.parametrize("who", [visitor, account])
def test_an_answer_is_one_attempt_with_its_grade(
    drill: Drill, who: Callable[[], Learner], raw: Raw, points: int, right: bool, pip: str
) -> None:
    learner = who()
    issued = datetime(2026, 4, 1, 12, 0, 0, 123456, tzinfo=UTC)
    with time_machine.travel(issued, tick=False):
        token = ask(learner)
    with time_machine.travel(issued + timedelta(seconds=33.9), tick=False):
        outcome = practice.answer(learner, token, raw)
    assert (outcome.grade.points, outcome.grade.out_of, outcome.grade.right) == (points, 3, right)
    assert outcome.solution.answer == CASE["answer"]
    assert not outcome.repeated
    attempt = Attempt.objects.get()
    assert attempt == outcome.attempt
    assert (attempt.drill, attempt.ruleset, attempt.seconds) == (drill, "tda", 33)
    assert (attempt.issued_at, attempt.answered_at) == (issued, issued + timedelta(seconds=33.9))
    assert attempt.response == {field: int(texts[0]) for field, texts in raw.items()}
    assert (attempt.points, attempt.out_of, attempt.right) == (points, 3, right)
    assert (attempt.user_id, attempt.visitor) == (learner.user_id, learner.visitor)
    assert practice.session_pips(learner.session).results == (pip,)


def test_the_mistake_is_stored_with_the_attempt_and_among_the_learners_last(drill: Drill) -> None:
    learner = account()
    doubled: Raw = {"raise_to": ["2400"], "raise_by": ["1200"], "adds": ["2200"]}  # twice the bet of 1200
    outcome = practice.answer(learner, ask(learner), doubled)
    assert "double-the-bet" in outcome.grade.misconceptions
    assert Attempt.objects.get().misconceptions == list(outcome.grade.misconceptions)
    state = SkillState.objects.get()
    assert [miss["misconceptions"] for miss in state.mistakes] == [list(outcome.grade.misconceptions)]
    assert datetime.fromisoformat(state.mistakes[0]["at"]) == outcome.attempt.answered_at


@pytest.mark.parametrize("who", [visitor, account, lambda: Learner({})])
def test_an_answer_that_is_sent_again_gets_the_feedback_of_the_first(drill: Drill, who: Callable[[], Learner]) -> None:
    learner = who()
    token = ask(learner)
    first = practice.answer(learner, token, IN_PART)
    again = practice.answer(learner, token, RIGHT)
    assert again.repeated
    assert again.grade == first.grade
    assert again.response == first.response
    assert again.attempt == first.attempt
    assert stored() == [(2, False)]
    assert practice.session_pips(learner.session).results == ("part",)
    assert SkillState.objects.filter(tries=1, right=0).count() == (learner.user_id is not None)


@pytest.mark.parametrize("who", [visitor, account, lambda: Learner({})])
def test_an_ill_formed_answer_costs_nothing(drill: Drill, who: Callable[[], Learner]) -> None:
    learner = who()
    before, token = dict(learner.session), ask(learner)
    with pytest.raises(IllFormed) as caught:
        practice.answer(learner, token, ILL_FORMED)
    assert set(caught.value.problems) == {"raise_to", "raise_by"}
    assert stored() == []
    assert not SkillState.objects.exists()
    assert learner.session == before
    assert practice.answer(learner, token, RIGHT).grade.right


@pytest.mark.django_db(transaction=True)
def test_a_double_click_is_one_attempt_and_one_count() -> None:
    store_case(make_bucket())
    learner = account()
    token = ask(learner)
    sent: list[Raw] = [RIGHT, WRONG, IN_PART, RIGHT]
    outcomes = together(*[partial(practice.answer, Learner({}, learner.user_id), token, raw) for raw in sent])
    assert sorted(outcome.repeated for outcome in outcomes) == [False, True, True, True]
    assert len({outcome.grade for outcome in outcomes}) == 1
    state, attempt = SkillState.objects.get(), Attempt.objects.get()
    assert (state.tries, state.right) == (1, int(attempt.right))


@pytest.mark.django_db(transaction=True)
def test_no_count_is_lost_when_many_answers_come_at_once() -> None:
    bucket = make_bucket()
    store_case(bucket)
    learner = account()
    works = [partial(practice.answer, Learner({}, learner.user_id), ask(learner), raw) for raw in [RIGHT, WRONG] * 4]
    together(*works)
    state = SkillState.objects.get()
    assert (state.tries, state.right, len(state.mistakes)) == (8, 4, 4)
    assert (state.learnt["tries"], state.learnt["right"], Course.objects.get().answered) == (8, 4, 8)
    assert state.served == {str(bucket.pk): 1}, "it was one and the same question"
    assert Attempt.objects.filter(user=learner.user_id).count() == 8


@pytest.mark.django_db(transaction=True)
def test_an_attempt_that_cannot_be_counted_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    store_case(make_bucket())
    learner = account()
    token = ask(learner)

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(course, "count_attempts", fail)
        with pytest.raises(RuntimeError):
            practice.answer(learner, token, RIGHT)
    assert stored() == []
    assert not practice.answer(learner, token, RIGHT).repeated


def test_an_account_and_a_visitor_who_answer_alike_stand_alike(drill: Drill) -> None:
    ann, somebody = account(), visitor()
    with time_machine.travel(datetime(2026, 5, 13, tzinfo=UTC), tick=False):
        for raw in (WRONG, RIGHT, RIGHT, RIGHT, IN_PART, RIGHT, WRONG):
            for learner in (somebody, ann):
                practice.answer(learner, ask(learner), raw)
            of_account, of_visitor = course.known(ann), course.known(somebody)
            assert (of_account.answered, of_account.recent) == (of_visitor.answered, of_visitor.recent)
            ours, theirs = of_account.met["min_raise"], of_visitor.met["min_raise"]
            assert ours.served == theirs.served
            # Their abilities are set against a difficulty that the account's own answers move.
            assert {**ours.learnt, "ability": None} == {**theirs.learnt, "ability": None}
            assert ours.learnt["ability"]["value"] == pytest.approx(theirs.learnt["ability"]["value"], abs=0.3)
    assert of_account.answered == 7


def test_only_the_last_mistakes_are_kept(drill: Drill) -> None:
    learner = account()
    times = [practice.answer(learner, ask(learner), WRONG).attempt.answered_at for _ in range(RECENT_MISTAKES + 3)]
    kept = [datetime.fromisoformat(miss["at"]) for miss in SkillState.objects.get().mistakes]
    assert kept == times[3:]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("who", "to_ask", "to_answer"), [(visitor, 3, 3), (account, 3, 6)], ids=["visitor", "account"])
def test_how_many_queries_a_question_and_an_answer_take_with_begin_and_commit(
    who: Callable[[], Learner], to_ask: int, to_answer: int, django_assert_num_queries: Callable[[int], Any]
) -> None:
    store(make_bucket(), opening_bets(pools.GENERATION))
    learner = who()
    for _ in range(2):
        with django_assert_num_queries(to_ask):
            token = ask(learner)
        with django_assert_num_queries(to_answer):
            practice.answer(learner, token, WRONG)


@pytest.mark.django_db
def test_a_double_click_on_the_very_first_question_is_one_visitor(drill: Drill) -> None:
    token = ask(Learner({}))
    browsers = [Learner({}), Learner({})]
    assert [practice.answer(learner, token, RIGHT).repeated for learner in browsers] == [False, True]
    assert stored() == [(3, True)]


def test_a_run_has_twenty_questions_and_is_followed_by_the_next() -> None:
    run = Run()
    assert run.position == 1
    for place in range(20):
        assert not run.done
        assert run.position == place + 1
        run = run.then("right" if place % 2 else "part")
    assert run.done
    assert run.results == ("part", "right") * 10
    assert run.then("wrong") == Run(("wrong",))


def test_what_a_visitor_answered_becomes_the_accounts_own(drill: Drill) -> None:
    somebody, other = visitor(), visitor()
    for raw in (WRONG, RIGHT, RIGHT, IN_PART):
        practice.answer(somebody, ask(somebody), raw)
    practice.answer(other, ask(other), WRONG)
    before = course.known(somebody)
    ann = account()
    assert ann.user_id
    assert somebody.visitor
    assert practice.claim(ann.user_id, somebody.visitor) == 4
    assert Attempt.objects.filter(user=ann.user_id, visitor=None).count() == 4
    assert Attempt.objects.filter(visitor=other.visitor).count() == 1
    state = SkillState.objects.get()
    assert (state.tries, state.right, len(state.mistakes)) == (4, 2, 2)
    assert course.known(ann) == before, "as the visitor stood, and in the same order"
    assert practice.claim(ann.user_id, somebody.visitor) == 0
    assert SkillState.objects.get().tries == 4


@pytest.mark.django_db
def test_after_signing_up_no_drill_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "GENERATION", 20)
    store(make_bucket(), opening_bets(20))
    somebody, ann, drills = visitor(), account(), []
    for learner in (somebody, ann):
        for _ in range(10):
            served = practice.next_question(learner, CHOICE)
            practice.answer(learner, served.token, WRONG)
            drills.append(served.drill.pk)
        if learner is somebody:
            practice.claim(ann.user_id or 0, somebody.visitor or uuid4())
    assert len(set(drills)) == 20


def test_a_claim_adds_to_what_the_account_has(drill: Drill) -> None:
    ann, somebody = account(), visitor()
    practice.answer(ann, ask(ann), RIGHT)
    key = SkillState.objects.get().order_key
    practice.answer(somebody, ask(somebody), WRONG)
    practice.claim(ann.user_id or 0, somebody.visitor or uuid4())
    state = SkillState.objects.get()
    assert (state.tries, state.right, state.order_key) == (2, 1, key)
    assert state.served == {str(drill.bucket_id): 1}, "the account goes on in its own order"


@pytest.mark.django_db(transaction=True)
def test_two_claims_at_once_count_once() -> None:
    store_case(make_bucket())
    somebody, ann = visitor(), account()
    for _ in range(3):
        practice.answer(somebody, ask(somebody), WRONG)
    user_id, key = ann.user_id or 0, somebody.visitor or uuid4()
    assert sorted(together(*[lambda: practice.claim(user_id, key)] * 3)) == [0, 0, 3]
    assert SkillState.objects.get().tries == 3
