"""The review list: what was missed in runs, answered again, and never counted (issue 5, "Runs")."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from quizzes.learners import Learner
from quizzes.models import Attempt, Drill, ReviewItem, RunRecord, SkillState
from quizzes.practising import review
from quizzes.wording.kinds import kind_name
from tests.site.pages import attribute, elements, form, links, sent, text, tree, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import CASE, ILL_FORMED, RIGHT, WRONG, account, make_bucket, only_drill, opening_bets, store
from tests.site.stand_ins import visitor as a_visitor

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 5, 13, 9, tzinfo=UTC)
MISSED = dict.fromkeys(("raise_to", "raise_by", "adds"), 1)


@pytest.fixture
def drill() -> Drill:
    """A minimum raise to 1900, by 700 (CASE)."""
    return only_drill()


def missed(learner: Learner, drill: Drill, **response: int) -> ReviewItem:
    """Put a drill on a learner's list."""
    review.note_miss(learner, drill, "tda", {**MISSED, **response}, timezone.now())
    return review.listed(learner).get(drill=drill)


def browser(drill: Drill) -> tuple[Client, ReviewItem]:
    """The browser of somebody with one drill on the list."""
    user = person()
    return browser_of(user), missed(Learner({}, user.pk), drill)


def test_each_missed_drill_is_on_the_list_once_with_its_latest_miss(drill: Drill) -> None:
    for learner in (account(), a_visitor()):
        missed(learner, drill, raise_to=600)
        with time_machine.travel(timezone.now() + timedelta(hours=1)):
            missed(learner, drill, raise_to=700)
            now = timezone.now()
        (item,) = review.listed(learner)
        assert item.response["raise_to"] == 700
        assert item.missed_at <= now
        assert now - item.missed_at < timedelta(minutes=1)


def test_only_the_latest_misses_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review, "KEPT", 3)
    learner, other = account(), account("ben")
    drills = store(make_bucket(), opening_bets(5))
    for drill in drills:
        missed(learner, drill)
        missed(other, drills[0])
    assert [item.drill for item in review.listed(learner)] == drills[:1:-1]
    assert review.listed(other).count() == 1


def test_a_drill_that_is_right_on_two_different_days_is_off_the_list(drill: Drill) -> None:
    learner = account()
    item = missed(learner, drill)
    for hours, done in ((0, False), (2, False), (24, True)):
        with time_machine.travel(TODAY + timedelta(hours=hours)):
            assert review.try_again(learner, item.pk, RIGHT).done == done
    assert not ReviewItem.objects.exists()


def test_a_miss_in_between_begins_anew(drill: Drill) -> None:
    learner = account()
    item = missed(learner, drill)
    with time_machine.travel(TODAY) as clock:
        for day, raw in enumerate((RIGHT, WRONG, RIGHT)):
            clock.move_to(TODAY + timedelta(days=day))
            assert not review.try_again(learner, item.pk, raw).done
    (left,) = review.listed(learner)
    assert left.right_on == (TODAY + timedelta(days=2)).date()
    assert left.missed_at.date() == (TODAY + timedelta(days=1)).date()
    assert left.response["raise_to"] == 2000, "the latest miss, that of WRONG"


def test_trying_again_never_counts(drill: Drill) -> None:
    learner = account()
    item = missed(learner, drill)
    for raw in (WRONG, RIGHT):
        review.try_again(learner, item.pk, raw)
    assert [model.objects.count() for model in (Attempt, SkillState, RunRecord)] == [0, 0, 0]
    assert learner.session == {}


def test_the_same_drill_is_asked_and_explained_and_the_way_leads_on_through_the_list(drill: Drill) -> None:
    client, item = browser(drill)
    page = client.get(f"/review/{item.pk}/").content.decode()
    assert "BTN raises to 500" in text(tree(page))  # CASE
    assert attribute(form(page), "action") == f"/review/{item.pk}/"
    assert not set(sent(page)) & {"token"}
    told = client.post(f"/review/{item.pk}/", WRONG).content.decode()
    for value in CASE["answer"].values():
        assert f"{value:,}" in text(with_class(told, "fields")[0])
    assert "It stays on the list." in text(tree(told))
    next_one = with_class(with_class(told, "onward")[0], "button-act")[0]
    assert attribute(next_one, "href") == "/review/"
    assert attribute(next_one, "hx-get") is None, "the list is a whole page: swapped in it would be a page in a page"
    earlier = store(make_bucket(level=2), opening_bets(1))[0]
    with time_machine.travel(timezone.now() - timedelta(days=1)):
        other = missed(Learner({}, item.user_id), earlier)
    told = client.post(f"/review/{item.pk}/", WRONG).content.decode()
    assert f"/review/{other.pk}/" in links(told)
    part = client.get(f"/review/{other.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert form(part)


def test_a_try_that_can_not_be_read_is_asked_again(drill: Drill) -> None:
    client, item = browser(drill)
    response = client.post(f"/review/{item.pk}/", ILL_FORMED)
    assert response.status_code == 422
    assert sent(response.content.decode())["adds"] == ILL_FORMED["adds"]


def test_a_drill_can_be_removed_and_a_second_click_does_no_harm(drill: Drill) -> None:
    client, item = browser(drill)
    page = client.get("/review/").content.decode()
    (button,) = with_class(page, "review-remove")
    fields = {attribute(button, "name") or "": attribute(button, "value") or ""}
    for _ in range(2):
        assert client.post("/review/remove", fields)["Location"] == "/review/"
    assert "The list is empty." in client.get("/review/").content.decode()
    assert client.get(f"/review/{item.pk}/").status_code == 404
    assert "off the list already" in client.post(f"/review/{item.pk}/", RIGHT, follow=True).content.decode()


@pytest.mark.parametrize("item", ["", "x", "²", "9" * 30, pytest.param("9" * 5000, id="more digits than int() reads")])
def test_what_is_not_on_the_list_is_removed_without_a_word(client: Client, item: str) -> None:
    assert client.post("/review/remove", {"item": item})["Location"] == "/review/"


def test_nobody_sees_or_touches_another_learners_list(drill: Drill) -> None:
    _owner, item = browser(drill)
    for other in (Client(), browser_of(person("Ben"))):
        assert "The list is empty." in other.get("/review/").content.decode()
        assert other.get(f"/review/{item.pk}/").status_code == 404
        other.post(f"/review/{item.pk}/", WRONG)
        other.post("/review/remove", {"item": item.pk})
    assert ReviewItem.objects.values_list("response", flat=True).get() == MISSED


def test_the_list_says_what_was_missed_and_when_but_not_what_is_right(
    drill: Drill, django_assert_num_queries: Any
) -> None:
    client, item = browser(drill)
    with django_assert_num_queries(3):  # account, how many, the list
        page = client.get("/review/").content.decode()
    (row,) = list(elements(with_class(page, "review-list")[0], "li"))
    said = text(row)
    assert kind_name("min_raise") in said
    assert f"Level 1, TDA 2024, missed on {item.missed_at:%-d %b %Y}" in said
    assert "1,900" not in said
    assert "/review/" in links(client.get("/runs/").content.decode())


def test_a_long_list_has_pages() -> None:
    user = person()
    for drill in store(make_bucket(), opening_bets(42)):
        missed(Learner({}, user.pk), drill)
    client = browser_of(user)
    found = [len(with_class(client.get("/review/", {"page": n}).content.decode(), "review-remove")) for n in (1, 2)]
    assert found == [40, 2]


@pytest.mark.parametrize("visitors_hours", [-1, 1], ids=["the account's", "the visitor's"])
def test_a_claim_keeps_the_later_miss_of_a_drill_that_both_missed(drill: Drill, visitors_hours: int) -> None:
    ann, somebody = account(), a_visitor()
    with time_machine.travel(TODAY):
        missed(ann, drill, raise_to=600)
    with time_machine.travel(TODAY + timedelta(hours=visitors_hours)):
        missed(somebody, drill, raise_to=700)
    assert ann.user_id
    assert isinstance(somebody.visitor, UUID)
    for _ in range(2):
        review.claim(somebody.visitor, ann.user_id)
    (item,) = ReviewItem.objects.all()
    assert (item.user_id, item.response["raise_to"]) == (ann.user_id, 700 if visitors_hours > 0 else 600)
