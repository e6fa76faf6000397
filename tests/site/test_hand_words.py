"""Hands in words. Expected: the categories of scenario-format.md, said as players say them."""

from __future__ import annotations

import pytest

from quizzes.kinds import outs, read_hand, winner
from quizzes.wording import step_text
from quizzes.wording.kinds import words_of
from tests.kinds.showdowns import document
from tests.kinds.test_outs import spot

READ = [
    pytest.param("Ac 7d", "Ks Js 9h 5c 2d", "ace high with king, jack, nine and seven", id="high card"),
    pytest.param("Kc Kd", "As Js 9h 5c 2d", "a pair of kings with ace, jack and nine", id="pair"),
    pytest.param("Kc 9d", "Ks 9s As 5c 2d", "two pair, kings and nines with ace", id="two pair"),
    pytest.param("6c 6d", "6s As Jh 4c 2d", "three sixes with ace and jack", id="three of a kind"),
    pytest.param("8c 7d", "6s 5s 4h Kc Kd", "a straight up to the eight", id="straight"),
    pytest.param("Ac 2d", "3s 4s 5h Kc Jd", "a straight up to the five", id="the lowest straight"),
    pytest.param("Ah 3h", "Jh 9h 7h 4c 2d", "a flush of hearts: ace, jack, nine, seven and three", id="flush"),
    pytest.param("Kc Kd", "Ks 9s 9h 4c 2d", "a full house, kings over nines", id="full house"),
    pytest.param("Tc Td", "Ts Th 9h 4c 2d", "four tens with nine", id="four of a kind"),
    pytest.param("8h 7h", "6h 5h 4h Kc Kd", "a straight flush of hearts up to the eight", id="straight flush"),
    pytest.param("As Ks", "Qs Js Ts 4c 2d", "a royal flush of spades", id="royal flush"),
]


@pytest.mark.parametrize(("own", "board", "hand"), READ)
def test_a_hand_is_told_with_all_that_is_compared(own: str, board: str, hand: str) -> None:
    (step,) = read_hand.solve(document("read_hand", {"A": own, "B": ""}, board, "A")).steps
    assert step_text(step) == f"A plays {hand}."


COMPARED = [
    pytest.param({"A": "Kc 9d", "B": "Ac Qd"}, "Ks 9s Ah 5c 2d", "two pair beats a pair", id="category"),
    pytest.param({"A": "Kc 8d", "B": "9c Ad"}, "Ks 9s Jh 5c 2d", "both have a pair, and kings beat nines", id="pairs"),
    pytest.param(
        {"A": "Kc 9d", "B": "Kd 5d"}, "Ks 9s Ah 5c 2d", "both have two pair, and nines beat fives", id="second pairs"
    ),
    pytest.param(
        {"A": "Kc Qd", "B": "Kd Jd"},
        "Ks 9s Ah 5c 2d",
        "both have a pair of kings, and as a kicker a queen beats a jack",
        id="kicker",
    ),
    pytest.param(
        {"A": "Kc 8d", "B": "Qd 8c"}, "Js 9s 7h 5c 2d", "neither has a pair, and a king beats a queen", id="high card"
    ),
    pytest.param(
        {"A": "9c 2d", "B": "4d Ac"},
        "8s 7s 6h 5c Kd",
        "both have a straight, and one up to a nine beats one up to an eight",
        id="straights",
    ),
    pytest.param(
        {"A": "Kh 3h", "B": "Qh 4h"},
        "Ah 9h 8h 5c 2d",
        "both have a flush, and where they differ first a king beats a queen",
        id="flushes",
    ),
]


@pytest.mark.parametrize(("hands", "board", "why"), COMPARED)
def test_who_wins_is_told_with_what_decides(hands: dict[str, str], board: str, why: str) -> None:
    solution = winner.solve(document("winner", hands, board))
    assert step_text(solution.steps[-1]) == f"A wins over B: {why}."


def test_all_who_split_are_named() -> None:
    solution = winner.solve(document("winner", {"A": "Ac Kc", "B": "7s 2h", "C": "8s 3h"}, "5h 5d 5s 9h 9s"))
    assert step_text(solution.steps[-1]).startswith("The best five of A, B and C are worth the same")


def test_each_card_that_is_no_out_and_each_out_that_was_missed_is_told_with_whose_hand_is_best() -> None:
    """Boon's fours are behind sixes and threes. A five makes Boon a straight from the three, but any club Gita's flush;
    a ten on the board makes two pair of both, and Gita's sixes beat Boon's fours.
    """
    asked = spot({"Gita": "6c 3c", "Boon": "4d 4h"}, "3h 6d 7c Tc", "Boon")
    response = {"wins": ["4s", "4c", "5c", "5h", "5s", "Td"], "ties": []}
    answer = outs.solve(asked).answer
    assert set(answer["wins"]) == {"4s", "5d", "5h", "5s"}
    assert words_of("outs").slips(asked, response, answer) == (
        "With 4♣ and 5♣ Gita has a flush.",
        "With 5♦ Boon has a straight.",
        "With 10♦ Gita and Boon have two pair each, Gita the better one.",
    )


def test_a_card_that_only_ties_is_told_with_what_all_the_best_have() -> None:
    """A ten gives both the straight up to the ace."""
    asked = spot({"A": "Ah 2c", "B": "Ad 3c"}, "Kc Qd Jh 9s", "A")
    answer = outs.solve(asked).answer
    response = {"wins": [*answer["wins"], "Ts"], "ties": [card for card in answer["ties"] if card != "Ts"]}
    said = "With 10♠ A and B have a straight each, of the same worth."
    assert words_of("outs").slips(asked, response, answer) == (said,)
