"""The best five of seven, held against elementary combinatorics and against every five read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.engine.cards import DECK, RANKS, Card, cards_text, parse_card, rank_of, suit_of
from quizzes.engine.hands import CATEGORIES, Hand, best_five, category_of, decided_by, strength
from quizzes.kinds.second.hands import NAMES, FiveKey, five_key
from tests.scale import LONG, scale

# Elementary combinatorics: five cards out of 52, by category, and how many of them differ in more than suits.
FIVE_CARD_HANDS = {
    "high-card": 1_302_540,
    "pair": 1_098_240,
    "two-pair": 123_552,
    "three-of-a-kind": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full-house": 3_744,
    "four-of-a-kind": 624,
    "straight-flush": 36,
    "royal-flush": 4,
}
DIFFERENT_STRENGTHS = {
    "high-card": comb(13, 5) - 10,
    "pair": 13 * comb(12, 3),
    "two-pair": comb(13, 2) * 11,
    "three-of-a-kind": 13 * comb(12, 2),
    "straight": 10,
    "flush": comb(13, 5) - 10,
    "full-house": 13 * 12,
    "four-of-a-kind": 13 * 12,
    "straight-flush": 9,
    "royal-flush": 1,
}

hands_of_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True)


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


def worth(text: str) -> int:
    return strength(cards(text))


def five(text: str) -> tuple[str, list[str]]:
    hand = best_five(cards(text))
    return hand.category, cards_text(hand.cards)


def without_flush(ranks: Iterable[int]) -> list[Card]:
    """Return cards of these ranks with the suits dealt in turn, so that seven cards have two of a suit at most."""
    return [Card(rank * 4 + place % 4) for place, rank in enumerate(sorted(ranks))]


def with_flush(ranks: tuple[int, ...]) -> list[Card]:
    """Return spades of these ranks, and clubs of the lowest of them to make seven."""
    return [Card(rank * 4 + 3) for rank in ranks] + [Card(rank * 4) for rank in ranks[: 7 - len(ranks)]]


def rank_counts(size: int) -> list[tuple[int, ...]]:
    """Return every set of ranks that so many cards can have, none more than four times."""
    every = combinations_with_replacement(range(13), size)
    return [ranks for ranks in every if max(Counter(ranks).values()) <= 4]


def rank_key(cards: list[Card]) -> FiveKey:
    """What the best of all fives of five to seven cards is worth: bigger is better, the same is a tie."""
    return max(five_key(five) for five in combinations(cards, 5))


def assert_same_order(hands: Iterable[list[Card]]) -> None:
    """The strengths order the hands just as the key of the best of all their fives does, ties too."""
    known = sorted((strength(hand), rank_key(hand)) for hand in hands)
    for (value, key), (next_value, next_key) in pairwise(known):
        assert (value == next_value) == (key == next_key)
        assert key <= next_key


# The order of the categories, and inside each of them: the ranking of hands that TDA 2024 leaves to standard poker.
@pytest.mark.parametrize(
    ("better", "worse"),
    list(
        pairwise(
            [
                "As Ks Qs Js Ts",
                "Kd Qd Jd Td 9d",
                "6c 5c 4c 3c 2c",
                "5h 4h 3h 2h Ah",
                "Ac Ad Ah As 2c",
                "Kc Kd Kh Ks Ac",
                "Kc Kd Kh Ks 2c",
                "Ac Ad Ah 2s 2c",
                "Kc Kd Kh As Ac",
                "Kc Kd Kh Qs Qc",
                "As 6s 4s 3s 2s",
                "Ks Qs Js Ts 8s",
                "As Kd Qs Js Ts",
                "6s 5d 4s 3s 2s",
                "5s 4d 3s 2s As",
                "Ac Ad Ah 3s 2c",
                "Kc Kd Kh As Qc",
                "Kc Kd Kh As 2c",
                "Ac Ad 2h 2s 3c",
                "Kc Kd Qh Qs Ac",
                "Kc Kd Qh Qs 2c",
                "Kc Kd Jh Js Ac",
                "Ac Ad 4h 3s 2c",
                "Kc Kd Ah Qs 3c",
                "Kc Kd Ah Qs 2c",
                "Kc Kd Ah Js Tc",
                "As Kd Qs Js 9s",
                "As Kd Qs Js 8s",
                "As Kd Qs Ts 9s",
                "Ks Qd Js Ts 8s",
                "7s 5d 4s 3s 2s",
            ]
        )
    ),
)
def test_a_hand_above_another_is_stronger(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


# rules.md C, Hold'em: only five cards play, suits never break a pot, the wheel is the lowest straight.
@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("As Kd Qc Jh 9s 4d 2c", "As Kd Qc Jh 9s 8d 7c", id="the sixth and seventh cards never count"),
        pytest.param("As Ad Kc Kh 3s 3d Qc", "As Ad Kc Kh 2s 2d Qc", id="the third pair never counts"),
        pytest.param("As Ad Kc Kh Qs Qd 2c", "As Ad Kc Kh Qs 4d 3c", id="of a third pair one card may be the kicker"),
        pytest.param("As Ad Ac Kh Ks Qd Qc", "As Ad Ac Kh Ks 2d 3c", id="the second pair under trips never counts"),
        pytest.param("As Ad Ac Kh Ks Kd 2c", "As Ad Ac Kh Ks 3d 2c", id="of two trips the lower count as a pair"),
        pytest.param("9s 9d 9c 9h Ks Kd Kc", "9s 9d 9c 9h Ks 3d 2c", id="trips beside four of a kind are a kicker"),
        pytest.param("As Ks Qs Js 9s 8s 7s", "As Ks Qs Js 9s 2d 2c", id="the sixth card of a flush never counts"),
        pytest.param("As Ks Qs Js Ts 2d 2c", "Ah Kh Qh Jh Th Ad Ac", id="no suit is above another"),
        pytest.param("7h 2h Ks Kd Kc 2s 2d", "7d 3h Ks Kd Kc 2s 2d", id="the board plays"),
        pytest.param("Ah 5c 4d 3s 2h 5h 5d", "Ac 5c 4d 3s 2h Kh Qd", id="the wheel is a straight above trips and ace"),
    ],
)
def test_what_does_not_play_breaks_no_tie(one: str, other: str) -> None:
    assert worth(one) == worth(other)


# The category's own definition; the fives by rules.md C and scenario-format.md, "strongest group first".
@pytest.mark.parametrize(
    ("text", "category", "playing"),
    [
        ("Ah As Ks Qs Js Ts Kd", "royal-flush", "As Ks Qs Js Ts"),
        ("Ac Ad 2d 3d 4d 5d 6c", "straight-flush", "5d 4d 3d 2d Ad"),
        ("Ks Qs Js Ts 9s Ah Ac", "straight-flush", "Ks Qs Js Ts 9s"),
        ("Ah 9c 9d 9h 9s Ac Ad", "four-of-a-kind", "9c 9d 9h 9s Ah"),
        ("4h 4c 4d 9h 9s 9c Ad", "full-house", "9h 9s 9c 4h 4c"),
        ("4h 4c 4d 9h 9s Ac Ad", "full-house", "4h 4c 4d Ac Ad"),
        ("Ad 9c 3c Qc Ac 4c 9d", "flush", "Ac Qc 9c 4c 3c"),
        ("6h 5s 4c 3d 2h Ah Ac", "straight", "6h 5s 4c 3d 2h"),
        ("4c As 5h 3d 2h Ah 5c", "straight", "5h 4c 3d 2h As"),
        ("2h Kh 8s 8d 8c 5d 3s", "three-of-a-kind", "8s 8d 8c Kh 5d"),
        ("6c 6d Ts Td 3h 3s 2c", "two-pair", "Ts Td 6c 6d 3h"),
        ("7h 5s 7d Jc 2s Qd 3c", "pair", "7h 7d Qd Jc 5s"),
        ("Ah Kd 2h 7h 9h Js 3c", "high-card", "Ah Kd Js 9h 7h"),
        ("Qh Ah Kd 2c 3s", "high-card", "Ah Kd Qh 3s 2c"),
        ("2c 3d 4h Ks Ac Kd", "pair", "Ks Kd Ac 4h 3d"),
    ],
)
def test_the_five_that_play_stand_with_the_strongest_group_first(text: str, category: str, playing: str) -> None:
    assert five(text) == (category, playing.split())


# rules.md C: no wrap-around.
def test_a_straight_does_not_go_round_the_ace() -> None:
    assert category_of(worth("3s 2d Ac Kh Qs")) == "high-card"


# scenario-format.md, `winner`: what is rank, what is kicker.
@pytest.mark.parametrize(
    ("better", "worse", "by"),
    [
        ("As Ks Qs Js Ts", "Kd Qd Jd Td 9d", "rank"),
        ("2c 2d 4h 5s 6c", "Ac Kd Qh Js 9c", "category"),
        ("Kd Qd Jd Td 9d", "Qd Jd Td 9d 8d", "rank"),
        ("Kc Kd Kh Ks 2c", "Qc Qd Qh Qs Ac", "rank"),
        ("Kc Kd Kh Ks 3c", "Kc Kd Kh Ks 2c", "kicker"),
        ("Kc Kd Kh 2s 2c", "Qc Qd Qh As Ac", "rank"),
        ("Kc Kd Kh 3s 3c", "Kc Kd Kh 2s 2c", "rank"),
        ("As 6s 4s 3s 2s", "Ks 9s 8s 7s 5s", "rank"),
        ("As 7s 5s 4s 3s", "As 7s 5s 4s 2s", "rank"),
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "rank"),
        ("Kc Kd Kh 3s 2c", "Qc Qd Qh As Kc", "rank"),
        ("Kc Kd Kh 5s 3c", "Kc Kd Kh 5s 2c", "kicker"),
        ("Ac Ad 2h 2s 3c", "Kc Kd Qh Qs Ac", "rank"),
        ("Ac Ad 3h 3s 4c", "Ac Ad 2h 2s Kc", "rank"),
        ("Ac Ad 3h 3s 5c", "Ac Ad 3h 3s 4c", "kicker"),
        ("3c 3d 4h 5s 7c", "2c 2d Ah Ks Qc", "rank"),
        ("3c 3d Ah 5s 7c", "3c 3d Kh Qs Jc", "kicker"),
        ("3c 3d Ah 7s 6c", "3c 3d Ah 7s 5c", "kicker"),
        ("Ac 7d 5h 4s 2c", "Kc Qd Jh Ts 8c", "rank"),
        ("Ac 7d 5h 4s 3c", "Ac 7d 5h 4s 2c", "kicker"),
        ("Ac 8d 5h 4s 3c", "Ac 7d 6h 4s 3c", "kicker"),
        ("Ac 8d 5h 4s 3c", "Ah 8c 5d 4c 3d", "nothing"),
    ],
)
def test_what_decides_between_two_hands(better: str, worse: str, by: str) -> None:
    assert decided_by(worth(better), worth(worse)) == by


@pytest.mark.parametrize("text", ["", "As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_fewer_than_five_cards_or_more_than_seven_are_no_hand(text: str) -> None:
    with pytest.raises(ValueError, match="five to seven cards"):
        strength(cards(text))
    with pytest.raises(ValueError, match="five to seven cards"):
        best_five(cards(text))


def test_five_cards_have_7462_strengths_in_the_numbers_that_combinatorics_gives() -> None:
    suited = [with_flush(ranks)[:5] for ranks in combinations(range(13), 5)]
    strengths = {strength(hand) for hand in [*map(without_flush, rank_counts(5)), *suited]}
    assert Counter(map(category_of, strengths)) == DIFFERENT_STRENGTHS
    assert len(strengths) == 7_462


def test_the_five_card_hands_of_each_category_are_as_many_as_combinatorics_says() -> None:
    found: Counter[str] = Counter()
    for ranks in rank_counts(5):
        suits = prod(comb(4, number) for number in Counter(ranks).values())
        different = len(set(ranks)) == 5
        found[category_of(strength(without_flush(ranks)))] += suits - 4 if different else suits
        if different:
            found[category_of(strength(with_flush(ranks)[:5]))] += 4
    assert found == FIVE_CARD_HANDS
    assert found.total() == comb(52, 5)


@pytest.mark.skipif(not LONG, reason="2,598,960 hands: only at full size")
def test_every_five_cards_counted_one_by_one_give_the_same_numbers() -> None:
    assert Counter(category_of(strength(hand)) for hand in combinations(DECK, 5)) == FIVE_CARD_HANDS


def test_random_hands_stand_in_the_order_of_the_best_of_all_their_fives() -> None:
    rng = Random(2024)
    assert_same_order(rng.sample(DECK, rng.choice((5, 6, 7, 7, 7))) for _ in range(scale(4_000, 400_000)))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_all_counts_of_ranks_stand_in_the_order_of_the_best_of_all_their_fives(size: int) -> None:
    counts = rank_counts(size)
    assert_same_order(map(without_flush, Random(size).sample(counts, scale(1_000, len(counts)))))


@pytest.mark.parametrize("suited", [5, 6, 7])
def test_all_flushes_stand_in_the_order_of_the_best_of_all_their_fives(suited: int) -> None:
    flushes = list(combinations(range(13), suited))
    assert_same_order(map(with_flush, Random(suited).sample(flushes, scale(500, len(flushes)))))


@given(hands_of_cards)
@settings(max_examples=scale(400, 100_000), deadline=None)
def test_the_five_that_play_are_the_best_of_all_fives(hand: list[Card]) -> None:
    best = best_five(hand)
    category, values = five_key(best.cards)
    assert set(best.cards) <= set(hand)
    assert (category, values) == rank_key(hand)
    assert best == Hand(NAMES[category], best.cards, strength(hand))
    assert [rank_of(card) for card in best.cards] == [(value - 2) % 13 for value in values]


@given(hands_of_cards, st.randoms(use_true_random=False), st.permutations(range(4)))
@settings(max_examples=scale(400, 100_000), deadline=None)
def test_neither_the_order_of_the_cards_nor_the_names_of_the_suits_count(
    hand: list[Card], rng: Random, suits: list[int]
) -> None:
    renamed = [Card(rank_of(card) * 4 + suits[suit_of(card)]) for card in hand]
    rng.shuffle(renamed)
    assert strength(renamed) == strength(hand)
    assert best_five(renamed).category == best_five(hand).category


def test_the_categories_are_those_of_the_second_computation_from_the_lowest_up() -> None:
    assert list(CATEGORIES) == [NAMES[place] for place in range(10)]
    assert len(RANKS) * 4 == len(DECK)
