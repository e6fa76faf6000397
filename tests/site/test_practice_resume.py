"""Whoever comes back goes on where they were: the last choice, and the question that was open (issue 3, "Practice")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from quizzes.models.places import Place
from quizzes.tokens import read_token
from tests.site import pages
from tests.site.pages import answer, ask, asked, attribute, elements, sent, text, with_class
from tests.site.people import browser_of, deal, person, sign_in, sign_up

pytestmark = pytest.mark.django_db

CHOICE = {"kind": "min_raise.side_pots", "level": "1", "ruleset": "jj"}
ADDRESS = "/practice/?kind=min_raise.side_pots&level=1&ruleset=jj"
WORDS = "Go on where you were: Minimum raise and Side pots, level 1, JJ"


def offer(client: Client, address: str) -> tuple[str, str] | None:
    """What a page offers to go on with, in words and as an address."""
    found = with_class(client.get(address).content.decode(), "resume")
    if not found:
        return None
    link = next(elements(found[0], "a"))
    return text(link), attribute(link, "href") or ""


def drill_of(page: str) -> int:
    return read_token(sent(page)["token"][0], timezone.now()).drill


def choose_and_answer(client: Client) -> int:
    """Answer a question of the choice and look at the next. Return that one's drill."""
    page = ask(client, **CHOICE)
    assert answer(client, page, asked(page).wrong).status_code == 200
    return drill_of(ask(client, **CHOICE))


@pytest.mark.parametrize("address", ["/", "/practice/"])
def test_nothing_is_offered_to_who_has_not_been_here(client: Client, address: str) -> None:
    assert offer(client, address) is None


@pytest.mark.parametrize("address", ["/", "/practice/"])
def test_a_visitor_is_offered_the_last_choice_and_gets_the_question_that_was_open(client: Client, address: str) -> None:
    drill = choose_and_answer(client)
    assert offer(client, address) == (WORDS, ADDRESS)
    assert drill_of(client.get(ADDRESS).content.decode()) == drill


@pytest.mark.parametrize("address", ["/", "/practice/"])
def test_an_account_is_offered_it_after_signing_out_and_in_and_in_another_browser(client: Client, address: str) -> None:
    deal()
    sign_up(client)
    drill = choose_and_answer(client)
    client.post("/account/logout/")
    assert offer(client, address) is None, "whoever comes next to this browser is somebody else"
    sign_in(client)
    for browser in (client, browser_of(Place.objects.get().user)):
        assert offer(browser, address) == (WORDS, ADDRESS)
        assert drill_of(browser.get(ADDRESS).content.decode()) == drill


def test_what_a_visitor_chose_comes_along_with_signing_up(client: Client) -> None:
    choose_and_answer(client)
    sign_up(client)
    assert offer(client, "/practice/") == (WORDS, ADDRESS)
    assert Place.objects.get().choice == ADDRESS.partition("?")[2]


def test_a_choice_that_was_only_looked_at_is_the_last_one_too(client: Client) -> None:
    choose_and_answer(client)
    ask(client, kind="winner")
    assert offer(client, "/") == ("Go on where you were: Who wins", "/practice/?kind=winner")


def test_going_on_with_the_mix_takes_its_place_and_is_not_offered_on_its_own_page(client: Client) -> None:
    choose_and_answer(client)
    page = ask(client)
    answer(client, page, asked(page).wrong)
    assert offer(client, "/practice/") is None
    assert offer(client, "/") == ("Go on where you were: A mix of all", "/practice/")


def test_from_the_first_pages_question_one_goes_on_where_one_was(client: Client) -> None:
    choose_and_answer(client)
    page = client.get("/").content.decode()
    told = answer(client, page, asked(page).wrong).content.decode()
    onward = with_class(with_class(told, "onward")[0], "button-act")[0]
    assert attribute(onward, "href") == ADDRESS
    assert offer(client, "/") == (WORDS, ADDRESS)


def test_a_kept_choice_of_what_there_is_no_more_is_the_mix(client: Client) -> None:
    user = person()
    Place.objects.create(user=user, choice="kind=chess&level=9&ruleset=gone")
    assert offer(browser_of(user), "/") == ("Go on where you were: A mix of all", "/practice/")


@pytest.mark.django_db(transaction=True)
def test_a_choice_is_written_when_it_changes_and_not_again(
    client: Client, django_assert_num_queries: Callable[[int], Any]
) -> None:
    deal()
    client.force_login(person())
    choice = {"kind": "min_raise", "level": "1"}
    page = ask(client, **choice)
    pages.answer(client, page, asked(page).wrong)
    for _ in range(2):
        with django_assert_num_queries(5):  # who is signed in, the skills, the bucket, the drill, what a class gave
            ask(client, **choice)


@pytest.mark.django_db(transaction=True)
def test_how_many_queries_the_offer_takes_from_an_account_that_has_just_signed_in(
    django_assert_num_queries: Callable[[int], Any],
) -> None:
    deal()
    user = person()
    choose_and_answer(browser_of(user))
    fresh = browser_of(user)
    fresh.get("/")
    with django_assert_num_queries(6):  # as after the first answer, the place, and whether there is news
        fresh.get("/")
