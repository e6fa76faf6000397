"""One betting round: whose turn it is, what is legal, and why not (TDA 2024 41, 43-A, 47-A, and houses that differ)."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine import betting, hand
from quizzes.engine.betting import IllegalAction
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import solve
from tests.engine.spots import answer, refusal

TDA = ruleset("tda")


def spot(actions: str, seats: str = "A B C D", kind: str = "legal_actions", **keys: Any) -> dict[str, Any]:
    """Return a document's table. Seats are names with stacks, "A B:150"; the flop, blinds 50 and 100."""
    rows = [name.partition(":") for name in seats.split()]
    named = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    table = {"seats": named, "blinds": [50, 100], "street": "flop", "actions": actions, "question": {"kind": kind}}
    return table | keys


def ask(actions: str, seats: str = "A B C D", kind: str = "legal_actions", **keys: Any) -> Any:
    """Return the answer to a spot."""
    return answer(spot(actions, seats, kind, **keys))


# Whose turn it is: clockwise from the button's left, or from the big blind's, past those who can't act.


@pytest.mark.parametrize(
    ("actions", "to_act"),
    [
        ("", "A"),
        ("A checks", "B"),
        ("A checks, B bets 100, C folds, D calls", "A"),
        ("A checks, B bets 100, C raises to 200, D folds, A folds", "B"),
        ("A checks, B all-in to 40, C calls, D calls", "A"),
        ("A all-in to 100, B raises to 300, C folds, D calls", None),
        ("A checks, B checks, C checks, D checks", None),
        ("A checks, B checks, C checks, D checks, -- turn", "A"),
        ("A folds, B checks, C checks, D checks, -- turn, B all-in to 100, C calls, D calls, -- river", "C"),
        ("A bets 100, B folds, C folds, D folds", None),
        ("A all-in to 500, B calls, C all-in to 500, D folds", None),
        ("A all-in to 500, B calls, C all-in to 700, D folds", "B"),
        ("A all-in to 500, B calls, C folds, D folds, -- turn, -- river", None),
    ],
)
def test_the_turn_goes_clockwise_past_those_who_can_not_act(actions: str, to_act: str | None) -> None:
    if to_act is None:
        assert refusal(spot(actions)).where == "question"
    else:
        assert ask(actions)["to_act"] == to_act


def test_before_the_flop_the_seat_left_of_the_big_blind_begins() -> None:
    assert ask("", "SB BB A B", street="preflop")["to_act"] == "A"
    assert ask("", "SB BB A B", street="preflop", button="A")["to_act"] == "BB"


def test_an_empty_seat_has_no_turn() -> None:
    seats = [{"name": "A"}, {"name": "B", "empty": True}, {"name": "C"}, {"name": "D"}]
    assert answer({**spot("A checks"), "seats": seats})["to_act"] == "C"


@pytest.mark.parametrize(
    ("stack", "live", "has"), [(1, True, True), (0, True, False), (1, False, False), (0, False, False)]
)
def test_only_a_live_seat_has_chips_to_act_with(stack: int, live: bool, has: bool) -> None:
    """TDA 2024 41: all-in is a stack of nothing; whoever folded has no further act."""
    state = betting.start((stack, 100), (live, True), betting.Terms(smallest_bet=10), before_first=1)
    assert betting.has_chips(state, 0) is has


# What is legal, as street totals but for the chips that a call adds (scenario format, legal_actions).


def test_without_a_bet_a_player_checks_or_bets_a_big_blind_or_more() -> None:
    assert ask("", "A:900 B C D") == {
        "to_act": "A",
        "may_check": True,
        "call_to": None,
        "call_adds": None,
        "may_raise": True,
        "raise_min_to": 100,
        "raise_max_to": 900,
        "all_in_to": None,
    }


def test_against_a_raise_a_player_calls_or_raises_by_as_much_again() -> None:
    assert ask("A bets 100, B raises to 350", "A B C:900 D") == {
        "to_act": "C",
        "may_check": False,
        "call_to": 350,
        "call_adds": 350,
        "may_raise": True,
        "raise_min_to": 600,
        "raise_max_to": 900,
        "all_in_to": None,
    }


def test_chips_in_front_count_for_a_call() -> None:
    """A bet 100 and faces 350: the call adds 250, the totals count from nothing."""
    offered = ask("A bets 100, B raises to 350, C folds, D folds", "A:900 B C D")
    assert (offered["call_to"], offered["call_adds"], offered["raise_max_to"]) == (350, 250, 900)


@pytest.mark.parametrize(("stack", "call_to"), [(1, 1), (99, 99), (100, 100)])
def test_who_has_less_than_the_bet_calls_with_all_it_has(stack: int, call_to: int) -> None:
    """TDA 2024 41; scenario format: a call for less is the seat's own all-in total."""
    offered = ask("A bets 100", f"A B:{stack} C D")
    assert (offered["call_to"], offered["may_raise"], offered["all_in_to"]) == (call_to, False, None)


@pytest.mark.parametrize(
    ("stack", "least", "most", "only"), [(101, None, None, 101), (199, None, None, 199), (200, 200, 200, None)]
)
def test_who_has_more_than_the_call_and_less_than_a_raise_has_only_the_all_in(
    stack: int, least: int | None, most: int | None, only: int | None
) -> None:
    offered = ask("A bets 100", f"A B:{stack} C D")
    assert offered["may_raise"]
    assert (offered["raise_min_to"], offered["raise_max_to"], offered["all_in_to"]) == (least, most, only)


def test_a_stack_that_is_not_stated_has_no_largest_raise() -> None:
    assert ask("A bets 100")["raise_max_to"] is None


def test_an_unopened_street_may_be_opened_all_in_for_less_than_a_big_blind() -> None:
    offered = ask("", "A:40 B C D")
    assert (offered["may_raise"], offered["raise_min_to"], offered["all_in_to"]) == (True, None, 40)


def test_after_a_bet_below_the_big_blind_a_raise_adds_a_full_big_blind() -> None:
    """TDA 2024 43-A: the short all-in of 40 changes nothing about the unit of 100."""
    assert ask("A all-in to 40")["raise_min_to"] == 140


def test_without_blinds_the_smallest_bet_is_the_smallest_chip() -> None:
    assert ask("", "A B", blinds=None, chip=25)["raise_min_to"] == 25


def test_a_new_street_begins_with_the_big_blind_as_its_smallest_bet() -> None:
    """TDA 2024 43-A speaks of the largest raise in the same round."""
    actions = "C raises to 800, D calls, A folds, B folds, -- flop"
    assert ask(actions, street="preflop")["raise_min_to"] == 100


def test_folding_is_legal_where_checking_is_free() -> None:
    """Scenario format, Actions."""
    assert ask("A folds, B folds")["to_act"] == "C"


def test_two_seats_of_one_round_have_each_its_own_options() -> None:
    """Scenario format, `legal_actions`: A has 100 in and B nothing, so a call adds 0 and 100."""
    state = betting.start((900, 1000), (True, True), betting.Terms(smallest_bet=100), 1, totals=(100, 0), bet=100)
    rules = ruleset("tda")
    assert [betting.options(state, seat, rules).call_to for seat in (0, 1, 0)] == [None, 100, None]


def test_a_bet_that_nobody_could_match_has_not_to_be_called() -> None:
    """Heads-up against a big blind all-in for 30, the small blind's 50 has nothing left to match (scenario format)."""
    assert refusal(spot("", "A B:30", street="preflop", button="A")).where == "question"


def test_against_a_short_big_blind_alone_no_more_than_that_has_to_be_matched() -> None:
    """Heads-up the big blind is all-in for 80: the small blind's 50 lacks 30, as nobody can put in the rest of 100."""
    offered = ask("", "A B:80", street="preflop", button="A")
    assert (offered["to_act"], offered["call_to"], offered["call_adds"], offered["may_raise"]) == ("A", 80, 30, False)


def test_against_all_ins_only_the_highest_of_them_has_to_be_matched() -> None:
    """A bet 400, C is all-in for 150 and B for 300: nobody can still act, and nothing more is asked of A."""
    assert refusal(spot("A bets 400, B all-in, C all-in", "A B:300 C:150")).where == "question"


def test_an_all_in_that_is_no_more_than_the_bet_is_a_call() -> None:
    """Scenario format: `all-in` is the whole stack. B's 100 matches the bet, so C may still raise by 100."""
    offered = ask("A bets 100, B all-in", "A B:100 C D")
    assert (offered["to_act"], offered["call_to"], offered["raise_min_to"]) == ("C", 100, 200)


def test_an_all_in_to_a_total_fixes_a_stack_that_was_left_out() -> None:
    """Scenario format, Actions."""
    played = "A bets 100, B all-in to 250, C calls, D folds, A calls, -- turn, A checks"
    assert ask(played)["to_act"] == "C"
    assert refusal(spot(played + ", C checks, -- river, A checks, B checks")).where == "actions[10]"


# Reopening for those who have acted: what they face since then, and what it takes.

CUMULATIVE: dict[str, Any] = {"base": "tda"}
SINGLE: dict[str, Any] = {"reopen": "single"}
HALF: dict[str, Any] = {"reopen": "half-raise"}
DOUBLE: dict[str, Any] = {"min_raise": "double"}
SUM: dict[str, Any] = {"reopened_unit": "sum"}

REOPENED = [
    pytest.param(
        CUMULATIVE, "A bets 100, B all-in to 199, C folds, D calls", (False, 99, 100, None), id="a chip short"
    ),
    pytest.param(CUMULATIVE, "A bets 100, B all-in to 200, C folds, D calls", (True, 100, 100, 300), id="a full raise"),
    pytest.param(
        CUMULATIVE, "A bets 100, B all-in to 150, C all-in to 200, D calls", (True, 100, 100, 300), id="two shorts"
    ),
    pytest.param(
        SINGLE, "A bets 100, B all-in to 150, C all-in to 200, D calls", (False, 100, 100, None), id="each alone"
    ),
    pytest.param(
        SINGLE, "A bets 100, B all-in to 150, C raises to 250, D calls", (True, 150, 100, 350), id="a full one"
    ),
    pytest.param(HALF, "A bets 100, B all-in to 150, C folds, D calls", (False, 50, 50, None), id="exactly half"),
    pytest.param(HALF, "A bets 100, B all-in to 151, C folds, D calls", (True, 51, 50, 251), id="more than half"),
    pytest.param(HALF, "A bets 100, B all-in to 130, C all-in to 160, D calls", (True, 60, 50, 260), id="half by two"),
    pytest.param(
        HALF, "A bets 101, B all-in to 151, C folds, D calls", (False, 50, 50, None), id="half of an odd raise"
    ),
    pytest.param(DOUBLE, "A bets 100, B all-in to 199, C folds, D calls", (False, 99, 100, None), id="not doubled"),
    pytest.param(DOUBLE, "A bets 100, B all-in to 200, C folds, D calls", (True, 100, 100, 400), id="doubled"),
    pytest.param(
        DOUBLE, "A checks, B all-in to 99, C folds, D calls", (False, 99, 100, None), id="a check counts at 0"
    ),
    pytest.param(
        CUMULATIVE, "A checks, B all-in to 60, C all-in to 99, D calls", (False, 99, 100, None), id="after a check"
    ),
    pytest.param(CUMULATIVE, "A checks, B bets 100, C folds, D calls", (True, 100, 100, 200), id="a bet after a check"),
    pytest.param(SUM, "A bets 100, B all-in to 150, C all-in to 220, D calls", (True, 120, 100, 340), id="sum as unit"),
    pytest.param(
        SUM, "A bets 100, B all-in to 150, C all-in to 199, D calls", (False, 99, 100, None), id="sum too small"
    ),
]
"""Who plays which: toggles.toml. A may raise, what A faces, what it takes, and the smallest raise to."""


@pytest.mark.parametrize(
    ("last", "of_a", "of_e", "least"),
    [(105, 100, 110, 425), (109, 100, 110, 429), (110, 110, 110, 430), (150, 150, 150, 510)],
)
def test_a_sum_that_is_a_raise_measures_what_comes_after_it(last: int, of_a: int, of_e: int, least: int) -> None:
    """One reading of WSOP 2021 97: 50 and 60 over 100 are a raise of 110, and E has answered it with 210.

    So it takes 110 more to open the betting to E. A has answered only the bet of 100, which is what A needs (public
    case reopen-017-sum), unless D makes a full raise. What comes after the 210 is added up anew for the next raise.
    """
    seats, told = f"A B:150 C:210 E D:{210 + last}", "A bets 100, B all-in, C all-in, E calls, D all-in"
    first = ask(told, seats, rules=SUM, question={"kind": "reopen", "player": "A"})
    assert (first["may_raise"], first["needed"], first["raise_min_to"]) == (True, of_a, least)
    answered = ask(f"{told}, A calls", seats, rules=SUM, question={"kind": "reopen", "player": "E"})
    to = least if last >= 110 else None
    assert answered == {"may_raise": last >= 110, "facing": last, "needed": of_e, "raise_min_to": to}


@pytest.mark.parametrize(("stack", "most"), [(700, 700), (1300, 1300), (1301, 1300)])
def test_a_pot_limit_raise_is_at_most_the_stack_and_at_most_the_pot(stack: int, most: int) -> None:
    """TDA 2024 54: the bet of 100 and the pot after a call, 1000 + 100 + 100, are 1300, and nobody bets more."""
    answer = ask("A bets 100", f"A B:{stack} C D", limit="pot-limit", pot=1000)
    assert (answer["raise_min_to"], answer["raise_max_to"]) == (200, most)


def test_short_all_ins_after_a_sum_are_added_up_anew() -> None:
    """The same reading: 50 and 60 are a raise of 110; 60 and 55 after it are 115, the next one, and 325 + 115 = 440."""
    actions = "A bets 100, B all-in, C all-in, D all-in, E all-in"
    assert ask(actions, "A B:150 C:210 D:270 E:325 F", "min_raise", rules=SUM)["raise_to"] == 440


def test_short_all_ins_that_just_reach_the_last_raise_are_one() -> None:
    """The same reading: 50 and 50 over 100 are a raise of 100, so that 60 after them is none: 260 + 100 = 360."""
    actions = "A bets 100, B all-in, C all-in, D all-in"
    assert ask(actions, "A B:150 C:200 D:260 E", "min_raise", rules=SUM)["raise_to"] == 360


def test_where_a_raise_has_to_double_the_bet_no_step_adds_short_all_ins_up() -> None:
    """JJ and UPT ask for twice the bet, whatever it is made of: 299 is short of 300, and twice 299 are 598."""
    table = spot("A bets 100, B all-in, C all-in", "A B:150 C:299 D", "min_raise", rules=DOUBLE | SUM)
    solution = solve(parse(table))
    assert solution.answer["raise_to"] == 598
    assert "reopened-sum" not in {step.rule for step in solution.steps}


@pytest.mark.parametrize(("rules", "actions", "want"), REOPENED)
def test_the_betting_is_open_again_or_not(
    rules: dict[str, Any], actions: str, want: tuple[bool, int, int, int | None]
) -> None:
    found = ask(actions, kind="reopen", rules=rules)
    assert (found["may_raise"], found["facing"], found["needed"], found["raise_min_to"]) == want
    assert ask(actions, rules=rules)["may_raise"] == want[0]


def test_a_raise_that_has_to_double_is_measured_by_the_whole_bet() -> None:
    """`min_raise = "double"`: JJ and UPT ask for a total of at least twice the bet, so 399 over 200 is short."""
    assert ask("A bets 100, B raises to 250", rules="jj")["raise_min_to"] == 500
    assert refusal(spot("A bets 100, B raises to 199", rules="jj")).message.endswith("the smallest raise is to 200")
    short = "A bets 200, B all-in to 399, C folds, D calls"
    assert ask(short, rules="jj")["may_raise"] is False
    assert ask(short.replace("399", "400"), rules="jj")["raise_min_to"] == 800


def test_a_seat_that_has_not_acted_needs_no_reopening() -> None:
    state = hand.begin(parse(spot(""))).round
    with pytest.raises(ValueError, match="needs no reopening"):
        betting.reopening(state, 0, TDA)
    assert refusal(spot("A bets 100", kind="reopen")).where == "question"


@pytest.mark.parametrize(
    ("actions", "seats", "why_not"),
    [
        ("A bets 100", "A B C", ""),
        ("A bets 100, B all-in to 150, C calls", "A B C", "acted"),
        ("A bets 100", "A B:100 C", "stack"),
        ("A all-in, B all-in", "A:100 B:150 C", "nobody"),
    ],
)
def test_why_a_player_may_not_raise_is_a_word(actions: str, seats: str, why_not: str) -> None:
    state = hand.play(parse(spot(actions, seats))).round
    assert state.turn is not None
    assert betting.options(state, state.turn, TDA).why_not == why_not


def test_an_all_in_that_nobody_can_match_puts_in_the_whole_stack_and_gets_the_rest_back() -> None:
    """TDA 2024 15 and 41: both blinds are all-in short, so 40 would do, and 30 of A's 70 are matched by nobody."""
    table = spot("A all-in", "SB:30 BB:40 A:70", kind="side_pots", street="preflop")
    assert hand.play(parse(table)).put_in == (30, 40, 70)
    assert answer(table)["returned"] == {"A": 30}


def test_a_player_who_may_only_raise_all_in_is_given_no_reason_against_it() -> None:
    """TDA 2024 43-A: with 150 behind B can't raise a bet of 100 to 200 and may go all-in for less."""
    offered = betting.options(hand.play(parse(spot("A bets 100", "A B:150 C D"))).round, 1, TDA)
    assert (offered.may_raise, offered.raise_min_to, offered.all_in_to, offered.why_not) == (True, None, 150, "")


def test_a_round_that_is_closed_takes_no_further_act() -> None:
    """Everybody has checked: the street is over, and nobody is to act on it."""
    closed = hand.play(parse(spot("A checks, B checks, C checks, D checks", kind="side_pots"))).round
    with pytest.raises(IllegalAction, match=r"^closed$"):
        betting.fold(closed)


def test_the_same_spot_is_asked_anew_for_another_house() -> None:
    """After a bet of 100 raised to 150 all-in, TDA 2024 43-A adds 100 to the bet; the jj house doubles it."""
    state = hand.play(parse(spot("A bets 100, B all-in to 150"))).round
    asked = [betting.options(state, 2, house).raise_min_to for house in (TDA, ruleset("jj"), TDA)]
    assert asked == [250, 300, 250]


@pytest.mark.parametrize("to", [300, 301, 900])
def test_every_total_from_the_smallest_raise_to_the_stack_is_accepted(to: int) -> None:
    actions = f"A bets 100, B raises to 200, C raises to {to}"
    assert ask(actions, "A B C:900 D")["call_to"] == to


def test_a_raise_by_an_amount_is_over_the_bet() -> None:
    """TDA 2024 43-B and the scenario format: `raises by N` is N over the current bet."""
    assert ask("A bets 100, B raises by 150")["call_to"] == 250
    assert refusal(spot("A bets 100, B raises by 99")).where == "actions[1]"
