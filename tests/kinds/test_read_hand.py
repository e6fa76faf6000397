"""`read_hand`: the five cards that a player plays."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.engine.cards import parse_card, rank_of
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import read_hand
from quizzes.kinds.second import read_hand as second
from tests.cases.compare import Case, load, same
from tests.kinds.showdowns import assert_holds, dealt, document
from tests.scale import scale

CASES = load(["read_hand"])
HANDS = {"A": "8h Ks", "B": "4d Qs"}
BOARD = "9c 7s 5h 5s 3c"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = read_hand.solve(asked)
    assert same("read_hand", case["answer"], solution.answer)
    assert same("read_hand", case["answer"], second.solve(asked))
    assert_holds(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


# Case kicker_tie-014-rh, "pair of fives with K-9-8"; scenario-format.md, "strongest group first".
def test_the_answer_is_one_step_that_reads_seven_cards() -> None:
    (step,) = read_hand.solve(document("read_hand", HANDS, BOARD, "A")).steps
    assert step.values == {"cards": ["8h", "Ks", "9c", "7s", "5h", "5s", "3c"]}
    assert step.out == {"category": "pair", "cards": ["5h", "5s", "Ks", "9c", "8h"]}
    assert (step.rule, step.op, step.seat) == ("cards-speak", "state", "A")


# scenario-format.md: the question is about the player's cards, whatever became of them.
def test_a_folded_hand_can_be_read() -> None:
    folded = document("read_hand", HANDS, BOARD, "A", actions="A folds")
    assert read_hand.solve(folded).answer["category"] == second.solve(folded)["category"] == "pair"


def test_both_ways_read_random_hands_alike() -> None:
    rng = Random(43)
    for _ in range(scale(300, 30_000)):
        asked = dealt(rng, "read_hand")
        solution = read_hand.solve(asked)
        other = second.solve(asked)
        assert solution.answer["category"] == other["category"]
        assert _ranks(solution.answer["cards"]) == _ranks(other["cards"])
        assert_holds(asked, solution)


def _ranks(cards: list[str]) -> list[int]:
    return [rank_of(parse_card(card)) for card in cards]


@pytest.mark.parametrize(
    ("hands", "board", "player", "where"),
    [
        pytest.param(HANDS, BOARD, None, "question.player", id="nobody named"),
        pytest.param(HANDS | {"A": ""}, BOARD, "A", "question.player", id="no cards"),
        pytest.param(HANDS | {"B": "4d ??"}, BOARD, "B", "seats[1].cards", id="an unknown card"),
        pytest.param(HANDS, "", "A", "board", id="no board"),
    ],
)
def test_what_can_not_be_read_is_an_error_at_its_place(
    hands: dict[str, str], board: str, player: str | None, where: str
) -> None:
    with pytest.raises(DocumentError) as error:
        read_hand.solve(document("read_hand", hands, board, player))
    assert error.value.where == where
