"""The pages of teachable moments: a file goes in, what is worth asking comes out, and a click makes a draft of it."""

from __future__ import annotations

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes import tasks
from quizzes.authoring import hand_files
from quizzes.engine.notation import parse
from quizzes.histories.files import MOST_BYTES
from quizzes.kinds import KINDS, agree
from quizzes.models import HandFile, Scenario, ScenarioVersion
from quizzes.wording.kinds import words_of
from tests.site.pages import attribute, elements, links, text, with_class
from tests.site.people import person
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

PAGE = "/author/hands/"

HAND = """\
PokerStars Hand #1001:  Hold'em No Limit (50/100) - 2031/05/06 7:08:09 ET
Table 'Made Up' 6-max Seat #3 is the button
Seat 1: Amber (2000 in chips)
Seat 2: Boris (250 in chips)
Seat 3: Celine (2000 in chips)
Amber: posts small blind 50
Boris: posts big blind 100
*** HOLE CARDS ***
Celine: calls 100
Amber: calls 50
Boris: checks
*** FLOP *** [2c 7d 9h]
Amber: bets 100
Boris: raises 50 to 150 and is all-in
Celine: calls 150
Amber: calls 50
*** TURN *** [2c 7d 9h] [Jc]
Amber: checks
Celine: bets 200
Amber: calls 200
*** RIVER *** [2c 7d 9h Jc] [3s]
Amber: checks
Celine: checks
*** SHOW DOWN ***
Amber: shows [As Kd] (high card Ace)
Celine: shows [Ac Kh] (high card Ace)
Boris: shows [7s 7c] (three of a kind, Sevens)
*** SUMMARY ***
Total pot 1150 | Rake 0
"""
"""Boris is all-in for less than a full raise; Amber, who bet, may not raise again (TDA 2024 47-A)."""


@pytest.fixture
def author(client: Client) -> User:
    """An instructor who is signed in."""
    user = person("Ann", role=User.Role.INSTRUCTOR)
    client.force_login(user)
    return user


def load(client: Client, raw: str | bytes = HAND, house: str = "tda") -> Any:
    """Send the form with a file."""
    content = raw.encode() if isinstance(raw, str) else raw
    return client.post(PAGE, {"file": SimpleUploadedFile("hands.txt", content), "house": house})


def test_only_authors_get_the_pages(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    client.force_login(person("Lea"))
    assert client.get(PAGE).status_code == 403
    assert load(client).status_code == 403
    assert client.post(f"{PAGE}1/0/").status_code == 403
    assert not HandFile.objects.exists()


def test_a_file_becomes_a_list_of_moments_each_with_its_level_and_its_numbers(client: Client, author: User) -> None:
    response = load(client)
    assert (response.status_code, response["Location"]) == (302, PAGE)
    page = client.get(PAGE).content.decode()
    moments = [text(item) for item in elements(with_class(page, "moments")[0], "li")]
    assert any("Faced a short all-in only" in each and "Level" in each and "line 1" in each for each in moments)
    features = text(with_class(page, "moment-features")[0])
    assert "Short all-in raise 1 of 1 here, 70 of 1340 recorded ones" in features  # 70: tests/engine/test_moments.py


def test_every_moment_has_its_page_and_no_name_of_the_file_is_stored_or_shown(client: Client, author: User) -> None:
    load(client)
    file = HandFile.objects.get()
    page = client.get(PAGE).content.decode()
    leading = {each for each in links(page) if each.startswith(f"{PAGE}{file.pk}/")}
    assert len(leading) == len(file.moments) > 4
    shown = [page, *(client.get(address).content.decode() for address in leading)]
    kept = str([file.hands, file.moments, file.problems])
    for name in ("Amber", "Boris", "Celine", "1001", "Made Up"):
        assert not [told for told in (kept, *shown) if name in told]


def test_a_feature_is_looked_for_alone(client: Client, author: User) -> None:
    load(client)
    page = client.get(PAGE, {"feature": "faced_short_only"}).content.decode()
    assert len(list(elements(with_class(page, "moments")[0], "li"))) == 1
    assert client.get(PAGE, {"feature": "no such thing"}).status_code == 200


def test_a_click_makes_a_draft_and_a_second_click_the_same_one(client: Client, author: User) -> None:
    load(client)
    file = HandFile.objects.get()
    number = next(each.number for each in hand_files.found(file, "faced_short_only"))
    address = f"{PAGE}{file.pk}/{number}/"
    assert not Scenario.objects.exists()
    page = client.get(address).content.decode()
    document = hand_files.asked(file, number)
    assert words_of("reopen").prompt(document, "A") in unescape(page)
    for _ in range(2):
        response = client.post(address)
        version = ScenarioVersion.objects.get()
        assert response["Location"] == f"/author/scenarios/{version.scenario_id}/"
    assert (version.state, version.kind, version.author_id) == ("draft", "reopen", author.pk)
    document = parse(version.document)
    assert agree(KINDS["reopen"], document)
    assert KINDS["reopen"].solve(document).answer["may_raise"] is False  # TDA 2024 47-A: 50 is less than 100


WALK = """\
PokerStars Hand #1002:  Hold'em No Limit (50/100) - 2031/05/06 7:08:09 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Amber (2000 in chips)
Seat 3: Boris (2000 in chips)
Seat 4: Celine (2000 in chips)
Boris: posts big blind 100
*** HOLE CARDS ***
Celine: folds
Amber: folds
*** SUMMARY ***
"""


def test_a_hand_in_which_nobody_matched_a_chip_is_looked_through_and_can_be_a_draft(
    client: Client, author: User
) -> None:
    """Nobody posts a small blind and all fold to the big one: it is uncalled, and there is no pot."""
    assert load(client, f"{WALK}\n{HAND}").status_code == 302
    file = HandFile.objects.get()
    assert (len(file.hands), file.problems) == (2, [])
    [number] = [place for place, moment in enumerate(file.moments) if moment[0] == 0]
    draft = client.post(f"{PAGE}{file.pk}/{number}/")["Location"]
    assert client.get(draft).status_code == 200


def test_hands_that_can_t_be_read_are_told_and_the_others_are_listed(client: Client, author: User) -> None:
    load(client, f"{HAND}\n{HAND.replace('Celine: calls 150', 'Celine: calls 140')}")
    page = client.get(PAGE).content.decode()
    said = text(with_class(page, "moment-problems")[0])
    wrong = HAND.count("\n") + 2 + HAND.split("\n").index("Celine: calls 150")
    assert "1 hand could not be played" in said
    assert f"line {wrong}" in said
    assert len(HandFile.objects.get().hands) == 1


@pytest.mark.parametrize("raw", [b"a,b\n1,2\n", b"", b"x" * (MOST_BYTES + 1)], ids=["no hands", "empty", "too long"])
def test_a_file_of_no_hands_is_refused_at_its_field(client: Client, author: User, raw: bytes) -> None:
    response = load(client, raw)
    assert response.status_code == 422
    assert with_class(response.content.decode(), "field-error")
    assert not HandFile.objects.exists()


def test_a_house_that_is_not_offered_is_refused(client: Client, author: User) -> None:
    assert load(client, house="nobody").status_code == 422


def test_hands_are_played_by_the_rules_that_are_chosen(client: Client, author: User) -> None:
    """Where more than half of a raise reopens the betting (`half-raise`), exactly half still does not."""
    load(client, house="half-raise")
    file = HandFile.objects.get()
    [found] = hand_files.found(file, "faced_short_only")
    document = hand_files.asked(file, found.number)
    assert document.rules.id == "half-raise"
    assert KINDS["reopen"].solve(document).answer["needed"] == 50


def test_another_authors_file_and_an_old_one_are_not_there(client: Client, author: User) -> None:
    load(client)
    file = HandFile.objects.get()
    other = Client()
    other.force_login(person("Bob", role=User.Role.INSTRUCTOR))
    for method in (other.get, other.post):
        assert method(f"{PAGE}{file.pk}/0/").status_code == 404
    assert client.get(f"{PAGE}{file.pk}/{len(file.moments)}/").status_code == 404
    HandFile.objects.update(made_at=timezone.now() - timedelta(days=1, minutes=1))
    assert client.get(f"{PAGE}{file.pk}/0/").status_code == 404
    assert not with_class(client.get(PAGE).content.decode(), "moments")


def test_the_next_file_takes_the_place_of_the_one_before_and_old_ones_are_forgotten(
    client: Client, author: User
) -> None:
    old = HandFile.objects.create(owner=person("Old"), house="tda", made_at=timezone.now() - timedelta(days=2))
    load(client)
    load(client)
    assert HandFile.objects.filter(owner=author).count() == 1
    assert (tasks.forget_hand_files(), tasks.forget_hand_files()) == (1, 0)
    assert not HandFile.objects.filter(pk=old.pk).exists()


def test_the_list_takes_as_many_queries_for_many_hands_as_for_one(
    client: Client, author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Who asks and what one may (three), the houses to choose from, and the file."""
    load(client)
    client.get(PAGE)
    for raw in (HAND, "\n".join([HAND] * 12)):
        load(client, raw)
        with django_assert_num_queries(5):
            page = client.get(PAGE).content.decode()
    shown = list(elements(with_class(page, "moments")[0], "li"))
    assert len(shown) == 50
    assert [link for link in elements(page, "a") if attribute(link, "rel") == "next"]
