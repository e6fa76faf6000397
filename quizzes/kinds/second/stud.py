"""Who opens a street of stud, by laying the open cards of all the players side by side."""

from __future__ import annotations

from collections import Counter

from quizzes.engine.cards import RANKS, SUITS, Card, card_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.kinds.second.forced import clockwise

Rank = tuple[tuple[int, ...], tuple[int, ...]]
"""How often the ranks of a board come, the most frequent first, and those ranks as 1 to 14 in the same order."""


def opener(document: Document, street: str, dealt_in: list[str]) -> str:
    """Return whom a street's first turn falls to, whether or not it has chips left, of the players dealt a card.

    On the first street it is the lowest card and afterwards the highest board, in razz the highest card and then the
    lowest board. Of equal cards the lowest or highest by suit brings it in, clubs being the lowest; of equal boards the
    one whose top card is the highest by suit goes first, also in razz (recorded hands). In some houses the place left
    of the button parts them, in some only the boards (RRoP 11). Raises DocumentError at `seats[n].cards` for a player
    whose open cards are not known.
    """
    boards = {name: open_cards(document, name, street) for name in dealt_in}
    first_street = street == document.game.first
    lowest = first_street != _lowball(document)
    ranks = {name: _rank(document, board) for name, board in boards.items()}
    wanted = min(ranks.values()) if lowest else max(ranks.values())
    tied = [name for name in clockwise(document, document.button) if name in dealt_in and ranks[name] == wanted]
    by_suit = {"suit": True, "suit-then-seat": first_street, "seat": False}
    if not by_suit[str(document.rules["stud_tie"])]:
        return tied[0]
    suits = {name: _top_suit(document, boards[name]) for name in tied}
    return min(tied, key=suits.__getitem__) if lowest and first_street else max(tied, key=suits.__getitem__)


def open_cards(document: Document, name: str, street: str) -> list[Card]:
    """Return a player's open cards on a street. Raises DocumentError at `seats[n].cards` when one is not known."""
    place = document.index(name)
    many = document.game.open_on(street)
    shown = [card for card in document.seats[place].up[:many] if card is not None]
    if len(shown) < many:
        raise DocumentError(f"seats[{place}].cards", "the open cards of %(name)s are not known", name=name)
    return shown


def pair_doubles(document: Document, street: str, dealt_in: list[str]) -> bool:
    """Say whether an open pair on the second open card allows the big bet, in a house that plays so.

    It does in the games in which the high hand alone wins.
    """
    game = document.game
    if document.rules["stud_open_pair"] == "single" or game.scale != "high" or game.split or street != game.second_card:
        return False
    return any(len({card_text(card)[0] for card in open_cards(document, name, street)}) == 1 for name in dealt_in)


def _lowball(document: Document) -> bool:
    return document.game.scale != "high"


def _value(document: Document, card: Card) -> int:
    """Return a rank as 1 or 2 to 14: an ace is low where the lowest hand wins."""
    value = 2 + RANKS.index(card_text(card)[0])
    return 1 if value == 14 and _lowball(document) else value


def _rank(document: Document, board: list[Card]) -> Rank:
    counted = Counter(_value(document, card) for card in board)
    ordered = sorted(counted, key=lambda value: (counted[value], value), reverse=True)
    return tuple(counted[value] for value in ordered), tuple(ordered)


def _top_suit(document: Document, board: list[Card]) -> int:
    """Return the suit of a board's highest card, the higher one of two."""
    top = max(board, key=lambda card: (_value(document, card), SUITS.index(card_text(card)[1])))
    return SUITS.index(card_text(top)[1])
