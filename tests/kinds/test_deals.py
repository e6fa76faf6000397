"""Cards dealt on purpose: the ranks and suits that a shape asks for, and no card twice."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from quizzes.engine.cards import Card, parse_card, rank_of, suit_of
from quizzes.kinds.deals import ROUND_THE_CORNER, WHEEL, deal, goes_round_the_corner, longest_run
from tests.scale import scale

DEALS = scale(50, 5_000)


def cards(text: str) -> list[Card]:
    return [parse_card(card) for card in text.split()]


@pytest.mark.parametrize("shape", ["ABCDEFG", "AABBCCD", "bdefg ba bc", "rstuv AA", "A'B'C'D'E' F'G HI", "AAAA bb c"])
def test_a_letter_is_a_rank_and_no_card_comes_twice(shape: str) -> None:
    for seed in range(DEALS):
        groups = deal(Random(seed), shape)
        letters = shape.replace("'", "")
        assert [len(group) for group in groups] == [len(part) for part in letters.split()]
        dealt = [card for group in groups for card in group]
        assert len(set(dealt)) == len(dealt)
        pairs = set(zip(letters.replace(" ", ""), map(rank_of, dealt), strict=True))
        assert len(pairs) == len({letter for letter, _ in pairs}) == len({rank for _, rank in pairs})


def test_small_letters_fall_from_the_highest_and_capital_ones_come_in_any_order() -> None:
    rising = set()
    for seed in range(DEALS):
        (falling, free) = deal(Random(seed), "abcdm EFG")
        assert all(rank_of(one) > rank_of(next_one) for one, next_one in pairwise(falling))
        rising.add(rank_of(free[0]) < rank_of(free[1]))
    assert rising == {True, False}


@pytest.mark.parametrize(
    ("tops", "shape", "ranks"),
    [
        pytest.param([12], "rstuv", "AKQJT", id="from the ace"),
        pytest.param([WHEEL], "rstuv", "5432A", id="the lowest straight"),
        pytest.param([WHEEL], "rstuvw", "5432AK", id="and the king below its ace"),
        pytest.param([5], "pqrstuv", "9876543", id="letters before r stand above"),
        pytest.param([1], "vutsr", "QKA23", id="past the ace"),
    ],
)
def test_letters_from_n_on_are_ranks_in_a_row(tops: list[int], shape: str, ranks: str) -> None:
    (run,) = deal(Random(3), shape, tops)
    assert [rank_of(card) for card in run] == [rank_of(parse_card(f"{rank}c")) for rank in ranks]


def test_cards_with_an_apostrophe_share_a_suit_that_no_other_has() -> None:
    for seed in range(DEALS):
        shared = [suit_of(card) for card in deal(Random(seed), "A'B'C'D'E'AB")[0]]
        assert len(set(shared[:5])) == 1
        assert shared[0] not in shared[5:]


@pytest.mark.parametrize(
    ("hand", "longest"),
    [
        ("2c 3d 4h 5s Ac Kd Kh", 5),
        ("Tc Jd Qh Ks Ac 2d 3h", 5),
        ("3c 4d 5h 6s 7c 8d 9h", 7),
        ("2c 4d 6h 8s Tc Qd Ah", 2),
    ],
)
def test_a_run_counts_the_ace_above_the_king_or_below_the_two(hand: str, longest: int) -> None:
    assert longest_run(cards(hand)) == longest


# rules.md, "Hand-ranking and tie facts": no wrap-around.
@pytest.mark.parametrize(
    ("hand", "past"),
    [("Qc Kd Ah 2s 3c", True), ("Kc Ad 2h 3s 4c", True), ("Jc Qd Kh As 2c", True), ("Ac 2d 3h 4s 5c", False)],
)
def test_five_ranks_past_the_ace_are_known(hand: str, past: bool) -> None:
    assert goes_round_the_corner(cards(hand)) is past
    assert len(ROUND_THE_CORNER) == 3
