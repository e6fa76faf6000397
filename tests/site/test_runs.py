"""Runs on the site: from server-side state that can't be replayed, unrated, with a personal best (issue 5, "Runs")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from quizzes import kinds, practice
from quizzes.engine.notation import to_table
from quizzes.fingerprint import fingerprint
from quizzes.kinds.base import HOLDEM, IllFormed, Raw
from quizzes.learners import Learner
from quizzes.learning.runs import GRACE, Mode
from quizzes.models import Attempt, Bucket, Drill, ReviewItem, RunRecord, SkillState
from quizzes.practising import runs
from quizzes.practising.asking import Choice
from quizzes.practising.sharing import spot_name
from quizzes.tokens import BadToken
from quizzes.wording.kinds import words_of
from tests.site.pages import Asked, attribute, elements, links, sent, text, tree, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import CHOICE, ILL_FORMED, account, ask, make_bucket, opening_bets, store, together
from tests.site.stand_ins import visitor as a_visitor
from tests.site.test_text_pages import hold_for_every_page

pytestmark = pytest.mark.django_db

START = datetime(2026, 5, 13, 9, tzinfo=UTC)
FORM = {"mode": "survival", "kind": "min_raise"}
WRONG: Raw = {"raise_to": ["1"], "raise_by": ["1"], "adds": ["2"]}  # every bet is larger, and no part follows


@pytest.fixture
def pool(db: None, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """Minimum raises of the lowest two levels in no-limit hold'em: what short runs of them ask."""
    monkeypatch.setitem(kinds.KINDS, "min_raise", replace(kinds.KINDS["min_raise"], variants=(HOLDEM,)))
    for level in (1, 2):
        bucket = make_bucket(level=level)
        store(bucket, opening_bets(16))
        Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    return bucket


def begin(learner: Learner, mode: Mode = "survival") -> RunRecord:
    return runs.start(learner, mode, CHOICE)


def again(record: RunRecord) -> RunRecord:
    return RunRecord.objects.select_related("drill__bucket").get(pk=record.pk)


def open_question(record: RunRecord) -> Asked:
    shown = runs.served(again(record))
    return Asked(shown.kind, shown.document)


def send(learner: Learner, record: RunRecord, right: bool) -> str:
    """Answer the question that is open."""
    question = open_question(record)
    return runs.answer(learner, record.pk, runs.served(again(record)).token, question.right if right else WRONG)


def untouched() -> bool:
    """Whether nothing of what is rated was written."""
    return not Attempt.objects.exists() and not SkillState.objects.exists()


@pytest.mark.parametrize("who", [a_visitor, account])
def test_a_run_counts_right_answers_and_touches_no_skill_and_no_attempt(
    pool: Bucket, who: Callable[[], Learner]
) -> None:
    learner = who()
    session = dict(learner.session)
    record = begin(learner)
    for _ in range(3):
        assert send(learner, record, True) == "counted"
    assert send(learner, record, False) == "counted"
    shown = again(record)
    assert (shown.run.right, shown.asked, shown.right) == (3, 4, 3)
    assert shown.finished(timezone.now()), "the first miss ends survival"
    assert untouched()
    assert learner.session == session


def test_no_drill_comes_twice_in_a_run_and_two_runs_go_in_different_orders(pool: Bucket) -> None:
    orders = []
    for learner in (account("ann"), account("ben")):
        record, drills = begin(learner, "clock"), []
        for _ in range(12):
            drills.append(again(record).drill_id)
            send(learner, record, False)
        assert len(set(drills)) == 12
        orders.append(drills)
    assert orders[0] != orders[1]


def test_no_drill_comes_twice_in_a_run_while_its_bucket_grows() -> None:
    bucket, learner = make_bucket(), account()
    spots = opening_bets(16)
    store(bucket, spots[:4])
    record, drills = begin(learner, "clock"), []
    for spot in spots[4:]:
        drills.append(again(record).drill_id)
        table = {key: value for key, value in to_table(spot).items() if key != "rules"}
        Drill.objects.create(bucket=bucket, slot=bucket.size, fingerprint=fingerprint(spot), document=table)
        bucket.size += 1
        bucket.save()
        send(learner, record, False)
    assert len(set(drills)) == len(drills) == 12


def test_levels_climb_with_the_right_answers() -> None:
    assert [runs.level_after(right) for right in (0, 3, 4, 8, 12, 16, 100)] == [1, 1, 2, 3, 4, 5, 5]


def test_a_run_asks_the_kinds_of_its_choice_in_turn_and_under_its_house() -> None:
    learner = account()
    record = runs.start(learner, "clock", Choice(kind="next_button.action_order", ruleset="jj", level=4))
    met = []
    for _ in range(4):
        question = open_question(record)
        met.append(question.kind.id)
        assert question.document.rules.id == "jj"
        runs.answer(learner, record.pk, runs.served(again(record)).token, question.wrong)
    assert [set(met[:2]), set(met[2:])] == [{"next_button", "action_order"}] * 2


def test_an_answer_that_is_sent_twice_has_the_same_outcome_and_an_older_page_has_none(pool: Bucket) -> None:
    learner = account()
    record = begin(learner)
    first = runs.served(again(record)).token
    right = open_question(record).right
    assert runs.answer(learner, record.pk, first, right) == "counted"
    opened = again(record).nonce
    assert runs.answer(learner, record.pk, first, WRONG) == "repeated"
    send(learner, record, True)
    assert runs.answer(learner, record.pk, first, WRONG) == "answered"
    assert runs.answer(learner, record.pk, "nonsense", WRONG) == "answered"
    shown = again(record)
    assert (shown.run.right, shown.run.misses) == (2, ())
    assert shown.nonce not in (None, opened)


def test_a_question_that_stays_open_stays_the_same_and_looking_writes_nothing(pool: Bucket) -> None:
    client = browser_of(person())
    address = client.post("/runs/start", FORM)["Location"]
    before = RunRecord.objects.values().get()
    pages = [client.get(address).content.decode() for _ in range(2)]
    assert sent(pages[0])["token"] == sent(pages[1])["token"]
    assert RunRecord.objects.values().get() == before


def test_an_ill_formed_answer_costs_only_time(pool: Bucket) -> None:
    learner = account()
    record = begin(learner)
    before = RunRecord.objects.values().get()
    with pytest.raises(IllFormed):
        runs.answer(learner, record.pk, runs.served(again(record)).token, ILL_FORMED)
    assert RunRecord.objects.values().get() == before
    assert send(learner, record, True) == "counted"


@pytest.mark.django_db(transaction=True)
def test_two_answers_to_one_question_at_once_give_one_count(pool: Bucket) -> None:
    learner = account()
    record = begin(learner, "clock")
    token, right = runs.served(again(record)).token, open_question(record).right
    works = [partial(runs.answer, learner, record.pk, token, raw) for raw in (right, WRONG, right, WRONG)]
    assert sorted(together(*works)) == ["counted", "repeated", "repeated", "repeated"]
    assert again(record).asked == 1
    assert ReviewItem.objects.count() == len(again(record).run.misses)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("earlier", [False, True], ids=["the first run", "after an earlier run"])
def test_two_tabs_that_start_at_once_have_one_run(pool: Bucket, earlier: bool) -> None:
    learner = account()
    if earlier:
        send(learner, begin(learner), False)
    found = together(*[partial(begin, learner)] * 4)
    assert len({record.pk for record in found}) == 1
    assert RunRecord.objects.filter(current=True).count() == 1


def test_starting_again_while_a_run_is_going_on_leads_to_that_run(pool: Bucket) -> None:
    client = Client()
    address = client.post("/runs/start", FORM)["Location"]
    assert client.post("/runs/start", {**FORM, "mode": "clock"})["Location"] == address
    assert address in links(client.get("/runs/").content.decode())
    client.post(f"{address}give-up")
    assert client.post("/runs/start", FORM)["Location"] != address


@time_machine.travel(START, tick=False)
def test_the_servers_clock_decides_with_two_seconds_for_the_way(pool: Bucket) -> None:
    learner = account()
    record = begin(learner, "clock")
    end = START + timedelta(minutes=3)
    with time_machine.travel(end - timedelta(seconds=1), tick=False):
        assert send(learner, record, True) == "counted"
    token, right = runs.served(again(record)).token, open_question(record).right
    with time_machine.travel(end + GRACE, tick=False):
        assert runs.answer(learner, record.pk, token, right) == "counted"
        assert again(record).nonce is None, "no further question is asked"
    with time_machine.travel(end + GRACE + timedelta(seconds=1), tick=False):
        assert runs.answer(learner, record.pk, uuid4().hex, right) == "over"
    assert again(record).run.right == 2


@time_machine.travel(START, tick=False)
def test_a_late_answer_is_told_kindly_and_the_result_is_shown(pool: Bucket) -> None:
    client = Client()
    address = client.post("/runs/start", {**FORM, "mode": "clock"})["Location"]
    page = client.get(address).content.decode()
    timer = with_attribute(page, "role", "timer")[0]
    assert (text(timer), attribute(timer, "data-left")) == ("3:00", "180.0")
    assert "until 09:03:00 UTC" in text(tree(page)), "without JavaScript it says until when"
    with time_machine.travel(START + timedelta(seconds=200), tick=False):
        response = client.post(f"{address}answer", {"token": sent(page)["token"][0], **WRONG}, follow=True)
    shown = text(tree(response.content.decode()))
    assert "That answer came after the end of the run, so it does not count." in shown
    assert "0 right of 0 answered" in shown
    assert 'role="timer"' not in response.content.decode()


def test_no_token_of_a_run_is_answered_in_practice_and_none_of_practice_in_a_run(pool: Bucket) -> None:
    learner = account()
    record = begin(learner)
    for token in (runs.served(again(record)).token, str(again(record).nonce)):
        with pytest.raises(BadToken):
            practice.answer(learner, token, WRONG)
    assert runs.answer(learner, record.pk, ask(learner), open_question(record).right) == "answered"
    assert again(record).asked == 0
    assert untouched()


def test_nobody_sees_or_answers_another_learners_run(pool: Bucket) -> None:
    owner = Client()
    address = owner.post("/runs/start", FORM)["Location"]
    token = sent(owner.get(address).content.decode())["token"][0]
    for client in (Client(), browser_of(person())):
        assert client.get(address).status_code == 404
        assert client.post(f"{address}answer", {"token": token, **WRONG}).status_code == 404
        client.post(f"{address}give-up")
        assert "Go on with it" not in client.get("/runs/").content.decode()
    record = RunRecord.objects.get()
    assert (record.asked, record.current) == (0, True)


def test_the_personal_best_is_the_best_run_that_came_to_its_end(pool: Bucket) -> None:
    learner = account()
    bests = []
    for right in (2, 1, 3):
        record = begin(learner)
        for verdict in [True] * right + [False]:
            send(learner, record, verdict)
        told = runs.result(again(record), timezone.now())
        bests.append((told.right, told.asked, told.best, told.is_best))
    assert bests == [(2, 3, 2, True), (1, 2, 2, False), (3, 4, 3, True)]
    record = begin(learner)
    for _ in range(4):
        send(learner, record, True)
    runs.give_up(learner, record.pk)
    told = runs.result(again(record), timezone.now())
    assert (told.best, told.is_best, told.finished) == (3, False, False)
    assert runs.standing(learner, timezone.now()).bests == {"clock": None, "survival": 3}


def test_a_run_that_is_given_up_before_an_answer_leaves_no_trace(pool: Bucket) -> None:
    learner = account()
    runs.give_up(learner, begin(learner).pk)
    assert not RunRecord.objects.exists()


def test_the_result_tells_each_miss_with_what_is_right_and_leads_to_its_spot(pool: Bucket) -> None:
    client = browser_of(person())
    address = client.post("/runs/start", {**FORM, "mode": "clock"})["Location"]
    record = RunRecord.objects.get()
    missed = record.drill
    assert missed is not None
    asked = open_question(record)
    client.post(f"{address}answer", {"token": runs.served(again(record)).token, **WRONG})
    with time_machine.travel(timezone.now() + timedelta(minutes=4)):
        page = client.get(address).content.decode()
    assert "0 right of 1 answered" in text(tree(page))
    (miss,) = with_class(page, "miss")
    values = [
        text(cell) for row in elements(miss, "tr") for cell in elements(row, "td") if not with_class(cell, "struck")
    ]
    assert values == asked.right_values
    assert f"/spot/{spot_name(missed.pk, 'tda')}/?from=runs" in links(page)
    assert "/review/" in links(page)
    assert ReviewItem.objects.get().drill == missed


def test_the_verdict_on_the_question_before_stands_above_the_next_one(pool: Bucket) -> None:
    client = Client()
    address = client.post("/runs/start", FORM)["Location"]
    page = client.get(address).content.decode()
    assert not with_class(page, "run-verdict")
    asked = open_question(RunRecord.objects.get())
    fields = {"token": sent(page)["token"][0], **asked.right}
    for headers in ({"HX-Request": "true"}, {}):
        response = client.post(f"{address}answer", fields, headers=headers, follow=True)
        told = response.content.decode()
        assert text(with_class(told, "run-verdict")[0]).startswith("Right. ")
        assert sent(told)["token"] != sent(page)["token"]
        assert ("<html" in told) == (not headers)
    assert RunRecord.objects.get().asked == 1
    title = words_of("min_raise").title(asked.document, "B", kinds.solve(asked.document).answer)
    assert title in text(with_class(told, "run-verdict")[0])


def test_what_was_typed_is_still_there_when_it_can_not_be_read(pool: Bucket) -> None:
    client = Client()
    address = client.post("/runs/start", FORM)["Location"]
    page = client.get(address).content.decode()
    response = client.post(f"{address}answer", {"token": sent(page)["token"][0], **ILL_FORMED})
    assert response.status_code == 422
    again = response.content.decode()
    assert sent(again)["token"] == sent(page)["token"]
    assert sent(again)["adds"] == ILL_FORMED["adds"]


@pytest.mark.parametrize("kind", ["side_pots", "choice", "starting_hand", "winner"])
def test_a_run_can_be_made_of_kinds_with_other_inputs_and_with_a_chart(client: Client, kind: str) -> None:
    address = client.post("/runs/start", {"mode": "survival", "kind": kind, "ruleset": "jj"})["Location"]
    page = client.get(address).content.decode()
    asked = open_question(RunRecord.objects.get())
    response = client.post(f"{address}answer", {"token": sent(page)["token"][0], **asked.wrong}, follow=True)
    told = response.content.decode()
    assert text(next(elements(told, "h1"))) == "0 right of 1 answered"
    assert len(with_class(told, "miss")) == 1


def test_a_visitors_runs_and_misses_come_along_to_the_account(pool: Bucket) -> None:
    learner, user = a_visitor(), person()
    record = begin(learner)
    send(learner, record, True)
    send(learner, record, False)
    assert learner.visitor
    runs.claim(learner.visitor, user.pk)
    assert RunRecord.objects.values_list("user", "visitor").get() == (user.pk, None)
    assert ReviewItem.objects.values_list("user", "visitor").get() == (user.pk, None)
    assert runs.standing(Learner({}, user.pk), timezone.now()).bests["survival"] == 1


def test_a_claim_keeps_the_run_of_the_account_that_is_going_on(pool: Bucket) -> None:
    ann, somebody = account(), a_visitor()
    record, other = begin(ann), begin(somebody)
    assert ann.user_id
    assert somebody.visitor
    runs.claim(somebody.visitor, ann.user_id)
    assert [again(each).current for each in (record, other)] == [True, False]
    send(ann, record, False)
    later = a_visitor()
    third = begin(later)
    assert later.visitor
    runs.claim(later.visitor, ann.user_id)
    assert [again(each).current for each in (record, third)] == [False, True]


def test_the_data_of_an_account_holds_its_runs_and_misses_and_deleting_it_deletes_them(pool: Bucket) -> None:
    user = person()
    learner, client = Learner({}, user.pk), browser_of(user)
    send(learner, begin(learner), False)
    data = client.get("/account/data/").json()
    assert [run["state"]["mode"] for run in data["runs"]] == ["survival"]
    assert [item["kind"] for item in data["review"]] == ["min_raise"]
    user.delete()
    assert not RunRecord.objects.exists()
    assert not ReviewItem.objects.exists()


def test_every_page_of_runs_and_of_the_review_list_is_clean(pool: Bucket) -> None:
    client = Client()
    address = client.post("/runs/start", {**FORM, "mode": "clock"})["Location"]
    record = RunRecord.objects.get()
    learner = Learner({}, visitor=record.visitor)
    for _ in range(runs.MISSES_TOLD + 1):
        send(learner, record, False)
    going = ["/runs/", address, "/review/", f"/review/{ReviewItem.objects.all()[0].pk}/"]
    for place, later in [*((place, 0) for place in going), ("/runs/", 200), (address, 200)]:
        with time_machine.travel(timezone.now() + timedelta(seconds=later)):
            response = client.get(place)
            hold_for_every_page(response, response.content.decode())
    assert "1 more miss is not shown." in response.content.decode()


@pytest.mark.django_db(transaction=True)
def test_how_many_queries_a_run_takes_with_begin_and_commit(
    pool: Bucket, django_assert_num_queries: Callable[[int], Any]
) -> None:
    learner = account()
    record = begin(learner)
    token, right = runs.served(again(record)).token, open_question(record).right
    with django_assert_num_queries(6):  # begin, the run, bucket, drill, update, commit
        runs.answer(learner, record.pk, token, right)
    client = browser_of(person("Ben"))
    with django_assert_num_queries(4):  # account, bests, the open one, the latest
        client.get("/runs/")


def test_a_visitor_who_only_looks_leaves_no_session(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        client.get("/runs/")
    assert not client.session.keys()
    assert "/runs/" in links(client.get("/about/").content.decode())
