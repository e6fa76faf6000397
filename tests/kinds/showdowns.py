"""Documents of hands that meet: written in short, or dealt at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quizzes.engine.cards import DECK, cards_text, rank_of, suit_of
from quizzes.engine.document import BOARD_CARDS, Document
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution

_SPADES_AND_LOW = [card for card in DECK if suit_of(card) == 3 or rank_of(card) < 2]


def document(kind: str, hands: Mapping[str, str], board: str, player: str | None = None, **keys: Any) -> Document:
    """Return the question about these players' cards ("" for none given) and this board."""
    streets = {number: street for street, number in BOARD_CARDS.items()}
    table = {
        "seats": [{"name": name, "cards": cards} for name, cards in hands.items()],
        "street": streets[len(board.split())],
        "board": board,
        "question": {"kind": kind} | ({} if player is None else {"player": player}),
    }
    return parse(table | keys)


def dealt(rng: Random, kind: str) -> Document:
    """Return a question about two to six random hands on a flop, a turn or a river.

    Often the deck is only tens and up, or spades with the lowest ranks, so that every category and ties turn up.
    """
    deck = rng.choice((DECK, DECK[-20:], _SPADES_AND_LOW))
    players = "ABCDEF"[: rng.randint(2, 6)]
    size = rng.choice((3, 4, 5, 5, 5))
    cards = cards_text(rng.sample(deck, size + 2 * len(players)))
    hands = {name: " ".join(cards[size + 2 * place :][:2]) for place, name in enumerate(players)}
    return document(kind, hands, " ".join(cards[:size]), player=players[0])


def assert_holds(asked: Document, solution: Solution) -> None:
    """Every value of a step is in the document or an earlier outcome, and every field of the answer is an outcome."""
    known: list[Any] = [*cards_text(card for seat in asked.seats for card in seat.cards if card is not None)]
    known += cards_text(asked.board)
    for step in solution.steps:
        for value in step.values.values():
            assert value in known or all(card in known for card in value)
        known += step.out.values()
    outcomes = [(name, value) for step in solution.steps for name, value in step.out.items()]
    assert all(field in outcomes for field in solution.answer.items())
