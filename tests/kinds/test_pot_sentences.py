"""What is said of pots, antes, orders of hands and odd chips. Expected: the rule that is named, on small tables."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.notation import parse
from quizzes.kinds import KINDS
from quizzes.wording import step_text
from tests.kinds.asking_table import mistakes
from tests.kinds.test_sentences import seats, solved, told

AWARDS, SIDE_POTS = {"kind": "awards"}, {"kind": "side_pots"}
CHECKED = "-- flop, {0} checks, {1} checks, -- turn, {0} checks, {1} checks, -- river, {0} checks, {1} checks"


def stacks(**own: int | None) -> list[dict[str, Any]]:
    """Return seats with their stacks; None is deep enough."""
    return [{"name": name} | ({} if stack is None else {"stack": stack}) for name, stack in own.items()]


def test_an_order_that_leaves_players_of_a_pot_out_is_not_told_as_the_best_of_all_hands() -> None:
    """Scenario format, `order`: best hand first. B, of whom nothing is said, plays for both pots."""
    put_in = {"A": 50, "B": 100, "C": 100}
    text = told(seats=stacks(A=None, B=None, C=None), put_in=put_in, order=[["A"], ["C"]], question=AWARDS)
    assert "Of A, B and C, who play for this pot, the order that is given names A first." in text
    assert "Of B and C, who play for this pot, the order that is given names C first." in text
    assert "best hand" not in text


@pytest.mark.parametrize("game", ["omaha8", "stud8"])
@pytest.mark.parametrize("low", [{}, {"order_low": []}])
def test_where_no_low_is_given_it_is_told_that_the_high_hand_wins_it_all(game: str, low: dict[str, Any]) -> None:
    """RRoP 11, high-low: without a qualifying low the high hand wins the whole pot."""
    put_in = {"A": 50, "B": 50}
    text = told(game=game, seats=stacks(A=None, B=None), put_in=put_in, order=[["A"], ["B"]], question=AWARDS, **low)
    assert "No low hand is given of those who play for this pot: the high hand wins it all." in text


@pytest.mark.parametrize(
    ("order", "stack", "says"),
    [
        ("blind-first", 200, ""),
        ("blind-first", 130, "B posts the blind first, leaving 30 for the ante."),
        ("blind-first", 80, "B posts the blind first, which takes the whole stack: nothing is left for the ante."),
        ("ante-first", 200, ""),
        ("ante-first", 150, "B's ante comes first, leaving 50 for the blind."),
        ("ante-first", 80, "The ante is 100 and B has only 80: all of it goes in as the ante."),
        ("ante-first", 80, "B's ante comes first, and nothing is left for the blind."),
    ],
)
def test_what_a_stack_has_for_blind_and_ante_is_told_in_the_order_of_the_house(
    order: str, stack: int, says: str
) -> None:
    """Scenario format, `bb_ante_order`: a blind of 100 and an ante of 100; 200 are enough for both."""
    text = told(
        seats=stacks(A=None, B=stack, C=None),
        rules={"bb_ante_order": order},
        blinds=[50, 100],
        ante=100,
        ante_by="big-blind",
        actions=f"C calls, A calls, {CHECKED.format('A', 'C')}",
        question=SIDE_POTS,
    )
    assert says in text
    if not says:
        assert "first" not in text


@pytest.mark.parametrize(
    ("order", "stack", "says"),
    [
        ("blind-first", 60, ""),
        ("blind-first", 50, "A posts the blind first, which takes the whole stack: nothing is left for the ante."),
        ("ante-first", 60, ""),
        ("ante-first", 7, "The ante is 10 and A has only 7: all of it goes in as the ante."),
    ],
)
def test_an_ante_of_everybody_is_told_where_it_is_short(order: str, stack: int, says: str) -> None:
    """Scenario format, `ante_order`: the small blind owes 50 and an ante of 10."""
    text = told(
        seats=stacks(A=stack, B=None, C=None),
        rules={"ante_order": order},
        blinds=[50, 100],
        ante=10,
        actions=f"C calls, B checks, {CHECKED.format('B', 'C')}",
        question=SIDE_POTS,
    )
    assert says in text
    if not says:
        assert "first" not in text


def test_a_post_without_any_ante_is_told_of_no_ante() -> None:
    """A game without antes: C's 150 are a live 100 and a dead 50."""
    text = told(
        seats=stacks(A=None, B=None, C=150, D=None),
        blinds=[50, 100],
        actions=f"C posts 100 live 50 dead, D folds, A calls, B checks, {CHECKED.format('A', 'B')}",
        question=SIDE_POTS,
    )
    assert "ante" not in text
    assert "With the dead money of 50 the main pot comes to 350." in text


def test_money_that_was_posted_in_this_hand_is_not_told_as_from_before() -> None:
    """A big-blind ante is dead money of this hand (TDA 2024 RP-11): 50 from before and 100 are 150 beside 250."""
    text = told(
        seats=stacks(A=None, B=None, C=None),
        pot=50,
        blinds=[50, 100],
        ante=100,
        ante_by="big-blind",
        actions=f"C calls, A folds, B checks, {CHECKED.format('B', 'C')}",
        question=SIDE_POTS,
    )
    assert "With the dead money of 150 the main pot comes to 400." in text
    assert "before" not in text


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (
            {
                "seats": stacks(A=0, B=None, C=None),
                "pot": 300,
                "street": "turn",
                "actions": "B bets 100, C calls, -- river, B checks, C checks",
            },
            "The main pot is the 300 from before, for A, B and C.",
        ),
        (
            {
                "seats": stacks(A=None, B=80, C=None),
                "rules": {"bb_ante_order": "ante-first"},
                "ante": 100,
                "ante_by": "big-blind",
                "actions": f"C calls, A calls, {CHECKED.format('A', 'C')}",
            },
            "The main pot is the dead money of 80, for A, B and C.",
        ),
    ],
)
def test_a_main_pot_of_dead_money_alone_is_told_with_who_plays_for_it(table: dict[str, Any], says: str) -> None:
    """TDA 2024 21: who has no chips left plays for what is in the middle, and for nothing above it."""
    solution = solved(blinds=[50, 100], question=SIDE_POTS, **table)
    assert says in " ".join(map(step_text, solution.steps))
    assert solution.answer["pots"][0]["eligible"] == ["A", "B", "C"]


def test_a_seat_called_like_a_value_hides_none() -> None:
    """50 from before and an ante of 100 that the seat called pot posts: both are values of the sum of 150."""
    rows = stacks(A=None, pot=None, C=None)
    table = {"pot": 50, "blinds": [50, 100], "ante": 100, "ante_by": "big-blind", "actions": "C folds, A folds"}
    (dead,) = (step for step in solved(seats=rows, question=SIDE_POTS, **table).steps if step.out == {"dead": 150})
    assert sorted(dead.values.values()) == [50, 100]


def test_seats_called_like_the_values_of_a_pot_limit_are_all_counted() -> None:
    """TDA 2024 54: 50 from before, two antes of 10 and blinds of 50 and 100 make 220."""
    rows = stacks(middle=None, pot=None)
    table = {"limit": "pot-limit", "pot": 50, "blinds": [50, 100], "ante": 10}
    assert solved(seats=rows, question={"kind": "pot_limit"}, **table).answer["pot"] == 220


def test_where_nothing_was_matched_no_step_tells_of_pots() -> None:
    """TDA 2024 15: all of A's bet goes back."""
    for question, end in ((SIDE_POTS, "nobody matched a chip."), (AWARDS, "So nothing is awarded.")):
        text = told(seats=stacks(A=None, B=None), street="river", actions="A bets 50, B folds", question=question)
        assert "There is no pot: nobody matched a chip." in text
        assert text.endswith(end)


def test_a_half_without_a_whole_chip_is_not_told_as_a_pot() -> None:
    """TDA 2024 20: 40 hold one chip of 25, and the odd one is the high half's."""
    order = {"order": [["A"], ["B"]], "order_low": [["B"]]}
    put_in = {"A": 20, "B": 20}
    text = told(game="omaha8", chip=25, seats=stacks(A=None, B=None), put_in=put_in, question=AWARDS, **order)
    assert "There is no whole chip for that half: B gets nothing of it." in text
    both = {"order": [["A"], ["B"]], "order_low": [["A", "B"]]}
    text = told(game="omaha8", chip=25, seats=stacks(A=None, B=None), put_in=put_in, question=AWARDS, **both)
    assert "There is no whole chip for that half: A and B get nothing of it." in text
    assert "pot of 0" not in text


def test_a_royal_flush_over_a_straight_flush_is_told_as_the_higher_one() -> None:
    """Scenario format: a name only, it ranks as the top straight flush. And so no mistake made the category decide."""
    table = {"street": "river", "board": "9h Th Jh Qh Kh", "seats": seats("Ah 2d", "8h Kd")}
    solution = solved(question={"kind": "winner"}, **table)
    assert step_text(solution.steps[-1]) == (
        "A wins over B: both have a straight flush, and one up to an ace beats one up to a king."
    )
    document = parse({**table, "question": {"kind": "winner"}})
    assert mistakes(KINDS["winner"], document, {**solution.answer, "decided_by": "category"}) == ()


NO_LOW = {"game": "omaha8", "street": "river", "board": "Ac 2d 3h 4s Kc", "seats": seats("Kd Kh 8h 9s", "Qd Qh Jc Ts")}


def test_that_omaha_makes_no_low_is_told_by_the_two_own_cards_that_must_play() -> None:
    """A-2-3-4 on the board and A's eight would be five; of A's own cards only one is low enough (RRoP 11, Omaha)."""
    text = told(question={"kind": "read_hand", "player": "A"}, **NO_LOW)
    own = "With two own cards and three of the board's"
    assert f"{own} A can't make five different ranks up to the eight, so there is no low." in text
    put_in = {"A": 50, "B": 50}
    assert f"{own} nobody has five different ranks up to the eight" in told(question=AWARDS, put_in=put_in, **NO_LOW)


@pytest.mark.parametrize("own", ["Ah 8c Ts Jh", "Qd Qs Ts Jh"])
def test_awards_in_omaha_cite_how_hands_are_made(own: str) -> None:
    """RRoP 11: exactly two own cards and three of the board's; a low of five ranks up to the eight."""
    table = {"game": "omaha8", "street": "river", "board": "3c 4d 7h Kh 9s", "seats": seats("As 2d Kc Kd", own)}
    steps = solved(question=AWARDS, put_in={"A": 50, "B": 50}, **table).steps
    rules = {next(iter(step.out)): step.rule for step in steps}
    assert (rules["best"], rules["best_low"]) == ("two-and-three", "eight-or-better")


def test_who_splits_the_high_hands_is_not_said_to_split_a_half_where_there_is_no_low() -> None:
    """RRoP 11, high-low: without a low the high hands share the whole pot."""
    table = {
        "game": "omaha8",
        "street": "river",
        "board": "Kh Th 2c 9s 9d",
        "seats": seats("Ah 3h 4c Kd", "As 3c 4d Kc"),
    }
    text = told(question={"kind": "winner"}, **table)
    assert "The high hands of A and B are worth the same: they split what the high hand wins." in text
    assert "half" not in text


HIGH_CARD = {"street": "river", "rules": {"odd_chip": "high-card"}, "question": AWARDS}


def test_each_odd_chip_is_told_by_the_cards_that_put_its_winner_in_line() -> None:
    """All play K-K-A-Q-J; the spade king is highest, and below the heart king that two share the diamond is next."""
    text = told(
        seats=[*seats("Kd 3c", "Kc 3d", "Ks 3h"), {"name": "F"}],
        board="Kh Ac Qd Js 9h",
        put_in={"A": 30, "B": 30, "C": 30, "F": 11},
        folded=["F"],
        **HIGH_CARD,
    )
    assert "suits counting: C with K♠; A with K♥ and K♦; B with K♥ and K♣. So the order is C, A, B." in text


def test_who_play_the_same_cards_stand_by_their_seats() -> None:
    """All play A-K-Q-J-10: C with the spade ten, A and B with the board's; A sits left of the button before B."""
    text = told(
        seats=[*seats("3c 4c", "3d 4d", "Ts 3h"), {"name": "F"}],
        board="Ah Kc Qd Js Th",
        put_in={"A": 30, "B": 30, "C": 30, "F": 11},
        folded=["F"],
        **HIGH_CARD,
    )
    assert "C 34, A 34, B 33" in text
    assert "So the order is C, A, B." in text
    assert "Those with the same cards stand as they sit, from the left of the button, which is at F." in text


def test_where_the_board_plays_it_is_told_that_no_card_says_whose_the_odd_chip_is() -> None:
    """Both play the board's royal flush, so seats decide (TDA 2024 20): B is the first left of the button, A's."""
    text = told(
        seats=[*seats("2c 3d", "2d 3c"), {"name": "F"}],
        board="As Ks Qs Js Ts",
        put_in={"A": 15, "B": 15, "F": 1},
        folded=["F"],
        button="A",
        **HIGH_CARD,
    )
    assert "The winners play the same cards, A♠, K♠, Q♠, J♠ and 10♠, so that no card says whose an odd chip is." in text
    assert "beginning left of the button, which is at A: the first of the winners is B." in text


def test_cards_that_all_winners_have_before_those_that_decide_are_told_as_deciding_nothing() -> None:
    """Both play a pair of sevens with K♦ Q♥ J♣ of the board, which stand above 7♠ and 7♦, where they differ first."""
    text = told(
        seats=seats("7s 3d", "7c 3h", "2d 2h"), board="7d Kd Qh Jc 4s", put_in={"A": 5, "B": 5, "C": 5}, **HIGH_CARD
    )
    assert "All of the winners have K♦, Q♥ and J♣ alike, which decides nothing: the cards after that count." in text
    assert "A with 7♠ and B with 7♦, so A comes first." in text
    differ_at_once = told(
        seats=seats("Kh 2c", "Kd 2d", "3c 4c"), board="Qs Js 9c 8h 5h", put_in={"A": 5, "B": 5, "C": 5}, **HIGH_CARD
    )
    assert "A with K♥ and B with K♦, so A comes first." in differ_at_once
    assert "alike" not in differ_at_once


def test_a_button_before_an_empty_seat_is_told_as_being_there() -> None:
    """TDA 2024 20 and 32: the button is at A's empty seat, and B is the first winner left of it."""
    table = {"put_in": {"B": 12, "C": 12}, "pot": 1, "order": [["B", "C"]], "button": "A"}
    text = told(seats=[{"name": "A", "empty": True}, {"name": "B"}, {"name": "C"}], question=AWARDS, **table)
    assert "left of the button, which is at A: the first of the winners is B." in text


def test_the_halves_of_a_pot_are_told_as_halves() -> None:
    """TDA 2024 20: of 101 the odd chip is the high half's, 51 for A; B and C share the low half of 50, 25 each."""
    table = {"put_in": {"A": 33, "B": 33, "C": 33}, "pot": 2, "order": [["A"]], "order_low": [["B", "C"]]}
    text = told(game="omaha8", seats=stacks(A=None, B=None, C=None), question=AWARDS, **table)
    assert "So the high half, 51, goes to A." in text
    assert "So the low half, 50, is shared equally: B 25, C 25." in text
    assert text.count("he pot of ") == 1  # the one that is halved


def test_lows_of_deuce_to_seven_that_tie_are_not_told_as_if_suits_were_nothing() -> None:
    """RRoP 14, deuce-to-seven: flushes count against a hand, so suits do count; both hold 7-5-4-3-2."""
    hands = seats("7c 5d 4h 3s 2c", "7d 5h 4s 3c 2d")
    text = told(game="27td", street="draw3", seats=hands, question={"kind": "winner"})
    assert "The best five of A and B are worth the same: they split the pot." in text
    assert "suits" not in text


@pytest.mark.parametrize("kind", ["ranking", "outs"])
def test_hands_set_side_by_side_are_told_in_their_order(kind: str) -> None:
    """Three nines, two pair, and twice a pair with the same kickers: nines with ace, king and seven."""
    board = {"ranking": "Kh 7h 2c 9s 9d", "outs": "Kh 7h 9s 9d"}[kind]
    street = {"ranking": "river", "outs": "turn"}[kind]
    asked = {"kind": kind} | ({"player": "C"} if kind == "outs" else {})
    text = told(seats=seats("Ad 3h", "As 3c", "7c 2d", "9c 4d"), board=board, street=street, question=asked)
    assert "the hands stand in this order, best first: D; C; A and B tied." in text


def test_a_hand_that_was_to_show_first_and_is_gone_is_told() -> None:
    """TDA 2024 17-A: C bet last and mucked; the order goes on clockwise, to D, who has the button, and then A."""
    text = told(
        seats=stacks(A=None, B=None, C=None, D=None),
        street="river",
        actions="A checks, B checks, C bets 50, D calls, A calls, B calls, C mucks",
        question={"kind": "show_order"},
    )
    assert "C's hand is out of play: clockwise from there the first hand left is D's." in text
    assert text.endswith("So the hands are shown in this order: D, A and B.")
