"""What was practised before signing up or in comes along in one transaction (issue 3)."""

from __future__ import annotations

from importlib import import_module
from uuid import UUID

import pytest
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from quizzes import practice
from quizzes.learners import Learner
from quizzes.lessons import shelf
from quizzes.models import Attempt, LessonRead, RunRecord, SkillState, SkillWeek
from quizzes.practising import claiming
from quizzes.practising.asking import Choice
from quizzes.tokens import read_token
from tests.site.lesson_sources import ENGLISH
from tests.site.people import deal, person, practise, question, sign_in, sign_up, who
from tests.site.stand_ins import together
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

CHOICE = Choice("min_raise", 1)


@pytest.fixture
def visitor(client: Client) -> Client:
    """A browser in which four questions were answered, three of them right."""
    deal()
    practise(client, [True, False, True, True])
    return client


def drill_of(client: Client) -> int:
    """The drill of the question that a browser is shown."""
    return read_token(question(client), timezone.now()).drill


def counts() -> list[tuple[str, int, int]]:
    return list(SkillState.objects.order_by("user").values_list("user__username", "tries", "right"))


def test_answers_skill_and_order_of_a_visitor_come_along_with_signing_up(visitor: Client) -> None:
    key = UUID(visitor.session["visitor"])
    _order, served, learnt = visitor.session["practice"]["skills"]["min_raise"]
    next_drill = drill_of(visitor)
    before = set(Attempt.objects.values_list("nonce", "points", "answered_at"))
    assert sign_up(visitor).status_code == 302
    assert "The 4 answers that you gave before are in your progress." in visitor.get("/account/").content.decode()
    user = User.objects.get()
    assert set(Attempt.objects.values_list("nonce", "points", "answered_at")) == before
    assert set(Attempt.objects.values_list("user", "visitor")) == {(user.pk, None)}
    state = SkillState.objects.get()
    assert (state.tries, state.right, state.order_key) == (4, 3, key.hex)
    assert (state.learnt, state.served) == (learnt, served)
    assert [(week.tries, week.right) for week in SkillWeek.objects.all()] == [(4, 3)]
    assert state.last_at == max(answered for *_, answered in before)
    assert drill_of(visitor) == next_drill, "the order goes on where the visitor was"
    assert not {"visitor", "practice"} & visitor.session.keys()


def test_they_come_along_with_signing_in_and_are_added_to_what_is_there(visitor: Client) -> None:
    user = person("Ann")
    other = Client()
    sign_in(other)
    practise(other, [False])
    sign_in(visitor)
    assert counts() == [("Ann", 5, 3)]
    assert set(Attempt.objects.values_list("user", "visitor")) == {(user.pk, None)}
    sign_in(Client())
    assert counts() == [("Ann", 5, 3)], "signing in again brings nothing more"


def test_runs_and_what_was_read_of_lessons_come_along(visitor: Client) -> None:
    shelf.save("a-raise", "en", ENGLISH, None)
    right = {"raise_to": "400", "raise_by": "150", "adds": "350"}  # TDA 2024 43-A
    visitor.post("/lessons/a-raise/check/second/", right)
    visitor.post("/runs/start", {"mode": "survival", "kind": "min_raise"})
    sign_up(visitor)
    user = User.objects.get(username="Ann")
    assert RunRecord.objects.get().user == user
    assert LessonRead.objects.get().user == user
    assert LessonRead.objects.get().checks == {"second": True}


def test_a_visitor_who_comes_after_signing_out_is_another_one(visitor: Client) -> None:
    sign_up(visitor)
    visitor.post("/account/logout/")
    practise(visitor, [True])
    assert counts() == [("Ann", 4, 3)]
    assert Attempt.objects.filter(user=None).count() == 1
    sign_in(visitor)
    assert counts() == [("Ann", 5, 4)]


@pytest.mark.parametrize("way", [sign_up, sign_in], ids=["signing up", "signing in"])
@pytest.mark.parametrize("place", ["practising.course.count_attempts", "practice.claim"])
def test_when_it_fails_half_way_nothing_is_lost_and_the_next_try_doubles_nothing(
    visitor: Client, monkeypatch: pytest.MonkeyPatch, way: object, place: str
) -> None:
    if way is sign_in:
        person("Ann")
    people = User.objects.count()
    next_drill, session = drill_of(visitor), dict(visitor.session)
    module, _, act = place.rpartition(".")
    real = getattr(import_module(f"quizzes.{module}"), act)

    def fail_at_the_end(*args: object) -> None:
        real(*args)
        raise RuntimeError("the power is gone")

    visitor.raise_request_exception = False
    with monkeypatch.context() as patch:
        patch.setattr(f"quizzes.{place}", fail_at_the_end)
        assert way(visitor).status_code == 500  # type: ignore[operator]  # a parameter of several kinds
    assert User.objects.count() == people
    assert not SkillState.objects.exists()
    assert Attempt.objects.filter(visitor=UUID(session["visitor"])).count() == 4
    assert who(visitor) is None
    assert dict(visitor.session) == session
    assert drill_of(visitor) == next_drill
    assert way(visitor).status_code == 302  # type: ignore[operator]  # a parameter of several kinds
    assert counts() == [("Ann", 4, 3)]
    assert drill_of(visitor) == next_drill


@pytest.mark.django_db(transaction=True)
def test_two_claims_at_once_count_every_answer_once(client: Client) -> None:
    deal()
    practise(client, [True, False])
    key, user = UUID(client.session["visitor"]), person("Ann")
    taken = together(*[lambda: practice.claim(user.pk, key)] * 4)
    assert sorted(taken) == [0, 0, 0, 2]
    assert counts() == [("Ann", 2, 1)]


def test_a_question_that_was_open_while_signing_up_in_another_tab_is_asked_anew(visitor: Client) -> None:
    token = question(visitor)
    sign_up(visitor)
    response = visitor.post("/practice/answer", {"token": token, "raise_to": "1", "raise_by": "1", "adds": "1"})
    assert response["Location"] == "/practice/"
    assert Attempt.objects.count() == 4


def test_an_answer_from_before_gives_the_same_feedback_afterwards(client: Client) -> None:
    deal()
    token = question(client)
    first = {"token": token, "raise_to": "1", "raise_by": "1", "adds": "1"}
    client.post("/practice/answer", first)
    sign_up(client)
    page = client.post("/practice/answer", {**first, "raise_to": "2"}).content.decode()
    assert "this is your first answer" in page
    assert counts() == [("Ann", 1, 0)]


SAID = "What was practised in this browser before you sign in comes along into your account"


@pytest.mark.parametrize("address", ["/account/login/", "/account/signup/", "/exams/ticket/"])
def test_where_one_signs_in_it_is_said_what_comes_along_and_a_stranger_leaves_it_out(
    visitor: Client, address: str
) -> None:
    """A teacher's gradebook holds what the account did: not what somebody else did at the same computer before."""
    person("Ann")
    assert SAID in visitor.get(address).content.decode()
    assert SAID not in Client().get(address).content.decode()
    response = visitor.post("/account/leave-out/", {"next": address})
    assert response["Location"] == address
    page = visitor.get(address).content.decode()
    assert SAID not in page
    assert "What was practised in this browser before stays out of your account." in page
    sign_in(visitor)
    assert counts() == []
    assert Attempt.objects.filter(user=None).count() == 4
    assert not {"visitor", "practice", "run", "answers", "hints", "choice"} & visitor.session.keys()


def test_leaving_out_leads_nowhere_else_and_only_what_was_done_is_said_to_come_along(client: Client) -> None:
    assert client.post("/account/leave-out/", {"next": "https://elsewhere.example/"})["Location"] == "/account/login/"
    client.get("/practice/")
    assert SAID not in client.get("/account/login/").content.decode(), "a question was seen, none answered"
    client.post("/placement/start")
    assert SAID in client.get("/account/login/").content.decode()


def test_signing_in_without_a_visit_before_touches_nothing() -> None:
    request = HttpRequest()
    request.session = Client().session
    assert claiming.claim_session(request.session, person().pk) == 0
    assert practice.next_question(Learner({}, User.objects.get().pk), CHOICE).kind.id == "min_raise"
