"""Chips that were pushed in, each with its value on it: how many there are, and which, is what a ruling asks about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quizzes.drawing.chips import VALUES

SIZE, STEP, GAP = 44, 11, 8  # a coin, from one to the next of its value, and from value to value
MOST = 5  # so many of a value are drawn
FOOT = 16  # the line below them that counts them


@dataclass(frozen=True, slots=True)
class Coins:
    """Chips of one value, overlapping from the left; `count` is written below, "" for one."""

    places: tuple[int, ...]
    colour: int
    value: str
    count: str

    @property
    def middle(self) -> float:
        """The middle of them all."""
        return (self.places[0] + self.places[-1] + SIZE) / 2

    @property
    def front(self) -> float:
        """The middle of the one that shows its value."""
        return self.places[-1] + SIZE / 2


@dataclass(frozen=True, slots=True)
class Row:
    """Chips in a row, in a drawing of this width and height."""

    width: int
    height: int
    coins: tuple[Coins, ...]


def draw_coins(values: Sequence[int], amount: Callable[[int], str], times: Callable[[int], str]) -> Row:
    """Chips by their values, the highest first. `amount` writes a value, `times` how many there are of it."""
    counted = sorted(Counter(values).items(), reverse=True)
    coins, x = [], 0
    for value, count in counted:
        places = tuple(x + STEP * place for place in range(min(count, MOST)))
        colour = next((each for each in VALUES if each <= value), VALUES[-1])
        coins.append(Coins(places, colour, amount(value), times(count) if count > 1 else ""))
        x = places[-1] + SIZE + GAP
    many = any(coin.count for coin in coins)
    return Row(max(x - GAP, SIZE), SIZE + FOOT * many, tuple(coins))
