"""What is known of a learner and what is asked next of it (issue 5, "What to ask next"); the choice itself is a pure
function with tests of its own, tests/learning/test_choosing.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import pytest
import time_machine
from django.db import connection
from django.http import QueryDict
from django.template import Context, Template
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from quizzes import pools, practice, zones
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.kinds import KINDS
from quizzes.learners import Learner
from quizzes.learning import memory, ratings
from quizzes.learning.habits import Evidence, Habits
from quizzes.learning.memory import Card
from quizzes.learning.ratings import AMOUNT_FLOOR, PRIOR_DIFFICULTIES, Rating
from quizzes.learning.skills import Skill
from quizzes.models import Attempt, Bucket, Course, Drill, ItemRating, SkillState
from quizzes.practice import Served
from quizzes.practising import asking, choices, claiming, course, hints
from quizzes.practising.asking import Choice
from quizzes.practising.taken import Taken
from quizzes.tokens import read_token
from tests.site.people import person, practise
from tests.site.stand_ins import (
    CASE,
    CHOICE,
    RIGHT,
    WRONG,
    account,
    ask,
    make_bucket,
    only_drill,
    opening_bets,
    store,
    together,
    visitor,
)

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
LATER = Card(5, 5, date(2026, 6, 1), date(2026, 5, 12))
KNOWN = Skill(Rating(0.0, 9), tries=5, right=4, card=LATER)
TRAP = "double-the-bet"
HELD = Skill(
    Rating(0.0, 9),
    tries=5,
    right=2,
    card=LATER,
    habits=Habits({TRAP: Evidence(3.0, 3, 2, 0, True)}, ((TRAP,), (), (TRAP,), (TRAP,))),
)
SHOWING = Choice("min_raise", 1, mistake=TRAP)


def know(learner: Learner, **skills: Skill) -> None:
    """Let something be known of a learner."""
    learnt = {kind: skill.to_json() for kind, skill in skills.items()}
    if learner.user_id is None:
        met = {kind: ["x", {}, each] for kind, each in learnt.items()}
        learner.session["practice"] = {"course": [9, [], 0, 8], "skills": met}
        return
    Course.objects.create(user_id=learner.user_id, answered=9)
    for kind, each in learnt.items():
        SkillState.objects.create(user_id=learner.user_id, kind=kind, order_key="x", learnt=each, last_at=NOW)


def small_bucket(showing: dict[int, list[list[str]]], size: int = 12) -> Bucket:
    """The bucket of CHOICE, full with so many drills, of which some show misconceptions: by slot."""
    bucket = make_bucket()
    store(bucket, opening_bets(size))
    Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    for slot, told in showing.items():
        Drill.objects.filter(bucket=bucket, slot=slot).update(told_apart=told)
    return bucket


def reason(served: Served) -> str:
    assert served.chosen is not None
    return served.chosen.next.reason.id


def learnt(learner: Learner, kind: str = "min_raise") -> Skill:
    return course.skills_of(learner)[kind]


# What is asked


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_a_skill_that_is_due_comes_first(who: Callable[[], Learner]) -> None:
    learner = who()
    know(
        learner, side_pots=KNOWN, reopen=Skill(Rating(0, 9), 5, 4, card=Card(5, 5, date(2026, 5, 13), date(2026, 5, 8)))
    )
    served = practice.next_question(learner, Choice("side_pots.reopen", 1), NOW)
    assert (served.kind.id, reason(served)) == ("reopen", "due")
    assert read_token(served.token, NOW).why == "due"
    earlier = practice.next_question(learner, Choice("side_pots.reopen", 1), NOW - timedelta(days=1))
    assert reason(earlier) != "due"


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_harder_raises_the_level_and_easier_lowers_it_but_a_chosen_level_is_kept(who: Callable[[], Learner]) -> None:
    learner = who()
    know(learner, min_raise=Skill(Rating(0.8, 9), 5, 4, card=LATER))  # level 2 suits: -0.75, 1.55 below
    for wish, level in ((0, 2), (1, 3), (2, 4), (9, 4), (-1, 1), (-2, 1)):
        course.wish(learner, wish)
        asked = asking.choose(learner, Choice("min_raise"), "key", NOW).next
        assert (asked.level, asked.reason.id) == (level, "chosen")
        assert asking.choose(learner, Choice("min_raise", 5), "key", NOW).next.level == 5


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_a_flagged_misconception_is_asked_with_a_drill_that_shows_it(who: Callable[[], Learner]) -> None:
    small_bucket({7: [["to-for-by"], [TRAP]], 9: [["to-for-by"]]})
    learner = who()
    know(learner, min_raise=HELD, side_pots=KNOWN)
    choice = Choice("min_raise.side_pots", 1)
    served = practice.next_question(learner, choice, NOW)
    assert (served.kind.id, reason(served), served.drill.slot) == ("min_raise", "habit", 7)
    assert practice.next_question(learner, choice, NOW).drill == served.drill, "until it is answered"
    in_jj = asking.choose(learner, replace(choice, ruleset="jj"), "key", NOW).next
    assert (in_jj.reason.id, in_jj.misconception) != ("habit", TRAP), "JJ's raises double the bet by rule"


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_of_a_chosen_misconception_the_drills_that_show_it_come_first_and_none_comes_twice(
    who: Callable[[], Learner],
) -> None:
    showing = {2, 3, 5, 11}
    bucket = small_bucket({slot: [[TRAP]] for slot in showing})
    learner, slots = who(), []
    for _ in range(12):
        served = practice.next_question(learner, SHOWING)
        assert practice.next_question(learner, SHOWING).drill == served.drill
        slots.append(served.drill.slot)
        practice.answer(learner, served.token, WRONG)
    assert set(slots[:4]) == showing
    assert sorted(slots) == list(range(12))
    assert course.known(learner).met["min_raise"].taken(bucket.pk) == Taken(12)
    assert practice.next_question(learner, SHOWING).drill.slot in showing, "then they come round again"


@pytest.mark.django_db
def test_what_was_sure_but_wrong_comes_back_first() -> None:
    only_drill()
    learner = account()
    know(learner, min_raise=KNOWN, side_pots=HELD)
    token = ask(learner)
    practice.answer(learner, token, {**WRONG, "sure": ["yes"]})
    assert Attempt.objects.get().sure is True
    assert reason(practice.next_question(learner, Choice("min_raise.side_pots", 1))) == "sure-but-wrong"


@pytest.mark.django_db
@pytest.mark.parametrize(("said", "sure"), [({}, None), ({"sure": ["no"]}, False), ({"sure": ["perhaps"]}, None)])
def test_how_sure_one_is_need_not_be_said(said: dict[str, list[str]], sure: bool | None) -> None:
    only_drill()
    learner = account()
    practice.answer(learner, ask(learner), {**WRONG, **said})
    assert Attempt.objects.get().sure is sure
    assert learnt(learner).sure_miss is None


@pytest.mark.django_db
def test_a_misconception_of_another_game_is_asked_in_that_game() -> None:
    # "any-from-hand" is a mistake of Omaha, where just two cards come from the hand
    chosen = asking.choose(visitor(), Choice("read_hand", mistake="any-from-hand"), "key", NOW)
    assert chosen.variant.game in ("omaha", "omaha8")
    assert chosen.next.misconception == "any-from-hand"


@pytest.mark.django_db
def test_a_misconception_of_another_limit_is_asked_in_that_limit() -> None:
    # `Misconception.limits`: "whole-bet-needed" is a mistake of fixed-limit
    query = QueryDict("kind=reopen&mistake=whole-bet-needed")
    chosen = asking.choose(visitor(), choices.read_choice(query), "key", NOW)
    assert chosen.variant == ("holdem", "fixed-limit")
    assert chosen.next.misconception == "whole-bet-needed"


@pytest.mark.django_db
@pytest.mark.parametrize("who", [visitor, account])
def test_a_flagged_misconception_is_left_alone_where_no_limit_that_is_asked_can_show_it(
    who: Callable[[], Learner],
) -> None:
    learner = who()
    know(learner, reopen=replace(HELD, habits=Habits({"whole-bet-needed": Evidence(3.0, 3, 2, 0, True)})))
    for seed in map(str, range(9)):
        usual = asking.choose(learner, Choice("reopen.side_pots"), seed, NOW)
        assert usual.next.reason.id != "habit", "the usual mix is no-limit hold'em"
        every_limit = asking.choose(learner, Choice("reopen.side_pots", game="holdem"), seed, NOW)
        assert every_limit.next.reason.id == "habit"
        assert every_limit.variant == ("holdem", "fixed-limit")


def test_the_orders_and_pairs_name_kinds_and_every_floor_an_input() -> None:
    assert set(asking.FIRST) == QUESTION_KEYS.keys()
    assert len(set(asking.FIRST)) == len(asking.FIRST)
    assert {kind for pair in asking.CONFUSABLE for kind in pair} <= QUESTION_KEYS.keys()
    assert course.FLOORS.keys() <= {kind.input for kind in KINDS.values()}
    assert course.floor(KINDS["min_raise"]) == AMOUNT_FLOOR


# What an answer leads to


@pytest.mark.django_db(transaction=True)
def test_two_answers_at_once_in_two_kinds_both_count() -> None:
    learner = account()
    works = []
    for kind in ("min_raise", "side_pots"):
        served = practice.next_question(learner, Choice(kind, 1))
        raw = served.kind.examples(served.document).right[0]
        works.append(partial(practice.answer, Learner({}, learner.user_id), served.token, raw))
    together(*works)
    known = course.known(learner)
    assert known.answered == len(known.recent) == 2
    assert {asked.skill for asked in known.recent} == known.skills.keys() == {"min_raise", "side_pots"}
    assert sum(ItemRating.objects.values_list("tries", flat=True)) == 2


@pytest.mark.django_db
def test_an_answer_in_one_kind_takes_account_of_the_others_and_leaves_them_as_they_were() -> None:
    only_drill()
    learner = account()
    know(learner, side_pots=replace(KNOWN, ability=Rating(2.0, 9)))
    before = SkillState.objects.filter(kind="side_pots").values().get()
    begun = course.known(learner).skill("min_raise").ability
    assert begun != ratings.begun([])
    token = ask(learner)
    found, _items = course.read_for(learner, ["min_raise"], [], whole=False)
    assert found.skill("min_raise").ability == begun
    assert practice.answer(learner, token, RIGHT).grade.right
    assert SkillState.objects.filter(kind="side_pots").values().get() == before


@pytest.mark.django_db
def test_a_right_answer_with_a_hint_counts_as_hard_and_rates_nothing() -> None:
    only_drill()
    helped, alone = account("ann"), account("bo")
    with time_machine.travel(NOW, tick=False):
        for learner in (helped, alone):
            token = ask(learner)
            if learner is helped:
                hinted = read_token(token, NOW)
                hints.note(learner.session, hinted.drill, hinted.place, 2)
            assert practice.answer(learner, token, RIGHT).grade.right
            assert ItemRating.objects.exists() is (learner is alone)
    assert Attempt.objects.get(user=helped.user_id).hinted
    hard, good = learnt(helped), learnt(alone)
    assert hard.card
    assert good.card
    assert hard.card.due == memory.review(None, "hard", NOW).due < good.card.due
    assert (hard.tries, hard.right, hard.ability) == (1, 1, ratings.begun([]))
    assert good.ability.tries == 1


@pytest.mark.django_db
def test_only_an_accounts_first_try_rates_what_was_asked() -> None:
    only_drill()
    ann, somebody = account(), visitor()
    practice.answer(somebody, ask(somebody), RIGHT)
    assert learnt(somebody).ability.tries == 1, "a visitor's own ability moves"
    assert not ItemRating.objects.exists()
    first, second = ask(ann), ask(ann)  # two tabs with the same question
    practice.answer(ann, first, RIGHT)
    _, item = ratings.update(ratings.begun([]), ratings.item(1), AMOUNT_FLOOR, True)
    rated = ItemRating.objects.get()
    assert (rated.kind, rated.game, rated.limit, rated.level) == ("min_raise", "holdem", "no-limit", 1)
    assert rated.value == pytest.approx(item.value)
    practice.answer(ann, second, WRONG)
    practice.answer(ann, ask(ann), WRONG)  # the one drill there is, in another turn
    practice.claim(ann.user_id or 0, somebody.visitor or uuid4())
    assert list(ItemRating.objects.values_list("value", "tries")) == [(rated.value, 1)]
    assert (learnt(ann).tries, learnt(ann).ability.tries) == (4, 2), "the visitor's was a first try too"


@pytest.mark.django_db(transaction=True)
def test_what_two_learners_say_of_the_same_difficulty_at_once_is_added_up() -> None:
    only_drill()
    learners = [account("ann"), account("bo")]
    together(*[partial(practice.answer, learner, ask(learner), RIGHT) for learner in learners])
    _, item = ratings.update(ratings.begun([]), ratings.item(1), AMOUNT_FLOOR, True)
    moved = item.value - PRIOR_DIFFICULTIES[1]
    rated = ItemRating.objects.get()
    assert rated.tries == 2
    # The second one's step is shorter where it comes after the first, and as long where both begin at once.
    assert 1.5 * moved > rated.value - PRIOR_DIFFICULTIES[1] >= 2 * moved - 1e-9


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["UTC", "Asia/Kuala_Lumpur"])
def test_what_a_visitor_learnt_is_the_same_after_signing_up(zone: str) -> None:
    small_bucket({slot: [[TRAP]] for slot in (1, 4)})
    somebody = visitor()
    with timezone.override(zones.zone_of(zone)):
        for hours, raw in enumerate((WRONG, {**WRONG, "sure": ["yes"]}, RIGHT, RIGHT, WRONG)):
            with time_machine.travel(NOW + timedelta(hours=5 * hours), tick=False):
                token = practice.next_question(somebody, SHOWING).token
                if raw is RIGHT:
                    hinted = read_token(token, NOW)
                    hints.note(somebody.session, hinted.drill, hinted.place, 1)
                practice.answer(somebody, token, raw)
        before, ann = course.known(somebody), person()
        practice.claim(ann.pk, somebody.visitor or uuid4())
    assert course.known(Learner({}, ann.pk)) == before


@pytest.mark.django_db
def test_a_visitors_wishes_come_along() -> None:
    somebody, ann = visitor(), person()
    course.wish(somebody, 1)
    course.cap(somebody, 20)
    claiming.claim_session(somebody.session, ann.pk)
    assert list(Course.objects.values_list("user", "wish", "cap")) == [(ann.pk, 1, 20)]


@pytest.mark.django_db
def test_a_question_that_practice_did_not_ask_counts_nowhere() -> None:
    drill, learner = only_drill(), account()
    asked = read_token(ask(learner), NOW)
    practice.take(learner, replace(asked, place=None, why=""), drill, CASE["answer"], NOW)
    assert Attempt.objects.get().right
    assert not SkillState.objects.exists()
    assert not Course.objects.exists()
    assert "run" not in learner.session


@pytest.mark.django_db
def test_what_a_visitor_was_not_asked_by_practice_comes_along_and_counts_nowhere() -> None:
    drill, somebody, ann = only_drill(), visitor(), account()
    asked = read_token(ask(somebody), NOW)
    practice.take(somebody, replace(asked, place=None, why=""), drill, CASE["answer"], NOW)
    assert practice.claim(ann.user_id or 0, somebody.visitor or uuid4()) == 0
    assert Attempt.objects.get().user_id == ann.user_id
    assert not Course.objects.exists()
    assert not SkillState.objects.exists()


@pytest.mark.django_db
def test_a_drill_that_comes_again_is_not_rated_once_its_bucket_has_become_full() -> None:
    bucket, learner = make_bucket(), account()
    store(bucket, opening_bets(3))
    for turn in range(2):
        for _ in range(3):
            practice.answer(learner, ask(learner), WRONG)
        assert ItemRating.objects.get().tries == 3, f"turn {turn}"
        Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    assert learnt(learner).tries == 6


@pytest.mark.django_db
def test_an_answer_to_a_question_of_another_order_counts_and_moves_no_place_and_no_rating() -> None:
    bucket = make_bucket()
    store(bucket, opening_bets(pools.GENERATION))
    first, second, third = (ask(Learner({})) for _ in range(3))  # three tabs of browsers that have no key yet
    session: dict[str, Any] = {}
    practice.answer(Learner(session), first, WRONG)
    somebody, ann = Learner(session, visitor=UUID(session["visitor"])), account()
    own = practice.next_question(somebody, CHOICE).drill
    practice.answer(somebody, second, WRONG)
    practice.answer(ann, third, WRONG)
    for learner, answers, own_ones in ((somebody, 2, 1), (ann, 1, 0)):
        known = course.known(learner)
        assert (known.answered, learnt(learner).tries, learnt(learner).ability.tries) == (answers, answers, own_ones)
        assert known.met["min_raise"].taken(bucket.pk) == Taken(own_ones)
    assert not ItemRating.objects.exists()
    assert practice.next_question(somebody, CHOICE).drill == own
    ben, before = account("ben"), course.known(somebody)
    practice.claim(ben.user_id or 0, somebody.visitor or uuid4())
    assert course.known(ben) == before


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", [visitor, account])
def test_a_drill_that_should_show_something_takes_one_query_more(
    who: Callable[[], Learner], django_assert_num_queries: Callable[[int], Any]
) -> None:
    small_bucket({3: [[TRAP]]})
    learner = who()
    for _ in range(2):
        with django_assert_num_queries(4):  # all that is known, the bucket, what its next drills show, the drill
            token = practice.next_question(learner, SHOWING).token
        practice.answer(learner, token, WRONG)


# How far a learner is through a bucket


@given(st.lists(st.integers(0, 200)), st.integers(1, 30), st.integers(1, 9))
def test_whatever_is_taken_ahead_every_place_comes_once(picks: list[int], size: int, number: int) -> None:
    taken, places = Taken(), list[int]()
    for pick in picks + [0] * size:
        following = taken.following(number, size)
        if not following:
            break
        place = following[pick % len(following)]
        assert not taken.has(place)
        places.append(place)
        taken = taken.then(place)
        assert taken == Taken.from_json(taken.to_json()) == taken.then(place)
        assert taken.has(place)
    assert sorted(places) == list(range(size))
    assert taken == Taken(size)


def test_a_count_without_anything_ahead_is_stored_as_a_number() -> None:
    assert Taken(3).to_json() == 3
    assert Taken().then(2).then(0).to_json() == [1, 2]


# The learner's zone


@pytest.mark.parametrize("name", ["", "nowhere", "America", "../etc/passwd", "/etc/passwd", "a\x00b", "x" * 999])
def test_a_zone_that_there_is_not_is_utc(name: str) -> None:
    assert zones.zone_of(name) is UTC


@pytest.mark.django_db
@pytest.mark.parametrize(("zone", "day"), [("", 13), ("Asia/Kuala_Lumpur", 14), ("made/up", 13)])
def test_a_day_is_that_of_the_learners_zone(client: Client, zone: str, day: int) -> None:
    only_drill()
    client.force_login(person())
    client.cookies["zone"] = zone
    with time_machine.travel(NOW.replace(hour=20), tick=False):  # 04:00 on the 14th in Kuala Lumpur (UTC+8)
        practise(client, [True])
    assert SkillState.objects.get().learnt["card"]["reviewed"] == f"2026-05-{day}"


def test_a_moment_stands_on_pages_as_its_day_in_the_readers_zone() -> None:
    page = Template("{% load dates %}{{ at|day }} {{ at|day_of_year }}")
    for zone, day in (("UTC", "13 May"), ("Asia/Kuala_Lumpur", "14 May")):
        with timezone.override(zones.zone_of(zone)):
            assert page.render(Context({"at": NOW.replace(hour=20)})) == f"{day} 2026 {day}"


# Rungs of before


@pytest.mark.django_db
@pytest.mark.parametrize(("rung", "tries", "ability"), [(0, 1, -0.807), (4, 9, 0.693), (9, 20, 2.568)])
def test_a_rung_becomes_the_ability_with_which_two_of_three_are_right(rung: int, tries: int, ability: float) -> None:
    sql = import_module("quizzes.migrations.0005_course").LEARNT
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {sql} FROM (VALUES (%s, %s, 1)) state (rung, tries, "right")', [rung, tries])
        (found,) = cursor.fetchone()
    skill = Skill.from_json(json.loads(found))
    assert (skill.tries, skill.right) == (tries, 1)
    assert skill.ability.value == pytest.approx(ability)
    difficulty = PRIOR_DIFFICULTIES[1] + 0.75 * rung / 2
    assert ratings.expected(skill.ability.value, difficulty, 0) == pytest.approx(2 / 3, abs=0.001)
