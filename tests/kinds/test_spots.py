"""How a generator comes to what is wanted: it goes on, turns back, exchanges a card; and what is worked out once."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from quizzes.engine.cards import suit_of
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.holdings import Holding
from quizzes.engine.rulesets import ruleset
from quizzes.kinds.base import keeping_last
from quizzes.kinds.dealt_games import deal_with
from quizzes.kinds.spots import NoSpot, Spot, deal_in
from tests.site.stand_ins import opening_bets


def before_anybody_acts(seed: int, players: int = 4) -> Spot:
    return deal_in(Random(seed), ruleset("tda"), players)


def folds(spot: Spot) -> int:
    return sum(not alive for alive in spot.hand.live)


@pytest.mark.parametrize("seed", range(5))
def test_moves_are_written_until_the_seat_to_act_has_the_level(seed: int) -> None:
    """The level here is one more than the seats that have folded: two folds of four leave somebody to act."""
    spot = before_anybody_acts(seed)
    spot.write_to(3, 3, lambda _: spot.give_up(), lambda seat: 1 + folds(spot))
    assert folds(spot) == 2 == len(spot.actions)
    assert spot.turn is not None


def test_a_move_that_cannot_be_made_is_passed_over() -> None:
    """Nobody checks in front of the big blind: every other move is refused."""
    spot = before_anybody_acts(1)
    turns = iter([spot.act, Spot.give_up] * 10)

    def move(_: int) -> None:
        if next(turns) == spot.act:
            spot.act("check")
        else:
            spot.give_up()

    spot.write_to(2, 4, move, lambda seat: 1 + folds(spot))
    assert [getattr(item, "verb", "") for item in spot.actions] == ["fold"]


def test_a_level_that_never_comes_is_no_spot() -> None:
    spot = before_anybody_acts(2)
    with pytest.raises(NoSpot):
        spot.write_to(5, 6, lambda _: spot.give_up(), lambda seat: 1)


def test_another_end_is_written_where_the_first_does_not_fit() -> None:
    """Two of four players call or fold by chance; the end that fits has just the blinds left."""
    spot = before_anybody_acts(4)
    ends: list[int] = []

    def two_are_left() -> bool:
        ends.append(sum(spot.hand.live))
        return ends[-1] == 2

    spot.write_out(lambda: spot.give_up() if spot.rng.random() < 0.5 else spot.passive(), two_are_left)
    assert spot.turn is None
    assert sum(spot.hand.live) == 2
    assert len(ends) > 1, "the seed is one whose first end does not fit"


def test_the_document_has_the_actions_of_the_moment_that_was_chosen() -> None:
    spot = before_anybody_acts(3)
    spot.write_to(2, 3, lambda _: spot.give_up(), lambda seat: 1 + folds(spot))
    document = spot.document(opening_bets(1)[0].question)
    assert document.actions == spot.actions


@pytest.mark.parametrize("points", [0, 2, 4])
def test_cards_are_exchanged_until_the_points_are_there(points: int) -> None:
    """A point here is a club of the first hand: of five cards that are just dealt, four are clubs in 1 % of hands."""

    def count(hands: list[Holding]) -> int:
        return sum(suit_of(card) == 0 for card in hands[0].own)

    rng, found = Random(points), []
    for _ in range(20):
        with suppress(NoSpot):
            found.append(deal_with(rng, GAMES["27sd"], 2, points, count))
    assert len(found) >= 5
    for (own, other), board in found:
        assert count([Holding(GAMES["27sd"], own)]) == points
        assert (len({*own, *other}), board) == (10, ())


def test_what_was_found_for_the_last_document_is_kept_and_for_no_other() -> None:
    worked: list[Document] = []

    @keeping_last
    def find(document: Document) -> int:
        worked.append(document)
        return len(document.seats)

    one = opening_bets(1)[0]
    other = replace(one, seats=one.seats[:1])
    assert [find(one), find(one), find(other), find(one)] == [2, 2, 1, 2]
    assert [document is one for document in worked] == [True, False, True]
