"""Rulings on words, row by row of rules.md A2: each expectation is worked out by hand from the rule it names."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.document import Pushed
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.voice import Said, hear
from quizzes.kinds import second
from tests.engine.test_rulings import document, ruling, solved

# How words are heard (scenario format, `pushed.said`).


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("", Said("")),
        ("call", Said("call")),
        ("call and raise", Said("call")),
        ("raise", Said("raise")),
        ("bet", Said("raise")),
        ("raise to 400", Said("raise-to", 400)),
        ("raise 8000", Said("raise-to", 8000)),
        ("raise, 8,000", Said("raise-to", 8000)),
        ("bet 300", Said("raise-to", 300)),
        ("raise by 200", Said("raise-by", 200)),
        ("1500", Said("amount", 1500)),
        ("1,500", Said("amount", 1500)),
        ("check", Said("check")),
        ("fold", Said("fold")),
        ("pot", Said("pot")),
        ("all-in", Said("all-in")),
    ],
)
def test_words_are_heard_as_a_bet(said: str, heard: Said) -> None:
    """43-B: "raise" and a number is a total. 56: only the first declaration counts."""
    assert hear(Pushed("A", (), said)) == heard


@pytest.mark.parametrize("said", ["gimme", "raise maybe", "raise to", "by 200", "15,00", "0", "raise to 0", "9" * 20])
def test_what_is_no_bet_is_refused(said: str) -> None:
    with pytest.raises(DocumentError) as error:
        hear(Pushed("A", (), said))
    assert error.value.where == "pushed.said"


@pytest.mark.parametrize(
    "said", ["raise to \u0663\u0660\u0660", "raise by \uff13\uff10", "\u0967,\u0966\u0966\u0966", "1\u0665"]
)
def test_digits_of_what_is_said_are_those_of_ascii(said: str) -> None:
    """As in `actions`: the scenario format knows one way of writing a number, in both computations."""
    asked = parse(document("A B C", "A bets 200", {"player": "B", "chips": [500], "said": said}))
    for work_out in (kinds.solve, second.solve):
        with pytest.raises(DocumentError) as error:
            work_out(asked)
        assert error.value.where == "pushed.said"


# 40, 43: words.


def test_words_before_or_with_the_chips_decide() -> None:
    """40-A."""
    assert ruling("A B C", "A bets 400", "B", 1000, 1000, said="call") == ("call", 400)
    assert ruling("A B C", "A bets 400", "B", 100, said="raise to 1200") == ("raise", 1200)
    assert ruling("A B C", "A bets 400", "B", 500, 500, said="fold") == ("fold", 0)


@pytest.mark.parametrize(("said", "to"), [
    ("1400", None), ("1500", 2000), ("1,500", 2000), ("1 500", 2000), ("1.500", 2000), ("2500", 2500),
])  # fmt: skip
def test_a_number_alone_goes_by_half_of_a_raise(said: str, to: int | None) -> None:
    """chip_ruling-011/012, 40-C: over 1000, fourteen hundred is a call and fifteen hundred a raise to 2000."""
    assert ruling("A B C", "A bets 1000", "B", said=said) == (("raise", to) if to else ("call", 1000))


def test_raise_and_a_number_is_the_total() -> None:
    """43-B: "raise, eight thousand" over 2000 is to 8000."""
    assert ruling("A B C", "A bets 2000", "B", said="raise 8000") == ("raise", 8000)
    assert ruling("A B C", "A bets 2000", "B", said="raise to 8000") == ("raise", 8000)
    assert ruling("A B C", "A bets 2000", "B", said="raise by 8000") == ("raise", 10_000)


@pytest.mark.parametrize(("said", "want"), [
    ("I call", ("call", 1000)), ("call... raise", ("call", 1000)), ("folds", ("fold", 0)),
    ("I'm all in", ("raise", 3000)), ("raise to 2 500", ("raise", 2500)), ("raises by 1.500", ("raise", 2500)),
    ("I raise the pot!", ("raise", 2000)),
])  # fmt: skip
def test_words_are_heard_however_they_are_put(said: str, want: tuple[str, int]) -> None:
    """40-A and 56; a number may be written in groups of three (scenario format: `1,000` and `1 000`)."""
    assert ruling("A B:3000 C", "A bets 1000", "B", said=said) == want


@pytest.mark.parametrize(
    "said", ["raise to 1100", "raise to 1400", "raise 1600", "raise by 200", "raise to 900", "raise"]
)
def test_a_raise_that_is_announced_is_made_up_to_the_smallest_one(said: str) -> None:
    """43-A: below half too, since "raise" came first."""
    assert ruling("A B C", "A bets 1000", "B", said=said) == ("raise", 2000)


def test_a_raise_beyond_the_stack_is_all_in() -> None:
    assert ruling("A B:5000 C", "A bets 1000", "B", said="raise to 8000") == ("raise", 5000)
    assert ruling("A B:1500 C", "A bets 1000", "B", said="raise") == ("raise", 1500)
    assert ruling("A B:1500 C", "A bets 1000", "B", said="all-in") == ("raise", 1500)
    assert ruling("A B:800 C", "A bets 1000", "B", said="all-in") == ("call", 800)


def test_call_is_the_whole_bet_and_a_short_stacks_all() -> None:
    """51-A."""
    assert ruling("A B C", "A bets 400, B raises to 1000", "C", 100, said="call") == ("call", 1000)
    assert ruling("A B:700 C", "A bets 1000", "B", said="call") == ("call", 700)


@pytest.mark.parametrize(("pot", "meant"), [(300, 500), (4999, 500), (5000, 5000), (499_999, 5000), (500_000, 500_000)])
def test_a_number_that_may_mean_several_bets_is_the_highest_within_the_pot(pot: int, meant: int) -> None:
    """57: "five" at 200/400 is 500, and 5000 once the pot is as large; so is "I bet five", the rule's own example."""
    for said in ("5", "bet 5", "I bet 5"):
        assert ruling("A B C", "A checks", "B", said=said, blinds=[200, 400], pot=pot) == ("bet", meant)


def test_a_first_bet_that_is_named_as_a_bet_can_be_is_made_up_to_the_smallest() -> None:
    """43-A: 250 at 200/400 are no word for more."""
    assert ruling("A B C", "A checks", "B", said="bet 250", blinds=[200, 400], pot=5000) == ("bet", 400)


def test_a_pot_for_a_number_counts_the_bets_that_are_not_pulled_in() -> None:
    """57: 2600 in the middle and a bet of 2400 are 5000; 5000 over 2400 is more than a full raise."""
    assert ruling("A B C", "A bets 2400", "B", said="5", blinds=[200, 400], pot=2600) == ("raise", 5000)
    assert ruling("A B C", "A bets 2400", "B", said="5", blinds=[200, 400], pot=2500) == ("call", 2400)


def test_a_number_may_mean_less_than_the_streets_bets_of_fixed_limit() -> None:
    """57: within a pot of 40,000 the highest is 5,000, a blind at least and short of the call of 10,000 (51-A)."""
    at: dict[str, Any] = {"limit": "fixed-limit", "blinds": [2500, 5000], "street": "turn", "pot": 30_000}
    assert ruling("A B", "A bets 10000", "B", said="50", button="B", **at) == ("call", 10_000)


def test_a_number_over_a_straddle_may_mean_less_than_it() -> None:
    """57: within a pot of 700 "three" is 300, a blind at least; 51-A: against the posted 400 that is a full call."""
    rules = {"base": "tda", "straddle_as": "blind", "straddle_seats": "utg"}
    at: dict[str, Any] = {"street": "preflop", "straddle": 400, "rules": rules}
    assert ruling("SB BB A B", "", "B", said="3", **at) == ("call", 400)


@pytest.mark.parametrize("said", ["10", "1000"])
def test_a_number_that_is_in_front_already_is_of_new_chips_however_it_was_said(said: str) -> None:
    """57: in a pot of 5000 "ten" is 1000; A has that much in front, so it makes 2000, the call."""
    actions = "A bets 1000, B raises to 2000, C calls"
    assert ruling("A B C", actions, "A", said=said, blinds=[500, 1000]) == ("call", 2000)


def test_a_pot_for_a_number_counts_dead_money_from_several_places() -> None:
    """57: 20 and 50 dead beside blinds of 300; "three" is 300, half-way from 200 to 400."""
    at: dict[str, Any] = {"street": "preflop", "pot": 20}
    assert ruling("A B C", "C posts 0 live 50 dead", "C", said="3", **at) == ("raise", 400)


# 55, 58, 54-D: declarations that don't fit.


def test_without_a_bet_call_is_a_check_and_raise_is_a_bet() -> None:
    """55."""
    assert ruling("A B C", "A checks", "B", said="call") == ("check", 0)
    assert ruling("A B C", "A checks", "B", said="raise") == ("bet", 200)
    assert ruling("A B C", "A checks", "B", 500, said="raise") == ("bet", 500)
    assert ruling("SB BB A", "A calls, SB calls", "BB", said="call", street="preflop") == ("check", 200)


def test_a_check_against_a_bet_leaves_a_call_or_a_fold_and_no_raise() -> None:
    """55: which of the two is not fixed, so nothing is; chips that cover the call beside it are one."""
    assert ruling("A B C", "A bets 400", "B", said="check") == ("floor", None)
    assert ruling("A B C", "A bets 400", "B", 1000, 1000, said="check") == ("call", 400)
    assert ruling("A B C", "A checks", "B", said="check") == ("check", 0)


def test_a_fold_binds_where_checking_was_free() -> None:
    """58."""
    assert ruling("A B C", "A checks", "B", said="fold") == ("fold", 0)


def test_pot_in_no_limit_binds_to_a_bet_or_a_raise() -> None:
    """54-D: at least the smallest bet, and a raise against a bet; chips beside it are the amount."""
    assert ruling("A B C", "", "A", said="pot", pot=3000) == ("bet", 200)
    assert ruling("A B C", "A bets 400", "B", said="pot", pot=3000) == ("raise", 800)
    assert ruling("A B C", "A bets 400", "B", 1000, 500, said="pot", pot=3000) == ("raise", 1500)


# Calls and sizes that are no more than there is.


def test_a_call_is_no_more_than_anybody_else_has_in() -> None:
    """The big blind is all-in for 60 of 100, so with 70 there are 60 to match."""
    assert ruling("A:70 B:60", "", "A", said="call", street="preflop", blinds=[50, 100], button="A") == ("call", 60)


def test_a_bring_in_for_less_is_all_that_there_is() -> None:
    """Of 31 the ante takes 22; 9 are short of the bring-in of 28."""
    table = document("A B:31", "", {"player": "B", "said": "call"}, game="stud5", limit="fixed-limit", street="second")
    cards = {"A": "(??) Th", "B": "(??) 2c"}
    seats = [seat | {"cards": cards[seat["name"]]} for seat in table["seats"]]
    solution = solved(table | {"seats": seats, "blinds": None, "bets": [100, 200], "ante": 22, "bring_in": 28})
    assert (solution.answer, solution.steps[-1].values) == (
        {"ruling": "call", "to": 9},
        {"call_to": 28, "all_in_to": 9},
    )


@pytest.mark.parametrize(("said", "to"), [("bet 5", 10), ("bet 15", 10), ("bet 20", 20), ("bet 100", 20)])
def test_of_two_sizes_of_fixed_limit_the_one_that_is_reached_is_bet(said: str, to: int) -> None:
    """An open pair: 10 or 20 may be bet (recorded hands), nothing between them; the pot limits nothing here."""
    table = document("A B", "", {"player": "A", "said": said}, game="stud", limit="fixed-limit", street="fourth")
    table |= {"blinds": None, "bets": [10, 20], "pot": 70, "rules": {"base": "tda", "stud_open_pair": "double"}}
    cards = {"A": "(?? ??) Ks Kd", "B": "(?? ??) 2c 3d"}
    solution = solved(table | {"seats": [seat | {"cards": cards[seat["name"]]} for seat in table["seats"]]})
    assert solution.answer == {"ruling": "bet", "to": to}
    assert not [step for step in solution.steps if step.rule == "pot-limit"]
