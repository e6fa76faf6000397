"""Rulings on chips, row by row of rules.md A2: each expectation is worked out by hand from the rule it names.

Those on words are in test_voice.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution
from quizzes.kinds.chip_ruling import solve
from quizzes.kinds.second import chip_ruling as second
from quizzes.wording import step_text
from tests.engine.derivations import check

Pushed = Mapping[str, Any]


def document(seats: str, actions: str, pushed: Pushed, **keys: Any) -> dict[str, Any]:
    """Return a document. `seats` are names with stacks, "A B:150 C"; on the flop at 100/200 if nothing else is said."""
    rows = [name.partition(":") for name in seats.split()]
    table: dict[str, Any] = {
        "seats": [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows],
        "blinds": [100, 200],
        "street": "flop",
        "actions": actions,
        "pushed": pushed,
        "question": {"kind": "chip_ruling"},
    }
    return table | keys


def solved(table: dict[str, Any]) -> Solution:
    """Solve a document, and hold the derivation and the second computation against it."""
    asked = parse(table)
    solution = solve(asked)
    assert second.solve(asked) == dict(solution.answer)
    check(asked, solution)
    assert all(step_text(step).endswith(".") for step in solution.steps)
    return solution


def ruling(seats: str, actions: str, player: str, *chips: int, said: str = "", **keys: Any) -> tuple[str, int | None]:
    """Return what a player is held to who pushes these chips in with these words."""
    own: dict[str, Any] = {key: keys.pop(key) for key in ("before", "pulled", "motions") if key in keys}
    pushes: dict[str, Any] = own if "motions" in own else {"chips": list(chips), **own}
    answer = solved(document(seats, actions, {"player": player, "said": said, **pushes}, **keys)).answer
    return answer["ruling"], answer["to"]


OPEN: dict[str, Any] = {"street": "preflop", "blinds": [250, 500]}


# 44: one chip.


def test_one_silent_chip_facing_a_bet_is_a_call_however_big() -> None:
    assert ruling("A B C", "A bets 400", "B", 5000) == ("call", 400)


def test_one_silent_chip_facing_a_blind_is_a_call() -> None:
    assert ruling("SB BB A B", "", "A", 5000, **OPEN) == ("call", 500)


def test_one_silent_chip_is_a_call_also_when_it_is_the_last() -> None:
    assert ruling("A B:1000 C", "A bets 400", "B", 1000) == ("call", 400)


def test_one_chip_with_no_bet_is_a_bet_of_its_worth() -> None:
    assert ruling("A B C", "A checks", "B", 500) == ("bet", 500)


def test_one_chip_below_the_smallest_bet_is_made_up_to_it() -> None:
    """43-A: the smallest opening bet is the big blind."""
    assert ruling("A B C", "A checks", "B", 100) == ("bet", 200)


def test_raise_before_one_chip_is_the_most_that_the_chip_allows() -> None:
    assert ruling("A B C", "A bets 400", "B", 1000, said="raise") == ("raise", 1000)


def test_raise_before_a_chip_below_the_smallest_raise_is_the_smallest_raise() -> None:
    """43-A: "raise" was said first, so it is made up: 400 and 400."""
    assert ruling("A B C", "A bets 400", "B", 500, said="raise") == ("raise", 800)


# 45: several chips. The cases in public.jsonl are the addendum's; these are the edges.


def test_chips_of_which_each_is_needed_are_a_call_beyond_half_a_raise() -> None:
    """1000 and 1000 over 1200: one alone is no call, whatever 2000 would reach."""
    assert ruling("A B C", "A bets 1200", "B", 1000, 1000) == ("call", 1200)


@pytest.mark.parametrize(("small", "held"), [(1, ("call", 1100)), (2, ("call", 1100)), (3, ("raise", 1700))])
def test_half_of_the_last_raise_decides_when_a_chip_is_to_spare(small: int, held: tuple[str, int]) -> None:
    """The raise was 600 over 500, so the mark is 1100 + 300; addendum 45 example 3 has 1300 a call."""
    chips = (1000, *(100 for _ in range(small + 1)))
    assert ruling("SB BB UTG B C", "UTG raises to 1100", "B", *chips, **OPEN) == held


def test_just_half_of_a_raise_is_a_raise() -> None:
    """1400 is the mark itself: 43-A says half or more."""
    assert ruling("SB BB UTG B C", "UTG raises to 1100", "B", 1000, 100, 100, 100, 100, **OPEN) == ("raise", 1700)


def test_half_of_an_odd_raise_is_not_reached_by_the_lesser_half() -> None:
    """Half of 325 is 162.5: 487 is a call, 488 a raise (61 has 525)."""
    at: dict[str, Any] = {"blinds": [1, 2]}
    assert ruling("A B C", "A bets 325", "B", *[325, 100, 50, 5, 5, 1, 1], **at) == ("call", 325)
    assert ruling("A B C", "A bets 325", "B", *[325, 100, 50, 5, 5, 1, 1, 1], **at) == ("raise", 650)


def test_chips_over_a_full_raise_are_a_raise_to_what_they_are() -> None:
    assert ruling("A B C", "A bets 400", "B", 500, 500, 100) == ("raise", 1100)


def test_chips_that_match_the_bet_are_a_call() -> None:
    assert ruling("A B C", "A bets 400", "B", 100, 100, 100, 100) == ("call", 400)


def test_last_chips_with_one_to_spare_are_all_in_below_half_a_raise() -> None:
    """chip_ruling-007: 45-B makes last chips an all-in whether half is reached or not: 2000 over 1400 is not half."""
    assert ruling("A B:2000 C", "A bets 1400", "B", 1000, 500, 500) == ("raise", 2000)


def test_last_chips_that_are_all_needed_are_a_call() -> None:
    """chip_ruling-008: the test of 45-A comes first."""
    assert ruling("A B:2000 C", "A bets 1050", "B", 1000, 1000, blinds=[25, 50]) == ("call", 1050)


def test_all_in_for_less_is_a_call_of_what_there_is() -> None:
    assert ruling("A B:300 C", "A bets 1400", "B", 100, 100, 100) == ("call", 300)


def test_half_of_a_raise_is_told_in_a_hand_with_an_all_in_before_it() -> None:
    """600 are half-way between 400 and 800, and B has 700: a raise of all that it has."""
    assert ruling("A:400 B:700 C", "A all-in", "B", 500, 100) == ("raise", 700)


@pytest.mark.parametrize("undercall", ["full-call", "half-rule"])
def test_too_little_is_held_against_all_that_the_player_has(undercall: str) -> None:
    """Of 500 the ante takes 10, so A can call with 490 of the 900; 50 against a raise are the floor's (51)."""
    at: dict[str, Any] = {"ante": 10, "rules": {"base": "tda", "undercall": undercall}}
    assert ruling("A:500 B C", "C raises to 900", "A", 25, **SMALL, **at) == ("floor", None)


def test_a_made_up_raise_is_no_more_than_the_stack() -> None:
    """The smallest raise is to 800, and B has 700."""
    assert ruling("A B:700 C", "A bets 400", "B", 500, 100) == ("raise", 700)


def test_chips_over_the_call_of_a_player_who_may_not_raise_are_a_call() -> None:
    """47-A: A has acted and faces 50 of the 100 that it takes."""
    at: dict[str, Any] = {"blinds": [50, 100]}
    actions = "A bets 100, B all-in to 150, C calls"
    assert ruling("A B:150 C", actions, "A", 100, 100, 100, **at) == ("call", 150)
    assert ruling("A B:150 C", actions, "A", said="raise to 500", **at) == ("call", 150)


def test_the_double_rule_of_a_house_is_what_half_is_taken_of() -> None:
    """JJ: a full raise over 600 adds 600, so the mark is 900; under TDA it would add 400, and the mark is 800."""
    actions = "A bets 200, B raises to 600"
    chips = (500, 100, 100, 100)
    assert ruling("A B C", actions, "C", *chips, 25, rules="jj") == ("call", 600)
    assert ruling("A B C", actions, "C", *chips, 25) == ("raise", 1000)


@pytest.mark.parametrize("player_stack", ["B", "B:1000"])
def test_a_house_may_take_several_chips_of_one_kind_for_a_call(player_stack: str) -> None:
    """chip_ruling-027: FIDPA; chips of two kinds go by half of a raise there too."""
    rules = {"base": "tda", "multi_chip": "same-denomination-call"}
    assert ruling(f"A {player_stack} C", "A bets 400", "B", 500, 500, rules=rules) == ("call", 400)
    assert ruling("A B C", "A bets 400", "B", 500, 100, 100, rules=rules) == ("raise", 800)
    assert ruling("A B C", "A bets 400", "B", 500, 500, said="raise", rules=rules) == ("raise", 1000)


# 46: chips of an earlier bet.

RAISED = "A raises to 600, B folds, SB folds"
SMALL: dict[str, Any] = {"street": "preflop", "blinds": [25, 50]}


def held_big_blind(*chips: int, **keys: Any) -> tuple[str, int | None]:
    """The big blind has 50 in front and faces 600; a full raise adds 550, so the mark is 875."""
    return ruling("SB BB A B", RAISED, "BB", *chips, **SMALL, **keys)


@pytest.mark.parametrize("pulled", ["none", "all"])
def test_an_overchip_beside_earlier_chips_left_or_taken_back_in_full_is_a_call(pulled: str) -> None:
    """46-C1."""
    assert held_big_blind(1000, pulled=pulled) == ("call", 600)


def test_several_new_chips_go_by_half_of_a_raise_with_those_in_front() -> None:
    """46-C1: 500 + 100 + 100 + 100 and 50 are 850, short of 875; one more 100 is over it."""
    assert held_big_blind(500, 100, 100, 100) == ("call", 600)
    assert held_big_blind(500, 100, 100, 100, 100) == ("raise", 1150)


def test_chips_taken_back_in_full_do_not_count() -> None:
    """46-C1: 500 + 4 x 100 = 900 are over 875 without the 50; 500 + 3 x 100 + 50 = 850 are not."""
    assert held_big_blind(500, 100, 100, 100, 100, pulled="all") == ("raise", 1150)
    assert held_big_blind(500, 100, 100, 100, 50, pulled="all") == ("call", 600)


def test_an_overchip_with_part_of_the_earlier_chips_taken_back_goes_by_half_of_a_raise() -> None:
    """46-C2: of two 25s one is left, and 1025 is over 875."""
    assert held_big_blind(1000, before=[25, 25], pulled="some") == ("raise", 1150)
    assert held_big_blind(600, before=[25, 25], pulled="some") == ("call", 600)


def test_earlier_chips_that_cover_the_call_go_by_half_of_a_raise_with_the_new_one() -> None:
    """46-C2: a blind of 50 posted with a 500 chip covers the 175; 1000 are over 175 + 63."""
    actions = "A raises to 175, B folds, SB folds"
    assert ruling("SB BB A B", actions, "BB", 500, before=[500], **SMALL) == ("raise", 1000)
    assert ruling("SB BB A B", actions, "BB", 25, before=[200], **SMALL) == ("call", 175)


def test_the_big_blinds_chip_on_top_of_its_option_goes_by_half_of_a_raise() -> None:
    """46-C2: its blind covers the call, so 50 more of 100 are a raise, and 40 are none."""
    at: dict[str, Any] = {"street": "preflop", "blinds": [50, 100]}
    assert ruling("SB BB A", "A calls, SB calls", "BB", 50, **at) == ("raise", 200)
    assert ruling("SB BB A", "A calls, SB calls", "BB", 40, **at) == ("check", 100)
    assert ruling("SB BB A", "A calls, SB calls", "BB", 500, **at) == ("raise", 600)


def test_who_takes_chips_back_facing_a_raise_has_to_call_at_least() -> None:
    """46-B, with nothing new or with too little."""
    assert held_big_blind(pulled="all") == ("call", 600)
    assert held_big_blind(100, pulled="all") == ("call", 600)


def test_when_it_matters_which_chips_were_taken_back_the_floor_decides() -> None:
    """A has 300 in as 200 and 100 and faces 700 of which 400 is the raise: 900 is the mark; 200 or 100 are left."""
    actions = "A bets 300, B raises to 700, C folds"
    lying: dict[str, Any] = {"before": [200, 100], "pulled": "some"}
    assert ruling("A B C", actions, "A", 500, 250, **lying) == ("floor", None)
    assert ruling("A B C", actions, "A", 500, 300, 100, **lying) == ("raise", 1100)


# 51: too little for a call.


def test_too_little_is_a_full_call_heads_up_and_against_the_opening_bet() -> None:
    assert ruling("A B", "A bets 400, B raises to 1200", "A", 100, street="flop", button="B") == ("call", 1200)
    assert ruling("A B C", "A bets 1200", "B", 500) == ("call", 1200)
    assert ruling("SB BB A B", "", "A", 100, **OPEN) == ("call", 500)
    assert ruling("SB BB A B", "A calls", "B", said="400", **OPEN) == ("call", 500)


def test_too_little_against_a_raise_among_several_is_the_floors() -> None:
    assert ruling("A B C", "A bets 400, B raises to 1200", "C", 500) == ("floor", None)
    assert ruling("SB BB A B", "A raises to 1200", "B", 500, **OPEN) == ("floor", None)


def test_heads_up_is_two_players_who_are_left() -> None:
    assert ruling("A B C", "A bets 400, B raises to 1200, C folds", "A", 100) == ("call", 1200)


@pytest.mark.parametrize(
    ("chips", "held"), [([25], ("floor", None)), ([25, 25], ("call", 100)), ([25, 10, 5, 5, 5], ("call", 100))]
)
def test_a_house_may_give_back_less_than_half_of_a_call(chips: list[int], held: tuple[str, int | None]) -> None:
    """chip_ruling-036: riverdonkey; 25 of 100 goes back, 50 is a call, in any number of hands."""
    rules = {"base": "tda", "undercall": "half-rule"}
    assert ruling("A B", "A bets 100", "B", *chips, rules=rules, blinds=[5, 10], button="B") == held
    assert ruling("A B C", "A bets 50, B raises to 100", "C", *chips, rules=rules, blinds=[5, 10]) == held


def test_half_of_a_call_is_taken_of_what_is_missing() -> None:
    """Of 600 the big blind has 50 in: 275 of the 550 that are missing are half, 274 are not."""
    rules: dict[str, Any] = {"base": "tda", "undercall": "half-rule"}
    assert held_big_blind(100, 100, 50, 25, rules=rules) == ("call", 600)
    assert held_big_blind(100, 100, 50, 24, rules=rules) == ("floor", None)


# 42, 56: one motion.


def test_a_second_motion_does_not_raise() -> None:
    assert ruling("A B C", "A bets 300", "B", motions=[[300], [500]]) == ("call", 300)
    assert ruling("A B C", "A bets 300", "B", said="call", motions=[[300], [500]]) == ("call", 300)


def test_a_call_may_be_put_together_but_no_more() -> None:
    """56 bars raises; 100, 100 and 500 are a call of 300 in several goes."""
    assert ruling("A B C", "A bets 300", "B", motions=[[100], [100], [500]]) == ("call", 300)


def test_after_raise_the_first_motion_is_the_raise_and_later_ones_count_where_a_house_lets_them() -> None:
    """string_bet-003: TDA since 2019 one motion, made up to the smallest raise; RRoP 11 as many as the player likes."""
    several = {"base": "tda", "string_raise": "motions-after-raise"}
    motions = [[300], [500]]
    assert ruling("A B C", "A bets 300", "B", said="raise", motions=motions) == ("raise", 600)
    assert ruling("A B C", "A bets 300", "B", said="raise", motions=motions, rules=several) == ("raise", 800)
    assert ruling("A B C", "A bets 300", "B", motions=motions, rules=several) == ("call", 300)


def test_an_amount_in_words_is_put_in_with_any_motions() -> None:
    """42: the full amount was named first."""
    assert ruling("A B C", "A bets 300", "B", said="raise to 900", motions=[[300], [600]]) == ("raise", 900)


# Pot-limit and fixed-limit: TDA 54 and 43.


def test_more_than_the_pot_is_cut_to_it() -> None:
    """54: 1000 in the middle and a bet of 500: a pot raise is to 500 + 2000."""
    at: dict[str, Any] = {"limit": "pot-limit", "pot": 1000}
    for said in ("raise to 9000", "pot", "raise by 9000"):
        assert ruling("A B C", "A bets 500", "B", said=said, **at) == ("raise", 2500)
    assert ruling("A B C", "A bets 500", "B", 5000, said="raise", **at) == ("raise", 2500)


def test_a_first_bet_of_more_than_the_pot_is_cut_to_it() -> None:
    assert ruling("A B C", "", "A", 5000, limit="pot-limit", pot=1000) == ("bet", 1000)


def test_in_fixed_limit_every_raise_is_to_the_next_level() -> None:
    """Units of 200: half of one over 200 is 300."""
    at: dict[str, Any] = {"limit": "fixed-limit"}
    assert ruling("A B C", "A bets 200", "B", said="raise to 900", **at) == ("raise", 400)
    assert ruling("A B C", "A bets 200", "B", 100, 100, 100, **at) == ("raise", 400)
    assert ruling("A B C", "A bets 200", "B", 200, 50, **at) == ("call", 200)
    assert ruling("A B C", "", "A", 1000, **at) == ("bet", 200)
    assert ruling("A B C", "A bets 200", "B", 1000, **at) == ("call", 200)


# What can't be, and where it is said.


@pytest.mark.parametrize(
    ("pushed", "where"),
    [
        ({"player": "C", "chips": [500]}, "pushed.player"),
        ({"player": "B", "chips": [500], "said": "gimme"}, "pushed.said"),
        ({"player": "B", "said": "0"}, "pushed.said"),
        ({"player": "B", "said": "raise to 9000000000000"}, "pushed.said"),
        ({"player": "B", "chips": []}, "pushed.chips"),
        ({"player": "B", "chips": [500, 1000]}, "pushed.chips"),
        ({"player": "B", "chips": [500], "pulled": "all"}, "pushed.pulled"),
        ({"player": "B", "chips": [500], "before": [100], "pulled": "some"}, "pushed.pulled"),
    ],
)
def test_what_can_not_be_is_said_at_its_place(pushed: Pushed, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        solve(parse(document("A B:1400 C", "A bets 400", {"said": "", **pushed})))
    assert error.value.where == where


def test_a_document_without_words_or_chips_is_refused() -> None:
    table = document("A B C", "A bets 400", {"player": "B"})
    del table["pushed"]
    with pytest.raises(DocumentError) as error:
        solve(parse(table))
    assert error.value.where == "pushed"


def test_chips_in_front_are_at_least_what_the_player_has_in() -> None:
    pushed = {"player": "BB", "chips": [1000], "said": "", "before": [25]}
    with pytest.raises(DocumentError) as error:
        solve(parse(document("SB BB A B", RAISED, pushed, **SMALL)))
    assert error.value.where == "pushed.before"


def test_every_number_of_a_derivation_is_told() -> None:
    """Addendum 45 example 2 with 1500: 600 was the raise, half is 300, the mark 1400, the smallest raise 1700."""
    table = document(
        "SB BB UTG B C", "UTG raises to 1100", {"player": "B", "said": "", "chips": [1000, *[100] * 5]}, **OPEN
    )
    outs = {name: out for step in solved(table).steps for name, out in step.out.items()}
    assert outs == {
        "chips_out": 1500,
        "without_smallest": 1400,
        "chip_to_spare": True,
        "last_raise": 600,
        "raise_to": 1700,
        "half": 300,
        "half_way": 1400,
        "reaches_half": True,
        "reaches_raise": False,
        "ruling": "raise",
        "to": 1700,
    }
