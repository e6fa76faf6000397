"""A bring-in is no bet, in any limit, and what a question about betting has to be told; both computations.

The house's reading (RRoP 11, seven-card stud: the bring-in is made up to the small bet), with the numbers by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import second, solve
from tests.engine.derivations import check

Answer = Callable[[Document], Any]

STUD: dict[str, Any] = {"game": "stud", "ante": 5, "bring_in": 15, "bets": [60, 120]}
UP = {"A": "2c", "B": "As", "C": "Ks", "D": "Qs"}
LIMITS = ("no-limit", "pot-limit", "fixed-limit")


def engine(document: Document) -> Any:
    """Return the engine's answer, after its derivation has been held."""
    solution = solve(document)
    check(document, solution)
    return solution.answer


both = pytest.mark.parametrize("answer", [engine, second.solve], ids=["engine", "second"])


def stud(kind: str, actions: str, stacks: dict[str, int] | None = None, player: str = "", **keys: Any) -> Document:
    """Return a question of a stud table; A has the lowest card, and who has no stack named is deep."""
    seats = [
        {"name": name, "stack": (stacks or {}).get(name, 1005), "cards": f"(?? ??) {card}"} for name, card in UP.items()
    ]
    question = {"kind": kind, **({"player": player} if player else {})}
    return parse({**STUD, "seats": seats, "actions": actions, "question": question, **keys})


@both
@pytest.mark.parametrize("rules", ["tda", "jj"])
@pytest.mark.parametrize("limit", LIMITS)
def test_everybody_completes_to_the_small_bet(answer: Answer, limit: str, rules: str) -> None:
    for actions in ("", "A brings in 15", "A brings in 15, B calls"):
        assert answer(stud("legal_actions", actions, limit=limit, rules=rules))["raise_min_to"] == 60


@both
@pytest.mark.parametrize(("limit", "to", "least"), [
    ("fixed-limit", 60, 120), ("pot-limit", 60, 120), ("pot-limit", 65, 130), ("no-limit", 300, 600),
])  # fmt: skip
def test_all_of_a_completion_is_the_bet_for_the_next_raise_and_for_a_caller_of_the_bring_in(
    answer: Answer, limit: str, to: int, least: int
) -> None:
    actions = f"A brings in 15, B calls, C completes to {to}"
    assert answer(stud("min_raise", actions, limit=limit)) == {"raise_to": least, "raise_by": least - to, "adds": least}
    needed = 30 if limit == "fixed-limit" else to
    want = {"may_raise": True, "facing": to, "needed": needed, "raise_min_to": least}
    for player in "AB":
        assert answer(stud("reopen", f"{actions}, D calls", player=player, limit=limit)) == want


@both
@pytest.mark.parametrize("rules", [{"limit_reopen": "full-bet"}, {"limit_reopen": "half-bet"}])
def test_a_completion_opens_the_betting_to_callers_also_where_it_takes_a_full_bet(answer: Answer, rules: Any) -> None:
    document = stud(
        "reopen", "A brings in 15, B calls, C completes to 60, D folds, A folds", limit="fixed-limit", rules=rules
    )
    assert answer(document)["may_raise"] is True


@both
@pytest.mark.parametrize(("all_in", "least"), [(40, 100), (59, 119), (60, 120)])
def test_an_all_in_over_the_bring_in_is_a_bet_full_or_short(answer: Answer, all_in: int, least: int) -> None:
    """TDA 2024 43-A and 47-A: a full unit goes on top of a short bet too."""
    document = stud("min_raise", "A brings in 15, B all-in", {"B": all_in + 5}, limit="no-limit")
    assert answer(document)["raise_to"] == least


@both
@pytest.mark.parametrize("bring_in", [15, 30, 40])
def test_a_bring_in_of_half_a_bet_is_no_bet_that_an_all_in_over_it_has_to_raise(answer: Answer, bring_in: int) -> None:
    """TDA 2024 47-B in fixed-limit: 50 are half of 60 or more, so they are the bet, and a unit goes on top of them."""
    actions = f"A brings in {bring_in}, B all-in"
    found = answer(stud("fixed_limit", actions, {"B": 55}, limit="fixed-limit", bring_in=bring_in))
    assert (found["raises_made"], found["raise_to"]) == (1, 110)


@both
@pytest.mark.parametrize("rules", ["single-raise", "half-raise", "tda"])
def test_nobody_faces_anything_while_the_bring_in_is_only_called(answer: Answer, rules: str) -> None:
    document = stud("reopen", "A brings in 15, B calls", player="A", limit="no-limit", rules=rules)
    found = answer(document)
    assert (found["may_raise"], found["facing"], found["raise_min_to"]) == (False, 0, None)


@both
@pytest.mark.parametrize("actions", ["A all-in", "A brings in 8"])
def test_a_bring_in_that_is_all_in_for_less_is_told_from_the_stack_and_the_ante(answer: Answer, actions: str) -> None:
    """A has 13 and antes 5, which leaves 8: they and four antes are the pot, and the price is the bring-in of 15."""
    found = answer(stud("pot_limit", actions, {"A": 13}, limit="pot-limit"))
    assert (found["pot"], found["call_adds"]) == (28, 15)


TWO: dict[str, Any] = {"seats": [{"name": "A"}, {"name": "B"}, {"name": "C", "stack": 0}], "street": "flop"}
FIXED: dict[str, Any] = {**TWO, "limit": "fixed-limit"}
OVER: dict[str, Any] = {**TWO, "seats": TWO["seats"][:2], "actions": "A checks, B checks"}
ANTES: dict[str, Any] = {
    "seats": [{"name": "A", "stack": 8}, {"name": "B", "stack": 246}, {"name": "C", "stack": 8}],
    "blinds": [3, 10],
    "ante": 9,
}
"""A and C are all-in from the ante, so that B, in the big blind, has nobody to bet against."""

NOT_ASKED: list[tuple[str, dict[str, Any]]] = [
    ("question.player", {**TWO, "blinds": [1, 2], "question": {"kind": "legal_actions", "player": "C"}}),
    ("question.player", {**FIXED, "bets": [1, 2], "question": {"kind": "fixed_limit", "player": "C"}}),
    (
        "question",
        {
            **TWO,
            "seats": TWO["seats"][:2],
            "actions": "A checks, B folds",
            "question": {"kind": "legal_actions", "player": "A"},
        },
    ),
    *[
        ("question", {**OVER, "limit": limit, "question": {"kind": kind, "player": "A"}})
        for limit, kind in (("no-limit", "legal_actions"), ("no-limit", "min_raise"), ("pot-limit", "pot_limit"))
    ],
    ("question", {**OVER, "limit": "fixed-limit", "bets": [1, 2], "question": {"kind": "fixed_limit", "player": "A"}}),
    ("question", {**ANTES, "question": {"kind": "legal_actions", "player": "B"}}),
    ("put_in", {**FIXED, "bets": [1, 2], "put_in": {"B": 9}, "question": {"kind": "min_raise", "player": "A"}}),
    ("bets", {**FIXED, "question": {"kind": "legal_actions"}}),
    ("bets", {**FIXED, "pushed": {"player": "A", "said": "raise"}, "question": {"kind": "chip_ruling"}}),
    ("bets", {**FIXED, "actions": "B (out of turn) bets 9", "question": {"kind": "out_of_turn"}}),
    ("bets", {**FIXED, "actions": "A bets 9", "question": {"kind": "correction", "found": "same-street"}}),
]


@both
@pytest.mark.parametrize(("where", "table"), NOT_ASKED)
def test_betting_is_not_asked_where_nobody_can_act_nor_without_what_it_goes_by(
    answer: Answer, where: str, table: Any
) -> None:
    """Scenario format: an error names the place, `bets` where sizes are not told, `put_in` where no action is."""
    with pytest.raises(DocumentError) as error:
        answer(parse(table))
    assert error.value.where == where


@both
@pytest.mark.parametrize("limit", LIMITS)
def test_a_hand_that_is_brought_in_needs_the_bets_that_it_is_completed_to(answer: Answer, limit: str) -> None:
    with pytest.raises(DocumentError) as error:
        answer(stud("legal_actions", "", limit=limit, bets=None))
    assert error.value.where == "bets"
