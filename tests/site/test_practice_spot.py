"""A link that shares one spot: asked of anybody with the same feedback, counted for nobody, and no way to others.

What is expected: issue 3, "Practice"; design.md: practice never shows the reserve, and a page holds no answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from quizzes.engine.rulesets import RULESET_IDS
from quizzes.kinds import KINDS
from quizzes.models import Attempt, Drill, SkillState, SkillWeek
from quizzes.practising import sharing
from tests.site import pages
from tests.site.pages import (
    Asked,
    answer,
    ask,
    asked,
    attribute,
    drill_of,
    elements,
    links,
    sent,
    text,
    usual,
    with_class,
)
from tests.site.people import browser_of, deal, person, practise
from tests.site.stand_ins import ILL_FORMED, RIGHT, WRONG, make_bucket, only_drill, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def drill() -> Drill:
    """The one drill that a minimum raise of level 1 leads to."""
    return only_drill()


def address_of(drill: Drill, house: str = "tda") -> str:
    return f"/spot/{sharing.spot_name(drill.pk, house)}/"


def send(client: Client, address: str, raw: Any, page: str | None = None) -> Any:
    """Send an answer with the token of a spot's page."""
    shown = page or client.get(address).content.decode()
    return client.post(address, {"token": sent(shown)["token"], **raw})


def verdicts(page: str) -> list[list[str]]:
    return [[text(cell) for cell in elements(row, "th", "td")] for row in elements(with_class(page, "fields")[0], "tr")]


def spots(page: str) -> set[str]:
    """The addresses of the spots that a page leads to, those of a replay's moments not among them."""
    return {link for link in links(page) if link.startswith("/spot/") and "/replay/" not in link}


@pytest.mark.parametrize("kind", KINDS)
def test_each_question_and_its_feedback_link_to_the_spot_which_asks_just_that(client: Client, kind: str) -> None:
    page = ask(client, kind=kind, level=3, ruleset="jj")
    question = asked(page)
    told = answer(client, page, question.wrong).content.decode()
    [spot] = spots(page)
    assert spots(told) == {spot}
    shared = Client().get(spot).content.decode()
    assert asked(shared) == question
    assert verdicts(send(Client(), spot, question.wrong).content.decode()) == verdicts(told)


@pytest.mark.parametrize(("raw", "sign"), [(RIGHT, "is-right"), (WRONG, "is-wrong")], ids=["right", "wrong"])
def test_an_answer_moves_no_skill_no_run_and_no_order(drill: Drill, raw: Any, sign: str) -> None:
    learner = browser_of(person())
    practise(learner, [True, False])
    before = (list(SkillState.objects.values()), list(SkillWeek.objects.values()), dict(learner.session))
    own = set(Attempt.objects.values_list("nonce", flat=True))
    told = send(learner, address_of(drill), raw).content.decode()
    assert sign in (attribute(with_class(told, "verdict-sign")[0], "class") or "")
    assert (list(SkillState.objects.values()), list(SkillWeek.objects.values()), dict(learner.session)) == before
    recorded = Attempt.objects.exclude(nonce__in=own).get()
    assert (recorded.user_id, recorded.visitor) == (None, recorded.nonce), "a stranger's, who is met once"


def test_a_link_is_told_as_what_it_is_and_never_as_ones_own_spot(client: Client, drill: Drill) -> None:
    for query in ("", "?from=", "?from=answer", "?from=home"):
        page = client.get(address_of(drill) + query).content.decode()
        assert "Whoever has its link gets this spot." in text(pages.tree(page))
        assert "/practice/summary/" not in links(page)
    own = client.get(address_of(drill) + "?from=reports").content.decode()
    assert "You had this spot before." in text(pages.tree(own))
    assert "/reports/" in links(own)
    ill = client.post(address_of(drill) + "?from=reports", {"token": sent(own)["token"], **ILL_FORMED}).content.decode()
    assert "/reports/" in links(ill)


def test_an_answer_leaves_a_visitor_without_a_session(client: Client, drill: Drill) -> None:
    assert send(client, address_of(drill), RIGHT).status_code == 200
    assert "sessionid" not in client.cookies


def test_an_answer_that_is_sent_again_gets_the_first_feedback(client: Client, drill: Drill) -> None:
    address = address_of(drill)
    page = client.get(address).content.decode()
    first = send(client, address, WRONG, page).content.decode()
    again = send(client, address, RIGHT, page).content.decode()
    assert verdicts(again) == verdicts(first)
    assert "this is your first answer" in again
    assert Attempt.objects.count() == 1


def test_an_ill_formed_answer_is_asked_again_with_what_was_typed(client: Client, drill: Drill) -> None:
    response = send(client, address_of(drill), ILL_FORMED)
    assert response.status_code == 422
    assert 'value="a lot"' in response.content.decode()
    assert not Attempt.objects.exists()


def test_a_shared_spots_token_is_not_taken_on_the_practice_page_nor_the_other_way_round(
    client: Client, drill: Drill
) -> None:
    shared = sent(client.get(address_of(drill)).content.decode())["token"]
    own = sent(ask(client, kind="min_raise", level="1"))["token"]
    assert client.post("/practice/answer", {"token": shared, **RIGHT}).status_code == 302
    assert client.post(address_of(drill), {"token": own, **RIGHT}).status_code == 302
    assert client.post(address_of(drill), {"token": "made up", **RIGHT}).status_code == 302
    assert not Attempt.objects.exists()


def test_a_token_is_good_for_its_own_spot_only(client: Client) -> None:
    one, other = deal().drill_set.order_by("slot")[:2]
    page = client.get(address_of(one)).content.decode()
    assert send(client, address_of(other), WRONG, page).status_code == 302
    assert not Attempt.objects.exists()


def test_no_address_can_be_made_from_another(client: Client) -> None:
    one, other = deal().drill_set.order_by("slot")[:2]
    name = sharing.spot_name(one.pk, "tda")
    seal = name.rpartition("-")[2]
    forged = [
        f"tda-d{other.pk}-{seal}",
        f"jj-d{one.pk}-{seal}",
        f"tda-d0{one.pk}-{seal}",
        f"tda-d{one.pk}-{seal[:-1]}",
        f"tda-d{one.pk}-{'0' * 32}",
        f"tda-d{one.pk}-",
        f"tda-d{10**30}-{seal}",
        str(one.pk),
        "tda",
    ]
    for each in forged:
        assert each != name
        assert client.get(f"/spot/{each}/").status_code == 404
        assert client.post(f"/spot/{each}/", {"token": "x"}).status_code == 404


def test_a_spot_of_the_reserve_is_shown_to_nobody_even_by_a_sealed_address(client: Client) -> None:
    [kept] = store(make_bucket(reserve=True), [drill_of("min_raise", level=1)])
    assert client.get(address_of(kept)).status_code == 404


def test_a_spot_whose_drill_is_gone_or_whose_house_is_closed_is_not_found(client: Client, drill: Drill) -> None:
    assert client.get(address_of(Drill(pk=drill.pk + 1))).status_code == 404
    assert client.get(address_of(drill, "home-game")).status_code == 404


@pytest.mark.parametrize("house", RULESET_IDS)
def test_the_spot_is_asked_under_the_house_it_was_shared_from(client: Client, drill: Drill, house: str) -> None:
    assert asked(client.get(address_of(drill, house)).content.decode()).document == drill.spot(house)


@pytest.mark.parametrize("kind", KINDS)
def test_title_description_and_page_hold_no_answer(client: Client, kind: str) -> None:
    [drill] = store(make_bucket(KINDS[kind], level=4), [drill_of(kind, level=4)])
    house = usual(KINDS[kind], 4).house
    address = address_of(drill, house)
    page = client.get(address).content.decode()
    question = Asked(KINDS[kind], drill.spot(house))
    told = send(client, address, question.right).content.decode()
    right = text(next(elements(told, "h1")))
    choices = {text(label) for label in elements(pages.form(page), "label")}  # “Ann may not raise” is one
    assert right in choices or right not in page
    head = next(elements(page, "head"))
    said = {attribute(meta, "property"): attribute(meta, "content") or "" for meta in elements(head, "meta")}
    assert said["og:title"] == text(next(elements(page, "h1")))
    assert said["og:url"] == f"http://testserver{address}"
    assert said["og:description"]
    # all that the head says is on the page itself, which is the question's own (test_hidden_answers.py)
    body = text(next(elements(page, "body")))
    assert all(sentence in body for sentence in re.split(r"(?<=\.)\s", said["og:description"])[1:] if sentence)
    assert pages.names_of_fields(page)


def test_looking_at_a_spot_writes_nothing_and_is_kept_by_no_cache(client: Client, drill: Drill) -> None:
    response = client.get(address_of(drill))
    assert "no-store" in response.headers["Cache-Control"]
    assert "sessionid" not in response.cookies
    assert not Attempt.objects.exists()
    assert client.head(address_of(drill)).content == b""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("signed_in", "look", "send_in"), [(False, 1, 2), (True, 3, 4)], ids=["visitor", "account"])
def test_how_many_queries_a_shared_spot_takes(
    client: Client,
    signed_in: bool,
    look: int,
    send_in: int,
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    """An account is asked for, and what its classes gave it: it may have the spot to answer there."""
    address = address_of(only_drill())
    if signed_in:
        client.force_login(person())
    for _ in range(2):
        with django_assert_num_queries(look):
            page = client.get(address).content.decode()
        with django_assert_num_queries(send_in):
            send(client, address, RIGHT, page)
