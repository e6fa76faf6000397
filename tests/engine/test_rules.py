"""Where engines go wrong, and this one must not: one test or more for each rule, with its edition."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.spots import answer, refusal

FOUR = 'seats = [{name = "SB"}, {name = "BB"}, {name = "A"}, {name = "B"}]\n'
SHORT_BIG_BLIND = 'seats = [{name = "SB"}, {name = "BB", stack = 60}, {name = "A"}, {name = "B"}]\n'
BLINDS = "blinds = [50, 100]\n"


def test_a_caller_of_a_short_big_blind_owes_the_full_blind() -> None:
    """RRoP 11, no-limit: a blind posted short does not lower the price of a call."""
    spot = SHORT_BIG_BLIND + BLINDS + 'question = {kind = "legal_actions"}'
    assert answer(spot)["to_act"] == "A"
    assert (answer(spot)["call_to"], answer(spot)["call_adds"]) == (100, 100)


def test_the_small_blind_completes_to_the_full_big_blind_though_that_was_short() -> None:
    """RRoP 11, no-limit."""
    spot = SHORT_BIG_BLIND + BLINDS + 'actions = "A folds, B calls"\nquestion = {kind = "legal_actions"}'
    assert (answer(spot)["to_act"], answer(spot)["call_to"], answer(spot)["call_adds"]) == ("SB", 100, 50)


def test_a_raise_over_a_short_big_blind_builds_on_the_full_blind() -> None:
    """TDA 2024 43-A with RRoP 11: the big blind is the first bet, in full: 100 and 100 more."""
    spot = SHORT_BIG_BLIND + BLINDS + 'question = {kind = "min_raise"}'
    assert answer(spot) == {"raise_to": 200, "raise_by": 100, "adds": 200}


def test_a_short_big_blind_wins_from_each_only_what_it_has_in() -> None:
    """TDA 2024 21: the main pot is 60 from each of four, the rest of the calls is a side pot."""
    spot = SHORT_BIG_BLIND + BLINDS + 'actions = "A calls, B calls, SB calls"\nquestion = {kind = "side_pots"}'
    assert answer(spot)["pots"] == [
        {"amount": 240, "eligible": ["SB", "BB", "A", "B"]},
        {"amount": 120, "eligible": ["SB", "A", "B"]},
    ]


TWO_SHORT_ALL_INS = (
    'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}, {name = "E"}]\n'
    + BLINDS
    + 'street = "flop"\nactions = "A bets 500, B raises to 1000, C all-in to 1300, D all-in to 1700"\n'
)


def test_a_short_all_in_does_not_shrink_the_next_minimum_raise() -> None:
    """TDA 2024 43-A: 500, 1000, all-in 1300: the last full raise was 500, so the next is to 1800, not to 1600."""
    spot = TWO_SHORT_ALL_INS.replace(", D all-in to 1700", ", D folds") + 'question = {kind = "min_raise"}'
    assert answer(spot)["raise_to"] == 1800


def test_two_short_all_ins_do_not_add_up_to_the_next_minimum_raise() -> None:
    """TDA 2024 43-A and 47-A: after the all-in to 1700 the next raise is to 2200, not to 2400 nor to 2100."""
    spot = TWO_SHORT_ALL_INS + 'question = {kind = "min_raise"}'
    assert answer(spot) == {"raise_to": 2200, "raise_by": 500, "adds": 2200}


def test_two_short_all_ins_that_reopen_leave_the_last_full_raise_as_the_unit() -> None:
    """TDA 2024 47-A as written since 2022: B faces 700, at least the full 500, and raises by 500."""
    spot = TWO_SHORT_ALL_INS + 'question = {kind = "reopen", player = "B"}'
    assert answer(spot) == {"may_raise": True, "facing": 700, "needed": 500, "raise_min_to": 2200}


def test_the_minimum_raise_is_never_cut_to_an_opponents_stack() -> None:
    """TDA 2024 43-A knows no effective stack: B has 120, and A must raise to 200 all the same."""
    spot = 'seats = [{name = "A", stack = 900}, {name = "B", stack = 170}]\nblinds = [50, 100]\nbutton = "A"\n'
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert (offered["to_act"], offered["raise_min_to"], offered["raise_max_to"]) == ("A", 200, 900)
    error = refusal(spot + 'actions = "A raises to 170"\nquestion = {kind = "legal_actions"}')
    assert (error.where, error.message) == ("actions[0]", "A can't raise to 170: the smallest raise is to 200")


@pytest.mark.parametrize(("stack", "only"), [(101, 101), (199, 199), (200, None), (201, None)])
def test_an_all_in_below_the_minimum_raise_stays_legal(stack: int, only: int | None) -> None:
    """TDA 2024 43-A: who has not enough for a full raise may go all-in for less; with 200 it is a full raise."""
    spot = f'seats = [{{name = "SB"}}, {{name = "BB"}}, {{name = "A", stack = {stack}}}, {{name = "B"}}]\n' + BLINDS
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert offered["may_raise"]
    assert offered["all_in_to"] == only
    assert offered["raise_min_to"] == (None if only else 200)
    assert answer(spot + 'actions = "A all-in"\nquestion = {kind = "legal_actions"}')["call_to"] == stack


BETWEEN = (
    'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\n'
    + BLINDS
    + 'street = "flop"\nactions = "A bets 100, B all-in to 150, C calls, D all-in to 200'
)


def test_a_caller_between_two_short_all_ins_faces_only_the_second() -> None:
    """TDA 2024 47-A: each is judged by what it faces since its own last action: C matched 150 and faces 50."""
    spot = BETWEEN + ', A calls"\nquestion = {kind = "reopen"}'
    assert answer(spot) == {"may_raise": False, "facing": 50, "needed": 100, "raise_min_to": None}
    error = refusal(BETWEEN + ', A calls, C raises to 300"\nquestion = {kind = "reopen"}')
    assert error.where == "actions[5]"
    assert "face no full raise" in error.message


def test_the_bettor_before_two_short_all_ins_faces_both() -> None:
    """TDA 2024 47-A: A bet 100 and faces 100 at 200, exactly a full raise: open, to 300."""
    assert answer(BETWEEN + '"\nquestion = {kind = "reopen"}') == {
        "may_raise": True,
        "facing": 100,
        "needed": 100,
        "raise_min_to": 300,
    }


def test_one_chip_less_than_a_full_raise_does_not_reopen() -> None:
    """TDA 2024 47-A: the sum of the short all-ins has to reach a full raise."""
    spot = BETWEEN.replace("200", "199") + '"\nquestion = {kind = "reopen"}'
    assert answer(spot) == {"may_raise": False, "facing": 99, "needed": 100, "raise_min_to": None}


def test_who_has_not_acted_may_always_raise() -> None:
    """TDA 2024 47-A shuts out only those who have acted: C raises over a short all-in, the blinds do too."""
    spot = (
        'seats = [{name = "SB"}, {name = "BB"}, {name = "A"}, {name = "B"}, {name = "C"}]\n'
        + BLINDS
        + 'actions = "A calls, B all-in to 130, '
    )
    for actions, to_act in (("C folds", "SB"), ("C folds, SB folds", "BB")):
        offered = answer(spot + actions + '"\nquestion = {kind = "legal_actions"}')
        assert (offered["to_act"], offered["may_raise"], offered["raise_min_to"]) == (to_act, True, 230)
    shut_out = answer(spot + 'C folds, SB folds, BB folds"\nquestion = {kind = "legal_actions"}')
    assert (shut_out["to_act"], shut_out["may_raise"]) == ("A", False)


def test_a_full_raise_gives_everyone_the_right_again() -> None:
    """TDA 2024 47-A: A was shut out by the short all-in; D's full raise opens the betting to A and to C."""
    spot = BETWEEN.replace("D all-in to 200", "D raises to 250, A ")
    opened = answer(spot.removesuffix(", A ") + '"\nquestion = {kind = "reopen"}')
    assert (opened["may_raise"], opened["facing"], opened["raise_min_to"]) == (True, 150, 350)
    third = answer(spot + 'folds"\nquestion = {kind = "reopen"}')
    assert (third["may_raise"], third["facing"], third["raise_min_to"]) == (True, 100, 350)


def test_antes_are_no_bet() -> None:
    """Scenario format: antes are no bet, and count in a pot; the price before the flop is the big blind alone."""
    spot = FOUR + BLINDS + "ante = 25\n"
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert (offered["call_to"], offered["call_adds"], offered["raise_min_to"]) == (100, 100, 200)
    played = spot + 'actions = "A calls, B folds, SB calls, BB checks"\nquestion = {kind = "side_pots"}'
    assert answer(played)["pots"] == [{"amount": 400, "eligible": ["SB", "BB", "A"]}]


def test_a_big_blind_ante_is_no_bet_and_dead_money() -> None:
    """TDA 2024 RP-11: it comes after the blind, does not raise the price, and lies in the main pot."""
    spot = FOUR + BLINDS + 'ante = 100\nante_by = "big-blind"\n'
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert (offered["call_to"], offered["raise_min_to"]) == (100, 200)
    played = spot + 'actions = "A calls, B folds, SB calls, BB checks"\nquestion = {kind = "side_pots"}'
    assert answer(played) == {"pots": [{"amount": 400, "eligible": ["SB", "BB", "A"]}], "returned": {}}


def test_the_only_player_with_chips_is_offered_no_raise() -> None:
    """A convention of rooms, no TDA number: nobody could answer it."""
    spot = (
        'seats = [{name = "A"}, {name = "B", stack = 300}, {name = "C", stack = 500}]\n'
        + BLINDS
        + 'street = "flop"\nactions = "A bets 100, B all-in, C all-in"\n'
    )
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert (offered["to_act"], offered["call_to"], offered["may_raise"]) == ("A", 500, False)
    assert (offered["raise_min_to"], offered["raise_max_to"], offered["all_in_to"]) == (None, None, None)
    raised = spot.replace("C all-in", "C all-in, A raises to 900")
    assert refusal(raised + 'question = {kind = "legal_actions"}').where == "actions[3]"


def test_350_among_three_is_117_117_116() -> None:
    """TDA 2024 20: odd chips go one each to the first winners left of the button, never two to one player."""
    spot = (
        'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\npot = 50\n'
        'put_in = {A = 100, B = 100, C = 100, D = 0}\nfolded = ["D"]\norder = [["A", "B", "C"]]\n'
        'question = {kind = "awards"}\n'
    )
    assert answer(spot + 'button = "D"')["won"] == {"A": 117, "B": 117, "C": 116}
    assert answer(spot + 'button = "A"')["won"] == {"B": 117, "C": 117, "A": 116}
    assert answer(spot + 'button = "B"')["won"] == {"C": 117, "A": 117, "B": 116}


FOLDED = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "F"}]\nfolded = ["F"]\n'


def test_a_folded_players_chips_stay_and_never_win() -> None:
    """TDA 2024 21: F's 80 are in the pots of those who are left; the best hand of a folded player wins nothing."""
    spot = FOLDED + 'put_in = {A = 100, B = 200, C = 200, F = 80}\norder = [["F"], ["A"], ["B"], ["C"]]\n'
    assert answer(spot + 'question = {kind = "awards"}')["won"] == {"A": 380, "B": 200}


def test_chips_of_a_layer_in_which_everyone_has_folded_stay_in_the_last_pot() -> None:
    """Scenario format, side_pots: what a folded seat alone put in above all live seats stays in the last pot."""
    spot = FOLDED + 'put_in = {A = 20, B = 50, C = 50, F = 80}\nquestion = {kind = "side_pots"}'
    assert answer(spot) == {
        "pots": [{"amount": 80, "eligible": ["A", "B", "C"]}, {"amount": 120, "eligible": ["B", "C"]}],
        "returned": {},
    }


def test_two_folded_players_alone_in_a_layer_leave_it_to_those_who_are_left() -> None:
    """TDA 2024 21 with the scenario format: F and C both folded above the live players; nothing comes back."""
    spot = FOLDED.replace('["F"]', '["C", "F"]') + "put_in = {A = 50, B = 50, C = 90, F = 90}\n"
    assert answer(spot + 'question = {kind = "side_pots"}') == {
        "pots": [{"amount": 280, "eligible": ["A", "B"]}],
        "returned": {},
    }


def test_pots_with_the_same_players_are_one_pot_before_odd_chips_are_dealt_out() -> None:
    """TDA 2024 20 and 21: three players folded at 1, 1 and 2; A and B share one pot of 10, 5 each.

    Cut at every total there would be layers of 5, 3 and 2, two of them odd, and A would get 6.
    """
    spot = (
        'seats = [{name = "A"}, {name = "B"}, {name = "F"}, {name = "G"}, {name = "H"}]\nfolded = ["F", "G", "H"]\n'
        'put_in = {A = 3, B = 3, F = 2, G = 1, H = 1}\norder = [["A", "B"]]\nquestion = {kind = "awards"}'
    )
    assert answer(spot)["pots"] == [{"amount": 10, "eligible": ["A", "B"], "winners": {"A": 5, "B": 5}}]


def test_98_against_102_returns_4() -> None:
    """TDA 2024 15: what nobody matched was never at risk; it goes back before the pot is shared."""
    spot = 'seats = [{name = "A"}, {name = "B"}]\nput_in = {A = 98, B = 102}\nquestion = {kind = "side_pots"}'
    assert answer(spot) == {"pots": [{"amount": 196, "eligible": ["A", "B"]}], "returned": {"B": 4}}


# Hands: "cards speak" (TDA 2024 12); the rankings are those of every hold'em rulebook (rules.md B).


def hands(board: str, **cards: str) -> str:
    """Return a showdown without its question."""
    seats = ", ".join(f'{{name = "{name}", cards = "{own}"}}' for name, own in cards.items())
    return f'seats = [{seats}]\nstreet = "river"\nboard = "{board}"\n'


def winner(board: str, **cards: str) -> Any:
    """Return who wins and what decides."""
    found = answer(hands(board, **cards) + 'question = {kind = "winner"}')
    return found["winners"], found["category"], found["decided_by"]


def test_the_wheel_is_a_straight() -> None:
    """rules.md B: A-2-3-4-5 is a straight, read from the five down."""
    spot = hands("2c 3d 4h Kc Kd", A="As 5s", B="Kh 7d") + 'question = {kind = "read_hand", player = "A"}'
    assert answer(spot) == {"category": "straight", "cards": ["5s", "4h", "3d", "2c", "As"]}
    assert winner("2c 3d 4h Kc Kd", A="As 5s", B="Kh 7d") == (["A"], "straight", "category")


def test_the_wheel_is_the_lowest_straight() -> None:
    """rules.md B: the ace counts as one in it, so six-high beats it."""
    assert winner("2c 3d 4h 5c Kd", A="As Qs", B="6h 9d") == (["B"], "straight", "rank")


def test_no_straight_goes_around_the_ace() -> None:
    """rules.md B: no wrap-around: Q-K-A-2-3 is no straight, a pair beats it."""
    assert winner("Qc Kd 2h 3s 9c", A="Ah 4s", B="9d 5h") == (["B"], "pair", "category")


def test_the_steel_wheel_is_the_lowest_straight_flush() -> None:
    """rules.md B."""
    assert winner("2c 3c 4c 5c Kd", A="Ac Qs", B="6c 9d") == (["B"], "straight-flush", "rank")


def test_the_sixth_card_never_counts() -> None:
    """rules.md B: five cards make a hand. A and B have the same five, their sixth cards differ."""
    assert winner("As Kd Qh 9c 8c", A="Ah 7d", B="Ad 6h") == (["A", "B"], "pair", "nothing")


def test_the_third_pair_never_counts() -> None:
    """rules.md B: three pairs are two pair and the highest of the other cards."""
    assert winner("Ks Kd 9h 9c Qc", A="8h 8d", B="7h 7d") == (["A", "B"], "two-pair", "nothing")
    assert winner("Ks Kd 9h 9c 4c", A="5h 5d", B="Jh 2d") == (["B"], "two-pair", "kicker")


@pytest.mark.parametrize("suits", ["shdc", "dhsc", "chds"])
def test_suits_never_break_a_tie(suits: str) -> None:
    """rules.md B: the same ranks in any suits share the pot, flushes of equal ranks are on the board."""
    first, second, third, fourth = list(suits)
    board = f"K{first} 9{second} 7{third} 4{fourth} 2{first}"
    assert winner(board, A=f"A{first} Q{second}", B=f"A{third} Q{fourth}") == (["A", "B"], "high-card", "nothing")


# Whose turn it is.


def test_heads_up_the_button_is_the_small_blind_and_acts_first_before_the_flop() -> None:
    """TDA 2024 34-B."""
    spot = 'seats = [{name = "A"}, {name = "B"}]\nblinds = [50, 100]\nbutton = "A"\n'
    offered = answer(spot + 'question = {kind = "legal_actions"}')
    assert (offered["to_act"], offered["call_to"], offered["call_adds"]) == ("A", 100, 50)


@pytest.mark.parametrize("street", ["-- flop", "-- flop, B checks, A checks, -- turn"])
def test_heads_up_the_button_acts_last_after_the_flop(street: str) -> None:
    """TDA 2024 34-B."""
    spot = 'seats = [{name = "A"}, {name = "B"}]\nblinds = [50, 100]\nbutton = "A"\n'
    spot += f'actions = "A calls, B checks, {street}"\n'
    assert answer(spot + 'question = {kind = "legal_actions"}')["to_act"] == "B"
    checked = spot.replace(street, street + ", B checks")
    assert answer(checked + 'question = {kind = "legal_actions"}')["to_act"] == "A"


def test_a_big_blind_who_only_posted_has_the_option() -> None:
    """TDA 2024 47-A: posting is no action, so the big blind may raise when all have only called."""
    spot = FOUR + BLINDS + 'actions = "A calls, B calls, SB calls"\nquestion = {kind = "legal_actions"}'
    offered = answer(spot)
    assert (offered["to_act"], offered["may_check"], offered["call_to"]) == ("BB", True, None)
    assert (offered["may_raise"], offered["raise_min_to"]) == (True, 200)


def test_a_big_blind_who_checks_its_option_ends_the_round() -> None:
    """The option is one decision: after it the flop comes."""
    spot = FOUR + BLINDS + 'actions = "A calls, B calls, SB calls, BB checks'
    assert refusal(spot + '"\nquestion = {kind = "legal_actions"}').where == "question"
    assert answer(spot + ', -- flop"\nquestion = {kind = "legal_actions"}')["to_act"] == "SB"
