"""Main and side pots, uncalled bets and odd chips (TDA 2024 15, 20 and 21; the scenario format for folded chips)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from quizzes.engine.cards import parse_card
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.pots import Pots, by_high_card, by_low_card, cut, left_of_button, share, uncalled
from quizzes.kinds import second, solve
from tests.engine.spots import answer, refusal
from tests.kinds.asking_table import answered
from tests.scale import scale


def told(pots: Pots) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in pots.pots]


# What nobody matched.


@pytest.mark.parametrize(
    ("put_in", "owners", "back"),
    [
        ([98, 102], [True, True], (1, 4)),
        ([100, 100], [True, True], None),
        ([100, 40, 0], [True, True, True], (0, 60)),
        ([100, 40, 60], [True, True, False], (0, 40)),
        ([40, 40, 60], [True, True, False], None),
        ([100, 100, 40], [True, False, True], None),
        ([0, 0], [True, True], None),
    ],
)
def test_what_nobody_matched_goes_back_to_a_seat_that_has_not_folded(
    put_in: list[int], owners: list[bool], back: tuple[int, int] | None
) -> None:
    """TDA 2024 15. Matched by a folded seat is matched too; a folded seat itself leaves its chips."""
    assert uncalled(put_in, owners) == back


def test_a_killed_hand_gets_back_what_nobody_matched_and_plays_for_nothing() -> None:
    """Scenario format: `is mucked` is folded, but what nobody matched comes back."""
    pots = cut([100, 60, 0], [False, True, False], mucked=frozenset({0}))
    assert (told(pots), pots.returned) == ([(120, (1,))], {0: 40})


# Layers.


@pytest.mark.parametrize(
    ("put_in", "live", "dead", "pots"),
    [
        ([50, 150, 150], "LLL", 0, [(150, (0, 1, 2)), (200, (1, 2))]),
        ([50, 100, 200, 200], "LLLL", 0, [(200, (0, 1, 2, 3)), (150, (1, 2, 3)), (200, (2, 3))]),
        ([50, 150, 150], "LLL", 30, [(180, (0, 1, 2)), (200, (1, 2))]),
        ([50, 150, 150, 80], "LLLF", 0, [(200, (0, 1, 2)), (230, (1, 2))]),
        ([100, 100, 30], "LLF", 0, [(230, (0, 1))]),
        ([20, 50, 50, 80], "LLLF", 0, [(80, (0, 1, 2)), (120, (1, 2))]),
        ([50, 50, 90, 90], "LLFF", 0, [(280, (0, 1))]),
        ([0, 100, 100], "LLL", 300, [(300, (0, 1, 2)), (200, (1, 2))]),
        ([0, 100, 100], "LLL", 0, [(200, (1, 2))]),
        ([100, 60, 60], "FLL", 0, [(220, (1, 2))]),
        ([100, 0, 0], "LFF", 0, []),
        ([100, 60, 0], "LFF", 10, [(130, (0,))]),
    ],
)
def test_chips_are_cut_into_pots_at_the_totals_of_those_who_are_left(
    put_in: list[int], live: str, dead: int, pots: list[tuple[int, tuple[int, ...]]]
) -> None:
    """TDA 2024 21: worked out by hand, layer by layer. L is left, F has folded."""
    assert told(cut(put_in, [seat == "L" for seat in live], dead)) == pots


def test_dead_money_as_large_as_the_chips_beside_it_is_in_the_main_pot() -> None:
    """Scenario format: `pot` beside `put_in` is dead money in the main pot."""
    assert told(cut([50, 50], [True, True], dead=100)) == [(200, (0, 1))]


def test_a_layer_is_paid_by_those_alone_who_have_chips_in_it() -> None:
    """TDA 2024 21: B is all-in for 50, so what lies above that is from A and C."""
    assert [layer.paid for layer in cut([80, 50, 80], [True, True, True]).layers] == [
        {0: 50, 1: 50, 2: 50},
        {0: 30, 2: 30},
    ]


STAKES = st.lists(st.tuples(st.integers(0, 14), st.booleans()), min_size=2, max_size=7)


@settings(max_examples=scale(300, 20_000))
@given(STAKES, st.integers(0, 5))
def test_the_pots_are_those_of_chips_laid_down_one_by_one(seats: list[tuple[int, bool]], dead: int) -> None:
    """Every chip of one height is a layer: alone and live it goes back, with no live chip it stays in the pot below."""
    put_in, live = [chips for chips, _ in seats], [left for _, left in seats]
    assume(any(live))
    alive = tuple(seat for seat, left in enumerate(live) if left)
    layers, back = [(dead, alive)], dict[int, int]()
    for height in range(max(put_in)):
        here = tuple(seat for seat, chips in enumerate(put_in) if chips > height)
        if len(here) == 1 and live[here[0]]:
            back[here[0]] = back.get(here[0], 0) + 1
        else:
            layers.append((len(here), tuple(seat for seat in here if live[seat]) or layers[-1][1]))
    piles: dict[tuple[int, ...], int] = {}
    for amount, eligible in layers:
        piles[eligible] = piles.get(eligible, 0) + amount
    pots = cut(put_in, live, dead)
    assert told(pots) == [(amount, eligible) for eligible, amount in piles.items() if amount]
    assert pots.returned == back
    assert sum(pot.amount for pot in pots.pots) + sum(back.values()) == sum(put_in) + dead
    assert sum(sum(layer.paid.values()) for layer in pots.layers) + sum(back.values()) == sum(put_in)


@settings(max_examples=scale(200, 20_000))
@given(STAKES, st.integers(0, 5), st.randoms(use_true_random=False))
def test_no_two_pots_are_for_the_same_seats_and_each_is_for_fewer_than_the_one_before(
    seats: list[tuple[int, bool]], dead: int, rng: Any
) -> None:
    """TDA 2024 21: a side pot is for those of the pot below who put more in."""
    assume(any(left for _, left in seats))
    pots = cut([chips for chips, _ in seats], [left for _, left in seats], dead).pots
    assert all(set(upper.eligible) < set(lower.eligible) for lower, upper in pairwise(pots))
    assert all(pot.amount > 0 and pot.eligible for pot in pots)


# Odd chips.


@pytest.mark.parametrize(
    ("amount", "winners", "chip", "shares"),
    [
        (350, [0, 1, 2], 1, {0: 117, 1: 117, 2: 116}),
        (350, [2, 0], 1, {2: 175, 0: 175}),
        (101, [1, 0], 1, {1: 51, 0: 50}),
        (575, [1, 2, 3], 25, {1: 200, 2: 200, 3: 175}),
        (2, [0, 1, 2], 1, {0: 1, 1: 1, 2: 0}),
        (107, [0, 1], 5, {0: 55, 1: 52}),
        (128, [1, 0], 5, {1: 65, 0: 63}),
        (62, [1, 0], 5, {1: 32, 0: 30}),
        (100, [3], 1, {3: 100}),
    ],
)
def test_odd_chips_go_one_each_to_the_first_winners(
    amount: int, winners: list[int], chip: int, shares: dict[int, int]
) -> None:
    """TDA 2024 20: down to the smallest chip in play. RRoP 11: one odd chip a player; crumbs are the next one's."""
    assert share(amount, winners, chip) == shares


@settings(max_examples=scale(200, 20_000))
@given(st.integers(1, 10_000), st.permutations(range(7)), st.integers(1, 7), st.sampled_from([1, 5, 25, 100]))
def test_nobody_gets_two_odd_chips(chips: int, order: Sequence[int], many: int, chip: int) -> None:
    """TDA 2024 20, for pots of whole chips: shares differ by one chip at most, the greater ones first."""
    shares = list(share(chips * chip, order[:many], chip).values())
    assert sum(shares) == chips * chip
    assert all(amount % chip == 0 for amount in shares)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= chip


@pytest.mark.parametrize(
    ("button", "order"),
    [(0, (2, 3, 5)), (1, (2, 3, 5)), (2, (3, 5, 2)), (3, (5, 2, 3)), (4, (5, 2, 3)), (5, (2, 3, 5))],
)
def test_odd_chips_begin_left_of_the_button(button: int, order: tuple[int, ...]) -> None:
    """TDA 2024 20: the button itself is last."""
    assert left_of_button((2, 3, 5), button, 6) == order


@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({0: "As Kd Qc 9s 5h", 1: "Ah Kh Qd 9d 5d"}, 0),
        ({0: "Ad Kd Qc 9s 5h", 1: "Ah Kh Qd 9d 5d"}, 1),
        ({0: "As Kd Qc 9s 5h", 1: "As Kh Qd 9d 5d"}, 1),
        ({0: "Ts 9c 8c 7c 6c", 1: "Th 9d 8d 7d 6s"}, 0),
        ({0: "5s 4c 3c 2c Ac", 1: "5d 4d 3d 2d Ah"}, 1),
    ],
)
def test_a_room_may_give_odd_chips_to_the_highest_card_by_suit(hands: Mapping[int, str], first: int) -> None:
    """`odd_chip = "high-card"`: the highest card that plays, spades over hearts over diamonds over clubs."""
    fives = {seat: [[parse_card(text) for text in cards.split()]] for seat, cards in hands.items()}
    assert by_high_card((0, 1), fives, button=1, seats=2)[0] == first


@pytest.mark.parametrize("turned", [False, True])
def test_of_several_fives_the_one_that_serves_a_winner_best_is_looked_at(turned: bool) -> None:
    """TDA 2024 20: suits rank spades, hearts, diamonds, clubs. Seat 0 may show the spade, or the club."""
    own, other = [["Ad", "2s"], ["As", "2s"], ["Ad", "2c"]], [["Ah", "2h"]]
    fives = {0: own[::-1] if turned else own, 1: other}
    groups = {seat: [[parse_card(text) for text in cards] for cards in found] for seat, found in fives.items()}
    assert by_high_card((0, 1), groups, button=0, seats=2) == (0, 1)
    assert by_low_card((0, 1), groups, button=0, seats=2) == (0, 1)


# Awards, by documents.

SEATS = [{"name": name} for name in "ABCD"]
EVERYBODY_MUCKS = "A checks, B checks, A mucks, B mucks"


@pytest.mark.parametrize("kind", ["side_pots", "awards"])
@pytest.mark.parametrize("pot", [0, 20])
def test_where_every_hand_is_thrown_away_no_rule_says_whose_the_pot_is(kind: str, pot: int) -> None:
    spot = {"blinds": [1, 2], "street": "river", "pot": pot, "seats": SEATS[:2], "actions": EVERYBODY_MUCKS}
    assert refusal({**spot, "question": {"kind": kind}}).where == "question"
    with pytest.raises(DocumentError) as error:
        second.solve(parse({**spot, "question": {"kind": kind}}))
    assert error.value.where == "question"


def test_chips_that_only_folded_players_put_in_are_for_all_who_are_left() -> None:
    """The scenario format: what a folded seat alone put in above all live seats stays in the last pot."""
    spot = {"seats": SEATS, "put_in": {"A": 70, "B": 30, "C": 0, "D": 0}, "folded": ["A", "B"]}
    assert answered(parse({**spot, "question": {"kind": "side_pots"}})) == {
        "pots": [{"amount": 100, "eligible": ["C", "D"]}],
        "returned": {},
    }


@pytest.mark.parametrize(
    ("put_in", "pots"),
    [
        ({"B": 40, "C": 40}, [(140, ["B", "C"])]),
        ({"A": 0, "B": 40, "C": 40}, [(60, ["A", "B", "C"]), (80, ["B", "C"])]),
    ],
)
def test_who_put_in_nothing_plays_for_dead_money_where_that_is_said(put_in: dict[str, int], pots: object) -> None:
    """TDA 2024 21: who is all-in from an earlier street has put 0 in on top of the 60; a seat not named has no hand."""
    document = parse(
        {"pot": 60, "put_in": put_in, "seats": [{"name": name} for name in "ABC"], "question": {"kind": "side_pots"}}
    )
    for found in (solve(document).answer, second.solve(document)):
        assert [(pot["amount"], pot["eligible"]) for pot in found["pots"]] == pots


def test_each_pot_is_shared_by_itself() -> None:
    """TDA 2024 21: A ties for the main pot of 153, B and C share the side pot of 101 with D's dead chip."""
    awards = answer(
        {
            "seats": SEATS,
            "put_in": {"A": 50, "B": 100, "C": 100, "D": 51},
            "folded": ["D"],
            "order": [["A", "B", "C"]],
            "question": {"kind": "awards"},
        }
    )
    assert [pot["winners"] for pot in awards["pots"]] == [{"A": 67, "B": 67, "C": 66}, {"B": 51, "C": 50}]
    assert awards["won"] == {"A": 67, "B": 118, "C": 116}


def test_the_best_hand_of_a_pot_is_the_best_of_those_who_play_for_it() -> None:
    """TDA 2024 21: the short stack wins the main pot, the side pot goes to the next best."""
    cards = {"A": "As Ad", "B": "Ks Kd", "C": "Qs Qd", "D": "2s 7d"}
    awards = answer(
        {
            "seats": [{"name": name, "cards": own} for name, own in cards.items()],
            "put_in": {"A": 50, "B": 100, "C": 100, "D": 20},
            "folded": ["D"],
            "street": "river",
            "board": "Jh Th 4c 3c 2h",
            "question": {"kind": "awards"},
        }
    )
    assert awards["won"] == {"A": 170, "B": 100}
    assert awards["returned"] == {}


def test_the_last_one_left_wins_without_showing() -> None:
    """TDA 2024 17-B: an uncontested winner needs no hand, and gets its uncalled bet back first (15)."""
    actions = "A bets 100, B folds, C folds, D folds"
    awards = answer(
        {
            "seats": SEATS,
            "blinds": [5, 10],
            "street": "flop",
            "pot": 40,
            "actions": actions,
            "question": {"kind": "awards"},
        }
    )
    assert (awards["won"], awards["returned"]) == ({"A": 40}, {"A": 100})
