"""The order of showing: TDA 2024 16 and 17-A, and the houses that differ (rules.md A5)."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import parse
from quizzes.engine.show_order import ShowOrder, show_order

BOARD = "2c 7d Jh 4s 9c"


def shown(seats: str, actions: str, **keys: Any) -> tuple[ShowOrder, str]:
    """Return the order and its seats' names. `seats` are names with stacks, "A B:150 C"; the button is the last."""
    rows = [name.partition(":") for name in seats.split()]
    table = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    document = {"seats": table, "actions": actions, "question": {"kind": "show_order"}}
    spot = parse({"blinds": [50, 100], "street": "river", "board": BOARD, "pot": 600} | document | keys)
    found = show_order(play(spot))
    return found, " ".join(spot.names[seat] for seat in found.seats)


def order(seats: str, actions: str, **keys: Any) -> str:
    return shown(seats, actions, **keys)[1]


# No all-in: the last to bet or raise on the last street, else the first seat left of the button.


@pytest.mark.parametrize(
    ("actions", "want"),
    [
        ("A checks, B checks, C checks, D checks", "A B C D"),
        ("A checks, B bets 100, C calls, D calls, A calls", "B C D A"),
        ("A bets 100, B calls, C raises to 300, D calls, A calls, B calls", "C D A B"),
        ("A bets 100, B raises to 300, C folds, D calls, A folds", "B D"),
    ],
)
def test_the_last_aggressor_of_the_river_shows_first_and_the_others_follow_clockwise(actions: str, want: str) -> None:
    found, names = shown("A B C D", actions)
    assert names == want
    assert not found.together


def test_a_bet_on_an_earlier_street_counts_for_nothing() -> None:
    """TDA 2024 17-A speaks of the last street only."""
    actions = "A checks, B bets 100, C calls, D folds, A folds, -- river 9c, B checks, C checks"
    assert order("A B C D", actions, street="turn", board=BOARD[:11]) == "B C"
    actions = "A checks, B checks, C bets 100, D folds, A calls, B calls, -- river 9c, A checks, B checks, C checks"
    assert order("A B C D", actions, street="turn", board=BOARD[:11]) == "A B C"


def test_a_hand_that_is_thrown_away_is_not_shown() -> None:
    assert order("A B C", "A bets 100, B calls, C calls, A mucks") == "B C"


def test_in_stud_the_best_board_shows_first_and_in_razz_the_lowest() -> None:
    """TDA 2024 17-A: who would act first."""
    cards = ["(?? ??) 2c 9d Jh 4s (??)", "(?? ??) 8c 8d 3h 5s (??)", "(?? ??) Ac Kd 7h 6s (??)"]
    seats = [{"name": name, "cards": line} for name, line in zip("ABC", cards, strict=True)]
    table = {"seats": seats, "street": "seventh", "pot": 300, "question": {"kind": "show_order"}}
    for game, actions, want in (
        ("stud", "B checks, C checks, A checks", [1, 2, 0]),
        ("razz", "A checks, B checks, C checks", [0, 1, 2]),
        ("stud", "B checks, C bets 50, A calls, B calls", [2, 0, 1]),
    ):
        spot = parse(table | {"game": game, "limit": "fixed-limit", "bets": [25, 50], "actions": actions})
        assert list(show_order(play(spot)).seats) == want


# All-in: at once under TDA 2024 16, in an order in other houses.

CALLED = "A checks, B all-in to 500, C calls, A calls"


def test_with_a_player_all_in_all_hands_go_up_at_once() -> None:
    found, names = shown("A B C", CALLED)
    assert found.together
    assert sorted(names.split()) == ["A", "B", "C"]


def test_also_when_the_others_went_on_betting_and_when_no_street_is_left_to_bet_on() -> None:
    """TDA 2024 16: an all-in hand and no betting left, on any street."""
    side = "B checks, C bets 100, B calls"
    assert shown("A:0 B C", side)[0].together
    run_out = shown("A:500 B", "A all-in, B calls", street="turn", board=BOARD[:11])
    assert run_out[0].together


def test_in_some_rooms_the_first_player_all_in_shows_first() -> None:
    """Case showdown_order-004-wiki; where betting went on, the seed's order for no all-in stands."""
    rules = {"all_in_showdown": "first-all-in"}
    assert order("A B:500 C:800", "A checks, B all-in, C all-in, A calls", rules=rules) == "B C A"
    assert order("A B C:0", "A checks, B bets 100, A calls", rules=rules) == "B C A"


def test_in_order_an_all_in_changes_nothing() -> None:
    """RRoP 11, cash games; after all-ins before the river nobody bet on the last street."""
    rules = {"all_in_showdown": "in-order"}
    assert order("A B C", CALLED, rules=rules) == "B C A"
    actions = "A checks, B all-in to 500, A calls"
    assert order("A B", actions, rules=rules, street="turn", board=BOARD[:11]) == "A B"


def test_players_in_the_side_pot_show_before_those_in_the_main_pot_alone() -> None:
    """RRoP 11 and WSOP Live Action: the last side pot first."""
    rules = {"all_in_showdown": "in-order", "show_first": "side-pot"}
    found, names = shown("A:0 B C", "B checks, C bets 100, B calls", rules=rules)
    assert names == "C B A"
    assert found.side_pot == (2, 1)
    assert order("A:200 B:500 C D", "A all-in, B all-in, C calls, D calls", rules=rules) == "B C D A"
    assert order("A:900 B:200 C:500 D", "A bets 800, B all-in, C all-in, D calls", rules=rules) == "A D C B"


def test_without_a_side_pot_the_house_that_shows_it_first_shows_in_order() -> None:
    found, names = shown("A B C", "A bets 100, B calls, C calls", rules={"show_first": "side-pot"})
    assert (names, found.side_pot) == ("A B C", ())
    assert shown("A B:500", "A checks, B all-in, A calls", rules={"show_first": "side-pot"})[0].together


@pytest.mark.parametrize(
    ("seats", "actions", "street"),
    [
        pytest.param("A B C", "A bets 100, B calls", "river", id="somebody has to act"),
        pytest.param("A B C", "A bets 100, B folds, C folds", "river", id="one is left"),
        pytest.param("A B C", "A checks, B checks, C checks", "turn", id="a street is to come"),
        pytest.param("A:500 B C", "A all-in, B calls, C calls", "turn", id="two can go on betting"),
    ],
)
def test_before_the_showdown_there_is_no_order(seats: str, actions: str, street: str) -> None:
    with pytest.raises(DocumentError) as error:
        shown(seats, actions, street=street, board=BOARD if street == "river" else BOARD[:11])
    assert error.value.where == "question"
