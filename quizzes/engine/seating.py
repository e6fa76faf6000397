"""The seats of a document: who sits there, with how many chips and which cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quizzes.engine.cards import UNKNOWN, Card, card_text
from quizzes.engine.document import Seat
from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import card_texts, hole_card, whole
from quizzes.engine.games import Game

MOST_SEATS = 23

_NAME_BREAKERS = frozenset(",;\n\r()[]{}\"'")
_BRACKETS = re.compile(r"\([^()]*\)")


def read_seats(rows: Any, game: Game, fewest: int = 2) -> tuple[Seat, ...]:
    """Read a document's seats, with so many players at least. Raises DocumentError at the one that is wrong."""
    if not isinstance(rows, list) or not fewest <= len(rows) <= MOST_SEATS:
        raise DocumentError("seats", "a document has 2 to %(most)s seats", most=MOST_SEATS)
    seats = tuple(_seat(row, game, f"seats[{place}]") for place, row in enumerate(rows))
    for place, seat in enumerate(seats):
        if seat.name in (other.name for other in seats[:place]):
            raise DocumentError(f"seats[{place}].name", "two seats have the name %(name)s", name=repr(seat.name))
    dealt = {place: len(seat.cards) for place, seat in enumerate(seats) if seat.cards}
    if game.family == "flop" and len(set(dealt.values())) > 1:
        place = next(place for place, many in dealt.items() if many != next(iter(dealt.values())))
        raise DocumentError(f"seats[{place}].cards", "all players are dealt the same number of cards")
    players = sum(not seat.empty for seat in seats)
    if players < fewest:
        raise DocumentError("seats", "a hand has at least two players")
    most = game.most_players(max(len(seat.cards) for seat in seats) if game.family == "flop" else 0)
    if players > most:
        raise DocumentError(
            "seats", "the deck serves %(most)s players in this game, not %(players)s", most=most, players=players
        )
    return seats


def _seat(row: Any, game: Game, where: str) -> Seat:
    if not isinstance(row, Mapping):
        raise DocumentError(where, 'a seat is a table such as {name = "A", stack = 1000}')
    for key in row:
        if key not in ("name", "stack", "cards", "empty"):
            raise DocumentError(f"{where}.{key}", "there is no key %(key)s in a seat", key=repr(key))
    name = row.get("name")
    if not isinstance(name, str) or not name.strip() or name != name.strip() or len(name) > 40:
        raise DocumentError(f"{where}.name", "a seat's name has 1 to 40 characters, with no space at its ends")
    if _NAME_BREAKERS & set(name):
        raise DocumentError(f"{where}.name", "a seat's name has no commas, quotes, brackets or line ends in it")
    if name.startswith("--"):
        raise DocumentError(f"{where}.name", "a seat's name does not begin with --, as a street mark does")
    if not name.isprintable():
        raise DocumentError(f"{where}.name", "a seat's name has only characters that are seen, and plain spaces")
    empty = row.get("empty", False)
    if not isinstance(empty, bool):
        raise DocumentError(f"{where}.empty", "empty is true or false")
    if empty and ("stack" in row or "cards" in row):
        raise DocumentError(where, "an empty seat has no stack and no cards")
    stack = None if row.get("stack") is None else whole(row["stack"], f"{where}.stack")
    read = _stud_cards if game.family == "stud" else _hole_cards
    cards, up = read(row.get("cards"), game, f"{where}.cards")
    return Seat(name, stack, cards, up, empty)


Cards = tuple[Card | None, ...]


def _hole_cards(value: Any, game: Game, where: str) -> tuple[Cards, Cards]:
    texts = [] if value is None else card_texts(value, where)
    if len(texts) not in (0, *game.hand):
        wanted = " or ".join(map(str, game.hand))
        raise DocumentError(
            where, "a hand of this game has %(wanted)s cards, not %(found)s", wanted=wanted, found=len(texts)
        )
    return tuple(hole_card(text, game.deck, where) for text in texts), ()


def _stud_cards(value: Any, game: Game, where: str) -> tuple[Cards, Cards]:
    """Read a stud hand: down cards in brackets, or all cards in the order in which they were dealt.

    So few cards that they can't be a whole hand are those that lie open.
    """
    line = " ".join(card_texts(value, where)) if value is not None else ""
    if line.count("(") != line.count(")"):
        raise DocumentError(where, "down cards stand in brackets: (Ks 2c) 9h")
    up_line = _BRACKETS.sub(" ", line)
    texts = line.replace("(", " ").replace(")", " ").split()
    cards = tuple(hole_card(text, game.deck, where) for text in texts)
    if len(cards) > game.hand[0]:
        raise DocumentError(
            where, "a hand of this game has %(wanted)s cards, not %(found)s", wanted=game.hand[0], found=len(cards)
        )
    if "(" in line:
        up = tuple(hole_card(text, game.deck, where) for text in up_line.split())
        down = len(cards) - len(up)
    else:
        dealt = any(game.dealt(street) == len(cards) for street in game.streets)
        first = game.dealt(game.first) - 1 if dealt else 0
        up = cards[first : first + game.open_cards[-1]]
        down = len(cards) - len(up)
    if len(up) > game.open_cards[-1] or down > game.hand[0] - game.open_cards[-1]:
        raise DocumentError(where, "at most %(most)s cards of this game's hand lie open", most=game.open_cards[-1])
    return cards, up


def seat_table(seat: Seat, game: Game) -> dict[str, Any]:
    """Return a seat as plain values, with what is not known left out."""
    table: dict[str, Any] = {"name": seat.name}
    if seat.stack is not None:
        table["stack"] = seat.stack
    if seat.cards:
        table["cards"] = _cards_line(seat, game)
    if seat.empty:
        table["empty"] = True
    return table


def _cards_line(seat: Seat, game: Game) -> str:
    """Return a hand as it is written: a stud hand's first down cards, its open ones, and the last one down."""
    texts = [UNKNOWN if card is None else card_text(card) for card in seat.cards]
    if game.family != "stud":
        return " ".join(texts)
    first, last = _split_down(len(seat.cards) - len(seat.up), game)
    parts = [texts[:first], texts[first : first + len(seat.up)], texts[len(texts) - last :] if last else []]
    return " ".join(f"({' '.join(part)})" if place != 1 else " ".join(part) for place, part in enumerate(parts) if part)


def _split_down(down: int, game: Game) -> tuple[int, int]:
    """Return how many of a stud hand's down cards come before its open ones, and how many after them."""
    first = min(down, game.dealt(game.first) - 1)
    return first, down - first
