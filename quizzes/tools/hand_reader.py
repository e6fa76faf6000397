"""The hand reader: every player's best hand in any game, in order, and the card that decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes import kinds
from quizzes.drawing.spoken import card_name
from quizzes.engine.cards import SUITS, cards_text
from quizzes.engine.document import Document, Question
from quizzes.engine.games import GAMES
from quizzes.engine.notation import to_table
from quizzes.kinds.base import Answer
from quizzes.tools.base import NoForm, Problems, Table, Tool, Typed, names, of, rows
from quizzes.tools.fields import Fields
from quizzes.tools.told import Number, tell
from quizzes.wording.games import game_name
from quizzes.wording.kinds import words_of
from quizzes.wording.numbers import listed

KEYS = ("g", "b", "to")
ROW = ("n", "c")
EXAMPLE = {
    **{"g": "holdem", "b": "Js 5c 5d 2h 4s"},
    **{"n1": "A", "c1": "Jc 7d", "n2": "B", "c2": "Jd 6c", "n3": "C", "c3": "As Kd"},
}


def table(typed: Typed, problems: Problems) -> Table:
    """Build the question who wins, or what the only hand with cards is. The street follows from the board."""
    game, players = GAMES[of(typed, "g", tuple(GAMES))], names(typed, ROW)
    board = typed.get("b", "") if game.family == "flop" else ""
    dealt = len(_texts(board))
    streets = {game.board_cards(street): street for street in reversed(game.streets)}
    street = streets.get(dealt, game.streets[-1]) if game.family == "flop" else game.streets[-1]
    hands = [typed.get(f"c{row}", "").strip() for row, _name in enumerate(players, 1)]
    held = [name for name, cards in zip(players, hands, strict=True) if cards]
    return {
        "game": game.id,
        "street": street,
        "board": board,
        "seats": [
            {"name": name, "empty": True} if len(held) == 1 and name not in held else {"name": name, "cards": cards}
            for name, cards in zip(players, hands, strict=True)
        ],
        "question": {"kind": "read_hand", "player": held[0]} if len(held) == 1 else {"kind": "winner"},
    }


def _texts(line: str) -> list[str]:
    return line.replace(",", " ").replace("(", " ").replace(")", " ").split()


def _code(text: str) -> str:
    """Return a card as the deck writes it: "10D" is "Td"."""
    return text.replace("10", "T").capitalize()


def typed(document: Document) -> Typed:
    """Return the fields that make a document's hands. Raises NoForm where some have folded or sit out."""
    table = to_table(document)
    if document.actions or document.folded or any(seat.empty for seat in document.seats):
        raise NoForm
    found = {"g": document.game.id, "b": table.get("board", ""), "to": ""}
    for row, seat in enumerate(table["seats"], 1):
        found |= {f"n{row}": seat["name"], f"c{row}": seat.get("cards", "")}
    return found


def form(typed: Typed, problems: Problems) -> Mapping[str, Any]:
    """Return the fields, and the deck: the cards that lie nowhere yet, with the hand that the next one goes to."""
    fields, game = Fields(typed, problems), GAMES[of(typed, "g", tuple(GAMES))]
    deck = list(reversed(cards_text(game.deck)))
    used = {code for key, line in typed.items() if key[0] in "bc" for code in map(_code, _texts(line))}
    return {
        "game": fields.pick("g", _("Game"), ((id, game_name(id)) for id in GAMES)),
        "board": fields.text("b", _("Board")) if game.family == "flop" else None,
        "rows": [
            (str(row), name, [fields.text(f"n{row}", _("Player")), fields.text(f"c{row}", _("Cards"))])
            for row, name in enumerate(names(typed, ROW), 1)
        ],
        "columns": [_("Player"), _("Cards")],
        "may_remove": rows(typed, ROW) > 1,
        "to": next_place(typed),
        "whole": [where for where, left in _room(typed).items() if left <= 0],
        "deck": [
            (suit, [(code, card_name(code), code in used) for code in deck if code[1] == suit])
            for suit in reversed(SUITS)
        ],
    }


def _room(typed: Typed) -> dict[str, int]:
    """Return how many cards each hand still takes, by its row, and the board as "b"."""
    game = GAMES[of(typed, "g", tuple(GAMES))]
    room = {str(row): game.hand[0] - len(_texts(typed.get(f"c{row}", ""))) for row in range(1, rows(typed, ROW) + 1)}
    return room | ({"b": 5 - len(_texts(typed.get("b", "")))} if game.family == "flop" else {})


def next_place(typed: Typed) -> str:
    """Return where the next card of the deck goes: the hand that was chosen while it has room, else the first that has.

    "" where every hand is whole.
    """
    room, chosen = _room(typed), typed.get("to", "")
    if room.get(chosen, 0) > 0:
        return chosen
    return next((place for place, left in room.items() if left > 0), "")


def change(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after a tap: a card of the deck more, or the hand chosen that the next one goes to.

    A hand that is whole is dealt anew.
    """
    if command == "at" and value in _room(typed):
        whole = _room(typed)[value] <= 0
        return {**typed, "to": value} | ({_key(value): ""} if whole else {})
    place = next_place(typed)
    if command == "deal" and place and value in cards_text(GAMES[of(typed, "g", tuple(GAMES))].deck):
        return {**typed, _key(place): f"{typed.get(_key(place), '')} {value}".strip(), "to": place}
    return typed


def _key(place: str) -> str:
    return "b" if place == "b" else f"c{place}"


@dataclass(frozen=True, slots=True)
class Read:
    """A player's hand: its place among all, what it is, the cards that play and those that don't, and the low."""

    place: int
    name: str
    made: str
    cards: tuple[str, ...]
    left: tuple[str, ...]
    low: tuple[str, ...]


def told(document: Document) -> Mapping[str, Any]:
    """Return every player's hand from the best down, and what decides."""
    solution = kinds.solve(document)
    if document.question.kind == "read_hand":
        return {"told": tell(document, solution), "hands": [_read(document, document.question.player or "", 1)]}
    order = kinds.solve(replace(document, question=Question("ranking"))).answer["order"]
    return {
        "told": tell(document, solution, _numbers(solution.answer)),
        "hands": [_read(document, name, place) for place, tied in _places(order) for name in tied],
    }


def _places(order: list[list[str]]) -> list[tuple[int, list[str]]]:
    """Return the groups of a ranking with their places: after two that tie for the first comes the third."""
    return [(1 + sum(map(len, order[:number])), tied) for number, tied in enumerate(order)]


def _numbers(answer: Answer) -> list[Number]:
    """Return who wins and what decides; in a split game both halves."""
    high, value = answer.get("high", answer), words_of("winner").value
    found = [
        Number(_("Winner"), listed(high["winners"])),
        Number(_("What decides"), value("decided_by", high["decided_by"])),
    ]
    if "low" in answer:
        found.insert(1, Number(_("Winner of the low half"), value("low", (answer["low"] or {}).get("winners", ()))))
    return found


def _read(document: Document, name: str, place: int) -> Read:
    asked = replace(document, question=Question("read_hand", name))
    answer = kinds.solve(asked).answer
    high, low = answer.get("high", answer), answer.get("low")
    held = cards_text(card for card in document.seats[document.index(name)].cards if card is not None)
    return Read(
        place=place,
        name=name,
        made=words_of("read_hand").title(asked, name, answer),
        cards=tuple(high["cards"]),
        left=tuple(code for code in held if code not in high["cards"]),
        low=tuple(low["cards"]) if low else (),
    )


TOOL = Tool(
    slug="hand-reader",
    name=lazy("Hand reader"),
    lead=lazy("Type the cards, or tap them in the deck. Every hand is read and ranked, with the card that decides."),
    keys=KEYS,
    row_keys=ROW,
    example=EXAMPLE,
    table=table,
    typed=typed,
    form=form,
    tell=told,
    practise="winner",
    toggles=(),
    change=change,
)
