"""The second computation: right by itself, by other means than the engine's; here the cases and no-limit hold'em."""

from __future__ import annotations

import ast
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds import second
from quizzes.kinds.second import awards, fixed_limit, legal_actions, min_raise, pot_limit, reopen, side_pots
from tests.cases.compare import Case, load, same
from tests.kinds.asking_table import answered, spot
from tests.kinds.tables import ask

KINDS: dict[str, ModuleType] = {
    "min_raise": min_raise,
    "reopen": reopen,
    "legal_actions": legal_actions,
    "side_pots": side_pots,
    "awards": awards,
    "pot_limit": pot_limit,
    "fixed_limit": fixed_limit,
}
CASES = load(KINDS)

SHARED = {
    "quizzes.engine.cards",
    "quizzes.engine.document",
    "quizzes.engine.errors",
}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right(case: Case) -> None:
    kind = case["doc"]["question"]["kind"]
    assert same(kind, case["answer"], KINDS[kind].solve(parse(case["doc"])))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_public_cases(kind: str) -> None:
    assert load([kind])


def test_it_shares_only_cards_documents_and_errors_with_the_engine() -> None:
    imported = set()
    for path in Path(str(second.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(str(node.module))
            elif isinstance(node, ast.Import):
                imported.update(name.name for name in node.names)
    own = {name for name in imported if name.startswith("quizzes.") and not name.startswith("quizzes.kinds.second")}
    assert own <= SHARED
    assert "quizzes.engine.document" in own


# min_raise = "double": JJ's total of at least twice the bet.


def test_doubling_is_to_twice_the_bet() -> None:
    actions = "A bets 100, B raises to 300"
    answer = ask("min_raise", "A B C", rules="jj", blinds=[50, 100], street="flop", actions=actions)
    assert answer == {"raise_to": 600, "raise_by": 300, "adds": 600}


def test_a_first_bet_under_doubling_is_the_big_blind() -> None:
    answer = ask("min_raise", "A B", rules="jj", blinds=[50, 100], street="flop")
    assert answer == {"raise_to": 100, "raise_by": 100, "adds": 100}


@pytest.mark.parametrize(("all_in", "facing", "to"), [(199, 99, None), (200, 100, 400)])
def test_doubling_reopens_when_the_bet_has_doubled_since(all_in: int, facing: int, to: int | None) -> None:
    actions = f"A bets 100, B all-in to {all_in}, C calls"
    answer = ask("reopen", "A B C", rules="jj", blinds=[50, 100], street="flop", actions=actions)
    assert answer == {"may_raise": to is not None, "facing": facing, "needed": 100, "raise_min_to": to}


@pytest.mark.parametrize(("all_in", "may"), [(99, False), (100, True)])
def test_doubling_reopens_to_who_checked_at_the_smallest_bet(all_in: int, may: bool) -> None:
    actions = f"A checks, B all-in to {all_in}, C calls"
    answer = ask("reopen", "A B C", rules="jj", blinds=[50, 100], street="flop", actions=actions)
    assert answer == {"may_raise": may, "facing": all_in, "needed": 100, "raise_min_to": 200 if may else None}


def test_doubling_counts_from_a_short_bet_as_it_stands() -> None:
    actions = "A all-in to 40, B calls, C all-in to 80, D calls"
    answer = ask("reopen", "A B C D", rules="jj", blinds=[50, 100], street="flop", actions=actions)
    assert answer == {"may_raise": True, "facing": 40, "needed": 40, "raise_min_to": 160}


# reopen: TDA 2024 47-A adds short all-ins up; Chinese Wikipedia's room takes more than half; others look at each alone.


@pytest.mark.parametrize(("all_in", "may"), [(1250, False), (1251, True)])
def test_exactly_half_of_the_last_full_raise_is_not_more_than_half(all_in: int, may: bool) -> None:
    actions = f"A bets 500, B raises to 1000, C calls, D all-in to {all_in}, A folds"
    answer = ask("reopen", "A B C D", rules="half-raise", blinds=[100, 200], street="flop", actions=actions)
    assert answer["may_raise"] is may
    assert answer["needed"] == 250


@pytest.mark.parametrize(("last", "may"), [(298, False), (299, True)])
def test_alone_short_all_ins_reopen_nothing_and_a_full_one_does(last: int, may: bool) -> None:
    actions = f"A bets 100, B all-in to 199, C all-in to {last}, D calls"
    answer = ask("reopen", "A B C D", rules="single-raise", blinds=[50, 100], street="flop", actions=actions)
    assert answer["may_raise"] is may
    assert ask("reopen", "A B C D", blinds=[50, 100], street="flop", actions=actions)["may_raise"] is True


def test_facing_counts_from_the_last_action_of_the_player() -> None:
    actions = "A bets 100, B calls, C raises to 300, D folds, A calls, B all-in to 350, C calls"
    answer = ask("reopen", "A B C D", blinds=[50, 100], street="flop", actions=actions)
    assert answer == {"may_raise": False, "facing": 50, "needed": 200, "raise_min_to": None}


def test_a_stack_of_just_the_call_may_not_raise() -> None:
    answer = ask("legal_actions", "A B:150 C", blinds=[50, 100], street="flop", actions="A bets 150")
    assert (answer["call_to"], answer["may_raise"], answer["all_in_to"]) == (150, False, None)


@pytest.mark.parametrize(("last", "to"), [(199, 299), (200, 300), (201, 302)])
def test_short_all_ins_that_reach_a_full_raise_are_the_unit_where_a_house_sums_them(last: int, to: int) -> None:
    actions = f"A bets 100, B all-in to 150, C all-in to {last}"
    rules = {"base": "tda", "reopened_unit": "sum"}
    assert ask("min_raise", "A B C D", rules=rules, blinds=[50, 100], street="flop", actions=actions)["raise_to"] == to


@pytest.mark.parametrize(("last", "needed"), [(315, 110), (320, 110), (360, 150)])
def test_a_sum_of_short_all_ins_is_the_raise_for_who_has_answered_it(last: int, needed: int) -> None:
    """50 and 60 over 100 are a raise of 110, which E has called with 210; 150 more are the last full raise then."""
    actions = "A bets 100, B all-in, C all-in, E calls, D all-in, A calls"
    keys = {"rules": {"base": "tda", "reopened_unit": "sum"}, "blinds": [50, 100], "street": "flop"}
    answer = ask("reopen", f"A B:150 C:210 E D:{last}", actions=actions, **keys)
    assert (answer["needed"], answer["may_raise"]) == (needed, last >= 320)


# short_blind: RRoP 11 charges the full blind; recorded hands show that a last caller pays what is really in.


@pytest.mark.parametrize(("price", "to", "least"), [("full-price", 100, 200), ("posted-price", 60, 160)])
def test_a_short_big_blind_costs_the_house_price_and_a_raise_adds_a_full_one(price: str, to: int, least: int) -> None:
    rules = {"base": "tda", "short_blind": price}
    answer = ask("legal_actions", "SB BB:60 A", rules=rules, blinds=[50, 100])
    assert (answer["call_to"], answer["raise_min_to"]) == (to, least)


def test_a_short_all_in_over_a_short_big_blind_is_measured_from_the_full_one() -> None:
    answer = ask("min_raise", "SB BB:60 A B", blinds=[50, 100], actions="A all-in to 170")
    assert answer == {"raise_to": 270, "raise_by": 100, "adds": 270}


def test_a_caller_against_only_all_in_players_pays_what_is_really_in() -> None:
    answer = ask("legal_actions", "SB BB:60 A", blinds=[50, 100], actions="A folds")
    assert (answer["to_act"], answer["call_to"], answer["call_adds"], answer["may_raise"]) == ("SB", 60, 10, False)


def test_nobody_has_to_match_a_big_blind_that_is_shorter_than_the_small_one() -> None:
    answer = ask("side_pots", "SB BB:40 A", blinds=[50, 100], actions="A folds")
    assert answer == {"pots": [{"amount": 80, "eligible": ["SB", "BB"]}], "returned": {"SB": 10}}


def test_a_written_post_stands_in_the_place_of_a_blind() -> None:
    answer = ask("legal_actions", "SB BB A", blinds=[50, 100], actions="BB posts 30, A calls, SB calls")
    assert (answer["to_act"], answer["call_to"], answer["call_adds"]) == ("BB", 100, 70)
    actions = "SB posts 50 live 25 dead, A folds, SB calls, BB checks"
    pots = ask("side_pots", "SB BB A", blinds=[50, 100], actions=actions)
    assert pots["pots"] == [{"amount": 225, "eligible": ["SB", "BB"]}]


def test_an_extra_post_is_no_action_and_its_dead_part_is_in_the_main_pot() -> None:
    posted = "B posts 100 live 50 dead, A folds"
    option = ask("legal_actions", "SB BB A B", blinds=[50, 100], actions=posted)
    assert (option["to_act"], option["may_check"], option["raise_min_to"]) == ("B", True, 200)
    pots = ask("side_pots", "SB BB A B", blinds=[50, 100], actions=f"{posted}, B checks, SB folds, BB checks")
    assert pots == {"pots": [{"amount": 300, "eligible": ["BB", "B"]}], "returned": {}}


# Antes are no bet and count in the pots (the scenario format); the order decides what is left for the blind.


@pytest.mark.parametrize(("order", "price"), [("ante-first", 95), ("blind-first", 100)])
def test_a_short_stack_pays_ante_and_blind_in_the_order_of_its_house(order: str, price: int) -> None:
    rules = {"base": "tda", "ante_order": order, "short_blind": "posted-price"}
    assert ask("legal_actions", "SB BB:105 A", rules=rules, blinds=[50, 100], ante=10)["call_to"] == price


def test_a_player_all_in_for_part_of_the_ante_plays_for_that_part_of_each() -> None:
    answer = ask("side_pots", "SB BB A:4", blinds=[50, 100], ante=10, actions="SB calls, BB checks")
    assert answer["pots"] == [{"amount": 12, "eligible": ["SB", "BB", "A"]}, {"amount": 212, "eligible": ["SB", "BB"]}]


# Straddles: WSOP Live Action 2024 11 takes one as a raise by a big blind, RRoP 11 as a bigger blind.


@pytest.mark.parametrize(("straddle_as", "least"), [("raise", 25), ("blind", 40)])
def test_a_restraddle_is_over_the_straddle_and_the_seat_on_its_left_begins(straddle_as: str, least: int) -> None:
    rules = {"base": "tda", "straddle_as": straddle_as}
    answer = ask("legal_actions", "SB BB A B C", rules=rules, blinds=[2, 5], straddle=[10, 20])
    assert (answer["to_act"], answer["call_to"], answer["raise_min_to"]) == ("C", 20, least)


def test_a_straddle_heads_up_is_the_small_blinds_and_a_total() -> None:
    answer = ask("legal_actions", "A B", blinds=[50, 100], straddle=200)
    assert (answer["to_act"], answer["call_to"], answer["call_adds"]) == ("A", 200, 100)


def test_after_a_button_straddle_the_small_blind_begins_and_the_button_ends() -> None:
    keys = {"blinds": [2, 5], "straddle": 10, "straddle_by": "D"}
    assert ask("legal_actions", "SB BB C D", **keys)["to_act"] == "SB"
    answer = ask("legal_actions", "SB BB C D", actions="SB folds, BB calls, C calls", **keys)
    assert (answer["to_act"], answer["may_check"]) == ("D", True)


@pytest.mark.parametrize(("chips", "house", "made", "raise_to"), [
    (7, "add", 1, 20), (14, "add", 1, 20), (15, "add", 2, 25), (15, "complete", 2, 20), (15, "as-full", 2, 30),
    (20, "complete", 2, 30),
])  # fmt: skip
def test_a_straddle_short_in_fixed_limit_counts_from_half_a_unit_over_the_blind_like_any_all_in(
    chips: int, house: str, made: int, raise_to: int
) -> None:
    """TDA 2024 47-B: 15 is half of a 10 over the blind of 10; after less than that the raise is made up to 20."""
    keys = {"limit": "fixed-limit", "blinds": [5, 10], "straddle": 20, "rules": {"limit_after_short": house}}
    found = answered(spot("fixed_limit", f"SB BB A:{chips} B C", {}, **keys))
    assert (found["raises_made"], found["raise_to"]) == (made, raise_to)


def test_a_straddle_below_the_blind_leaves_as_many_raises_as_without_it() -> None:
    """TDA 2024 47-B and 48: the blind is the bet, 20 and 30 are two of three raises."""
    keys = {"limit": "fixed-limit", "blinds": [5, 10], "straddle": 20, "actions": "B raises to 20, C raises to 30"}
    found = answered(spot("fixed_limit", "SB BB A:7 B C", {"player": "BB"}, **keys))
    assert found == {"bet_size": 10, "raises_made": 3, "may_raise": True, "raise_to": 40}


@pytest.mark.parametrize(("keys", "call_to", "least"), [
    ({"rules": {"straddle_as": "blind"}}, 150, 250),
    ({"rules": {"ante_order": "ante-first"}, "ante": 10}, 140, 240),
    ({"rules": {"ante_order": "blind-first"}, "ante": 10}, 150, 250),
    ({"actions": "A posts 100"}, 150, 250),
], ids=["no bigger blind", "after the ante", "before it", "with a post"])  # fmt: skip
def test_a_straddle_that_is_short_sets_no_unit_and_is_posted_where_its_house_posts_blinds(
    keys: dict[str, Any], call_to: int, least: int
) -> None:
    """TDA 2024 43-A: A has 150 for a straddle of 200, less than a raise over 100, which the next adds to it."""
    found = answered(spot("legal_actions", "SB BB A:150 B C", {}, straddle=200, **keys))
    assert (found["call_to"], found["raise_min_to"]) == (call_to, least)


# Whose turn it is, and the smallest bet: TDA 2024 34-B and 43-A.


def test_heads_up_the_button_is_the_small_blind_and_begins_only_before_the_flop() -> None:
    assert ask("legal_actions", "A B", blinds=[50, 100])["to_act"] == "B"
    later = ask("legal_actions", "A B", blinds=[50, 100], actions="B calls, A checks, -- flop 2c 7d Jh")
    assert later["to_act"] == "A"


def test_a_button_without_a_player_passes_blinds_to_its_left() -> None:
    seats: list[dict[str, Any]] = [{"name": "A"}, {"name": "B"}, {"name": "E", "empty": True}]
    answer = ask("legal_actions", seats, blinds=[50, 100])
    assert (answer["to_act"], answer["call_adds"]) == ("A", 50)


def test_without_blinds_the_smallest_bet_is_the_smallest_chip() -> None:
    assert ask("min_raise", "A B", chip=25)["raise_to"] == 25


# Pots: TDA 2024 21, and what the scenario format says of folded and killed hands.


def test_what_only_a_folded_seat_put_in_stays_in_the_last_pot() -> None:
    answer = ask("side_pots", "A B C F", put_in={"A": 20, "B": 50, "C": 50, "F": 80}, folded=["F"])
    assert answer["pots"] == [{"amount": 80, "eligible": ["A", "B", "C"]}, {"amount": 120, "eligible": ["B", "C"]}]
    assert answer["returned"] == {}


def test_a_killed_hand_gets_back_what_nobody_matched() -> None:
    actions = "A bets 100, B all-in to 60, C folds, A is mucked"
    answer = ask("side_pots", "A B C", blinds=[5, 10], street="flop", actions=actions)
    assert answer == {"pots": [{"amount": 120, "eligible": ["B"]}], "returned": {"A": 40}}


def test_a_seat_all_in_before_the_street_plays_for_the_pot_alone() -> None:
    actions = "B bets 100, C calls"
    answer = ask("side_pots", "A:0 B C", blinds=[5, 10], street="turn", pot=300, actions=actions)
    assert answer["pots"] == [{"amount": 300, "eligible": ["A", "B", "C"]}, {"amount": 200, "eligible": ["B", "C"]}]


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=2, max_size=6), st.integers(0, 5))
def test_pots_are_those_of_chips_laid_down_one_by_one(seats: list[tuple[int, bool]], dead: int) -> None:
    """Every chip of a height is one layer: alone and live it goes back, with no live chip it stays in the pot below."""
    chips = {f"S{place}": number for place, (number, _) in enumerate(seats)}
    live = tuple(f"S{place}" for place, (_, folded) in enumerate(seats) if not folded)
    if not live:
        return
    layers, returned = [(dead, live)], dict[str, int]()
    for height in range(max(chips.values())):
        here = [seat for seat, number in chips.items() if number > height]
        if len(here) == 1 and here[0] in live:
            returned[here[0]] = returned.get(here[0], 0) + 1
        else:
            layers.append((len(here), tuple(seat for seat in live if seat in here) or layers[-1][1]))
    want = [{"amount": amount, "eligible": list(eligible)} for amount, eligible in layers if amount]
    got = side_pots.share(side_pots.Stakes(chips, live, (), dead))
    pots = [{"amount": amount, "eligible": list(eligible)} for amount, eligible in got.pots]
    assert same("side_pots", {"pots": want, "returned": returned}, {"pots": pots, "returned": got.returned})


# Odd chips: TDA 2024 20, and the rooms that go by the highest card.


def test_odd_chips_fall_one_by_one_left_of_the_button_in_chips_of_the_table() -> None:
    keys = {"put_in": {"A": 125, "B": 125, "C": 125, "D": 125, "E": 75}, "folded": ["E"], "order": [["D", "B", "C"]]}
    assert ask("awards", "A B C D E", chip=25, **keys)["won"] == {"B": 200, "C": 200, "D": 175}
    assert ask("awards", "A B C D E", chip=25, button="B", **keys)["won"] == {"B": 175, "C": 200, "D": 200}


@pytest.mark.parametrize(
    ("a", "b", "board", "winner"),
    [
        pytest.param("As 7c", "Ah 7d", "Kd Qc 9s 5h 2d", "A", id="the highest card goes before the lowest"),
        pytest.param("7c 2c", "7d 2d", "As Kd Qc 9h 3h", "B", id="the same highest card: the next ones decide"),
        pytest.param("9s Tc", "9d 3d", "Kc Qd Jh Th 2d", "A", id="of two tens the higher suit plays"),
    ],
)
def test_a_room_may_give_the_odd_chip_to_the_highest_card(a: str, b: str, board: str, winner: str) -> None:
    seats = [{"name": "A", "cards": a}, {"name": "B", "cards": b}, {"name": "C"}]
    keys = {"put_in": {"A": 5, "B": 5, "C": 1}, "folded": ["C"], "street": "river", "board": board}
    won = ask("awards", seats, rules={"base": "tda", "odd_chip": "high-card"}, **keys)["won"]
    assert won == {"A": 5, "B": 5} | {winner: 6}


# What can't be asked or can't be so, and where it is said.


@pytest.mark.parametrize(
    ("where", "kind", "actions"),
    [
        pytest.param("question", "reopen", "A bets 100", id="reopen of a seat that has not acted"),
        pytest.param("question", "min_raise", "A bets 100", id="a stack below a full raise"),
        pytest.param("question", "side_pots", "A bets 100", id="pots while somebody has to act"),
        pytest.param("question", "legal_actions", "A checks, B checks, C checks", id="nobody's turn"),
        pytest.param("actions[1]", "legal_actions", "A checks, C checks", id="out of turn"),
        pytest.param("actions[1]", "legal_actions", "A bets 100, B checks", id="a check that owes"),
        pytest.param("actions[0]", "legal_actions", "A calls", id="a call of nothing"),
        pytest.param("actions[1]", "legal_actions", "A bets 100, B raises to 100", id="a raise to no more"),
        pytest.param("actions[1]", "legal_actions", "A bets 100, B raises to 151", id="more than the stack"),
        pytest.param("actions[1]", "legal_actions", "A bets 100, B all-in to 149", id="not the whole stack"),
        pytest.param("actions[0]", "legal_actions", "A all-in", id="a stack that nothing states"),
        pytest.param("actions[1]", "legal_actions", "A bets 100, -- turn 2c", id="a street too early"),
        pytest.param("actions[3]", "side_pots", "A checks, B checks, C checks, -- river 2c", id="a street left out"),
    ],
)
def test_what_can_not_be_is_said_at_its_place(where: str, kind: str, actions: str) -> None:
    with pytest.raises(DocumentError) as error:
        ask(kind, "A B:150 C", blinds=[50, 100], street="flop", actions=actions)
    assert error.value.where == where
