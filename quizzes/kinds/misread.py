"""Hands read as people misread them. A reading is a category and the five cards for it; it can be worth too much."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from quizzes.engine.cards import Card, rank_of
from quizzes.engine.hands import CATEGORIES, best_five, strength
from quizzes.kinds.deals import goes_round_the_corner, longest_run

Worth = tuple[int, tuple[int, ...]]
"""A category's place, then the ranks that are compared: more is better, the same is a tie."""

OF_A_SUIT = ("flush", "straight-flush", "royal-flush")
IN_A_ROW = ("straight", "straight-flush", "royal-flush")
STRAIGHT_FIRST = (*CATEGORIES[:4], "flush", "straight", *CATEGORIES[6:])
"""The categories as they would rank if a straight beat a flush."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What somebody takes a player's cards for: a category and five cards, the strongest group first."""

    category: str
    cards: tuple[Card, ...]

    @property
    def ranks(self) -> tuple[int, ...]:
        return tuple(map(rank_of, self.cards))


Method = Callable[[Sequence[Card], Sequence[Card]], Reading]
"""A way to read a player's own cards with the board's."""


def worth(reading: Reading, order: Sequence[str] = CATEGORIES) -> Worth:
    """Return what a reading is worth where the categories rank in this order."""
    return place(reading.category, order), reading.ranks


def place(category: str, order: Sequence[str] = CATEGORIES) -> int:
    """Return a category's place in this order; a royal flush is but a name for the top straight flush."""
    return order.index("straight-flush" if category == "royal-flush" else category)


def well_read(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Read a hand as it is."""
    return _read((*own, *board))


def with_both_own(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Take both own cards and three of the board's, as Omaha asks."""
    fives = [(*own, *three) for three in combinations(board, 5 - len(own))]
    return _read(max(fives, key=strength))


def with_the_ace_high(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Let an ace stand above the king only, so that 5-4-3-2-A is no straight."""
    best = well_read(own, board)
    return max(map(_without_the_wheel, _fives(own, board)), key=worth) if _is_wheel(best) else best


def round_the_corner(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Take five ranks that go past the ace for a straight."""
    if not goes_round_the_corner((*own, *board)):
        return well_read(own, board)
    return max(map(_past_the_ace, _fives(own, board)), key=worth)


def with_straights_first(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Take a straight where there is also a flush."""
    best = well_read(own, board)
    if best.category != "flush" or longest_run((*own, *board)) < 5:
        return best
    return max(_fives(own, board), key=lambda reading: worth(reading, STRAIGHT_FIRST))


def with_pairs_only(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Look for cards of the same rank and for nothing else."""
    return max(map(_as_high_card, _fives(own, board)), key=worth)


def with_a_third_pair(own: Sequence[Card], board: Sequence[Card]) -> Reading:
    """Keep a third pair's card beside two pairs though a higher card is there."""
    reading = well_read(own, board)
    if reading.category != "two-pair":
        return reading
    paired = reading.ranks[:4]
    cards = (*own, *board)
    left = [card for card in cards if rank_of(card) not in paired]
    third = [card for card in left if sum(rank_of(other) == rank_of(card) for other in left) == 2]
    return Reading("two-pair", (*reading.cards[:4], third[0])) if third else reading


def has_straight_and_flush(own: Sequence[Card], board: Sequence[Card]) -> bool:
    """Return whether there is a straight beside a flush that is the best hand."""
    return well_read(own, board).category == "flush" and with_straights_first(own, board).category == "straight"


@lru_cache(maxsize=1024)
def _read(cards: tuple[Card, ...]) -> Reading:
    """Read cards as they are; each mistake looks at the hands of one spot, so they are kept for a while."""
    hand = best_five(cards)
    return Reading(hand.category, hand.cards)


def _fives(own: Sequence[Card], board: Sequence[Card]) -> Iterator[Reading]:
    return map(_read, combinations((*own, *board), 5))


def _without_the_wheel(reading: Reading) -> Reading:
    return _as_high_card(reading, suited="flush") if _is_wheel(reading) else reading


def _is_wheel(reading: Reading) -> bool:
    return reading.category in IN_A_ROW and reading.ranks[-1] > reading.ranks[0]


def _past_the_ace(reading: Reading) -> Reading:
    if not goes_round_the_corner(reading.cards):
        return reading
    cards = sorted(reading.cards, key=lambda card: (rank_of(card) + 6) % 13, reverse=True)
    return Reading("straight-flush" if reading.category == "flush" else "straight", tuple(cards))


def _as_high_card(reading: Reading, suited: str = "high-card") -> Reading:
    """Read a straight or a flush as what is left of it without the one or the other."""
    if reading.category not in (*OF_A_SUIT, *IN_A_ROW):
        return reading
    category = suited if reading.category in OF_A_SUIT else "high-card"
    return Reading(category, tuple(sorted(reading.cards, key=rank_of, reverse=True)))
