"""`winner`: who has the best hand, and what decides it."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import winner
from quizzes.kinds.second import winner as second
from tests.cases.compare import Case, load, same
from tests.kinds.showdowns import assert_holds, dealt, document
from tests.scale import scale

CASES = load(["winner"])
HANDS = {"A": "Jc 7d", "B": "Jd 6c", "C": "Ah Qh"}
BOARD = "Js 5c 5d 2h 4s"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = winner.solve(asked)
    assert same("winner", case["answer"], solution.answer)
    assert same("winner", case["answer"], second.solve(asked))
    assert_holds(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


# Case kicker_tie-010-w with a third player, who has a pair: "the seven plays because the board has nothing higher".
def test_every_hand_is_read_and_then_all_are_compared() -> None:
    solution = winner.solve(document("winner", HANDS, BOARD))
    *readings, compared = solution.steps
    assert [step.seat for step in readings] == ["A", "B", "C"]
    assert {step.rule for step in solution.steps} == {"cards-speak"}
    assert compared.op == "compare"
    assert compared.values["A"] == ["Jc", "Js", "5c", "5d", "7d"]
    assert compared.out == {"winners": ["A"], "split": False, "category": "two-pair", "decided_by": "kicker"}


# The same case: without A and B the board's fives with an ace are left, above those with a king by that kicker.
@pytest.mark.parametrize("actions", ["A folds, B folds", "A mucks, B is mucked"])
def test_a_hand_that_was_given_up_does_not_win(actions: str) -> None:
    asked = document("winner", HANDS | {"D": "Kd 9d"}, BOARD, actions=actions)
    answer = {"winners": ["C"], "split": False, "category": "pair", "decided_by": "kicker"}
    assert winner.solve(asked).answer == answer
    assert second.solve(asked) == answer


def test_both_ways_find_the_same_winners_of_random_hands() -> None:
    rng = Random(45)
    decided = set()
    for _ in range(scale(300, 30_000)):
        asked = dealt(rng, "winner")
        solution = winner.solve(asked)
        assert solution.answer == second.solve(asked)
        assert_holds(asked, solution)
        decided.add(solution.answer["decided_by"])
    assert decided == {"category", "rank", "kicker", "nothing"}


@pytest.mark.parametrize(
    ("hands", "board", "actions", "where"),
    [
        pytest.param(HANDS | {"B": ""}, BOARD, "", "seats[1].cards", id="no cards"),
        pytest.param(HANDS | {"B": "Jd ??"}, BOARD, "", "seats[1].cards", id="an unknown card"),
        pytest.param(HANDS, "", "", "board", id="no board"),
        pytest.param(HANDS, BOARD, "A folds, B folds", "question", id="one player left"),
    ],
)
def test_what_can_not_be_compared_is_an_error_at_its_place(
    hands: dict[str, str], board: str, actions: str, where: str
) -> None:
    with pytest.raises(DocumentError) as error:
        winner.solve(document("winner", hands, board, actions=actions))
    assert error.value.where == where
