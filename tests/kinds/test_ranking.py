"""`ranking`: the hands from the best down."""

from __future__ import annotations

from random import Random

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.notation import parse
from quizzes.kinds import ranking
from quizzes.kinds.base import IllFormed, Variant
from quizzes.kinds.ranking import KIND
from quizzes.kinds.second import ranking as second
from tests.cases.compare import Case, load, same
from tests.engine.derivations import check
from tests.kinds.showdowns import assert_holds, check_variant, dealt, dealt_in, document
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
    check(asked, solution)


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


@pytest.mark.parametrize("game", GAMES)
def test_both_ways_rank_random_hands_of_every_game_alike(game: str) -> None:
    rng = Random(f"ranking {game}")
    for _ in range(scale(30, 3_000)):
        asked = dealt_in(rng, "ranking", GAMES[game])
        solution = ranking.solve(asked)
        assert solution.answer == second.solve(asked)
        check(asked, solution)


# The kind as it is drilled.


@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_every_game_has_drills_of_every_level_that_both_ways_rank_alike(variant: Variant) -> None:
    check_variant(KIND, variant)


# Case showdown_best_hand-003-rk: P2, then P1, then P3 and P4 tied.
@pytest.mark.parametrize(
    ("places", "verdicts"),
    [
        ("2 3 1 3", ["right", "right"]),
        ("2 5 1 5", None),
        ("3 4 1 4", ["right", "right"]),
        ("2 3 1 4", ["right", "wrong"]),
        ("1 3 2 3", ["wrong", "wrong"]),
    ],
)
def test_places_are_compared_by_their_order(places: str, verdicts: list[str] | None) -> None:
    asked = document("ranking", HANDS, BOARD)
    raw = {f"place_{number}": [place] for number, place in enumerate(places.split())}
    if verdicts is None:
        with pytest.raises(IllFormed) as error:
            KIND.parse(asked, raw)
        assert error.value.problems == {"place_1": "no-choice", "place_3": "no-choice"}
    else:
        assert [field.verdict for field in KIND.grade(asked, KIND.parse(asked, raw)).fields] == verdicts


# rules.md B: suits never break a pot; P3 and P4 hold ace and king alike, P4 the spade in the ace.
def test_suits_that_are_compared_name_the_mistake() -> None:
    asked = document("ranking", HANDS, BOARD)
    grade = KIND.grade(asked, {"order": [["P2"], ["P1"], ["P4"], ["P3"]]})
    assert grade.misconceptions == ("suit-breaks-tie",)


def test_a_straight_that_is_overlooked_in_deuce_to_seven_names_just_that() -> None:
    """2-7: B has a straight, which loses to A's pair (rules.md B); nobody has an ace."""
    hands = {"A": "Th Kc 5s 2d 5c", "B": "9c 8d 7h 6h 5d"}
    asked = document("ranking", hands, "", game="27sd")
    assert ranking.solve(asked).answer == {"order": [["A"], ["B"]]}
    assert KIND.grade(asked, {"order": [["B"], ["A"]]}).misconceptions == ("straights-ignored",)


def test_comparing_lows_from_below_says_nothing_of_pairs() -> None:
    """Ace to five, a pair in each hand: 5-4-2 with threes, 6-5-A with threes, three aces, three fours."""
    hands = {"A": "As Ad Ac 5h 2c", "B": "3s 3d Ah 5s 6c", "C": "4s 4d 4c 5d 2h", "D": "5c 3c 3h 4h 2s"}
    asked = document("ranking", hands, "", game="a5td", limit="fixed-limit", bets=[100, 200])
    assert ranking.solve(asked).answer["order"] == [["D"], ["B"], ["A"], ["C"]]
    ace_high = {"order": [["D"], ["B"], ["C"], ["A"]]}
    assert KIND.grade(asked, ace_high).misconceptions == ("ace-high",)
