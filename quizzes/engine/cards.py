"""Cards as small integers, and the way they are written: "Kd", "Ts", "9c"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)
"""rank * 4 + suit: ranks 0 (two) to 12 (ace), suits 0 to 3 in the order clubs, diamonds, hearts, spades."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = "??"
DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))

_TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = {text: Card(number) for number, text in enumerate(_TEXTS)}


def rank_of(card: Card) -> int:
    """Return the card's rank, 0 for a two to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return the card's suit, 0 for clubs to 3 for spades; suits never break a tie between hands."""
    return card & 3


def card_text(card: Card) -> str:
    """Return the card as it is written, "Kd"."""
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> list[str]:
    """Return cards as they are written, in the order given."""
    return [_TEXTS[card] for card in cards]


def parse_card(text: str) -> Card:
    """Read one card: "Kd", "kd" or "10d". Raises ValueError for text that names no card."""
    tidy = text.strip().replace("10", "T", 1)
    card = _CARDS.get(tidy[:1].upper() + tidy[1:].lower())
    if card is None:
        raise ValueError(f"{text!r} is no card")
    return card
