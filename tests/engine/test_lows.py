"""Lows on every scale, held against elementary combinatorics and against every group of cards read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import comb, factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.engine.cards import DECK, Card, parse_card, rank_of, suit_of
from quizzes.engine.games import GAMES
from quizzes.engine.hands import category_of, omaha_strength
from quizzes.engine.lows import ace_to_five, badugi, deuce_to_seven, eight_or_better, omaha_eight_or_better
from quizzes.kinds.second.hands import five_key, key, qualifying
from tests.scale import LONG, scale

# Elementary combinatorics: five cards out of 52. Without straights and flushes all five different ranks are a high
# card; in deuce-to-seven the wheel is one too, or a flush: 4 ** 5 - 4 of them are of several suits.
GROUPED = {
    "pair": 13 * comb(4, 2) * comb(12, 3) * 4**3,
    "two-pair": comb(13, 2) * comb(4, 2) ** 2 * 44,
    "three-of-a-kind": 13 * 4 * comb(12, 2) * 4**2,
    "full-house": 13 * 4 * 12 * comb(4, 2),
    "four-of-a-kind": 13 * 48,
}
ACE_TO_FIVE = {**GROUPED, "high-card": comb(13, 5) * 4**5}
DEUCE_TO_SEVEN = {
    **GROUPED,
    "high-card": (comb(13, 5) - 9) * (4**5 - 4),
    "straight": 9 * (4**5 - 4),
    "flush": (comb(13, 5) - 9) * 4,
    "straight-flush": 8 * 4,
    "royal-flush": 4,
}

Low = Callable[[Sequence[Card]], int]


def cards(text: str) -> list[Card]:
    return [parse_card(word) for word in text.split()]


# rules.md B: read from the top; the wheel is best; no straights or flushes; any five without a pair beat a pair.
ACE_TO_FIVE_DOWN = [
    "5h 4h 3h 2h Ah",
    "6c 4d 3h 2s Ac",
    "6c 5d 3h 2s Ac",
    "7s 4d 3h 2s Ac",
    "8c 7d 6h 5s 4c",
    "Kc Qd Jh Ts 9c",
    "Ac Ad 4h 3s 2c",
    "Ac Ad 6h 3s 2c",
    "2c 2d 4h 3s Ac",
    "Kc Kd Qh Js Tc",
    "2c 2d Ah As 3c",
    "3c 3d Ah As 2c",
    "Ac Ad Ah 3s 2c",
    "Ac Ad Ah 2s 2c",
    "Ac Ad Ah As 2c",
]
# rules.md B: 7-5-4-3-2 is best, the ace is high only, straights and flushes count against, A-2-3-4-5 is ace high.
DEUCE_TO_SEVEN_DOWN = [
    "7c 5d 4h 3s 2c",
    "7c 6d 4h 3s 2c",
    "8c 5d 4h 3s 2c",
    "9c 5d 4h 3s 2c",
    "Kc Qd Jh Ts 8c",
    "Ac 5d 4h 3s 2c",
    "Ac 6d 4h 3s 2c",
    "Ac Kd Qh Js 9c",
    "2c 2d 5h 4s 3c",
    "Ac Ad Kh Qs Jc",
    "3c 3d 2h 2s 4c",
    "2c 2d 2h 4s 3c",
    "6c 5d 4h 3s 2c",
    "Ac Kd Qh Js Tc",
    "7c 5c 4c 3c 2c",
    "Ac 5c 4c 3c 2c",
    "Ac Kc Qc Jc 9c",
    "2c 2d 2h 3s 3c",
    "2c 2d 2h 2s 3c",
    "6c 5c 4c 3c 2c",
    "Ac Kc Qc Jc Tc",
]
# rules.md B: the most cards first, then the lowest from the top, the ace low.
BADUGI_DOWN = [
    "Ac 2d 3h 4s",
    "Ac 2d 3h 5s",
    "2c 3d 4h 5s",
    "Tc Jd Qh Ks",
    "Ac 2d 3h 3s",
    "Ac 2d 4h Kh",
    "Kc Qd Jh Js",
    "Ac 2d Ad 2c",
    "Ac 3d Ad 3c",
    "Ac Ad Ah As",
    "2c 3c 4c 5c",
]


@pytest.mark.parametrize(
    ("low", "better", "worse"),
    [
        pytest.param(low, *pair, id=f"{low.__name__}: {pair[0]} over {pair[1]}")
        for low, down in (
            (ace_to_five, ACE_TO_FIVE_DOWN),
            (deuce_to_seven, DEUCE_TO_SEVEN_DOWN),
            (badugi, BADUGI_DOWN),
        )
        for pair in pairwise(down)
    ],
)
def test_a_low_above_another_is_worth_more(low: Low, better: str, worse: str) -> None:
    assert low(cards(better)) > low(cards(worse))


# rules.md B: suits never count, and cards that a badugi does not use are never compared.
@pytest.mark.parametrize(
    ("low", "one", "other"),
    [
        (ace_to_five, "5h 4h 3h 2h Ah", "5c 4d 3h 2s Ac"),
        (ace_to_five, "5h 4h 3h 2h Ah Kc Kd", "5c 4d 3h 2s Ac 9c 8d"),
        (ace_to_five, "2c 2d 2h As Ah Ad 3c", "2c 2d As Ah 3c 3d 3h"),
        (deuce_to_seven, "8c 5d 4h 3s 2c", "8d 5c 4s 3h 2d"),
        (deuce_to_seven, "Kc Kd 7c 5d 4h 3s 2c", "7d 5c 4s 3h 2d"),
        (badugi, "Ac 2d 3h Kh", "Ah 2c 3d 3s"),
    ],
)
def test_what_is_not_compared_breaks_no_tie(low: Low, one: str, other: str) -> None:
    assert low(cards(one)) == low(cards(other))


# rules.md B: five different ranks up to the eight; a nine is one too many, and a pair leaves only four ranks.
@pytest.mark.parametrize(
    ("text", "qualifies"),
    [
        ("8c 7d 6h 5s 4c", True),
        ("5c 4c 3c 2c Ac Kd Kh", True),
        ("9c 7d 6h 5s 4c", False),
        ("8c 7d 6h 5s 5c Kd Kh", False),
        ("8c 7d 6h 5s", False),
    ],
)
def test_a_low_half_needs_five_ranks_up_to_the_eight(text: str, qualifies: bool) -> None:
    worth = eight_or_better(cards(text))
    assert (worth is not None) == qualifies
    if qualifies:
        assert worth == ace_to_five(cards(text))


# rules.md B, Omaha hi-lo: exactly two and three for the low as well; the cases in brackets.
@pytest.mark.parametrize(
    ("own", "board", "low"),
    [
        pytest.param("Ac 2d 9d Js", "6h 7h 8h 2c Ks", "8h 7h 6h 2d Ac", id="hi_lo-002, counterfeited"),
        pytest.param("As 3c Jd Qd", "6h 7h 8h 2c Ks", "7h 6h 3c 2c As", id="hi_lo-002"),
        pytest.param("As 2d Kh Qc", "3c 7h Th 9s Kc", "", id="hi_lo-004, two low cards on the board"),
        pytest.param("Ac 2d 4h 7s", "As 5c 8d 4c", "7s 5c 4c 2d As", id="hi_lo-007, on the turn"),
        pytest.param("Ac Kd Qh Js", "2c 3d 4h 5s 6c", "", id="one low card in the hand"),
        pytest.param("Ac Ad 2h 2s", "3c 4d 5h Ks Kc", "5h 4d 3c 2h Ac", id="pairs in the hand"),
        pytest.param("Ac 2d 3h 4s 5c", "6c 7d 8h Ks Kc", "8h 7d 6c 2d Ac", id="five own cards, two of them play"),
    ],
)
def test_an_omaha_low_takes_two_own_cards_and_three_of_the_board(own: str, board: str, low: str) -> None:
    worth = omaha_eight_or_better(cards(own), cards(board))
    assert worth == (ace_to_five(cards(low)) if low else None)


@pytest.mark.parametrize(("low", "few"), [(ace_to_five, 4), (deuce_to_seven, 4), (badugi, 0)])
def test_too_few_cards_are_no_low(low: Low, few: int) -> None:
    with pytest.raises(ValueError, match="or more"):
        low(DECK[:few])


@pytest.mark.parametrize(("own", "board"), [(1, 5), (4, 2)])
def test_too_few_cards_are_no_omaha_hand(own: int, board: int) -> None:
    with pytest.raises(ValueError, match="two own cards and three"):
        omaha_strength(DECK[:own], DECK[-board:])


# Every scale against the second computation, which looks at every group that may play.

SCALES = [
    pytest.param("ace-to-five", ace_to_five, (5, 6, 7), 5, id="ace-to-five"),
    pytest.param("deuce-to-seven", deuce_to_seven, (5, 6, 7), 5, id="deuce-to-seven"),
    pytest.param("badugi", badugi, (4,), 0, id="badugi"),
]
FEW_RANKS = [card for card in DECK if rank_of(card) in (0, 1, 2, 3, 12)]
DECKS = (DECK, FEW_RANKS, [card for card in DECK if suit_of(card) < 2])


def groups(hand: Sequence[Card], size: int) -> list[tuple[Card, ...]]:
    return [group for many in ([size] if size else [1, 2, 3, 4]) for group in combinations(hand, many)]


@pytest.mark.parametrize(("name", "low", "sizes", "many"), SCALES)
def test_random_hands_stand_in_the_order_of_the_best_of_all_their_groups(
    name: str, low: Low, sizes: tuple[int, ...], many: int
) -> None:
    rng = Random(name)
    hands = [rng.sample(rng.choice(DECKS), rng.choice(sizes)) for _ in range(scale(2_000, 200_000))]
    known = sorted((low(hand), max(key(name, group) for group in groups(hand, many))) for hand in hands)
    for (value, best), (next_value, next_best) in pairwise(known):
        assert (value == next_value) == (best == next_best)
        assert best <= next_best


def test_omaha_hands_and_lows_stand_in_the_order_of_the_best_of_all_their_groups() -> None:
    rng = Random(8)
    highs, lows = [], []
    for _ in range(scale(400, 40_000)):
        size = rng.choice((4, 5, 6))
        deal = rng.sample(rng.choice(DECKS), size + rng.choice((3, 4, 5)))
        own, board = deal[:size], deal[size:]
        every = [two + three for two in combinations(own, 2) for three in combinations(board, 3)]
        highs.append((omaha_strength(own, board), max(map(five_key, every))))
        worth, qualified = omaha_eight_or_better(own, board), qualifying(every)
        assert (worth is None) == (not qualified)
        if worth is not None:
            lows.append((worth, max(key("ace-to-five", group) for group in qualified)))
    for (value, best), (next_value, next_best) in [*pairwise(sorted(highs)), *pairwise(sorted(lows))]:
        assert (value == next_value) == (best == next_best)
        assert best <= next_best
    assert len(lows) > scale(40, 4_000)


@given(
    st.lists(st.sampled_from(DECK), min_size=5, max_size=7, unique=True),
    st.randoms(use_true_random=False),
    st.permutations(range(4)),
)
@settings(max_examples=scale(300, 30_000), deadline=None)
def test_neither_the_order_of_the_cards_nor_the_names_of_the_suits_count(
    hand: list[Card], rng: Random, suits: list[int]
) -> None:
    renamed = [Card(rank_of(card) * 4 + suits[suit_of(card)]) for card in hand]
    rng.shuffle(renamed)
    for low in (ace_to_five, deuce_to_seven, badugi):
        assert low(renamed) == low(hand)
    assert eight_or_better(renamed) == eight_or_better(hand)


# How many hands there are of each kind.


@pytest.mark.skipif(not LONG, reason="2,598,960 hands: only at full size")
@pytest.mark.parametrize(("low", "wanted"), [(ace_to_five, ACE_TO_FIVE), (deuce_to_seven, DEUCE_TO_SEVEN)])
def test_every_five_cards_counted_one_by_one_are_as_many_as_combinatorics_says(
    low: Low, wanted: dict[str, int]
) -> None:
    assert sum(wanted.values()) == comb(52, 5)
    assert Counter(category_of(low(hand)) for hand in combinations(DECK, 5)) == wanted


def test_a_sample_of_five_cards_falls_into_the_categories_as_combinatorics_says() -> None:
    """Five standard deviations of a binomial count: what is off by more is a fault."""
    rng, many = Random(27), scale(20_000, 400_000)
    hands = [rng.sample(DECK, 5) for _ in range(many)]
    for low, wanted in ((ace_to_five, ACE_TO_FIVE), (deuce_to_seven, DEUCE_TO_SEVEN)):
        found = Counter(category_of(low(hand)) for hand in hands)
        for category, count in wanted.items():
            share = count / comb(52, 5)
            assert abs(found[category] - many * share) <= 5 * (many * share * (1 - share)) ** 0.5 + 1, category


def test_all_four_cards_make_as_many_badugis_as_combinatorics_says() -> None:
    """Four ranks in four suits, 4! ways; one card only where all four share their suit, or their rank."""
    ranks = 13 if LONG else 7
    worst = [badugi(cards("Kc Qd Jh Ts")[:many]) for many in (1, 2, 3, 4)]
    used: Counter[int] = Counter()
    for hand in combinations(DECK[: 4 * ranks], 4):
        worth = badugi(hand)
        used[sum(worth >= least for least in worst)] += 1
    assert used[4] == comb(ranks, 4) * factorial(4)
    assert used[1] == 4 * comb(ranks, 4) + ranks
    assert used.total() == comb(4 * ranks, 4)


def test_every_game_has_a_scale_that_is_counted_here() -> None:
    assert {game.scale for game in GAMES.values()} == {"high", "ace-to-five", "deuce-to-seven", "badugi"}
