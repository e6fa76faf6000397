"""The second computation in pot-limit and fixed-limit, in stud and draw games, and of pots that are split by halves."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import second
from quizzes.kinds import solve as solve_with_steps
from tests.kinds.asking_table import answered
from tests.kinds.tables import ask

POT = {"limit": "pot-limit", "street": "flop", "blinds": [50, 100]}
LIMIT = {"limit": "fixed-limit", "street": "flop", "blinds": [50, 100]}
STUD = {"game": "stud", "limit": "fixed-limit", "bring_in": 15, "ante": 5, "bets": [60, 120]}


def house(**toggles: Any) -> dict[str, Any]:
    return {"base": "tda", **toggles}


def engine_answer(document: Document) -> Any:
    return solve_with_steps(document).answer


def dealt(hands: str, stacks: dict[str, int] | None = None) -> list[dict[str, Any]]:
    """Return the seats of hands written "A As Kd / B 2c 7h"."""
    rows = [hand.split() for hand in hands.split(" / ")]
    found = [{"name": name, "cards": " ".join(cards)} for name, *cards in rows]
    return [seat | ({"stack": stacks[seat["name"]]} if stacks and seat["name"] in stacks else {}) for seat in found]


# Pot-limit: TDA 2024 54; before the flop as if both blinds were posted in full (54-B), and other houses' customs.


@given(st.integers(1, 50), st.integers(1, 50), st.integers(0, 50))
def test_a_pot_raise_is_three_bets_and_all_else_that_lies_there(bet: int, own: int, pot: int) -> None:
    """The other way to count it: three times the bet, and what is there beside that bet and the raiser's own chips."""
    keys = {**POT, "blinds": [1, 1], "pot": pot, "actions": f"A bets {own}, B raises to {own + bet + 50}, C folds"}
    answer = ask("pot_limit", "A B C", **keys)
    assert answer["max_to"] == 3 * (own + bet + 50) + pot
    assert answer["adds"] == answer["max_to"] - own == answer["call_adds"] + answer["max_raise_by"]


@pytest.mark.parametrize(("base", "pot", "to"), [("full-blinds", 7, 17), ("exact", 4, 14), ("sb-as-bb", 10, 20)])
def test_a_short_big_blind_is_counted_as_its_house_counts_it(base: str, pot: int, to: int) -> None:
    rules = house(pl_preflop_base=base)
    answer = ask("pot_limit", "SB BB:2 A", limit="pot-limit", blinds=[2, 5], rules=rules)
    assert (answer["pot"], answer["max_to"]) == (pot, to)


def test_a_blind_still_counts_as_full_in_a_raise_over_a_raise() -> None:
    """54-B: 100 + 200 of the blinds, 700 and the call of 700 are 1700 over 700."""
    actions = "A raises to 700"
    answer = ask("pot_limit", "SB BB:100 A B", limit="pot-limit", blinds=[100, 200], actions=actions)
    assert answer == {"pot": 1000, "call_adds": 700, "max_raise_by": 1700, "max_to": 2400, "adds": 2400}


def test_on_the_flop_only_chips_that_are_there_count() -> None:
    """54-C: 60 of the short blind, twice 100 and the bet of 260 are 520; with the call of 260 it is 780 over 260."""
    actions = "A calls, SB calls, -- flop 2c 7d Jh, SB bets 260"
    answer = ask("pot_limit", "SB BB:60 A", limit="pot-limit", blinds=[50, 100], actions=actions)
    assert (answer["pot"], answer["max_to"]) == (520, 1040)


def test_a_house_may_round_a_pot_raise_up_to_its_chip() -> None:
    """Rules, A3: in a game of 2 and 5 the first pot raise is to 20 and not to 17."""
    keys = {"limit": "pot-limit", "blinds": [2, 5], "unit": 5}
    assert ask("pot_limit", "SB BB A", rules=house(pl_rounding="up"), **keys)["max_to"] == 20
    assert ask("pot_limit", "SB BB A", **keys)["max_to"] == 17


@pytest.mark.parametrize(("stack", "most", "all_in"), [(150, None, 150), (250, 250, None), (350, 300, None)])
def test_table_stakes_and_the_pot_both_bound_a_raise(stack: int, most: int | None, all_in: int | None) -> None:
    answer = ask("legal_actions", f"A B:{stack} C", pot=0, actions="A bets 100", **POT)
    assert (answer["raise_max_to"], answer["all_in_to"]) == (most, all_in)


# Fixed-limit: TDA 2024 47-B and 48, the BARGE rulebook's examples, and the three ways after a short all-in.


@pytest.mark.parametrize(("street", "size"), [("preflop", 100), ("flop", 100), ("turn", 200), ("river", 200)])
def test_the_unit_is_the_big_bet_from_the_turn_on(street: str, size: int) -> None:
    assert ask("fixed_limit", "A B C", **{**LIMIT, "street": street})["bet_size"] == size


def test_before_the_flop_the_big_blind_is_the_bet() -> None:
    actions = "A raises to 200, B raises to 300, SB raises to 400"
    answer = ask("fixed_limit", "SB BB A B", **{**LIMIT, "street": "preflop", "actions": actions})
    assert answer == {"bet_size": 100, "raises_made": 4, "may_raise": False, "raise_to": None}


@pytest.mark.parametrize(("after", "all_in", "made", "to"), [
    ("add", 140, 1, 200), ("complete", 140, 1, 200), ("as-full", 140, 1, 200),
    ("add", 150, 2, 250), ("complete", 150, 2, 200), ("as-full", 150, 2, 300),
    ("add", 180, 2, 280), ("complete", 180, 2, 200), ("as-full", 180, 2, 300),
])  # fmt: skip
def test_what_comes_after_a_short_all_in(after: str, all_in: int, made: int, to: int) -> None:
    """The toggle's own words: under half all three complete, from half on it counts and they differ."""
    keys = {**LIMIT, "rules": house(limit_after_short=after), "actions": f"A bets 100, B all-in to {all_in}"}
    answer = ask("fixed_limit", "A B C", **keys)
    assert (answer["raises_made"], answer["raise_to"]) == (made, to)


@pytest.mark.parametrize(("actions", "to"), [
    ("A bets 60, B raises to 120, C all-in to 150", 180), ("A all-in to 30", 60), ("A all-in to 29", 60),
])  # fmt: skip
def test_rooms_that_complete_go_to_the_next_full_level(actions: str, to: int) -> None:
    """Recorded hands of limit: 60, 120, 150 all-in, then 180."""
    keys = {**LIMIT, "bets": [60, 120], "rules": house(limit_after_short="complete"), "actions": actions}
    assert ask("fixed_limit", "A B C D", **keys)["raise_to"] == to


@pytest.mark.parametrize(("after", "actions", "made", "to"), [
    ("complete", "B all-in to 150, C all-in to 190", 2, 200),
    ("complete", "B all-in to 150, C all-in to 160, D all-in to 170, E all-in to 180", 2, 200),
    ("complete", "B all-in to 140, C all-in to 160, D all-in to 190", 2, 200),
    ("complete", "B all-in to 150, C all-in to 190, D raises to 200", 3, 300),
    ("complete", "B all-in to 150, C all-in to 200", 3, 300),
    ("as-full", "B all-in to 150, C all-in to 180", 2, 300),
    ("as-full", "B all-in to 150, C all-in to 200", 2, 300),
    ("add", "B all-in to 150, C all-in to 190", 2, 250),
])  # fmt: skip
def test_all_ins_on_the_way_to_one_level_are_one_raise(after: str, actions: str, made: int, to: int) -> None:
    """TDA 2024 47-B: half of the bet of 100 counts. What comes after it adds 10 to 40, less than half, and no level.

    Where the house completes (its toggle's own words), 200 is that level; taken for full, 150 stands for it already.
    """
    keys = {**LIMIT, "rules": house(limit_after_short=after), "actions": f"A bets 100, {actions}"}
    answer = ask("fixed_limit", "A B C D E F", **keys)
    assert (answer["raises_made"], answer["raise_to"]) == (made, to)


def test_all_ins_on_the_way_to_one_level_do_not_reach_the_cap() -> None:
    """TDA 2024 47-B and 48: 100, 150 and 200 are a bet and two raises, so after 160, 170 and 190 one raise is left."""
    actions = "A bets 100, B all-in to 150, C all-in to 160, D all-in to 170, E all-in to 190, F raises to 200"
    keys = {**LIMIT, "rules": house(limit_after_short="complete"), "actions": actions}
    answer = ask("legal_actions", "A B C D E F", **keys)
    assert (answer["to_act"], answer["may_raise"], answer["raise_min_to"]) == ("A", True, 300)


def test_a_short_straddle_and_an_all_in_over_it_are_one_raise() -> None:
    """TDA 2024 47-B: 15 is half of a 10 over the blind of 10 and counts; 18 is on the way to the same 20."""
    keys = {"limit": "fixed-limit", "blinds": [5, 10], "straddle": 20, "rules": house(limit_after_short="complete")}
    answer = ask("fixed_limit", "SB BB A:15 B C", actions="B all-in to 18", **keys)
    assert (answer["raises_made"], answer["raise_to"]) == (2, 20)


@pytest.mark.parametrize(("reopens", "all_in", "may"), [
    ("half-bet", 149, False), ("half-bet", 150, True), ("full-bet", 199, False), ("full-bet", 200, True),
])  # fmt: skip
def test_half_a_bet_opens_the_betting_again_and_in_some_houses_a_whole_one(
    reopens: str, all_in: int, may: bool
) -> None:
    keys = {**LIMIT, "rules": house(limit_reopen=reopens), "actions": f"A bets 100, B all-in to {all_in}, C calls"}
    answer = ask("reopen", "A B C", **keys)
    assert (answer["may_raise"], answer["facing"]) == (may, all_in - 100)
    assert answer["needed"] == (50 if reopens == "half-bet" else 100)


@pytest.mark.parametrize(("cap", "made"), [(3, 4), (4, 5)])
def test_a_bet_and_so_many_raises_are_the_cap(cap: int, made: int) -> None:
    names = "ABCAB"
    raises = [f"{names[place]} raises to {100 * place + 100}" for place in range(1, made)]
    keys = {**LIMIT, "rules": house(fl_cap=cap)}
    assert ask("fixed_limit", "A B C", actions=", ".join(["A bets 100", *raises]), **keys)["may_raise"] is False
    assert ask("fixed_limit", "A B C", actions=", ".join(["A bets 100", *raises[:-1]]), **keys)["may_raise"] is True


def test_two_players_are_uncapped_only_when_they_began_the_round_alone() -> None:
    """Rules, A4: Jumers looks at the number at the start of the round; TDA 2024 48 caps two as well."""
    raises = "A bets 100, B raises to 200, A raises to 300, B raises to 400"
    uncapped = house(fl_cap_heads_up="uncapped")
    assert ask("fixed_limit", "A B", rules=uncapped, actions=raises, **LIMIT)["raise_to"] == 500
    assert ask("fixed_limit", "A B", actions=raises, **LIMIT)["raise_to"] is None
    began_as_three = "A checks, B checks, C bets 100, A folds, B raises to 200, C raises to 300, B raises to 400"
    assert ask("fixed_limit", "A B C", rules=uncapped, actions=began_as_three, **LIMIT)["raise_to"] is None


@pytest.mark.parametrize(("actions", "may_raise"), [
    ("A bets 100, B raises to 200, C folds, A raises to 300, B raises to 400", True),
    ("A bets 100, B raises to 200, C raises to 300, A folds, B raises to 400", True),
    ("A bets 100, B raises to 200, C raises to 300, A raises to 400, B folds", False),
    ("A bets 100, B raises to 200, C folds, A raises to 300, B raises to 400, A raises to 500, B raises to 600", True),
])  # fmt: skip
def test_the_cap_is_lifted_once_two_are_left_before_it_is_reached(actions: str, may_raise: bool) -> None:
    """RRoP 11, "Betting and raising" 4: once capped, a fold lifts nothing."""
    answer = ask("fixed_limit", "A B C", rules=house(fl_cap_heads_up="two-left"), actions=actions, **LIMIT)
    assert answer["may_raise"] is may_raise


def test_a_player_who_is_all_in_does_not_count_towards_the_cap() -> None:
    """RRoP 11, "Betting and raising" 3: the limit is for three or more who are not all-in."""
    actions = "A bets 100, B all-in, C raises to 300, A raises to 400"
    answer = ask("fixed_limit", "A B:200 C", rules=house(fl_cap_heads_up="two-left"), actions=actions, **LIMIT)
    assert answer["may_raise"] is True


# Stud: the bring-in and who opens a street; rules, B, and Lucky Chances for the open pair.

UP = "A (?? ??) 2c 9d / B (?? ??) 2d 9s / C (?? ??) Ks 8h"


@pytest.mark.parametrize(("game", "tie", "button", "first"), [
    ("stud", "suit", "C", "A"), ("stud", "seat", "A", "B"), ("stud8", "suit", "C", "A"), ("razz", "suit", "C", "C"),
])  # fmt: skip
def test_the_lowest_card_brings_it_in_and_in_razz_the_highest(game: str, tie: str, button: str, first: str) -> None:
    keys = {**STUD, "game": game, "rules": house(stud_tie=tie), "button": button}
    answer = ask("legal_actions", dealt(UP), **keys)
    assert (answer["to_act"], answer["may_check"], answer["call_to"]) == (first, False, 15)
    assert (answer["raise_min_to"], answer["raise_max_to"]) == (60, 60)


@pytest.mark.parametrize(("game", "first"), [("stud", "C"), ("stud8", "C"), ("razz", "A")])
def test_the_highest_board_opens_a_later_street_and_in_razz_the_lowest(game: str, first: str) -> None:
    keys = {**STUD, "game": game, "street": "fourth", "pot": 60, "button": "C"}
    rules = house(stud_tie="seat")
    assert ask("legal_actions", dealt(UP), rules=rules, **keys)["to_act"] == first


def test_an_open_pair_goes_before_a_high_card_and_suits_part_equal_boards() -> None:
    keys = {**STUD, "street": "fourth", "pot": 60}
    assert ask("legal_actions", dealt("A (?? ??) 2c 2d / B (?? ??) As Kd"), **keys)["to_act"] == "A"
    assert ask("legal_actions", dealt("A (?? ??) 9c Kd / B (?? ??) 9s Kh"), **keys)["to_act"] == "B"


def test_the_completion_is_the_first_bet_and_the_bring_in_is_none() -> None:
    assert ask("fixed_limit", dealt(UP), actions="A brings in 15", **STUD)["raises_made"] == 0
    answer = ask("fixed_limit", dealt(UP), actions="A brings in 15, B completes to 60", **STUD)
    assert answer == {"bet_size": 60, "raises_made": 1, "may_raise": True, "raise_to": 120}


def test_who_brought_it_in_has_no_option() -> None:
    answer = ask("side_pots", dealt(UP), actions="A brings in 15, B calls, C folds", **{**STUD, "ante": 0})
    assert answer == {"pots": [{"amount": 30, "eligible": ["A", "B"]}], "returned": {}}


def test_a_bring_in_for_less_costs_the_others_the_whole_price() -> None:
    seats = dealt(UP, {"A": 12})
    assert ask("legal_actions", seats, actions="A brings in 7", **STUD)["call_to"] == 15


def test_where_the_low_card_is_all_in_by_the_ante_the_next_player_brings_it_in() -> None:
    answer = ask("legal_actions", dealt(UP, {"A": 5}), **STUD)
    assert (answer["to_act"], answer["may_check"], answer["call_to"]) == ("B", False, 15)


def test_boards_of_razz_that_only_suits_part_are_opened_by_the_highest_suit() -> None:
    """A recorded hand: the queen of diamonds with a three acts before the queen of clubs with another."""
    keys = {**STUD, "game": "razz", "street": "fourth", "pot": 60}
    assert ask("legal_actions", dealt("A (?? ??) Qc 3h / B (?? ??) Qd 3d"), **keys)["to_act"] == "B"


@pytest.mark.parametrize(("game", "size"), [("stud", 120), ("stud8", 60), ("razz", 60)])
def test_an_open_pair_allows_the_big_bet_where_a_house_says_so(game: str, size: int) -> None:
    keys = {**STUD, "game": game, "street": "fourth", "pot": 60, "rules": house(stud_open_pair="double")}
    seats = dealt("A (?? ??) 2c 2d / B (?? ??) As Kd")
    assert ask("fixed_limit", seats, **keys)["bet_size"] == size
    answer = ask("legal_actions", seats, **keys)
    assert (answer["raise_min_to"], answer["raise_max_to"]) == (60, size)


@pytest.mark.parametrize(("bet", "least", "most"), [(60, 120, 180), (120, 240, 240)])
def test_after_a_big_bet_on_an_open_pair_raises_are_big(bet: int, least: int, most: int) -> None:
    """Rooms in recorded hands: the small bet or the big one, and raises of the same size or the big one."""
    keys = {**STUD, "street": "fourth", "pot": 60, "rules": house(stud_open_pair="double")}
    answer = ask("legal_actions", dealt("A (?? ??) 2c 2d / B (?? ??) As Kd"), actions=f"A bets {bet}", **keys)
    assert (answer["raise_min_to"], answer["raise_max_to"]) == (least, most)


@pytest.mark.parametrize("solve", [second.solve, engine_answer], ids=["second", "engine"])
@pytest.mark.parametrize(
    ("toggles", "actions", "reopened", "least"),
    [
        ({}, "A bets 120, B calls, C all-in to 160", False, 240),  # less than half of 120 on top: completed to 240
        ({}, "A bets 120, B calls, C all-in to 180", True, 300),  # half of it: 180 and another 120
        ({"limit_after_short": "complete"}, "A bets 120, B calls, C all-in to 180", True, 240),
        ({"limit_after_short": "as-full"}, "A bets 120, B calls, C all-in to 180", True, 360),
        ({"limit_reopen": "full-bet"}, "A bets 120, B calls, C all-in to 239", False, 359),
        ({}, "A bets 60, B calls, C all-in to 90", True, 150),  # no big one yet: half of 60 is enough
        ({}, "A checks, B checks, C all-in to 20, D raises to 120", True, 240),  # the big bet, whatever lay below it
    ],
)
def test_once_a_big_bet_was_made_short_all_ins_are_measured_against_it(
    solve: Any, toggles: dict[str, Any], actions: str, reopened: bool, least: int
) -> None:
    """TDA 2024 47-B with the unit of RRoP's open pair: after a big one all raises are big."""
    keys = {**STUD, "ante": 0, "street": "fourth", "pot": 60, "rules": house(stud_open_pair="double", **toggles)}
    seats = dealt("A (?? ??) 2c 2d / B (?? ??) As Kd / C (?? ??) 9s 8d / D (?? ??) 7s 8h")
    row = {"seats": seats, "actions": actions, **keys}
    to_d = actions if "D" in actions else f"{actions}, D folds"
    assert solve(parse({**row, "actions": to_d, "question": {"kind": "reopen"}}))["may_raise"] is reopened
    asked = {"kind": "legal_actions", "player": "A" if "D" in actions else "D"}
    assert solve(parse({**row, "question": asked}))["raise_min_to"] == least


@pytest.mark.parametrize("solve", [second.solve, engine_answer], ids=["second", "engine"])
@pytest.mark.parametrize(("last", "to"), [(74, 134), (75, 135), (76, 137)])
def test_the_bring_in_is_no_part_of_the_sum_of_short_all_ins(solve: Any, last: int, to: int) -> None:
    """Over a bring-in of 15 two all-ins come to 59, 60 and 61: from 60 on their sum is what the next raise adds."""
    keys = {**STUD, "limit": "pot-limit", "ante": 0, "rules": house(reopened_unit="sum")}
    seats = dealt("A (?? ??) 2c / B (?? ??) As / C (?? ??) Ks / D (?? ??) Qs", {"B": 50, "C": last})
    row = {"seats": seats, "actions": "A brings in 15, B all-in, C all-in", "question": {"kind": "min_raise"}, **keys}
    assert solve(parse(row))["raise_to"] == to


@pytest.mark.parametrize(("street", "size"), [("third", 60), ("fourth", 60), ("fifth", 120), ("seventh", 120)])
def test_the_unit_of_stud_is_the_big_bet_from_fifth_street_on(street: str, size: int) -> None:
    seats = dealt("A (?? ??) 2c 9d 4h 5s / B (?? ??) 2d 9s Ts Jd")
    assert ask("fixed_limit", seats, **{**STUD, "street": street})["bet_size"] == size


@pytest.mark.parametrize(("where", "hands", "keys"), [
    ("seats[1].cards", "A (?? ??) 2c / B (?? ??) ??", STUD),
    ("seats[0].cards", "A (?? ??) 2c / B (?? ??) 2d 9s", {**STUD, "street": "fourth"}),
    ("bets", "A (?? ??) 2c / B (?? ??) 9d", {key: STUD[key] for key in ("game", "limit", "bring_in")}),
    ("actions[0]", "A (?? ??) 2c / B (?? ??) 9d", {**STUD, "actions": "A brings in 10"}),
    ("actions[0]", "A (?? ??) 2c / B (?? ??) 9d", {**STUD, "actions": "B brings in 15"}),
    ("actions[0]", "A (?? ??) 2c / B (?? ??) 9d", {**STUD, "actions": "A checks"}),
])  # fmt: skip
def test_what_is_not_known_or_can_not_be_in_stud_is_said_at_its_place(where: str, hands: str, keys: Any) -> None:
    with pytest.raises(DocumentError) as error:
        ask("fixed_limit", dealt(hands), **keys)
    assert error.value.where == where


# Draw games: cards are drawn before the betting, once by each player from the button's left.

BEFORE = "C calls, A calls, B checks, -- draw1"
DRAW: dict[str, Any] = {"game": "27td", "limit": "fixed-limit", "blinds": [50, 100]}


@pytest.mark.parametrize("drawn", ["", ", A draws 3, B stands pat, C draws 1"])
def test_drawing_changes_nothing_in_the_betting(drawn: str) -> None:
    answer = ask("legal_actions", "A B C", actions=f"{BEFORE}{drawn}, A bets 100", **DRAW)
    assert (answer["to_act"], answer["call_to"], answer["raise_min_to"]) == ("B", 100, 200)


@pytest.mark.parametrize(("street", "size"), [("predraw", 100), ("draw1", 100), ("draw2", 200), ("draw3", 200)])
def test_the_unit_of_a_triple_draw_is_the_big_bet_from_the_second_draw_on(street: str, size: int) -> None:
    assert ask("fixed_limit", "A B C", **DRAW, street=street)["bet_size"] == size


def test_after_a_hand_is_killed_among_the_draws_the_next_one_draws() -> None:
    actions = f"{BEFORE}, A draws 2, A is mucked, B draws 1, C stands pat, B bets 100"
    assert ask("legal_actions", "A B C", actions=actions, **DRAW)["to_act"] == "C"


@pytest.mark.parametrize("drawn", ["B draws 1", "A draws 6", "A bets 100, B draws 1", "A draws 1, A draws 1"])
def test_who_draws_out_of_turn_or_too_much_is_told(drawn: str) -> None:
    with pytest.raises(DocumentError) as error:
        ask("legal_actions", "A B C", actions=f"{BEFORE}, {drawn}", **DRAW)
    assert error.value.where.startswith("actions[")


# Awards: TDA 2024 20, RRoP 11 where a house follows it.

SPLIT: dict[str, Any] = {"put_in": {"A": 5, "B": 5, "C": 5}, "folded": ["C"]}


def test_a_low_half_is_the_smaller_one_and_its_odd_chip_goes_by_the_same_rule() -> None:
    """15 are 8 and 7: A takes the high half, of the low half both get 3, and the first one left one more."""
    keys = {**SPLIT, "game": "omaha8", "order": [["A"], ["B"]], "order_low": [["A", "B"]]}
    assert ask("awards", "A B C", **keys)["won"] == {"A": 12, "B": 3}
    assert ask("awards", "A B C", button="A", **keys)["won"] == {"A": 11, "B": 4}


def test_without_a_low_the_high_hand_takes_all() -> None:
    assert ask("awards", "A B C", game="omaha8", order=[["B"], ["A"]], **SPLIT)["won"] == {"B": 15}


def test_the_same_winners_both_ways_share_the_pot_as_one() -> None:
    """Rules, A6: nobody gets both odd chips."""
    keys = {"game": "omaha8", "put_in": {"A": 6, "B": 6, "C": 2}, "folded": ["C"]}
    order = [["A", "B"]]
    assert ask("awards", "A B C", order=order, order_low=order, **keys)["won"] == {"A": 7, "B": 7}


TIED = "A (Ks 8c) 7d 5h 4c 2d (Jh) / B (Kh 8d) 7s 5c 4d 2s (Jd) / C (?? ??) ?? ?? ?? ?? (??)"
TIED_LOW = "A (9h 8c) 7d 5h 4c 2s (Jh) / B (9s 8d) 7s 5c 4d 2d (Jd) / C (?? ??) ?? ?? ?? ?? (??)"


@pytest.mark.parametrize(("game", "hands", "rules", "winner"), [
    pytest.param("stud", TIED, {}, "A", id="the king of spades is the highest of the five"),
    pytest.param("razz", TIED_LOW, {}, "B", id="of the five the eight of diamonds is the highest"),
    pytest.param("razz", TIED_LOW, {"odd_chip_stud": "all-cards"}, "A", id="of all seven the jack of hearts"),
    pytest.param("razz", TIED_LOW, {"odd_chip_low": "low-card"}, "B", id="the lowest is the two of diamonds"),
])  # fmt: skip
def test_the_odd_chip_of_stud_goes_by_suit(game: str, hands: str, rules: dict[str, Any], winner: str) -> None:
    won = ask("awards", dealt(hands), game=game, street="seventh", rules=house(**rules), **SPLIT)["won"]
    assert won == {"A": 7, "B": 7} | {winner: 8}


def test_a_last_card_in_the_middle_plays_for_everybody() -> None:
    """A short stub: both make a flush with it, and B's is the higher one."""
    hands = "A (2s 3s) 5s 6s Kd Kh / B (4s 9s) Ts 7s Qd 3c / C (?? ??) ?? ?? ?? ??"
    answer = ask("awards", dealt(hands), game="stud", street="seventh", board="As", **SPLIT)
    assert answer["won"] == {"B": 15}


MIDDLE = "A (Jc 4h) Td 4s 8c 6s / B (Ks Kh) 2d 3s 8d 9s"


@pytest.mark.parametrize(
    "dealt_by", [{"board": "Jd"}, {"street": "sixth", "actions": "A checks, B checks, -- seventh Jd"}]
)
def test_a_last_card_in_the_middle_is_read_in_every_hand(dealt_by: dict[str, str]) -> None:
    """RRoP 11, stud: the card in the middle is everybody's. Jacks and fours of A beat B's kings."""
    keys: dict[str, Any] = {"game": "stud", "street": "seventh", "bets": [10, 20], "seats": dealt(MIDDLE), **dealt_by}
    assert answered(parse({**keys, "question": {"kind": "winner"}}))["winners"] == ["A"]
    assert answered(parse({**keys, "question": {"kind": "ranking"}})) == {"order": [["A"], ["B"]]}
    read = answered(parse({**keys, "question": {"kind": "read_hand", "player": "A"}}))
    assert read == {"category": "two-pair", "cards": ["Jc", "Jd", "4h", "4s", "Td"]}


def test_an_odd_chip_in_badugi_goes_by_a_card_that_plays() -> None:
    """TDA 2024 20 by the highest card: both play J-9-2, C with the jack of diamonds; A's queen is idle."""
    seats = dealt("A 9d Jc 2s Qd / C Jd 2h Jh 9c")
    keys = {"game": "badugi", "street": "draw3", "rules": house(odd_chip="high-card"), "pot": 1, "seats": seats}
    answer = answered(parse({**keys, "put_in": {"A": 10, "C": 10}, "question": {"kind": "awards"}}))
    assert answer["won"] == {"A": 10, "C": 11}


def test_what_is_smaller_than_a_chip_goes_to_the_next_in_line() -> None:
    """RRoP 11: one odd chip a player. Of 128 in chips of 5 both have 60, B left of the button 5 more and A the rest."""
    keys = {"chip": 5, "pot": 68, "button": "A", "put_in": {"A": 65, "B": 30}, "order": [["B", "A"]]}
    answer = answered(parse({**keys, "seats": [{"name": "A"}, {"name": "B"}], "question": {"kind": "awards"}}))
    assert (answer["won"], answer["returned"]) == ({"B": 65, "A": 63}, {"A": 35})
