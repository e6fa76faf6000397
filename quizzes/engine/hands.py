"""The best high hand: of five to seven cards, or in Omaha of two own cards and three of the board's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal

from quizzes.engine.cards import DECK, Card, rank_of, suit_of

CATEGORIES = (
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
)
"""The categories from the lowest up. The last is a name only: the straight flush that no other reaches."""

_HIGH, _PAIR, _TWO_PAIR, _TRIPS, _STRAIGHT, _FLUSH, _FULL_HOUSE, _QUADS, _STRAIGHT_FLUSH, _ROYAL_FLUSH = range(10)
_OF_A_SUIT = ("flush", "straight-flush", "royal-flush")
_TIMES = {_PAIR: (2, 1), _TWO_PAIR: (2, 1), _TRIPS: (3, 1), _FULL_HOUSE: (3, 2), _QUADS: (4, 1)}
"""How many cards of each rank play: of those in the first set of a strength, and of those in the second."""

# A hand is counted by adding up its cards' numbers. Three bits a rank hold how many cards there are of it; above them
# four bits a suit start at three, so that the fifth card of a suit sets the highest of them. A set of ranks has the
# same width, with the lowest bit of each rank's three.
WIDTH = 3 * 13
_RANKS = (1 << WIDTH) - 1
ONE_OF_EACH_RANK = 0o1111111111111
ACE = 1 << 3 * 12
_THREE_OF_EACH_SUIT = 0x3333 << WIDTH
_FIVE_OF_A_SUIT = 0x8888 << WIDTH
_COUNTS = [(1 << 3 * rank_of(card)) + (1 << WIDTH + 4 * suit_of(card)) for card in DECK]
_RANK_COUNTS = [1 << 3 * rank_of(card) for card in DECK]
_count_of, _rank_count_of = _COUNTS.__getitem__, _RANK_COUNTS.__getitem__


@dataclass(frozen=True, slots=True)
class Hand:
    """The five cards that play, the strongest group first (5-4-3-2-A for the wheel), and what they are worth."""

    category: str
    cards: tuple[Card, ...]
    strength: int


def strength(cards: Sequence[Card]) -> int:
    """Return what the best five of five to seven different cards are worth: more is better, the same is a tie.

    The number is the category, then the set of ranks that make it (the top one of a straight, the trips of a full
    house, the top card of a high-card hand), then the set of the other ranks that play. Suits never count, and
    A-2-3-4-5 is the lowest straight. Raises ValueError for fewer or more cards.
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a hand is read from five to seven cards, not {len(cards)}")
    count = sum(map(_count_of, cards), _THREE_OF_EACH_SUIT)
    if count & _FIVE_OF_A_SUIT:
        return _suited(sum(map(_count_of, _flush_cards(cards))) & _RANKS)
    return UNSUITED[count & _RANKS]


def omaha_strength(own: Sequence[Card], board: Sequence[Card]) -> int:
    """Return what the best five are worth that take exactly two own cards and exactly three of the board's.

    Raises ValueError where there are fewer.
    """
    if len(own) < 2 or len(board) < 3:
        raise ValueError("an Omaha hand takes two own cards and three of the board's")
    threes = _sums(board, 3)
    best = max([UNSUITED[two + three] for two in _sums(own, 2) for three in threes])
    suits = [suit_of(card) for card in board]
    for suit in {suit for suit in suits if suits.count(suit) >= 3}:
        held = _sums([card for card in own if suit_of(card) == suit], 2)
        dealt = _sums([card for card in board if suit_of(card) == suit], 3)
        best = max([best, *(_suited(two + three) for two in held for three in dealt)])
    return best


def best_five(cards: Sequence[Card]) -> Hand:
    """Return the best five of five to seven different cards; of equal cards those given first play.

    Raises ValueError for fewer or more cards.
    """
    value = strength(cards)
    category = category_of(value)
    of_use = _flush_cards(cards) if category in _OF_A_SUIT else cards
    ranks = list(map(rank_of, of_use))
    five: list[Card] = []
    for rank, times in _ranks(value):
        five += [card for card, its_rank in zip(of_use, ranks, strict=True) if its_rank == rank][:times]
    return Hand(category, tuple(five), value)


def category_of(strength: int) -> str:
    """Return the category of a hand of this strength, which is a negative number for a low (`lows`)."""
    return CATEGORIES[abs(strength) >> 2 * WIDTH]


def decided_by(better: int, worse: int) -> Literal["category", "rank", "kicker", "nothing"]:
    """Return what sets a hand above another, given both strengths; nothing when they tie.

    The rank is that of the paired, tripled or quadrupled cards, of any card of a straight or flush, or of the top card
    of a high-card hand. A kicker is any other card, so a full house has none. A royal flush is the top straight flush
    by another name, so its rank sets it above one. Lows are compared alike, from the top down.
    """
    if better == worse:
        return "nothing"
    better, worse = abs(better), abs(worse)
    category = min(better >> 2 * WIDTH, _STRAIGHT_FLUSH)
    if category != min(worse >> 2 * WIDTH, _STRAIGHT_FLUSH):
        return "category"
    return "rank" if category == _FULL_HOUSE or better >> WIDTH != worse >> WIDTH else "kicker"


def _ranks(strength: int) -> list[tuple[int, int]]:
    """Return the ranks that play, the strongest group first, and how many cards of each."""
    category, making, others = strength >> 2 * WIDTH, strength >> WIDTH & _RANKS, strength & _RANKS
    if category in (_STRAIGHT, _STRAIGHT_FLUSH, _ROYAL_FLUSH):
        top = making.bit_length() // 3
        return [((top - below) % 13, 1) for below in range(5)]
    times = _TIMES.get(category, (1, 1))
    return [
        (rank, many)
        for ranks, many in zip((making, others), times, strict=True)
        for rank in range(12, -1, -1)
        if ranks >> 3 * rank & 1
    ]


def _flush_cards(cards: Sequence[Card]) -> list[Card]:
    """Return the cards of the suit that is there five times or more."""
    suits = [suit_of(card) for card in cards]
    return [card for card, suit in zip(cards, suits, strict=True) if suits.count(suit) >= 5]


def _sums(cards: Sequence[Card], many: int) -> set[int]:
    """Return the counts of ranks of every so many of the cards."""
    return set(map(sum, combinations(map(_rank_count_of, cards), many)))


class _Kept(dict[int, int]):
    """Strengths by the count of ranks they came from: a table that fills as hands are met.

    It has 73,775 entries at most; a table made beforehand is what every start would wait for.
    """

    def __missing__(self, count: int) -> int:
        self[count] = value = _unsuited(count)
        return value


UNSUITED = _Kept()
"""The strength of cards without a flush, by their count: three bits for each rank."""


def _unsuited(count: int) -> int:
    repeated = (count >> 1 | count >> 2) & ONE_OF_EACH_RANK
    there = count & ONE_OF_EACH_RANK | repeated
    fours, threes = count >> 2 & ONE_OF_EACH_RANK, count & repeated
    if fours:
        return pack(_QUADS, fours, highest(1, there ^ fours))
    best_three = highest(1, threes)
    if threes and repeated != best_three:
        return pack(_FULL_HOUSE, best_three, highest(1, repeated ^ best_three))
    straight = _top_of_straight(there)
    if straight:
        return pack(_STRAIGHT, straight)
    if threes:
        return pack(_TRIPS, threes, highest(2, there ^ threes))
    if repeated.bit_count() >= 2:
        pairs = highest(2, repeated)
        return pack(_TWO_PAIR, pairs, highest(1, there ^ pairs))
    if repeated:
        return pack(_PAIR, repeated, highest(3, there ^ repeated))
    top = highest(1, there)
    return pack(_HIGH, top, highest(4, there ^ top))


@cache
def _suited(count: int) -> int:
    """Return the strength of the cards of a flush; two more cards are too few for four of a kind or a full house."""
    straight = _top_of_straight(count)
    if straight:
        return pack(_ROYAL_FLUSH if straight == ACE else _STRAIGHT_FLUSH, straight)
    return pack(_FLUSH, highest(5, count))


def pack(category: int, making: int, others: int = 0) -> int:
    """Return a strength: the category's place, then the set of ranks that make it, then that of the others."""
    return (category << WIDTH | making) << WIDTH | others


def highest(number: int, ranks: int) -> int:
    """Return the highest so many of a set of ranks."""
    while ranks.bit_count() > number:
        ranks &= ranks - 1
    return ranks


def _top_of_straight(ranks: int) -> int:
    """Return the set with the top rank of the highest five in a row; none makes 0. An ace also stands below the two."""
    from_ace = ranks << 3 | ranks >> 3 * 12
    two_in_a_row = from_ace & from_ace >> 3
    lowest = two_in_a_row & two_in_a_row >> 6 & from_ace >> 12
    return 1 << lowest.bit_length() + 8 if lowest else 0
