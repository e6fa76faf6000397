"""Documents of hands that meet: written in short, or dealt at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from quizzes.engine.cards import DECK, cards_text, rank_of, suit_of
from quizzes.engine.document import Document
from quizzes.engine.games import GAMES, Game
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds import agree
from quizzes.kinds.base import Kind, Variant
from tests.engine.derivations import check
from tests.scale import LONG, scale

HOLDEM = GAMES["holdem"]

_SPADES_AND_LOW = [card for card in DECK if suit_of(card) == 3 or rank_of(card) < 2]


def document(kind: str, hands: Mapping[str, str], board: str, player: str | None = None, **keys: Any) -> Document:
    """Return the question about these players' cards ("" for none given) and this board."""
    streets = {HOLDEM.board_cards(street): street for street in HOLDEM.streets}
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


def dealt_in(rng: Random, kind: str, game: Game) -> Document:
    """Return a question about two to four random hands of a game on its last street, or in stud with five or six cards.

    The deck has few ranks as often as not, so that hands meet and every category and ties turn up.
    """
    ranks = rng.sample(range(13), rng.choice((7, 9, 13)))
    deck = [card for card in game.deck if rank_of(card) in ranks or game.lowest]
    size = rng.choice(game.hand)
    street = game.streets[-1]
    if game.family == "stud":
        street = rng.choice([street for street in game.streets if game.dealt(street) >= 5])
        size = game.dealt(street)
    board = game.board_cards(street)
    players = "ABCD"[: rng.randint(2, min(4, (len(deck) - board) // size, game.most_players()))]
    cards = cards_text(rng.sample(deck, board + size * len(players)))
    seats = [
        {"name": name, "cards": " ".join(cards[board + size * place :][:size])} for place, name in enumerate(players)
    ]
    table = {"game": game.id, "seats": seats, "street": street, "question": {"kind": kind, "player": "A"}}
    return parse(table | ({"board": " ".join(cards[:board])} if board else {}))


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


def check_variant(kind: Kind, variant: Variant, levels: Sequence[int] = (), many: int = scale(25, 1_000)) -> None:
    """A kind's drills in a game have their level, an answer that the second computation shares, and steps that hold.

    A mistake of the game shows on its own levels only, and is named where its own answer is given. At full size each
    shows. No `levels` are all of the kind's.
    """
    shown: set[str] = set()
    for level in levels or kind.levels:
        rng = Random(f"{kind.id} {variant.game} {level}")
        for number in range(many):
            drill = kind.generate(rng, level, ruleset("tda"), variant)
            assert (kind.level(drill), drill.game.id, drill.limit) == (level, *variant)
            mistaken = kind.mistaken(drill)
            shown |= mistaken.keys()
            allowed = {trap.id for trap in kind.misconceptions if trap.known_in(*variant) and level in trap.levels}
            assert mistaken.keys() <= allowed
            if number < scale(2, 200):
                _check_drill(kind, drill)
    missing = {trap.id for trap in kind.misconceptions if trap.known_in(*variant)} - shown
    assert not missing or not LONG


def _check_drill(kind: Kind, drill: Document) -> None:
    assert agree(kind, drill)
    check(drill, kind.solve(drill))
    examples = kind.examples(drill)
    assert [kind.grade(drill, kind.parse(drill, raw)).right for raw in examples.right] == [True] * len(examples.right)
    assert not any(kind.grade(drill, kind.parse(drill, raw)).right for raw in examples.wrong)
    for trap in kind.misconceptions:
        if trap.id in kind.mistaken(drill):
            response = trap.solve(drill)
            assert response is not None
            assert trap.id in kind.grade(drill, response).misconceptions
