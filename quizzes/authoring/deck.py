"""The deck in the editor: the cards that lie nowhere yet, and the place to which a tapped one goes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from quizzes.drawing.spoken import card_name
from quizzes.engine.cards import SUITS, cards_text
from quizzes.engine.games import GAMES, Game
from quizzes.tools.base import Typed, rows
from quizzes.wording.typed_actions import split

BOARD, MARK = "b", "a"
"""Where a card can go besides to a player's row: to the board, and to the street mark that stands last."""

_CARDS = re.compile(r"(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit of the deck: each card with its name, and whether it lies somewhere already."""

    id: str
    cards: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """The deck by suits, the places that take cards, and where the next one goes, "" where every place is whole.

    A tap on a place in `whole` takes its cards away, so that it is dealt anew.
    """

    suits: tuple[Suit, ...]
    to: str
    places: tuple[str, ...]
    whole: tuple[str, ...]


def deck(typed: Typed) -> Deck:
    """Return the deck for what stands in the fields."""
    room = _room(typed)
    keys = (BOARD, MARK, *(f"c{row}" for row in range(1, rows(typed, ("n",)) + 1)))
    used = {code for key in keys for code in _codes(key, typed.get(key, ""))}
    codes = list(reversed(cards_text(_game(typed).deck)))
    return Deck(
        suits=tuple(
            Suit(suit, tuple((code, card_name(code), code in used) for code in codes if code[1] == suit))
            for suit in reversed(SUITS)
        ),
        to=_next_place(typed),
        places=tuple(room),
        whole=tuple(place for place, left in room.items() if left <= 0),
    )


def dealt(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a card was tapped, or the place to which the next one goes."""
    if command == "at" and value in _room(typed):
        return _emptied(typed, value) if _room(typed)[value] <= 0 else {**typed, "to": value}
    place = _next_place(typed)
    if command != "deal" or not place or value not in cards_text(_game(typed).deck):
        return typed
    key = _key(place)
    return {**typed, key: f"{typed.get(key, '').rstrip()} {value}".strip(), "to": place}


def _game(typed: Typed) -> Game:
    return GAMES.get(typed.get("g", ""), GAMES["holdem"])


def _key(place: str) -> str:
    return place if place in (BOARD, MARK) else f"c{place}"


def _codes(key: str, line: str) -> list[str]:
    """Return the cards that stand in a field; in the actions only street marks have any."""
    parts = [part for part in split(line) if part.startswith("--")] if key == MARK else [line]
    texts = [text for part in parts for text in _CARDS.findall(part)]
    return [text.replace("10", "T").capitalize() for text in texts]


def _room(typed: Typed) -> dict[str, int]:
    """Return how many cards each place still takes: players by their rows, the board, a street mark that is last."""
    game = _game(typed)
    room = {str(row): game.hand[0] - len(_held(typed, row)) for row in range(1, rows(typed, ("n",)) + 1)}
    if game.family != "flop":
        return room
    street = typed.get("t", "") if typed.get("t", "") in game.streets else game.first
    if game.board_cards(street):
        room[BOARD] = game.board_cards(street) - len(_codes(BOARD, typed.get("b", "")))
    return room | _room_in_mark(typed, game)


def _held(typed: Typed, row: int) -> list[str]:
    return typed.get(f"c{row}", "").replace("(", " ").replace(")", " ").replace(",", " ").split()


def _room_in_mark(typed: Typed, game: Game) -> dict[str, int]:
    last = next(reversed(split(typed.get("a", ""))), "")
    street = last.removeprefix("--").split()[0].lower() if last.removeprefix("--").split() else ""
    if not last.startswith("--") or street not in game.streets[1:]:
        return {}
    dealt = game.board_cards(street) - game.board_cards(game.streets[game.streets.index(street) - 1])
    return {MARK: dealt - len(_CARDS.findall(last))}


def _next_place(typed: Typed) -> str:
    """Return where the next card goes: the place that was chosen while it has room, else the first that has."""
    room, chosen = _room(typed), typed.get("to", "")
    if room.get(chosen, 0) > 0:
        return chosen
    return next((place for place, left in room.items() if left > 0), "")


def _emptied(typed: Typed, place: str) -> Typed:
    """Return what is typed after the cards of a place that is whole were taken off it."""
    key = _key(place)
    text = _CARDS.sub("", typed.get(key, "").rpartition("--")[2]).rstrip() if place == MARK else ""
    before = f"{typed.get(key, '').rpartition('--')[0]}--" if place == MARK else ""
    return {**typed, key: before + text, "to": place}
