"""Who brings it in and who acts first in stud games: the open cards decide."""

from __future__ import annotations

from collections.abc import Sequence

from quizzes.engine.cards import Card, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""Open cards as they are compared: how often each rank lies there, then the ranks, the most frequent first."""


def open_cards(document: Document, seat: int, street: str) -> tuple[Card, ...]:
    """Return a seat's open cards on this street. Raises DocumentError at `seats[n].cards` where they are not known."""
    wanted = document.game.open_on(street)
    cards = [card for card in document.seats[seat].up[:wanted] if card is not None]
    if len(cards) != wanted:
        name = document.seats[seat].name
        raise DocumentError(
            f"seats[{seat}].cards",
            "%(name)s's open cards on %(street)s street say who acts first",
            name=name,
            street=street,
        )
    return tuple(cards)


def brings_in(document: Document, seats: Sequence[int]) -> int:
    """Return which of these seats brings it in: the lowest open card, in razz the highest, an ace being low there.

    Of equal ranks the suit decides, clubs being the lowest, or the place from the dealer's left (toggle `stud_tie`).
    The seats stand clockwise from the dealer's left.
    """
    by_suit = document.rules["stud_tie"] != "seat"

    def height(seat: int) -> tuple[int, int]:
        (card,) = open_cards(document, seat, document.game.first)
        return _rank(card, document), suit_of(card) if by_suit else 0

    pick = max if document.game.scale == "ace-to-five" else min
    return pick(seats, key=height)


def opens(document: Document, street: str, seats: Sequence[int]) -> int:
    """Return which of these seats acts first on a later street: the highest board, in razz the lowest.

    Of equal boards the highest suit of the leading card acts first, or the first from the dealer's left (toggle
    `stud_tie`; RRoP 11 looks at suits for the bring-in alone). The seats stand clockwise from the dealer's left. Open
    straights and flushes don't count.
    """
    tied = equal_boards(document, street, seats)
    if len(tied) == 1 or document.rules["stud_tie"] != "suit":
        return tied[0]
    return max(tied, key=lambda seat: suit_of(leading_card(open_cards(document, seat, street), document)))


def equal_boards(document: Document, street: str, seats: Sequence[int]) -> list[int]:
    """Return which of these seats show the ranks that open a later street: the highest board, in razz the lowest."""
    boards = [board(open_cards(document, seat, street), document) for seat in seats]
    first = min(boards) if document.game.scale == "ace-to-five" else max(boards)
    return [seat for seat, shown in zip(seats, boards, strict=True) if shown == first]


def leading_card(cards: Sequence[Card], document: Document) -> Card:
    """Return the card that leads a board: of its first rank the highest by suit."""
    top = board(cards, document)[1][0]
    return max((card for card in cards if _rank(card, document) == top), key=suit_of)


def board(cards: Sequence[Card], document: Document) -> Board:
    """Return open cards in the order in which they are compared."""
    ranks = [_rank(card, document) for card in cards]
    groups = sorted({(ranks.count(rank), rank) for rank in ranks}, reverse=True)
    return tuple(number for number, _ in groups), tuple(rank for _, rank in groups)


def has_open_pair(document: Document, street: str, seats: Sequence[int]) -> bool:
    """Return whether one of these seats shows a pair."""
    return any(board(open_cards(document, seat, street), document)[0][0] > 1 for seat in seats)


def _rank(card: Card, document: Document) -> int:
    """Return a card's rank, the ace below the two where low hands are played for."""
    rank = rank_of(card)
    return -1 if rank == 12 and document.game.scale == "ace-to-five" else rank
