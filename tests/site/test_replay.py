"""A hand played back: a page for each moment, a part of the page for htmx, and the list that leads to them.

What is expected: issue 5, "Replay": a betting spot plays back action by action; without JavaScript it is a list.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from django.test import Client
from django.utils.translation import override

from quizzes.engine.document import Action, Document
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from quizzes.models import Drill
from quizzes.practising.sharing import spot_name
from quizzes.showing.replay import replay
from quizzes.showing.scenes import moments
from tests.site.pages import answer, ask, attribute, elements, links, text, with_attribute, with_class
from tests.site.stand_ins import make_bucket, store

SPOT = loads("""
blinds = [50, 100]
seats = [{name = "Ann", stack = 1000}, {name = "Ben", stack = 900}, {name = "Cal", stack = 800}]
button = "Cal"
actions = "Cal calls, Ann calls, Ben checks, -- flop 9c Kc 3h, Ann checks, Ben bets 200"
question = {kind = "min_raise"}
""")
TOLD = [
    "The beginning",
    "Cal calls 100",
    "Ann calls 100",
    "Ben checks",
    "Flop: nine of clubs, king of clubs, three of hearts",
    "Ann checks",
    "Ben bets 200",
]
MOST_BYTES = 60_000  # the project's own budget for a page


def stored(document: Document = SPOT, kind: str = "min_raise") -> Drill:
    """A drill of one spot."""
    return store(make_bucket(KINDS[kind], 1), [document])[0]


def address(drill: Drill, number: int) -> str:
    return f"/spot/{spot_name(drill.pk, 'tda')}/replay/{number}/"


def test_chinese_words_stand_together_and_apart_from_figures() -> None:
    with override("zh-hant"):
        assert [replay(SPOT, number).told for number in (1, 6)] == ["Cal 跟注 100", "Ben 下注 200"]
        assert replay(replace(SPOT, actions=(Action("Cal", "all-in"),)), 1).told == "Cal 全下到 800"


def test_each_moment_says_what_came_last_and_which_are_beside_it() -> None:
    shown = [replay(SPOT, number) for number in range(7)]

    assert [moment.told for moment in shown] == TOLD
    assert [(moment.back, moment.forward) for moment in (shown[0], shown[3], shown[6])] == [
        (None, 1),
        (2, 4),
        (5, None),
    ]
    with pytest.raises(LookupError):
        replay(SPOT, 7)


@pytest.mark.django_db
def test_a_moments_page_has_the_table_the_moves_and_the_whole_list(client: Client) -> None:
    drill = stored()
    page = client.get(address(drill, 4)).content.decode()

    [at] = with_class(page, "replay-at")
    assert text(at) == f"4 of 6: {TOLD[4]}"
    moves = {attribute(link, "data-replay"): attribute(link, "href") for link in with_class(page, "replay-move")}
    expected = {"first": 0, "back": 3, "forward": 5, "last": 6}
    assert moves == {move: address(drill, number) for move, number in expected.items()}
    [here] = with_attribute(page, "aria-current", "step")
    assert text(here).startswith("Flop")
    assert {address(drill, number) for number in range(7)} <= links(page)
    assert "Pot in the middle: 300" in page
    assert len(page.encode()) < MOST_BYTES


@pytest.mark.django_db
@pytest.mark.parametrize(("number", "moves"), [(0, {"forward", "last"}), (6, {"first", "back"})])
def test_at_an_end_there_is_no_way_on(client: Client, number: int, moves: set[str]) -> None:
    page = client.get(address(stored(), number)).content.decode()

    assert {attribute(link, "data-replay") for link in elements(with_class(page, "replay")[0], "a")} == moves


@pytest.mark.django_db
def test_htmx_gets_the_part_that_is_swapped(client: Client) -> None:
    part = client.get(address(stored(), 2), headers={"HX-Request": "true"}).content.decode()

    assert part.lstrip().startswith('<div class="replay">')
    assert "<html" not in part
    assert "style=" not in part


@pytest.mark.django_db
def test_chips_that_move_carry_their_way(client: Client) -> None:
    drill = stored()
    page = client.get(address(drill, 1)).content.decode()
    # once on each of the two drawings; after the flop three bets go to the middle
    assert (page.count("data-way"), page.count("bet-gone")) == (2, 0)
    assert client.get(address(drill, 4)).content.decode().count("bet-gone") == 6
    assert "data-way" not in client.get(address(drill, 5)).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("tail", ["replay/7/", "replay/99999999999999999999/", "replay/-1/", "replay/x/", "replay/"])
def test_there_are_no_other_moments(client: Client, tail: str) -> None:
    name = spot_name(stored().pk, "tda")

    assert client.get(f"/spot/{name}/{tail}").status_code == 404


@pytest.mark.django_db
def test_an_address_that_was_not_made_here_plays_nothing(client: Client) -> None:
    drill = stored()

    assert client.get(f"/spot/tda-d{drill.pk}-{'0' * 32}/replay/1/").status_code == 404
    assert client.post(address(drill, 1)).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["action_order", "posting"])
def test_a_hand_that_would_give_the_answer_away_is_not_played_back(client: Client, kind: str) -> None:
    for seed in range(5):  # some of them have actions in their documents
        document = KINDS[kind].generate(Random(seed), KINDS[kind].levels[-1], ruleset("tda"))
        assert moments(document) == 0
    drill = stored(document, kind)
    page = client.get(f"/spot/{spot_name(drill.pk, 'tda')}/").content.decode()

    assert client.get(address(drill, 0)).status_code == 404
    assert not [link for link in links(page) if "replay" in link]


@pytest.mark.django_db
def test_the_list_on_question_and_feedback_leads_to_each_moment(client: Client) -> None:
    drill = stored()
    moment_addresses = {address(drill, number) for number in range(7)}
    page = ask(client, kind="min_raise", level=1)
    assert moment_addresses <= links(page)
    [region] = [part for part in elements(page) if attribute(part, "data-replay-told") is not None]
    assert attribute(region, "role") == "status"

    feedback = answer(client, page, KINDS["min_raise"].examples(SPOT).right[0]).content.decode()
    assert moment_addresses <= links(feedback)

    shared = client.get(f"/spot/{spot_name(drill.pk, 'tda')}/").content.decode()
    assert moment_addresses <= links(shared)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["out_of_turn", "correction", "fixed_limit", "chip_ruling"])
def test_hands_with_what_the_rules_refuse_are_played_back_too(client: Client, kind: str) -> None:
    level = KINDS[kind].levels[-1]
    document = next(
        spot
        for spot in (KINDS[kind].generate(Random(seed), level, ruleset("tda")) for seed in range(9))
        if spot.actions
    )
    drill = stored(document, kind)
    for number in range(moments(document) + 1):
        assert client.get(address(drill, number)).status_code == 200
