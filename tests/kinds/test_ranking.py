"""`ranking`: the hands from the best down."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import ranking
from quizzes.kinds.second import ranking as second
from tests.cases.compare import Case, load, same
from tests.kinds.showdowns import assert_holds, dealt, document
from tests.scale import scale

CASES = load(["ranking"])
HANDS = {"P1": "9c 5h", "P3": "Ad Ks", "P2": "Qh 4h", "P4": "As Kh"}
BOARD = "9s Jc 3c Qc 8h"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = ranking.solve(asked)
    assert same("ranking", case["answer"], solution.answer)
    assert same("ranking", case["answer"], second.solve(asked))
    assert_holds(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


# Case showdown_best_hand-003-rk, seated in another order.
def test_ties_share_a_list_in_the_order_of_the_seats() -> None:
    solution = ranking.solve(document("ranking", HANDS, BOARD))
    assert solution.answer == {"order": [["P2"], ["P1"], ["P3", "P4"]]}
    assert [step.op for step in solution.steps] == ["state"] * 4 + ["compare"]
    assert list(solution.steps[-1].values) == list(HANDS)


# The same case: without P2, who folded.
def test_a_folded_hand_has_no_place() -> None:
    asked = document("ranking", HANDS, BOARD, folded=["P2"], put_in={"P1": 100, "P2": 50, "P3": 100, "P4": 100})
    assert ranking.solve(asked).answer == second.solve(asked) == {"order": [["P1"], ["P3", "P4"]]}


def test_both_ways_rank_random_hands_alike() -> None:
    rng = Random(47)
    tied = 0
    for _ in range(scale(300, 30_000)):
        asked = dealt(rng, "ranking")
        solution = ranking.solve(asked)
        assert solution.answer == second.solve(asked)
        assert_holds(asked, solution)
        tied += any(len(group) > 1 for group in solution.answer["order"])
    assert tied


@pytest.mark.parametrize(
    ("hands", "board", "where"),
    [
        pytest.param(HANDS | {"P3": ""}, BOARD, "seats[1].cards", id="no cards"),
        pytest.param(HANDS | {"P3": "?? ??"}, BOARD, "seats[1].cards", id="unknown cards"),
        pytest.param(HANDS, "", "board", id="no board"),
    ],
)
def test_what_can_not_be_ranked_is_an_error_at_its_place(hands: dict[str, str], board: str, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        ranking.solve(document("ranking", hands, board))
    assert error.value.where == where
