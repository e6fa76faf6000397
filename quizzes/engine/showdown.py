"""Which hands are compared, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal

from quizzes.engine.cards import Card
from quizzes.engine.document import Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.hands import decided_by
from quizzes.engine.holdings import Holding, scores

FEWEST = {"flop": 3, "stud": 5}
"""The community cards, and in stud all cards of a player, with which a hand can be read."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who wins, with which category, and what set the winner above the best hand that doesn't win."""

    winners: tuple[str, ...]
    split: bool
    category: str
    decided_by: Literal["category", "rank", "kicker", "nothing"]


def ranking(hands: Mapping[str, Holding]) -> tuple[tuple[str, ...], ...]:
    """Return the seats from the best hand down; those that tie stand together, in the order given.

    In a split game the high hands rank.
    """
    worth = {name: hand.score for name, hand in hands.items()}
    best_first = sorted(worth.items(), key=itemgetter(1), reverse=True)
    return tuple(tuple(name for name, _ in tied) for _, tied in groupby(best_first, key=itemgetter(1)))


def decide(hands: Mapping[str, Holding]) -> Decision:
    """Return who wins what the game awards first. Raises ValueError for fewer than two hands: nothing is compared."""
    if len(hands) < 2:
        raise ValueError("a showdown has two hands or more")
    winners, *beaten = ranking(hands)
    split = len(winners) > 1
    best = hands[winners[0]]
    by = "nothing" if split else decided_by(best.score, hands[beaten[0][0]].score)
    return Decision(winners, split, best.best().category, by)


def low_winners(hands: Mapping[str, Holding]) -> tuple[str, ...]:
    """Return who wins the low half of a split game, nobody without a low that qualifies."""
    lows = {name: scores(hand.game, hand.own, hand.board)[1] for name, hand in hands.items()}
    best = max((low for low in lows.values() if low is not None), default=None)
    return tuple(name for name, low in lows.items() if low is not None and low == best)


def compared_hands(document: Document) -> dict[str, Holding]:
    """Return the hand of every player who has not folded or mucked, in the order of the seats.

    Raises DocumentError at `question` when fewer than two are left, at `seats[i].cards` for cards that are missing or
    unknown, at `board` for a board that can't be read, and at `actions[n]` for an illegal action.
    """
    hand = play(document)
    names = [hand.name(seat) for seat, alive in enumerate(hand.live) if alive]
    if len(names) < 2:
        raise DocumentError("question", "all others have folded, so no hands are compared")
    return {name: holding_of(document, name) for name in names}


def holding_of(document: Document, name: str) -> Holding:
    """Return a player's own cards and the board's.

    Raises DocumentError at `seats[i].cards` for cards that are missing, unknown or too few to make a hand, and at
    `board` for a board that can't be read.
    """
    place = document.index(name)
    seat = document.seats[place]
    own = tuple(card for card in seat.cards if card is not None)
    if not own or len(own) != len(seat.cards):
        raise DocumentError(f"seats[{place}].cards", "%(name)s's cards are not known", name=name)
    holding = Holding(document.game, own, board_of(document))
    if document.game.family == "stud" and len(holding.cards) < FEWEST["stud"]:
        raise DocumentError(
            f"seats[{place}].cards",
            "a hand is read with five cards or more; %(name)s has %(found)s",
            name=name,
            found=len(holding.cards),
        )
    return holding


def board_of(document: Document) -> tuple[Card, ...]:
    """Return the community cards after all actions: in stud the one that stands for everybody's last, in draw none.

    Raises DocumentError at `board` in a game with a flop for fewer than three, and where the document leaves some of
    the street's out.
    """
    deals = [item for item in document.actions if isinstance(item, Deal)]
    board = document.board + tuple(card for deal in deals for card in deal.cards)
    if document.game.family != "flop":
        return board
    street = deals[-1].street if deals else document.street
    if len(board) < FEWEST["flop"]:
        raise DocumentError(
            "board", "a hand is read with three community cards or more, not %(found)s", found=len(board)
        )
    if len(board) != document.game.board_cards(street):
        raise DocumentError(
            "board",
            "the %(street)s has %(wanted)s community cards, not %(found)s",
            street=street,
            wanted=document.game.board_cards(street),
            found=len(board),
        )
    return board
