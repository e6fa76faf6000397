"""Every card that could be there, tried: which two make the best hand on a board, and which next card makes one's own.

Cards of one rank are alike except where their suit makes a flush, so one of them is tried for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from quizzes.engine.cards import SUITS, Card, rank_of, suit_of
from quizzes.engine.games import Game
from quizzes.engine.holdings import scores

Pair = tuple[Card, Card]


def nuts(game: Game, board: Sequence[Card]) -> list[Pair]:
    """Return every two cards that make the best hand on a board of three cards or more, the lower card first.

    In Omaha both of them play with exactly three of the board's. Where the board itself is best, any two cards do.
    """
    best, pairs = 0, list[Pair]()
    for pair, worth in worths(game, board):
        if worth > best:
            best, pairs = worth, []
        if worth == best:
            pairs.append(pair)
    return pairs


def worths(game: Game, board: Sequence[Card]) -> Iterator[tuple[Pair, int]]:
    """Yield every two cards that are not on the board, and what they are worth with it."""
    needed = [max(game.use or 0, 5 - count) for count in _by_suit(board)]
    found: dict[tuple[int, int], int] = {}
    for pair in combinations([card for card in game.deck if card not in board], 2):
        low, high = pair
        first, second = suit_of(low), suit_of(high)
        flush = needed[first] <= 2 if first == second else needed[first] <= 1 or needed[second] <= 1
        alike = pair if flush else (rank_of(low) - 13, rank_of(high) - 13)
        worth = found.get(alike)
        if worth is None:
            found[alike] = worth = scores(game, pair, board)[0]
        yield pair, worth


def outs(
    game: Game, hands: Mapping[str, Sequence[Card]], board: Sequence[Card], player: str, known: Collection[Card]
) -> tuple[list[Card], list[Card]]:
    """Return the next community cards with which a player's hand is best alone, and those with which it ties.

    hands   the own cards of every player who is left, the player's among them
    known   cards that can't come: all that are seen
    """
    suits = {suit for own in hands.values() for suit, many in enumerate(_by_suit((*own, *board))) if many >= 4}
    found: dict[int, int] = {}
    wins, ties = list[Card](), list[Card]()
    for card in game.deck:
        if card in known:
            continue
        alike = card if suit_of(card) in suits else rank_of(card) - 13
        if alike not in found:
            found[alike] = _lead(game, hands, (*board, card), player)
        if found[alike] >= 0:
            (wins if found[alike] else ties).append(card)
    return wins, ties


def _lead(game: Game, hands: Mapping[str, Sequence[Card]], board: Sequence[Card], player: str) -> int:
    """Return 1 where a player has the best hand alone, 0 where it ties, -1 where another is better."""
    own = scores(game, hands[player], board)[0]
    best = max(scores(game, cards, board)[0] for name, cards in hands.items() if name != player)
    return (own > best) - (own < best)


def _by_suit(cards: Iterable[Card]) -> list[int]:
    """Return how many cards there are of each suit."""
    suits = [suit_of(card) for card in cards]
    return [suits.count(suit) for suit in range(len(SUITS))]
