"""The reason for each question, one tap away, and what a learner may wish for beside it (issue 5)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args

import pytest
from django.test import Client

from quizzes.learners import Learner
from quizzes.learning.choosing import Next, Reason, Why
from quizzes.learning.memory import Card, Day, Plan
from quizzes.learning.skills import Skill
from quizzes.models import Course
from quizzes.practising import course
from quizzes.wording.reasons import plan_text, reason_text, wish_text
from tests.site.pages import ask, attribute, elements, sent, text, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import only_drill

NOW = datetime(2026, 5, 13, 12, tzinfo=UTC)
YESTERDAY = (NOW - timedelta(days=1)).isoformat()
SEEN = Skill(card=Card(9, 5, date(2026, 5, 13), date(2026, 5, 1)))
TRAP = {"misconception": "double-the-bet"}

REASONS: list[tuple[Why, dict[str, Any], str]] = [
    ("sure-but-wrong", {"at": YESTERDAY}, "You were sure of your answer on 12 May (Minimum raise), and it was wrong."),
    (
        "habit",
        {**TRAP, "times": 3, "misses": 4},
        "Minimum raise: 3 of your last 4 misses came from “Doubling the bet”.",
    ),
    ("habit", {**TRAP, "times": 1, "misses": 1}, "Minimum raise: your last miss came from “Doubling the bet”."),
    ("due", {"since": "2026-05-13"}, "Due today: last seen 12 days ago."),
    ("due", {"since": "2026-05-11"}, "Due since 11 May: last seen 12 days ago."),
    ("new", {"tries": 0}, "A skill that you have not met yet."),
    ("new", {"tries": 1}, "until the first right answer"),
    ("confused", {"other": "reopen"}, "You missed “Raising again” just now"),
    ("mixed", {"other": "reopen"}, "“Minimum raise” is easily mixed up with “Raising again”"),
    ("again", {"since": YESTERDAY}, "Right among others on 12 May: right once more, and it is mastered."),
    ("weakest", {}, "furthest from mastery"),
    ("kept", {}, "most likely to be forgotten"),
    ("chosen", {}, "You chose this skill."),
    ("chosen", TRAP, "You chose spots that show “Doubling the bet”."),
    ("check", TRAP, "To see whether “Doubling the bet” happens to you."),
]


def panel(page: str) -> str:
    """What the page says about its question's choice."""
    return text(with_class(page, "why")[0])


def state_of(client: Client) -> course.Known:
    """What is known of a visitor's browser."""
    return course.known(Learner(client.session))


@pytest.mark.parametrize(("id", "data", "words"), REASONS)
def test_each_reason_is_a_sentence(id: Why, data: dict[str, Any], words: str) -> None:
    assert words in reason_text(Next("min_raise", 1, Reason(id, data)), SEEN, NOW)


def test_no_reason_is_without_its_sentence() -> None:
    assert {id for id, _data, _words in REASONS} == set(get_args(Why))


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan(()), "Nothing is due today"),
        (Plan(("a", "b")), "2 due today"),
        (
            Plan(
                tuple("abcdefgh"), (Day(date(2026, 5, 14), tuple("ijklmnop")), Day(date(2026, 5, 15), tuple("qrstuv")))
            ),
            "8 due today, 14 more spread over 2 days",
        ),
    ],
)
def test_what_is_due_is_told_with_how_the_rest_is_caught_up(plan: Plan, words: str) -> None:
    assert plan_text(plan) == words


def test_a_wish_is_told_in_levels() -> None:
    assert len({wish_text(wish) for wish in range(-2, 3)}) == 5
    assert "1 level harder" in wish_text(1)
    assert "2 levels easier" in wish_text(-2)


@pytest.mark.django_db
def test_the_question_page_tells_why_and_lets_one_choose_easier_or_harder(client: Client) -> None:
    only_drill()
    page = ask(client, kind="min_raise")
    assert "You chose this skill." in panel(page)
    assert [attribute(button, "value") for button in with_attribute(page, "name", "wish")] == ["-1", "1"]
    assert not with_attribute(ask(client, kind="min_raise", level=1), "id", "wish"), "a chosen level is kept"


@pytest.mark.django_db
def test_a_wish_without_javascript_leads_back_to_the_choice(client: Client) -> None:
    response = client.post("/practice/wish", {"wish": "1", "kind": "min_raise", "ruleset": "jj"})
    assert (response.status_code, response["Location"]) == (302, "/practice/?kind=min_raise&ruleset=jj")
    assert state_of(client).wish == 1


@pytest.mark.django_db
def test_by_htmx_a_wish_changes_nothing_else_and_is_announced(client: Client) -> None:
    sent_by_htmx = {"HX-Request": "true"}
    page = client.post("/practice/wish", {"wish": "2", "kind": "min_raise"}, headers=sent_by_htmx).content.decode()
    assert not with_class(page, "spot-answer")
    [form, said] = with_attribute(page, "id", "wish") + with_attribute(page, "id", "said")
    assert {attribute(field, "value") for field in elements(form, "input") if attribute(field, "name") == "kind"} == {
        "min_raise"
    }
    assert "2 levels harder" in text(said)
    page = client.post("/practice/due", {"cap": "12"}, headers=sent_by_htmx).content.decode()
    assert "at most 12 a day" in text(with_attribute(page, "id", "said")[0])
    assert (state_of(client).wish, state_of(client).cap) == (2, 12)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wish", "ways", "end"),
    [
        ("1", ["0", "2"], ""),
        ("2", ["1"], "That is as hard as it gets."),
        ("-2", ["-1"], "That is as easy as it gets."),
    ],
)
def test_a_wish_says_from_when_it_goes_and_where_it_ends(client: Client, wish: str, ways: list[str], end: str) -> None:
    # MOST_WISHED: two levels; the button beyond them did nothing, and nothing said so
    page = client.post("/practice/wish", {"wish": wish}, headers={"HX-Request": "true"}).content.decode()
    for part in with_attribute(page, "id", "wish") + with_attribute(page, "id", "said"):
        assert "It goes for the next question." in text(part)
        assert end in text(part)
        assert ("as it gets" in text(part)) == bool(end)
    assert [attribute(button, "value") for button in elements(page, "button")] == ways


@pytest.mark.django_db
def test_why_it_is_asked_stays_when_the_question_comes_again(client: Client) -> None:
    only_drill()
    page = ask(client, kind="min_raise", level=1)
    told = panel(page)
    unread = client.post("/practice/answer", sent(page)).content.decode()
    hinted = client.post("/practice/hint", {**sent(page), "hint": "1"}).content.decode()
    assert panel(unread) == panel(hinted) == told
    assert "You chose this skill." in told


@pytest.mark.django_db
def test_an_accounts_wishes_are_kept_within_bounds() -> None:
    user = person()
    browser = browser_of(user)
    for wish, cap in (("9", "9999"), ("-9", "-1"), ("much", "")):
        browser.post("/practice/wish", {"wish": wish})
        browser.post("/practice/due", {"cap": cap})
        kept = Course.objects.get(user=user)
        assert abs(kept.wish) <= 2
        assert 0 <= kept.cap <= 50
    assert (kept.wish, kept.cap) == (0, 0)
    assert browser.get("/practice/wish").status_code == 405


@pytest.mark.django_db
def test_sure_and_not_sure_are_offered_and_neither_is_chosen_beforehand(client: Client) -> None:
    only_drill()
    page = ask(client, kind="min_raise", level=1)
    offered = with_attribute(page, "name", "sure")
    assert [attribute(field, "value") for field in offered] == ["yes", "no"]
    assert "sure" not in sent(page)
    again = client.post("/practice/answer", {**sent(page), "sure": "yes"}).content.decode()
    assert sent(again)["sure"] == ["yes"], "it is kept when an answer can not be read"
