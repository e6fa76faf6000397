"""The engine and the second computation over random hands of every limit and game, decision by decision to the end.

Left out is what no rule settles: an all-in of half a bet in a house that asks for a whole one to reopen, the house
rules of no-limit over a bring-in, and which of several equal fives is looked at for an odd chip.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.games import GAMES, LIMITS
from quizzes.engine.notation import parse, to_table
from quizzes.kinds import second, solve
from quizzes.kinds.second.hands import key, playable, qualifying
from tests.cases.compare import same
from tests.kinds.tables import any_table, cards_down, outcome, play_on, written
from tests.scale import scale

DECIDING = ("legal_actions", "min_raise", "reopen", "pot_limit", "fixed_limit")


def assert_agreed(document: Document) -> Any:
    """Hold the two answers to a document together, or the places where both refuse it, and return it."""
    kind = document.question.kind
    engine, other = outcome(lambda it: solve(it).answer, document), outcome(second.solve, document)
    agreed = engine == other if isinstance(other, str) else same(kind, other, engine)
    assert agreed, f"{kind}: the engine says {engine}, the second computation {other}: {to_table(document)}"
    return other


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("game", GAMES)
def test_they_agree_on_random_hands(game: str, limit: str) -> None:
    rng = Random(f"{game} {limit}")
    answered = 0
    for _ in range(scale(4, 80)):
        table, deck = any_table(rng, GAMES[game], limit)
        if (
            GAMES[game].family == "stud"
            and parse({**table, "question": {"kind": "awards"}}).rules["min_raise"] == "double"
        ):
            table["rules"]["min_raise"] = "last-raise"
        actions: list[str] = []
        for actions in play_on(rng, table, deck):
            answered += sum(not isinstance(assert_agreed(written(table, actions, kind)), str) for kind in DECIDING)
        assert_agreed(written(table, actions, "side_pots"))
        document = written(table, actions, "awards")
        if not several_fives(document):
            assert_agreed(document)
    assert answered > scale(12, 400)


@pytest.mark.parametrize("game", GAMES)
def test_they_agree_on_who_is_paid_what(game: str) -> None:
    rng = Random(game)
    split = 0
    for _ in range(scale(25, 2500)):
        document = parse({**cards_down(rng, GAMES[game]), "question": {"kind": "awards"}})
        if not several_fives(document):
            answer = assert_agreed(document)
            split += any(len(pot["winners"]) > 1 for pot in answer["pots"])
    assert split


def several_fives(document: Document) -> bool:
    """Say whether odd chips go by cards and a player can make its best hand of different ones."""
    stud = document.game.family == "stud"
    if document.rules["odd_chip_stud"] == "all-cards" if stud else document.rules["odd_chip"] == "left-of-button":
        return False
    groups = [playable(document, name) for name in document.names]
    found = [[key(document.game.scale, group) for group in hand] for hand in groups if hand]
    found += [[key("ace-to-five", group) for group in qualifying(hand)] for hand in groups]
    return any(keys and keys.count(max(keys)) > 1 for keys in found)
