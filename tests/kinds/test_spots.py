"""How a generator comes to what is wanted: it goes on, turns back, exchanges a card; and what is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from math import gcd
from random import Random

import pytest

from quizzes.engine.cards import suit_of
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES
from quizzes.engine.hand import play
from quizzes.engine.holdings import Holding
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.kinds.base import keeping_last
from quizzes.kinds.dealt_games import deal_with
from quizzes.kinds.spots import NoSpot, Spot, deal_in
from quizzes.spot_templates.ranges import Recipe
from quizzes.spot_templates.writing import PLAYED, is_played, write
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


def matched_before(document: Document) -> tuple[int, int]:
    """Return what each seat has put in by bets before the street that is told, and what is left over.

    Every seat that has a player is still in and has chips then, so it matched all bets: the pot is as many equal parts.
    Antes are taken out first: one from each seat, or all from the big blind (TDA 2024 RP-11).
    """
    seats = sum(not seat.empty for seat in document.seats)
    antes = document.ante * (1 if document.ante_by == "big-blind" else seats)
    return divmod(document.pot - antes, seats)


def may_be_matched(document: Document, each: int) -> bool:
    """Say whether the betting of the earlier streets can come to so many chips from each player.

    No-limit and pot-limit: nobody sees the next street for less than the big blind; a raise is by at least as much (TDA
    2024 43-A), so two at least, and so is a big blind with a later street's bet; all in chips that the blinds are paid
    with. Pot-limit allows three for the first raise of two players, two of the pot after the call of one, and with more
    raises any sum. Fixed-limit: whole bets of the street, a bet and three raises of them at most (48); in stud the
    bring-in may be all.
    """
    if document.bets is None:
        assert document.blinds is not None
        assert not document.straddles, "the least would be the straddle"
        big = document.blinds[1]
        return each % gcd(*document.blinds) == 0 and (each == big or each >= 2 * big)
    game, (bet, big_bet) = document.game, document.bets
    before = game.streets[: game.streets.index(document.street)]
    sums = {many * bet for many in range(1, 5)} | ({document.bring_in} - {0})
    for street in before[1:]:
        size = big_bet if game.streets.index(street) >= game.streets.index(game.big_from) else bet
        sums = {chips + many * size for chips in sums for many in range(5)}
    return each in sums


ABOUT_CARDS = {"choice", "nuts", "outs", "ranking", "read_hand", "starting_hand", "winner"}
"""The kinds whose spots state no pot."""


def drilled(kind: str) -> Iterator[Document]:
    house = next(ruleset(id) for id in RULESET_IDS if KINDS[kind].asked_by(ruleset(id)))
    for variant in KINDS[kind].variants:
        rng = Random(f"{kind} {variant}")
        for level in KINDS[kind].levels:
            for _ in range(2):
                yield KINDS[kind].generate(rng, level, house, variant)


def told_by_templates(kind: str) -> Iterator[Document]:
    for variant in KINDS[kind].variants:
        later = GAMES[variant.game].streets[1:]
        for blinds in ((), ((3, 7), (5, 5))):
            recipe, rng = Recipe(kind, *variant, streets=later, blinds=blinds), Random(f"{kind} {variant}")
            for _ in range(8 if is_played(recipe) else 0):
                with suppress(NoSpot):
                    yield write(rng, recipe, ruleset("tda"))


@pytest.mark.parametrize(
    ("kind", "spots"),
    [
        *((kind, drilled) for kind in KINDS if kind not in ABOUT_CARDS),
        *((kind, told_by_templates) for kind in sorted(PLAYED)),
    ],
)
def test_what_is_in_the_pot_already_can_have_been_bet(kind: str, spots: Callable[[str], Iterator[Document]]) -> None:
    for document in spots(kind):
        if document.street != document.game.first and (document.pot or document.actions):
            each, over = matched_before(document)
            assert over == 0
            assert may_be_matched(document, each), document
            # What was put in before is gone: whoever plays this street has chips that are left.
            assert all(seat.stack is None or seat.stack > 0 for seat in document.seats if not seat.empty)


@pytest.mark.parametrize(
    ("kind", "level", "found", "all_of_them"),
    [
        ("side_pots", 1, lambda document: len(document.seats), {2, 3, 4}),
        ("awards", 1, lambda document: len(document.seats), {2, 3, 4}),
        ("awards", 1, lambda document: document.street, {"preflop", "flop", "turn", "river"}),
        ("reopen", 5, lambda document: play(document).street, {"flop", "turn", "river"}),
    ],
)
def test_to_fit_a_level_costs_no_table_and_no_street(
    kind: str, level: int, found: Callable[[Document], int | str], all_of_them: set[int | str]
) -> None:
    """An all-in that is called has one pot, for two players too (side-pots of rules.md). Money from before makes no
    award harder, and a street that is told from the one before it may be any but the first.
    """
    documents = (KINDS[kind].generate(Random(f"{kind} {number}"), level, ruleset("tda")) for number in range(30))
    assert {found(document) for document in documents} == all_of_them
