"""The best low on each of the scales that low games use.

A low is worth what its five cards would be worth as a high hand, taken negative, so that of lows too the greater number
wins and the same is a tie; the scales differ in where the ace stands and in what counts against a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import TypeVar

from quizzes.engine.cards import DECK, RANKS, Card, rank_of, suit_of
from quizzes.engine.hands import ACE, CATEGORIES, UNSUITED, WIDTH, highest, pack, strength

Item = TypeVar("Item", int, Card)

_HIGH_CARD, _FLUSH = CATEGORIES.index("high-card"), CATEGORIES.index("flush")
_WHEEL = {RANKS.index(rank) for rank in "A2345"}
_ACE_LOW = [1 << 3 * ((rank_of(card) + 1) % 13) for card in DECK]
_EIGHTS = (1 << 3 * 8) - 1
"""The ranks up to the eight, the ace the lowest of them."""

_ace_low = _ACE_LOW.__getitem__


def ace_to_five(cards: Sequence[Card]) -> int:
    """Return what the lowest five of five cards or more are worth: 5-4-3-2-A is best.

    The ace is low. Straights and flushes don't count, pairs do, so that K-Q-J-T-9 is better than a pair. Raises
    ValueError for fewer cards.
    """
    counts = [_ACE_LOW[card] for card in cards]
    ranks = _different(counts)
    if ranks.bit_count() >= 5:
        return _no_pair(ranks)
    return max(-UNSUITED[sum(five)] for five in _fives(counts))


def lowest_five(cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """Return the five cards that are lowest with the ace low, in the order given; of equal cards the first.

    None where there are not five different ranks.
    """
    firsts: dict[int, Card] = {}
    for card in cards:
        firsts.setdefault(_ACE_LOW[card], card)
    if len(firsts) < 5:
        return None
    kept = {firsts[rank] for rank in sorted(firsts)[:5]}
    return tuple(card for card in cards if card in kept)


def eight_or_better(cards: Sequence[Card]) -> int | None:
    """Return what the lowest five of the cards are worth, on the scale of `ace_to_five`, for the low half of a pot.

    None where there are not five different ranks up to the eight.
    """
    ranks = _different(map(_ace_low, cards)) & _EIGHTS
    return _no_pair(ranks) if ranks.bit_count() >= 5 else None


def omaha_eight_or_better(own: Sequence[Card], board: Sequence[Card]) -> int | None:
    """Return the same of exactly two own cards and exactly three of the board's."""
    dealt = _different(map(_ace_low, board)) & _EIGHTS
    held = _different(map(_ace_low, own)) & _EIGHTS
    if dealt.bit_count() < 3 or held.bit_count() < 2:
        return None
    lows = [two | three for three in _sets(dealt, 3) for two in _sets(held, 2) if not two & three]
    return _no_pair(min(lows)) if lows else None


def deuce_to_seven(cards: Sequence[Card]) -> int:
    """Return what the lowest five of five cards or more are worth: 7-5-4-3-2 of two suits or more is best.

    The ace is high only, so that A-2-3-4-5 is no straight but ace high. Straights and flushes count against a hand.
    Raises ValueError for fewer cards.
    """
    return max(-_with_the_ace_high(five) for five in _fives(cards))


def badugi(cards: Sequence[Card]) -> int:
    """Return what the best badugi among one card or more is worth: A-2-3-4 of four suits is best.

    The most cards without a rank or a suit twice, and of those the lowest, the ace low. Cards that are not used are
    never compared. Raises ValueError for no cards.
    """
    ranks = _different(map(_ace_low, best_badugi(cards)))
    top = highest(1, ranks)
    return -pack(4 - ranks.bit_count(), top, ranks ^ top)


def best_badugi(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the best badugi among one card or more, of equal ones the first. Raises ValueError for no cards."""
    for many in range(4, 0, -1):
        found = [(ranks, group) for group in combinations(cards, many) if (ranks := _of_a_kind_each(group))]
        if found:
            return min(found, key=itemgetter(0))[1]
    raise ValueError("a badugi is read from one card or more")


@cache
def _no_pair(ranks: int) -> int:
    """Return the worth of the lowest five of a set of ranks."""
    for _ in range(ranks.bit_count() - 5):
        ranks ^= highest(1, ranks)
    top = highest(1, ranks)
    return -pack(_HIGH_CARD, top, ranks ^ top)


@cache
def _sets(ranks: int, many: int) -> tuple[int, ...]:
    """Return every set of so many of the ranks."""
    each = [1 << place for place in range(WIDTH) if ranks >> place & 1]
    return tuple(sum(group) for group in combinations(each, many))


def _with_the_ace_high(five: Sequence[Card]) -> int:
    """Return the worth of five cards as a high hand in which an ace stands above the king only."""
    if {rank_of(card) for card in five} != _WHEEL:
        return strength(five)
    ranks = sum(1 << 3 * rank for rank in _WHEEL)
    if len({suit_of(card) for card in five}) == 1:
        return pack(_FLUSH, ranks)
    return pack(_HIGH_CARD, ACE, ranks ^ ACE)


def _of_a_kind_each(cards: Sequence[Card]) -> int:
    """Return the set of the cards' ranks; none where a rank or a suit is there twice."""
    ranks = _different(map(_ace_low, cards))
    different = ranks.bit_count() == len({suit_of(card) for card in cards}) == len(cards)
    return ranks if different else 0


def _different(ranks: Iterable[int]) -> int:
    """Return the set of some ranks."""
    found = 0
    for rank in ranks:
        found |= rank
    return found


def _fives(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    if len(items) < 5:
        raise ValueError(f"a low is read from five cards or more, not {len(items)}")
    return combinations(items, 5)
