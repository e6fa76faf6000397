"""Hands of Omaha, stud and the low games read as people misread them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from quizzes.engine.cards import Card, rank_of, suit_of
from quizzes.engine.hands import CATEGORIES, Hand, category_of, pack, strength
from quizzes.engine.holdings import Holding, in_order
from quizzes.engine.lows import ace_to_five, badugi, deuce_to_seven
from quizzes.kinds.deals import ACE

Group = tuple[Card, ...]

OMAHA = ("omaha", "omaha8")
SPLIT = ("omaha8", "stud8")
ACE_TO_FIVE = ("razz", "a5td")
DEUCE_TO_SEVEN = ("27sd", "27td")


@dataclass(frozen=True, slots=True)
class Misreading:
    """A wrong way to read a hand: which cards may play together, and what they would be worth (more is better)."""

    plays: Callable[[Holding], Iterable[Group]]
    worth: Callable[[Sequence[Card]], int]

    def read(self, holding: Holding) -> Hand | None:
        """Return the hand that somebody sees, the strongest group first; None where nothing may play."""
        groups = list(self.plays(holding))
        if not groups:
            return None
        cards = max(groups, key=self.worth)
        worth = self.worth(cards)
        category = "high-card" if holding.game.scale == "badugi" else category_of(worth)
        return Hand(category, in_order(cards, holding.game.scale), worth)


def _any_five(holding: Holding) -> Iterable[Group]:
    return combinations(holding.cards, 5)


def _own(*numbers: int) -> Callable[[Holding], Iterable[Group]]:
    """Let so many own cards play in Omaha, besides the two that must."""

    def plays(holding: Holding) -> Iterable[Group]:
        for many in (2, *numbers):
            for board in combinations(holding.board, 5 - many):
                yield from (own + board for own in combinations(holding.own, many))

    return plays


def _lows(most: int, plays: Callable[[Holding], Iterable[Group]] = Holding.plays) -> Callable[[Holding], list[Group]]:
    """Let five different ranks up to this one be a low that qualifies, the ace low."""

    def qualifying(holding: Holding) -> list[Group]:
        found = [(group, {_ace_low(card) for card in group}) for group in plays(holding)]
        return [group for group, ranks in found if len(ranks) == 5 and max(ranks) < most]

    return qualifying


def _lows_in_no_row(holding: Holding) -> list[Group]:
    """Leave out lows that are a straight or a flush."""
    return [group for group in _lows(8)(holding) if category_of(strength(group)) == "high-card"]


def _ace_low(card: Card) -> int:
    return (rank_of(card) + 1) % 13


def _set(ranks: Iterable[int]) -> int:
    return sum(1 << 3 * rank for rank in set(ranks))


def _high_card(ranks: Iterable[int]) -> int:
    """Return the worth of a low of different ranks as these ranks would be compared."""
    found = sorted(ranks, reverse=True)
    return -pack(CATEGORIES.index("high-card"), _set(found[:1]), _set(found[1:]))


def _ace_to_six(five: Sequence[Card]) -> int:
    """Count straights and flushes against a low whose ace is low."""
    ranks = [_ace_low(card) for card in five]
    if len(set(ranks)) < 5:
        return ace_to_five(five)
    one_suit, row = len(set(map(suit_of, five))) == 1, max(ranks) - min(ranks) == 4
    if not (one_suit or row):
        return ace_to_five(five)
    category = "straight-flush" if one_suit and row else "flush" if one_suit else "straight"
    return -pack(CATEGORIES.index(category), _set([max(ranks)] if row else ranks))


def _ace_high(five: Sequence[Card]) -> int:
    """Take the ace for high in a low without straights and flushes."""
    ranks = [rank_of(card) for card in five]
    if len(set(ranks)) == 5:
        return _high_card(ranks)
    return -strength(five)


def _from_below(lowest: int) -> Callable[[Sequence[Card]], int]:
    """Compare lows of different ranks from the lowest card up, the ranks counted from this one; what counts against a
    low as it is: pairs, and from deuce to seven straights and flushes.
    """
    scale = ace_to_five if lowest == ACE else deuce_to_seven

    def worth(five: Sequence[Card]) -> int:
        mirrored = sorted(((lowest - rank_of(card) - 1) % 13 for card in five), reverse=True)
        if category_of(scale(five)) != "high-card":
            return scale(five)
        return pack(CATEGORIES.index("high-card"), _set(mirrored[:1]), _set(mirrored[1:]))

    return worth


def _as_it_is(holding: Holding) -> list[Group]:
    return [holding.best().cards]


def _whatever_suits(group: Sequence[Card]) -> int:
    """Read a badugi by its ranks only."""
    ranks = {_ace_low(card) for card in group}
    return badugi([Card(((rank - 1) % 13) * 4 + place) for place, rank in enumerate(sorted(ranks))])


ANY_FROM_HAND = Misreading(_any_five, strength)
ONE_FROM_HAND = Misreading(_own(1), strength)
THREE_FROM_HAND = Misreading(_own(3), strength)
STRAIGHTS_COUNTED = Misreading(Holding.plays, _ace_to_six)
ACE_HIGH = Misreading(Holding.plays, _ace_high)
ACE_LOW = Misreading(Holding.plays, ace_to_five)
FROM_BELOW = {
    **dict.fromkeys(ACE_TO_FIVE, Misreading(_as_it_is, _from_below(ACE))),
    **dict.fromkeys(DEUCE_TO_SEVEN, Misreading(_as_it_is, _from_below(0))),
}
"""Comparing from the lowest card up, by game."""


def any_ace(holdings: Iterable[Holding]) -> bool:
    """Return whether anybody has an ace, which could be taken for low."""
    return any(rank_of(card) == ACE for holding in holdings for card in holding.cards)


NINE_LOW = Misreading(_lows(9), ace_to_five)
OWN_FOR_LOW = Misreading(_lows(8, _own(1, 3)), ace_to_five)
STRAIGHTS_IN_LOW = Misreading(_lows_in_no_row, ace_to_five)
SUITS_IGNORED = Misreading(Holding.plays, _whatever_suits)
