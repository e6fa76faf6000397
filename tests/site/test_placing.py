"""The placement test on the site (issue 5: "A placement test of 12 questions"): kept on the server, each question
answered once, and never lowering what practice knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client

from quizzes import pools, practice
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import IllFormed
from quizzes.learners import Learner
from quizzes.learning import placement
from quizzes.learning.placement import QUESTIONS
from quizzes.learning.ratings import Rating
from quizzes.learning.skills import Skill
from quizzes.models import Attempt, Bucket, Course, Drill, ItemRating, Placement, SkillState
from quizzes.practising import claiming, course
from quizzes.practising import placing as path
from quizzes.practising.asking import Choice
from quizzes.practising.placing import Sitting
from quizzes.tokens import BadToken
from quizzes.wording.kinds import kind_name
from tests.site.pages import Asked, attribute, elements, links, sent, text, with_attribute, with_class
from tests.site.people import person
from tests.site.stand_ins import account, together, visitor
from tests.site.test_text_pages import hold_for_every_page
from trainer.accounts import personal

pytestmark = pytest.mark.django_db

FEW = ("min_raise", "posting", "next_button")
WHO = [visitor, account]


@pytest.fixture(autouse=True)
def few_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three kinds whose spots are quickly made, four questions of each."""
    for id in [id for id in KINDS if id not in FEW]:
        monkeypatch.delitem(KINDS, id)


def now_open(learner: Learner) -> Asked:
    """The question that is open."""
    found = path.sitting(learner)
    assert found is not None
    served = path.served(found)
    return Asked(served.kind, served.document)


def mark(learner: Learner) -> str:
    found = path.sitting(learner)
    assert found is not None
    return found.open.mark if found.open else ""


def send(learner: Learner, right: bool = True) -> str:
    """Answer the question that is open."""
    question = now_open(learner)
    return path.answer(learner, mark(learner), question.right if right else question.wrong)


def take(learner: Learner, right: bool = True) -> Sitting:
    """Take a whole test."""
    path.start(learner)
    for _ in range(QUESTIONS):
        assert send(learner, right) == "counted"
    found = path.sitting(learner)
    assert found is not None
    return found


def levels(learner: Learner) -> dict[str, int]:
    known = course.known(learner)
    return {id: course.level_for(kind, known.skill(id)) for id, kind in KINDS.items()}


# How it goes


@pytest.mark.parametrize("who", WHO)
def test_twelve_answers_set_where_skills_begin_and_count_as_no_practice(who: Callable[[], Learner]) -> None:
    learner = who()
    found = take(learner)
    assert found.done
    assert found.open is None
    assert [each.skill for each in found.answers].count("posting") == 4
    known = course.known(learner)
    expected = placement.abilities(found.answers, list(KINDS))
    assert {id: ability.value for id, ability in known.placed.items()} == pytest.approx(
        {id: ability.value for id, ability in expected.items()}, abs=0.001
    )
    assert (known.answered, dict(known.met)) == (0, {})
    assert {id: skill.ability for id, skill in known.skills.items()} == dict(known.placed)
    assert [model.objects.exists() for model in (Attempt, SkillState, ItemRating)] == [False] * 3


def test_who_gets_all_right_begins_higher_than_who_gets_all_wrong() -> None:
    able, weak = account("able"), visitor()
    take(able)
    take(weak, right=False)
    assert all(high > low for high, low in zip(levels(able).values(), levels(weak).values(), strict=True))
    assert set(levels(weak).values()) == {1}
    asked = practice.next_question(able, Choice("min_raise"))
    assert asked.drill.bucket.level == levels(able)["min_raise"]


@pytest.mark.parametrize("who", WHO)
def test_only_the_question_that_is_open_is_answered_and_only_once(who: Callable[[], Learner]) -> None:
    learner = who()
    path.start(learner)
    question, first = now_open(learner), mark(learner)
    assert path.answer(learner, first, question.wrong) == "counted"
    second = path.sitting(learner)
    for token in (first, uuid4().hex, ""):
        assert path.answer(learner, token, question.right) == "answered"
    assert path.sitting(learner) == second
    assert second is not None
    assert [each.right for each in second.answers] == [False]
    assert path.start(learner) == second, "another tab goes on with the same test"
    with pytest.raises(BadToken):
        practice.answer(learner, mark(learner), question.right)


@pytest.mark.django_db(transaction=True)
def test_the_same_answer_sent_twice_at_once_counts_once() -> None:
    learner = account()
    path.start(learner)
    question, token = now_open(learner), mark(learner)
    work = partial(path.answer, Learner({}, learner.user_id), token, question.right)
    assert sorted(together(work, work)) == ["answered", "counted"]
    found = path.sitting(learner)
    assert found is not None
    assert len(found.kept) == 1


def test_after_the_end_and_before_the_start_nothing_is_answered() -> None:
    learner = account()
    with pytest.raises(path.NoQuestion):
        path.answer(learner, "", {})
    found = take(learner)
    with pytest.raises(path.NoQuestion):
        path.answer(learner, "", {})
    assert path.sitting(learner) == found


@pytest.mark.parametrize("who", WHO)
def test_what_can_not_be_read_changes_nothing(who: Callable[[], Learner]) -> None:
    learner = who()
    begun = path.start(learner)
    with pytest.raises(IllFormed):
        path.answer(learner, mark(learner), {})
    assert path.sitting(learner) == begun


def test_no_drill_comes_twice_and_taking_it_again_asks_others() -> None:
    learner = account()
    variant = Choice().variants(KINDS["min_raise"])[0]
    pools.fill(pools.bucket_for(KINDS["min_raise"], 5, ruleset("tda"), variant).pk, 20)
    first, second = (take(learner).kept for _ in range(2))
    assert len({each.drill for each in first}) == QUESTIONS
    assert {each.drill for each in first} != {each.drill for each in second}


# What practice knows


@pytest.mark.parametrize("who", WHO)
def test_what_practice_knows_is_never_lowered_and_little_that_it_knows_is_raised(who: Callable[[], Learner]) -> None:
    learner = who()
    known = {"min_raise": Rating(2.5, 30), "posting": Rating(-2.0, 1), "next_button": Rating(-2.0, 60)}
    learnt = {id: Skill(ability, ability.tries, 1).to_json() for id, ability in known.items()}
    if learner.user_id is None:
        met = {id: ["x", {}, each] for id, each in learnt.items()}
        learner.session["practice"] = {"course": [9, [], 1, 4], "skills": met}
    else:
        Course.objects.create(user_id=learner.user_id, answered=9, wish=1, cap=4)
        for id, each in learnt.items():
            SkillState.objects.create(
                user_id=learner.user_id, kind=id, order_key="x", learnt=each, last_at="2026-05-13T00:00:00Z"
            )
    take(learner, right=False)
    assert {id: skill.ability for id, skill in course.known(learner).skills.items()} == known
    take(learner)
    after = {id: skill.ability for id, skill in course.known(learner).skills.items()}
    assert after["min_raise"].value >= 2.5
    assert after["posting"].value > 0 > -1 > after["next_button"].value > -2.0, "by the tries behind both"
    assert {id: ability.tries for id, ability in after.items()} == {id: ability.tries for id, ability in known.items()}
    found = course.known(learner)
    assert (found.answered, found.wish, found.cap) == (9, 1, 4)
    assert {met.order_key for met in found.met.values()} == {"x"}


def test_a_skill_that_is_raised_lies_between_both_by_their_tries() -> None:
    assert course.raised(Rating(0.0, 1), Rating(1.0, 3)) == Rating(0.75, 1)
    assert course.raised(Rating(1.0, 1), Rating(0.0, 3)) == Rating(1.0, 1)
    assert course.raised(Rating(0.5, 0), Rating(1.0, 0)) == Rating(0.5, 0)


def test_taking_it_again_sets_anew_where_skills_begin_and_stopping_leaves_it() -> None:
    learner = account()
    take(learner)
    high = course.known(learner).placed
    path.start(learner)
    path.stop(learner)
    assert path.sitting(learner) is None
    assert course.known(learner).placed == high
    take(learner, right=False)
    assert all(course.known(learner).placed[id].value < high[id].value for id in KINDS)


def test_a_visitors_test_and_answers_come_along_as_they_were() -> None:
    somebody, ann = visitor(), person()
    found = take(somebody)
    served = practice.next_question(somebody, Choice("min_raise"))
    practice.answer(somebody, served.token, served.kind.examples(served.document).right[0])
    before = course.known(somebody)
    claiming.claim_session(somebody.session, ann.pk)
    account = Learner({}, ann.pk)
    assert course.known(account) == before
    assert path.sitting(account) == found
    assert "placement" not in somebody.session


def test_a_test_that_an_account_has_open_stays_when_a_visitors_comes() -> None:
    somebody, ann = visitor(), person()
    mine = path.start(Learner({}, ann.pk))
    take(somebody)
    claiming.claim_session(somebody.session, ann.pk)
    assert path.sitting(Learner({}, ann.pk)) == mine
    assert course.known(Learner({}, ann.pk)).placed.keys() == set(FEW)


def test_signing_in_without_a_test_leaves_no_trace_of_one() -> None:
    claiming.claim_session({}, person().pk)
    assert not Placement.objects.exists()


def test_a_person_gets_the_answers_and_where_skills_begin_and_not_the_seed() -> None:
    ann = person()
    found = take(Learner({}, ann.pk))
    exported = personal.export(ann)["placement"]
    assert [right for (*_asked, right), *_drill in exported["answers"]] == [True] * QUESTIONS
    assert exported["placed"].keys() == set(FEW)
    assert found.seed not in str(exported)


# The pages


def post(client: Client, raw: object, *, htmx: bool = False, **fields: object) -> tuple[int, str]:
    page = client.get("/placement/").content.decode()
    headers = {"HX-Request": "true"} if htmx else {}
    data = {"token": sent(page)["token"], **raw, **fields}  # type: ignore[dict-item]  # fields as a form sends them
    response = client.post("/placement/answer", data, headers=headers)
    return response.status_code, response.content.decode()


def learner_in(client: Client) -> Learner:
    return Learner(client.session)


def test_a_test_is_taken_without_scripts_and_tells_nothing_in_between(client: Client) -> None:
    hold_for_every_page(response := client.get("/placement/"), response.content.decode())
    assert client.post("/placement/start")["Location"] == "/placement/"
    for number in range(QUESTIONS):
        response = client.get("/placement/")
        page = response.content.decode()
        hold_for_every_page(response, page)
        assert f"Question {number + 1} of 12" in text(with_attribute(page, "id", "placement-at")[0])
        assert ("Noted." in page) == (number > 0)
        (bar,) = elements(page, "progress")
        assert (attribute(bar, "value"), attribute(bar, "max")) == (str(number), "12")
        assert not with_class(page, "verdict")
        question = now_open(learner_in(client))
        assert post(client, question.right if number % 2 else question.wrong)[0] == 302
    response = client.get("/placement/")
    page = response.content.decode()
    hold_for_every_page(response, page)
    assert text(next(elements(page, "h1"))) == "6 of 12 right"
    assert {kind_name(id) for id in KINDS} == {text(cell) for cell in elements(page, "th") if cell_is_row(cell)}
    spots = [link for link in links(page) if link.startswith("/spot/")]
    assert spots
    assert client.get(spots[0]).status_code == 200
    assert any(link.startswith("/practice/?kind=") for link in links(page))


def cell_is_row(cell: object) -> bool:
    return attribute(cell, "scope") == "row"  # type: ignore[arg-type]  # an element of the page


def test_a_fragment_says_that_an_answer_is_noted_outside_of_what_is_swapped(client: Client) -> None:
    client.post("/placement/start")
    status, page = post(client, now_open(learner_in(client)).wrong, htmx=True)
    assert status == 200
    assert "<html" not in page
    (said,) = with_attribute(page, "id", "placement-told")
    assert text(said) == "Noted. Question 2 of 12."
    whole = client.get("/placement/").content.decode()
    (region,) = with_attribute(whole, "id", "placement-told")
    assert attribute(region, "role") == "status"
    assert not with_attribute(with_attribute(whole, "id", "placement")[0], "id", "placement-told")


def test_the_last_answer_leads_to_the_result_as_a_page_of_its_own_with_the_menu_of_the_site(client: Client) -> None:
    client.post("/placement/start")
    for _ in range(QUESTIONS - 1):
        assert post(client, {}, htmx=True, skip="1")[0] == 200
    last = {"token": sent(client.get("/placement/").content.decode())["token"], "skip": "1"}
    response = client.post("/placement/answer", last, headers={"HX-Request": "true"})
    assert (response["HX-Redirect"], response.content) == ("/placement/", b"")
    page = client.get("/placement/").content.decode()
    assert "/lessons/" in links(page)
    assert not with_attribute(page, "id", "placement-told"), "no line of the test stands there any more"


def test_whoever_has_been_placed_is_no_newcomer_and_is_led_to_what_was_found(client: Client) -> None:
    client.post("/placement/start")
    for _ in range(QUESTIONS):
        post(client, {}, skip="1")
    assert "/placement/" not in links(client.get("/practice/").content.decode())
    page = client.get("/progress/").content.decode()
    assert text(next(elements(page, "h1"))) == "Nothing practised yet"
    said = text(with_attribute(page, "id", "main")[0])
    assert "The placement test has found on which level each skill begins for you. Answer a few spots" in said
    assert "What the placement test found" in said


def test_what_can_not_be_read_is_asked_again_and_counts_nowhere(client: Client) -> None:
    client.post("/placement/start")
    status, page = post(client, {})
    assert status == 422
    assert with_class(page, "form-error")
    assert "Question 1 of 12" in page
    assert "Noted." not in page


def test_a_question_is_left_out_whatever_is_filled_in_and_counts_as_wrong(client: Client) -> None:
    client.post("/placement/start")
    (answer, leave) = elements(with_class(client.get("/placement/").content.decode(), "answer-end")[0], "button")
    assert [attribute(each, "name") for each in (answer, leave)] == [None, "skip"]  # Enter answers
    first = mark(learner_in(client))
    assert post(client, now_open(learner_in(client)).right, skip="1")[0] == 302
    assert "Question 3 of 12" in post(client, {}, htmx=True, skip="1")[1]
    assert post(client, {}, token=first, skip="1")[0] == 302
    found = path.sitting(learner_in(client))
    assert found is not None
    assert [(each.left_out, each.answered.right) for each in found.kept] == [(True, False)] * 2
    assert found == Sitting.from_json(found.to_json())
    kept = found.to_json()["kept"]
    (before,) = Sitting.from_json({"seed": "", "kept": [kept[0][:3]], "open": None}).kept
    assert not before.left_out, "a test kept when no question could be left out"


def test_an_old_page_leads_to_the_question_that_is_open(client: Client) -> None:
    client.post("/placement/start")
    question = now_open(learner_in(client))
    post(client, question.wrong)
    assert post(client, question.right, token="f" * 32)[0] == 302
    page = client.get("/placement/").content.decode()
    assert "is answered already" in text(with_class(page, "messages")[0])
    assert "Question 2 of 12" in page


def test_the_addresses_that_take_a_form_lead_to_the_page_for_whoever_comes_back(client: Client) -> None:
    assert client.get("/placement/answer")["Location"] == "/placement/"
    assert client.post("/placement/answer", {"token": "x"})["Location"] == "/placement/"
    assert client.get("/placement/start").status_code == client.get("/placement/stop").status_code == 405
    client.post("/placement/start")
    client.post("/placement/stop")
    assert "Start the test" in client.get("/placement/").content.decode()


def test_it_is_offered_to_newcomers_and_to_nobody_who_has_answered(client: Client) -> None:
    for address in ("/", "/practice/"):
        assert "/placement/" in links(client.get(address).content.decode())
    served = client.get("/practice/", {"kind": "next_button"}).content.decode()
    shown = replace(Choice(), kind="next_button")
    question = practice.next_question(learner_in(client), shown)
    raw = question.kind.examples(question.document).right[0]
    client.post("/practice/answer", {"token": sent(served)["token"], **raw})
    for address in ("/", "/practice/"):
        assert "/placement/" not in links(client.get(address).content.decode())


def test_pools_of_the_test_are_those_of_practice() -> None:
    learner = account()
    take(learner)
    assert not Bucket.objects.filter(reserve=True).exists()
    assert set(Drill.objects.values_list("bucket__kind", flat=True)) == set(FEW)
