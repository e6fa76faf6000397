"""Cards dealt by chance in any game, from decks in which hands meet, and the spots made of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from quizzes.engine.cards import RANKS, Card, rank_of, suit_of
from quizzes.engine.document import Document, Question, Seat
from quizzes.engine.games import Game
from quizzes.engine.hands import category_of, strength
from quizzes.engine.holdings import Holding
from quizzes.engine.rulesets import Ruleset
from quizzes.engine.showdown import low_winners
from quizzes.kinds.deals import ACE
from quizzes.kinds.spots import NAMES, NoSpot

NINE = RANKS.index("9")

_HIGH_DECKS = ((13, 4), (13, 4), (9, 4), (13, 3))
_SPLIT_DECKS = ((13, 4), (13, 4), (10, 4), (10, 3), (8, 4))
_LOW_DECKS = ((13, 4), (10, 4), (9, 4), (7, 4), (10, 3), (6, 4))
"""How many ranks and suits of the deck are dealt, whole decks first: of fewer, more come together."""


EXCHANGES = 24
"""How many cards are exchanged for the points that are wanted before everything is dealt again."""

Dealt = tuple[list[tuple[Card, ...]], tuple[Card, ...]]
"""The players' cards, and the board's."""


def deal_hands(rng: Random, game: Game, players: int) -> Dealt:
    """Return as many hands of different cards as there are players, and the board of the last street."""
    needed = players * game.hand[0] + game.board_cards(game.streets[-1])
    return _dealt_out(_shuffled(rng, game, needed, _decks(game)), game, players)


def deal_with(rng: Random, game: Game, players: int, points: int, count: Callable[[list[Holding]], int]) -> Dealt:
    """Return hands and a board that have so many points, as `count` counts them. Raises NoSpot.

    One card after another is exchanged for one that is left, as long as that leads no further away from the points.
    """
    needed = players * game.hand[0] + game.board_cards(game.streets[-1])
    decks = _decks(game)
    deck = _shuffled(rng, game, needed + 1, decks[:2] if points == 0 else decks[2:] if points > 3 else decks)
    nearest = old = new = len(deck)
    for _ in range(EXCHANGES):
        hands, board = _dealt_out(deck, game, players)
        away = abs(count([Holding(game, own, board) for own in hands]) - points)
        if away == 0:
            return hands, board
        if away > nearest:
            deck[old], deck[new] = deck[new], deck[old]
        nearest = min(nearest, away)
        old, new = rng.randrange(needed), rng.randrange(needed, len(deck))
        deck[old], deck[new] = deck[new], deck[old]
    raise NoSpot


def _decks(game: Game) -> Sequence[tuple[int, int]]:
    return _SPLIT_DECKS if game.split else _LOW_DECKS if game.scale != "high" else _HIGH_DECKS


def _shuffled(rng: Random, game: Game, needed: int, decks: Sequence[tuple[int, int]]) -> list[Card]:
    """Return one of the decks that is large enough."""
    low = game.split or game.scale != "high"
    while True:
        ranks, suits = rng.choice(decks)
        lowest = 12 if low else rng.randint(game.lowest, 13 - ranks) if ranks < 13 - game.lowest else game.lowest
        dealt = {(lowest + step) % 13 for step in range(ranks)}
        deck = [card for card in game.deck if rank_of(card) in dealt and suit_of(card) < suits]
        if len(deck) >= needed:
            return rng.sample(deck, len(deck))


def _dealt_out(deck: Sequence[Card], game: Game, players: int) -> Dealt:
    """Return the players' cards and the board's, from the top of a deck."""
    size, board = game.hand[0], game.board_cards(game.streets[-1])
    hands = [tuple(deck[place * size :][:size]) for place in range(players)]
    return hands, tuple(deck[players * size :][:board])


def face_up(
    rng: Random,
    rules: Ruleset,
    game: Game,
    board: Sequence[Card],
    hands: Sequence[Sequence[Card]],
    kind: str,
    asked: bool = False,
) -> Document:
    """Return a question about hands on the last street, those without cards not shown.

    `asked` says that it is about the first player's.
    """
    names = sorted(rng.sample(NAMES, len(hands)))
    down = game.dealt(game.first) - game.open_cards[0] if game.open_cards else 0
    seats = [
        Seat(name, cards=tuple(cards), up=tuple(cards[down:][: game.open_cards[-1]]) if game.open_cards else ())
        for name, cards in zip(names, hands, strict=True)
    ]
    return Document(
        seats=tuple(seats),
        question=Question(kind, names[0] if asked else None),
        game=game,
        rules=rules,
        button=names[-1],
        street=game.streets[-1],
        board=tuple(board),
    )


def face_down(document: Document, place: int) -> Document:
    """Return the document with a stud seat's down cards unknown."""
    seat = document.seats[place]
    hidden = replace(seat, cards=tuple(card if card in seat.up else None for card in seat.cards))
    return replace(document, seats=(*document.seats[:place], hidden, *document.seats[place + 1 :]))


def points_of(holding: Holding) -> int:
    """Return how many things there are to see in a player's cards, or to leave aside.

    In a badugi each rank or suit that is there once more, and both at once; elsewhere ranks that are there twice (among
    one's own cards, and on the board), three own cards of a suit in Omaha, a straight or more among the cards that
    play, a low or what looks like one, and an ace that plays for low.
    """
    ranks, suits = Counter(map(rank_of, holding.own)), Counter(map(suit_of, holding.own))
    if holding.game.scale == "badugi":
        again = len(holding.own) - len(ranks), len(holding.own) - len(suits)
        return sum(again) + all(again)
    low = holding.game.scale != "high"
    five = holding.best().cards if low else ()
    made = category_of(strength(five) if low else holding.score)
    repeated = sum(count > 1 for count in ranks.values())
    if holding.board:
        repeated = (repeated > 0) + (len(set(map(rank_of, holding.board))) < len(holding.board))
    return (
        min(2, repeated)
        + (holding.game.use is not None and max(suits.values()) > 2)
        + (made not in ("high-card", "pair", "two-pair", "three-of-a-kind"))
        + (holding.game.split and _low_ranks(holding.cards) > 4)
        + (ACE in map(rank_of, five))
    )


def _low_ranks(cards: Sequence[Card]) -> int:
    """Return how many ranks there are up to the nine, the ace among them."""
    return len({rank for rank in map(rank_of, cards) if rank == ACE or rank <= NINE})


def points_among(hands: Sequence[Holding]) -> int:
    """Return how many things there are to keep apart among the players' hands: 4 at most.

    A third player and a fourth; of high hands a straight or more, and two best of one category; of lows two best with
    the same top card, and with the same second one; of a split game a low or what looks like one, and a shared half.
    """
    players = min(2, len(hands) - 2)
    named = {str(place): holding for place, holding in enumerate(hands)}
    scores = {name: holding.score for name, holding in named.items()}
    first, second = sorted(scores, key=scores.__getitem__, reverse=True)[:2]
    if hands[0].game.split:
        shared = scores[first] == scores[second] or len(low_winners(named)) > 1
        return min(4, players + any(_low_ranks(holding.cards) > 4 for holding in hands) + shared)
    if hands[0].game.scale == "high":
        category = category_of(scores[first])
        made = category not in ("high-card", "pair", "two-pair", "three-of-a-kind")
        return min(4, players + made + (category == category_of(scores[second])))
    tops = [[rank_of(card) for card in named[name].best().cards[:2]] for name in (first, second)]
    return min(4, players + (tops[0][0] == tops[1][0]) + (tops[0] == tops[1]))
