"""Illegal actions are refused where they stand, each with the rule's word for it (scenario format, "Actions")."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine import hand
from quizzes.engine.betting import IllegalAction
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.refusals import REFUSALS
from tests.engine.spots import refusal
from tests.engine.test_betting import spot

REFUSED = {
    "acted": ("A bets 100, B all-in to 150, C calls, D calls, A raises to 400", "A B C D"),
    "nobody": ("A bets 100, B all-in, A raises to 400", "A B:150"),
    "below-minimum": ("A bets 100, B raises to 199", "A B C D"),
    "all-in-only": ("A bets 100, B raises to 140", "A B:150 C D"),
    "too-few-chips": ("A bets 100, B raises to 301", "A B:300 C D"),
    "no-raise": ("A bets 100, B raises to 100", "A B C D"),
    "bet-to-match": ("A bets 100, B checks", "A B C D"),
    "nothing-to-call": ("A calls", "A B C D"),
    "bet-stands": ("A bets 100, B bets 300", "A B C D"),
    "no-bet-yet": ("A raises to 300", "A B C D"),
    "no-stack": ("A all-in", "A B C D"),
    "below-own-total": ("A bets 100, B raises to 300, C folds, D folds, A all-in to 100", "A B C D"),
    "other-stack": ("A all-in to 400", "A:500 B C D"),
    "not-its-turn": ("B checks", "A B C D"),
    "closed": ("A checks, B checks, C checks, D checks, A bets 100", "A B C D"),
    "out-of-turn": ("B (out of turn) checks", "A B C D"),
    "folded-already": ("A folds, A shows", "A B C D"),
    "late-post": ("A checks, B posts 100", "A B C D"),
    "open": ("A checks, -- turn", "A B C D"),
    "hand-over": ("A bets 100, B folds, C folds, D folds, -- turn", "A B C D"),
    "other-street": ("A checks, B checks, C checks, D checks, -- river", "A B C D"),
}

DRAWS = {"game": "draw", "blinds": [50, 100], "street": "draw1"}
STUD = {
    "game": "stud",
    "limit": "fixed-limit",
    "bets": [20, 40],
    "ante": 2,
    "bring_in": 5,
    "blinds": None,
    "street": "third",
}
OPEN = [{"name": "A", "cards": "9c"}, {"name": "B", "cards": "2d"}, {"name": "C", "cards": "Kh"}]
PAIR = [{"name": "A", "cards": "(2c 7d) 9c 9d"}, {"name": "B", "cards": "(3c 8d) 2d 7h"}]

REFUSED_ELSEWHERE: dict[str, dict[str, Any]] = {
    "above-maximum": {**spot("A bets 100, B raises to 401"), "limit": "pot-limit"},
    "between-sizes": {
        **STUD,
        "rules": {"stud_open_pair": "double"},
        "seats": PAIR,
        "street": "fourth",
        "actions": "A bets 30",
    },
    "capped": {
        **spot("A bets 100, B raises to 200, C raises to 300, D raises to 400, A raises to 500"),
        "limit": "fixed-limit",
    },
    "stack": {**STUD, "seats": [*OPEN[:1], {**OPEN[1], "stack": 6}, OPEN[2]], "actions": "B completes to 4"},
    "not-brought-in": {**STUD, "seats": OPEN, "actions": "B calls"},
    "no-bring-in": {**STUD, "seats": OPEN, "actions": "B brings in 5, C brings in 5"},
    "other-bring-in": {**STUD, "seats": OPEN, "actions": "B brings in 4"},
    "no-draw": spot("A draws 1"),
    "late-draw": {**spot("A checks, B draws 1"), **DRAWS},
    "draw-order": {**spot("B draws 1"), **DRAWS},
    "drawn-already": {**spot("A draws 1, A draws 1"), **DRAWS},
    "draws-too-many": {**spot("A draws 6"), **DRAWS},
}
"""Refusals of other limits and games: pot-limit (TDA 2024 54), the cap, the bring-in and draws (scenario format)."""


def refused_spot(reason: str) -> Document:
    """Return a document whose last action is refused for this reason."""
    if reason in REFUSED:
        return parse(spot(*REFUSED[reason]))
    return parse({"question": {"kind": "legal_actions"}, **REFUSED_ELSEWHERE[reason]})


def test_who_has_folded_is_not_told_that_it_is_their_turn_to_draw() -> None:
    """Scenario format: an error is a clear one. A folded hand has no cards to exchange, whoever is to draw."""
    actions = "C calls, D folds, A folds, B checks, -- draw1, A draws 1"
    error = refusal({**spot(actions), **DRAWS, "street": "predraw"})
    assert (error.where, error.message) == ("actions[5]", "A has folded already")


@pytest.mark.parametrize("reason", [*REFUSED, *REFUSED_ELSEWHERE])
def test_an_illegal_action_is_refused_for_its_reason_and_at_its_place(reason: str) -> None:
    document = refused_spot(reason)
    *before, last = document.actions
    state = hand.begin(document)
    for item in before:
        state = hand.take(state, item)
    with pytest.raises(IllegalAction) as refused:
        hand.take(state, last)
    assert refused.value.reason == reason
    with pytest.raises(DocumentError) as error:
        hand.play(document)
    assert error.value.where == f"actions[{len(before)}]"
    assert "{" not in error.value.message


@pytest.mark.parametrize(
    ("reason", "numbers"),
    [
        ("acted", {"call_to": 150}),
        ("nobody", {"call_to": 150}),
        ("below-minimum", {"raise_min_to": 200}),
        ("all-in-only", {"all_in_to": 150}),
        ("too-few-chips", {"most": 300}),
        ("no-raise", {"bet": 100}),
        ("bet-to-match", {"call_to": 100}),
        ("above-maximum", {"raise_max_to": 300}),
        ("between-sizes", {"raise_max_to": 40}),
        ("not-brought-in", {"to": 5}),
    ],
)
def test_a_refusal_says_what_would_be_legal(reason: str, numbers: dict[str, int]) -> None:
    """A raise adds what the bet was (TDA 2024 43-A), or the pot after the call (54); stud has the document's bets."""
    document = refused_spot(reason)
    *before, last = document.actions
    state = hand.begin(document)
    for item in before:
        state = hand.take(state, item)
    with pytest.raises(IllegalAction) as refused:
        hand.take(state, last)
    assert refused.value.values.items() >= numbers.items()


def test_every_reason_to_refuse_has_its_sentence_and_its_test() -> None:
    assert {*REFUSED, *REFUSED_ELSEWHERE} == set(REFUSALS)


def test_the_formats_own_example_of_a_refusal() -> None:
    """Scenario format, first page: `actions[2]: C can't raise to 250: the smallest raise is to 300`."""
    error = refusal(spot("A bets 100, B raises to 200, C raises to 250"))
    assert str(error) == "actions[2]: C can't raise to 250: the smallest raise is to 300"
