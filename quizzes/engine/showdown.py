"""Which hands are compared, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Literal

from quizzes.engine.cards import Card
from quizzes.engine.document import BOARD_CARDS, Deal, Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.hands import category_of, decided_by, strength


@dataclass(frozen=True, slots=True)
class Decision:
    """Who wins, with which category, and what set the winner above the best hand that doesn't win."""

    winners: tuple[str, ...]
    split: bool
    category: str
    decided_by: Literal["category", "rank", "kicker", "nothing"]


def ranking(hands: Mapping[str, Sequence[Card]]) -> tuple[tuple[str, ...], ...]:
    """Return the seats from the best hand down; those that tie stand together, in the order given."""
    strengths = {name: strength(cards) for name, cards in hands.items()}
    best_first = sorted(strengths.items(), key=itemgetter(1), reverse=True)
    return tuple(tuple(name for name, _ in tied) for _, tied in groupby(best_first, key=itemgetter(1)))


def decide(hands: Mapping[str, Sequence[Card]]) -> Decision:
    """Return who wins. Raises ValueError for fewer than two hands, which leave nothing to compare."""
    if len(hands) < 2:
        raise ValueError("a showdown has two hands or more")
    winners, *beaten = ranking(hands)
    best = strength(hands[winners[0]])
    split = len(winners) > 1
    by = "nothing" if split else decided_by(best, strength(hands[beaten[0][0]]))
    return Decision(winners, split, category_of(best), by)


def compared_hands(document: Document) -> dict[str, tuple[Card, ...]]:
    """Return the cards of every player who has not folded or mucked, each with the board, in the order of the seats.

    Raises DocumentError at `question` when fewer than two are left, at `seats[i].cards` for cards that are missing or
    unknown, at `board` for a board that can't be read, and at `actions[n]` for an illegal action.
    """
    hand = play(document)
    names = [hand.name(seat) for seat, alive in enumerate(hand.live) if alive]
    if len(names) < 2:
        raise DocumentError("question", "all others have folded, so no hands are compared")
    return {name: cards_of(document, name) for name in names}


def cards_of(document: Document, name: str) -> tuple[Card, ...]:
    """Return a player's own cards and then the board's.

    Raises DocumentError at `seats[i].cards` for cards that are missing or unknown, and at `board` for a board that
    can't be read.
    """
    place = document.index(name)
    own = tuple(card for card in document.seats[place].cards if card is not None)
    if not own or len(own) != len(document.seats[place].cards):
        raise DocumentError(f"seats[{place}].cards", f"{name}'s cards are not known")
    return own + board_of(document)


def board_of(document: Document) -> tuple[Card, ...]:
    """Return the community cards after all actions.

    Raises DocumentError at `board` for fewer than three, and where the document leaves some of the street's out.
    """
    deals = [item for item in document.actions if isinstance(item, Deal)]
    board = document.board + tuple(card for deal in deals for card in deal.cards)
    street = deals[-1].street if deals else document.street
    if len(board) < 3:
        raise DocumentError("board", f"a hand is read with three community cards or more, not {len(board)}")
    if len(board) != BOARD_CARDS[street]:
        raise DocumentError("board", f"the {street} has {BOARD_CARDS[street]} community cards, not {len(board)}")
    return board
