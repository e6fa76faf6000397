"""A player's cards in a game: which of them may play together, what the best of them are, and what they are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from quizzes.engine.cards import RANKS, Card, rank_of
from quizzes.engine.games import Game, Scale
from quizzes.engine.hands import Hand, best_five, category_of, omaha_strength, strength
from quizzes.engine.lows import (
    ace_to_five,
    badugi,
    best_badugi,
    deuce_to_seven,
    eight_or_better,
    lowest_five,
    omaha_eight_or_better,
)

SCALES: Mapping[Scale, Callable[[Sequence[Card]], int]] = {
    "high": strength,
    "ace-to-five": ace_to_five,
    "deuce-to-seven": deuce_to_seven,
    "badugi": badugi,
}
"""What cards are worth on each scale; more is better."""

_ACE = RANKS.index("A")
_WHEEL = {RANKS.index(rank) for rank in "A2345"}


def scores(game: Game, own: Sequence[Card], board: Sequence[Card]) -> tuple[int, int | None]:
    """Return what a player's hand is worth for what the game awards first, and for the low half of a split game.

    The first is its high hand, or its low where that alone wins; the second is None without a low that qualifies, and
    in a game that is not split. More is better and the same is a tie, within one game. Raises ValueError for fewer
    cards than a hand is read from.
    """
    if game.use is not None:
        return omaha_strength(own, board), omaha_eight_or_better(own, board) if game.split else None
    cards = (*own, *board)
    return SCALES[game.scale](cards), eight_or_better(cards) if game.split else None


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's own cards and the community cards, as a game lets them play."""

    game: Game
    own: tuple[Card, ...]
    board: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of the cards, the player's own first."""
        return self.own + self.board

    @property
    def score(self) -> int:
        """What the hand is worth for what the game awards first."""
        return scores(self.game, self.own, self.board)[0]

    def best(self) -> Hand:
        """Return the cards that play for what the game awards first, and what they make; a badugi is a high card.

        The strongest group stands first, a low's from the top down; of equal cards those given first play.
        """
        if self.game.scale == "high" and self.game.use is None:
            return best_five(self.cards)
        worth, cards = SCALES[self.game.scale], self._best_cards()
        category = "high-card" if self.game.scale == "badugi" else category_of(worth(cards))
        return Hand(category, in_order(cards, self.game.scale), worth(cards))

    def _best_cards(self) -> tuple[Card, ...]:
        if self.game.scale == "badugi":
            return best_badugi(self.own)
        low = lowest_five(self.cards) if self.game.scale == "ace-to-five" else None
        return low or max(self.plays(), key=SCALES[self.game.scale])

    def best_low(self) -> Hand | None:
        """Return the cards that play for the low half, the highest first; None without a low that qualifies."""
        if not self.game.split:
            return None
        plays = [lowest_five(self.cards) or ()] if self.game.use is None else self.plays()
        lows = [cards for cards in plays if eight_or_better(cards) is not None]
        if not lows:
            return None
        cards = max(lows, key=ace_to_five)
        return Hand("high-card", in_order(cards, "ace-to-five"), ace_to_five(cards))

    def equals(self, low: bool = False) -> list[tuple[Card, ...]]:
        """Return every group of cards that is worth as much as the best one, or as the best low.

        Cards beside a badugi don't play, so the groups with the fewest cards are those that do.
        """
        worth = ace_to_five if low else SCALES[self.game.scale]
        plays = [(worth(cards), cards) for cards in self.plays() if not low or eight_or_better(cards) is not None]
        best = max(plays)[0]
        found = [cards for own, cards in plays if own == best]
        fewest = min(map(len, found))
        return [cards for cards in found if len(cards) == fewest]

    def plays(self) -> Iterator[tuple[Card, ...]]:
        """Yield every group of cards that may be used together."""
        if self.game.use is not None:
            dealt = list(combinations(self.board, 5 - self.game.use))
            return (two + three for two in combinations(self.own, self.game.use) for three in dealt)
        if self.game.scale == "badugi":
            return (group for many in range(1, 5) for group in combinations(self.own, many))
        return combinations(self.cards, 5)


def in_order(cards: Sequence[Card], scale: Scale) -> tuple[Card, ...]:
    """Return cards with the largest group of a rank first and from the top down; the ace is low where it plays low."""
    ranks = [rank_of(card) for card in cards]
    low = scale in ("ace-to-five", "badugi") or (scale == "high" and set(ranks) == _WHEEL)
    top_down = {rank: (rank - _ACE) % len(RANKS) if low else rank for rank in ranks}
    return tuple(sorted(cards, key=lambda card: (ranks.count(rank_of(card)), top_down[rank_of(card)]), reverse=True))
