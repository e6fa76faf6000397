"""What is said of who wins both halves of a pot, of what is less than a chip, and of pots that are paid wrong.

Expected: each by hand from its rule, and the answer of both computations.
"""

from __future__ import annotations

from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.citations import cited
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS, second
from quizzes.wording import step_text
from quizzes.wording.awards import WORDS
from quizzes.wording.rules import short_cite
from quizzes.wording.side_pots import WORDS as SIDE_POTS
from tests.engine.derivations import check
from tests.kinds.test_pot_sentences import CHECKED


def solved(written: dict[str, Any]) -> Solution:
    """Return the solution of who wins what, its derivation held and given by both computations."""
    document = parse(written)
    solution = kinds.solve(document)
    assert dict(second.solve(document)) == dict(solution.answer)
    check(document, solution)
    return solution


def table(seats: str, put_in: list[int], **keys: Any) -> dict[str, Any]:
    """Return a document in which these seats have put in so much."""
    names = seats.split()
    question = {"question": {"kind": "awards"}}
    return (
        {"seats": [{"name": name} for name in names], "put_in": dict(zip(names, put_in, strict=True))} | question | keys
    )


def told(solution: Solution) -> str:
    """Return a derivation's sentences, one after the other."""
    return " ".join(map(step_text, solution.steps))


WHEELS: dict[str, Any] = {
    "game": "omaha8",
    "street": "river",
    "board": "3c 4d 5h Ts Js",
    "put_in": {"A": 30, "B": 30, "C": 6},
    "folded": ["C"],
    "question": {"kind": "awards"},
    "seats": [{"name": "A", "cards": "As 2d Kc Kd"}, {"name": "B", "cards": "Ah 2c Ks Kh"}, {"name": "C"}],
}
ORDERED = table("A B C", [30, 30, 6], game="omaha8", folded=["C"], order=[["A", "B"]], order_low=[["B", "A"]])


@pytest.mark.parametrize("written", [WHEELS, ORDERED])
def test_a_pot_that_the_same_players_win_both_ways_is_told_as_shared_once(written: dict[str, Any]) -> None:
    """TDA 2024 20-D: identical hands share as evenly as it goes, 33 each of 66; halved twice, 34 and 32."""
    solution = solved(written)
    assert solution.answer["won"] == {"A": 33, "B": 33}
    assert (
        "A and B tie for the high and for the low, so this pot is not halved: it is shared once, as one. "
        "So the pot of 66 is shared equally: A 33, B 33."
    ) in told(solution)
    decides = solution.deciding(WORDS.decides)
    assert cited(decides.rule, ruleset("tda"))["number"] == "20-D"
    assert short_cite(decides.rule, ruleset("rrop")) == "RRoP 11, “ties”"


def test_a_player_who_wins_both_ways_is_told_as_paid_once() -> None:
    """RRoP 11, high-low: A has the best high hand and the best low one of both pots."""
    text = told(solved(table("A B C", [30, 30, 5], game="stud8", order=[["A"], ["B", "C"]], order_low=[["A"], ["C"]])))
    assert text.count("A wins the high and the low, so this pot is not halved: it is paid as one.") == 2
    assert "is halved" not in text


@pytest.mark.parametrize(
    ("game", "order_low"),
    [("omaha8", {"order_low": [["B"]]}), ("omaha8", {}), ("holdem", {})],
    ids=["low", "none", "one"],
)
def test_of_a_pot_with_other_lows_or_none_nobody_is_told_as_winning_both_ways(
    game: str, order_low: dict[str, Any]
) -> None:
    """Where another hand has the low the pot is halved; without a low there is nothing to halve (RRoP 11, high-low)."""
    solution = solved(table("A B", [30, 30], game=game, order=[["A"], ["B"]], **order_low))
    assert "same-both-ways" not in {step.rule for step in solution.steps}


@pytest.mark.parametrize(
    ("seats", "put_in", "pot", "won", "says"),
    [
        pytest.param(
            "A B",
            [55, 55],
            0,
            {"A": 60, "B": 50},
            "The pot of 110 does not divide evenly: A 60, B 50. What is left over at the end, 10, is less than the "
            "smallest chip of 25: it goes to the next in line, A.",
            id="two chips each, and 10",
        ),
        pytest.param(
            "A B C",
            [62, 62, 62],
            0,
            {"A": 75, "B": 61, "C": 50},
            "The pot of 186 does not divide evenly; odd chips go one each: A 75, B 61, C 50. What is left over at the "
            "end, 11, is less than the smallest chip of 25: it goes to the next in line, B.",
            id="two chips each, one that is odd, and 11",
        ),
        pytest.param(
            "A B C",
            [66, 66, 66],
            2,
            {"A": 75, "B": 75, "C": 50},
            "The pot of 200 does not divide evenly; odd chips go one each: A 75, B 75, C 50.",
            id="two chips each, and two that are odd",
        ),
    ],
)
def test_what_is_less_than_a_chip_is_told_as_that_and_not_as_an_odd_chip(
    seats: str, put_in: list[int], pot: int, won: dict[str, int], says: str
) -> None:
    """Scenario format, `chip`: the unit of an odd chip. TDA 2024 20 leaves nothing less, so that is no odd chip."""
    solution = solved(table(seats, put_in, pot=pot, chip=25, order=[seats.split()]))
    assert solution.answer["won"] == won
    text = told(solution)
    assert says in text
    assert ("less than the smallest chip" in text) == ("less than the smallest chip" in says)


def test_what_is_less_than_a_chip_of_a_pot_that_is_halved_is_told() -> None:
    """Chips of 5: 124 are 24 of them, 12 for the low, and 4 besides; of the high half's 64 each of two has 30."""
    solution = solved(table("A B C D", [31] * 4, game="omaha8", chip=5, order=[["A", "B"]], order_low=[["C"]]))
    assert solution.answer["won"] == {"A": 34, "B": 30, "C": 60}
    text = told(solution)
    assert "60 are for the low. What is less than the smallest chip of 5, 4, stays with the high half." in text
    assert "The high half, 64, does not divide evenly: A 34, B 30." in text
    assert "odd chips go one each:" not in text


def test_a_low_half_with_less_than_a_chip_over_is_never_told() -> None:
    """The low half is of whole chips: 60 of 124 for two who share it, 30 each."""
    text = told(solved(table("A B C D", [31] * 4, game="omaha8", chip=5, order=[["A"]], order_low=[["C", "D"]])))
    assert "So the low half, 60, is shared equally: C 30, D 30." in text
    assert "next in line" not in text


def test_a_winner_for_whom_no_chip_is_left_is_named_with_nothing() -> None:
    """RRoP 11, ties: one chip of 100 for two. F, left of the button, is the first in line."""
    written: dict[str, Any] = {"game": "omaha8", "chip": 100, "order": [["G"]], "order_low": [["C", "F"]]}
    text = told(solved(table("F C G", [80, 80, 80], **written)))
    assert "The low half, 100, does not divide evenly; odd chips go one each: F 100, C 0." in text
    assert "F wins" not in text


def test_nothing_of_one_half_and_something_of_the_other_is_not_added_up() -> None:
    """TDA 2024 20: 200 in chips of 100 are one for either half: G is first for the high, F before C for the low."""
    written: dict[str, Any] = {"game": "omaha8", "chip": 100, "order": [["G", "F"]], "order_low": [["C", "F"]]}
    solution = solved(table("G F C", [60, 60, 60], pot=20, **written))
    assert solution.answer["won"] == {"G": 100, "F": 100}
    text = told(solution)
    assert "The high half, 100, does not divide evenly; odd chips go one each: G 100, F 0." in text
    assert "F wins 0 with the high" not in text


def test_what_a_player_has_of_one_half_alone_is_not_added_up() -> None:
    """Of 300 the high half is 200, 100 each for F and G; of the low half's one chip of 100 F is the first in line."""
    written: dict[str, Any] = {"game": "omaha8", "chip": 100, "order": [["G", "C", "F"]], "order_low": [["C", "F"]]}
    text = told(solved(table("F C G", [100, 100, 100], **written)))
    assert "The high half, 200, does not divide evenly; odd chips go one each: F 100, C 100, G 0." in text
    assert "F wins 100 with the high and 100 with the low, 200 in all." in text
    assert "0 with the" not in text.replace("100 with the", "")


SHOWN: dict[str, Any] = {"street": "river", "put_in": {"A": 30, "B": 30, "C": 30}, "question": {"kind": "awards"}}


@pytest.mark.parametrize(
    ("game", "board", "cards", "says"),
    [
        pytest.param(
            "holdem",
            "Ac 7d 5h 4s 2c",
            ["Ah Kd", "As Qd", "Td 9h"],
            "A has the best hand: a pair of aces with king, seven and five. The best of the others is B's: a pair of "
            "aces with queen, seven and five.",
            id="the king is a better kicker than the queen",
        ),
        pytest.param(
            "holdem",
            "Ac 7d 5h 4s 2c",
            ["Ah Kd", "As Kc", "Ad Qd"],
            "A and B tie for the best hand: each has a pair of aces with king, seven and five. The best of the others "
            "is C's: a pair of aces with queen, seven and five.",
            id="two tie",
        ),
        pytest.param(
            "holdem",
            "As Ks Qs Js Ts",
            ["2c 2d", "3c 3d", "4c 4d"],
            "tie: each has a royal flush of spades. So",
            id="all tie",
        ),
        pytest.param(
            "omaha8",
            "3c 4d 8h Kh Js",
            ["As 2d Kc Kd", "Ah 6c Qs Qh", "9h 9c Ts Th"],
            "The best low hand: A with 8-4-3-2-A. The best of the others is B's: 8-6-4-3-A.",
            id="the four is lower than the six",
        ),
    ],
)
def test_the_best_hand_is_told_beside_the_one_that_it_beats(game: str, board: str, cards: list[str], says: str) -> None:
    """TDA 2024 12, cards speak: what a hand wins by is the difference to the best of the others."""
    rows = [{"name": name, "cards": own} for name, own in zip("ABC", cards, strict=True)]
    assert says in told(solved(SHOWN | {"game": game, "board": board, "seats": rows}))


def test_three_cards_that_play_in_badugi_are_not_told_as_badugis() -> None:
    """A badugi is of four cards; both use 5-2-A."""
    rows = [{"name": "A", "cards": "Ah 2c 5s Ks"}, {"name": "B", "cards": "As 2h 5d Qd"}]
    written = {"game": "badugi", "street": "draw3", "seats": rows, "question": {"kind": "winner"}}
    assert told(solved(written)).endswith("The cards that A and B use are worth the same: they split the pot.")


# Mistakes.

ONE_A_PLAYER: dict[str, Any] = {"game": "omaha8", "rules": "rrop", "order": [["A"]], "order_low": [["A", "B"]]}


def mistakes(written: dict[str, Any], won: dict[str, int]) -> tuple[str, ...]:
    """Return the mistakes that are named where one pot is paid so."""
    pots = [{"amount": sum(won.values()), "eligible": list(won), "winners": won}]
    return KINDS["awards"].grade(parse(written), {"pots": pots, "returned": {}}).misconceptions


def said(mistake: str, written: dict[str, Any]) -> str:
    """Return what is said of a mistake in who wins what of a hand."""
    return str(WORDS.mistakes[mistake][1]) % WORDS.numbers(parse(written))


def test_an_odd_chip_that_passes_one_who_has_one_names_no_seat_as_wrong() -> None:
    """RRoP 11, ties: of 107 A has the odd chip of the high half, 54, and so B that of the low one, 27 of 53.

    The first winner left of the button is A, so that no sentence about the button says why B has it.
    """
    written = table("A B C", [35, 35, 35], pot=2, **ONE_A_PLAYER)
    assert solved(table("A B C", [35, 35, 35], pot=2, **ONE_A_PLAYER)).answer["won"] == {"A": 80, "B": 27}
    assert "odd-chip-wrong-seat" not in mistakes(written, {"A": 81, "B": 26})
    each_half = written | {"rules": "tda"}
    assert "odd-chip-wrong-seat" in mistakes(each_half, {"A": 80, "B": 27})
    assert said("odd-chip-wrong-seat", each_half).endswith("which is at C. Who gets one here: A.")


TWO_ODD: dict[str, Any] = table("A B C", [75, 75, 75], pot=50, chip=25, order=[["A", "B", "C"]])


def test_two_odd_chips_are_told_of_both_who_get_one() -> None:
    """TDA 2024 20: 275 are eleven chips of 25; A and B, left of C's button, have the two that are odd."""
    assert "odd-chip-wrong-seat" in mistakes(TWO_ODD, {"A": 75, "B": 100, "C": 100})
    assert said("odd-chip-wrong-seat", TWO_ODD).endswith("which is at C. Who gets one here: A and B.")
    assert "one chip is odd" not in said("odd-chip-split", TWO_ODD)
    assert said("odd-chip-split", TWO_ODD).startswith("The smallest chip on this table is 25.")


def test_what_is_said_of_halves_is_true_of_one_who_wins_a_half_and_ties_for_the_other() -> None:
    """TDA 2024 20: A has the high half and a part of the low one, more than half and more than a tied half."""
    written = table("A B C", [36, 36, 36], game="omaha8", order=[["A"]], order_low=[["A", "B"]])
    assert "shared-by-heads" in mistakes(written, {"A": 54, "B": 54})
    assert "low-forgotten" in mistakes(written, {"A": 108})
    assert said("shared-by-heads", written).endswith("Each half is shared by those alone who win that half.")
    assert said("low-forgotten", written).endswith("only half of that pot is for the best high hand.")


def test_odd_chips_to_one_is_told_by_what_every_house_plays() -> None:
    """RRoP 11, ties, and TDA 2024 20: one each among those who share; how halves count is a question of the house."""
    assert "odd-chips-to-one" in mistakes(TWO_ODD | {"rules": "rrop"}, {"A": 125, "B": 75, "C": 75})
    assert (
        said("odd-chips-to-one", TWO_ODD) == "Odd chips go one each: of those who share a pot nobody gets a second one."
    )


def test_dead_money_that_nobody_folded_is_told_as_what_it_is() -> None:
    """TDA 2024 RP-11: the big blind's ante of 10 is in the pot of 70 beside 30 each, and nobody has folded."""
    document = parse(
        {
            "seats": [{"name": "A", "stack": 500}, {"name": "B", "stack": 500}],
            "blinds": [5, 10],
            "ante": 10,
            "ante_by": "big-blind",
            "button": "A",
            "actions": f"A raises to 30, B calls, {CHECKED.format('B', 'A')}",
            "question": {"kind": "side_pots"},
        }
    )
    kind = KINDS["side_pots"]
    assert kind.solve(document).answer["pots"] == [{"amount": 70, "eligible": ["A", "B"]}]
    wrong = {"pots": [{"amount": 60, "eligible": ["A", "B"]}], "returned": {}}
    assert kind.grade(document, wrong).misconceptions == ("dead-money-forgotten",)
    why = str(SIDE_POTS.mistakes["dead-money-forgotten"][1])
    assert "an ante that one player posts for the table" in why
    assert "right to win" not in why


def test_halving_a_pot_that_the_same_players_win_both_ways_is_named() -> None:
    """TDA 2024 20-D: 33 each of 66. Halved, A left of the button has 17 of either 33.

    In the house of RRoP 11 nobody gets two odd chips of a pot: halving pays 33 and 33 as well and shows nothing.
    """
    for written in (WHEELS, ORDERED):
        assert mistakes(written, {"A": 34, "B": 32}) == ("halved-twice",)
        assert said("halved-twice", written).endswith("they share it once, as evenly as it goes.")
        assert "halved-twice" not in KINDS["awards"].mistaken(parse(written | {"rules": "rrop"}))


@pytest.mark.parametrize("pot", [0, 1, 2, 3])
def test_halving_is_named_only_where_it_pays_otherwise(pot: int) -> None:
    """Of 64 to 67 in chips of 1 for two: only the halves of 66, 33 and 33, are both odd, so that one has both chips."""
    written = table("A B C", [30, 30, 4], **{key: ORDERED[key] for key in ORDERED if key not in ("seats", "put_in")})
    mistaken = KINDS["awards"].mistaken(parse(written | {"pot": pot}))
    assert ("halved-twice" in mistaken) == (pot == 2)


@pytest.mark.parametrize(("order", "named"), [([["A"], ["B"], ["C"]], False), ([["C"], ["A"], ["B"]], True)])
def test_all_to_the_best_hand_is_a_mistake_only_where_a_pot_is_not_its_own(order: list[list[str]], named: bool) -> None:
    """C has 10 in, so it can win 30 alone; A and B play for the other 20. A wins both pots where its hand is best."""
    put_in = {"A": 20, "B": 20, "C": 10}
    written = {
        "seats": [{"name": name} for name in "ABC"],
        "put_in": put_in,
        "order": order,
        "question": {"kind": "awards"},
    }
    assert ("everything-to-the-best" in KINDS["awards"].mistaken(parse(written))) == named
