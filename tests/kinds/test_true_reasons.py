"""A derivation gives the reason that decides, in sentences that are true of the hand: each by hand from its rule."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution
from quizzes.kinds import second
from quizzes.wording import step_text
from tests.engine.derivations import check


def solved(seats: str, kind: str, player: str = "", **keys: Any) -> Solution:
    """Return a solution that both computations give, its derivation held. `seats` are names with stacks, "A B:150"."""
    rows = [name.partition(":") for name in seats.split()]
    named = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    asked = {"kind": kind} | ({"player": player} if player else {})
    document = parse({"seats": named, "blinds": [50, 100], "button": named[0]["name"], "question": asked} | keys)
    solution = kinds.solve(document)
    assert dict(second.solve(document)) == dict(solution.answer)
    check(document, solution)
    return solution


def told(solution: Solution) -> list[str]:
    """Return a derivation's sentences."""
    return [step_text(step) for step in solution.steps]


@pytest.mark.parametrize(
    ("limit", "chips", "to", "last"),
    [
        ("no-limit", [25], 100, "The total is the least that may be bet or raised to, 100."),
        ("no-limit", [25, 25], 100, "The total is the least that may be bet or raised to, 100."),
        ("no-limit", [500], 500, "The total is what lies there, 500."),
        ("fixed-limit", [500], 100, "The total is the least that may be bet or raised to, 100."),
        ("pot-limit", [500], 300, "More than the pot is cut to it: the total is 300."),
    ],
)
def test_chips_without_a_bet_are_a_bet_and_their_worth_is_not_promised(
    limit: str, chips: list[int], to: int, last: str
) -> None:
    """TDA 2024 44 and 43-A: a bet, of the big blind at least, of one size in fixed-limit, of 54's pot at most."""
    pushed = {"player": "B", "chips": chips}
    solution = solved("A B C", "chip_ruling", street="flop", pot=300, limit=limit, pushed=pushed)
    assert dict(solution.answer) == {"ruling": "bet", "to": to}
    *_, ruled, total = told(solution)
    assert ruled in ("Without a bet to call, the chip is a bet.", "Without a bet to call, the chips are a bet.")
    assert total == last
    assert not any("smallest raise" in text for text in told(solution))


UP = ["Kd", "2c", "2d", "9h"]


@pytest.mark.parametrize(
    ("player", "actions", "says"),
    [
        ("B", "", "There is no bet yet: B has to bring it in with 3."),
        ("C", "B brings in 3", "It is the bring-in of 3 that C faces, and nobody has bet or raised."),
        ("D", "B brings in 3, C completes to 10", "It is the opening bet that D faces."),
    ],
)
def test_too_little_for_a_bring_in_is_told_as_what_it_is(player: str, actions: str, says: str) -> None:
    """Scenario format: the bring-in is no bet. B has the lowest card, so B has to bring it in."""
    rows = [{"name": name, "stack": 500, "cards": f"(?? ??) {card}"} for name, card in zip("ABCD", UP, strict=True)]
    table: dict[str, Any] = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "ante": 1, "bring_in": 3}
    pushed, question = {"player": player, "chips": [1]}, {"kind": "chip_ruling"}
    document = parse({**table, "seats": rows, "actions": actions, "pushed": pushed, "question": question})
    solution = kinds.solve(document)
    assert dict(solution.answer) == dict(second.solve(document)) == {"ruling": "call", "to": 10 if player == "D" else 3}
    check(document, solution)
    assert says in told(solution)
    assert player == "D" or not any("opening bet that" in text for text in told(solution))


@pytest.mark.parametrize(
    ("straddle", "house", "stacks", "raise_to", "says"),
    [
        # WSOP Live Action 2024 11: whatever it raised by, a straddle is a raise by a big blind.
        (250, "raise", "", 350, "D's straddle of 250 is 150 more than 100, but its size does not matter."),
        ([200, 400], "raise", "", 500, "E's straddle of 400 is 200 more than 200, but its size does not matter."),
        # RRoP 11: a bigger blind, and it is the last one that there is in full.
        ([200, 400], "blind", "", 800, "The last straddle in full is E's of 400: "),
        ([200, 400], "blind", ":300", 500, "The last straddle in full is D's of 200: "),
    ],
)
def test_a_straddle_says_what_it_raised_by_and_which_one_counts(
    straddle: Any, house: str, stacks: str, raise_to: int, says: str
) -> None:
    rules = {"straddle_as": house}
    solution = solved(f"A B C D E{stacks} F", "min_raise", straddle=straddle, rules=rules)
    assert solution.answer["raise_to"] == raise_to
    assert any(text.startswith(says) for text in told(solution))
    assert not any("the first raise doubles it" in text for text in told(solution))


@pytest.mark.parametrize(
    ("seats", "keys", "last"),
    [
        # 50 and 100 are the pot, so the raise is 100 + 250: A has less than that, or less than the call.
        (
            "A:280 B C",
            {},
            "A's whole stack makes only 280, less than a raise of the pot: A can only go all-in for less.",
        ),
        ("A:80 B C", {}, "A's whole stack makes only 80, less than a raise of the pot: A can only go all-in for less."),
        ("A:350 B C", {}, "The call and the raise are 350 new chips in all."),
        # 43-A: the smallest bet is the big blind, also where the pot is smaller.
        (
            "A B C",
            {"street": "flop", "pot": 60},
            "The pot is less than that, but a bet of 100 is allowed all the same.",
        ),
        ("A B:70 C", {"street": "flop", "pot": 60}, "B's whole stack makes only 70, less than 100."),
    ],
)
def test_a_pot_raise_that_is_out_of_reach_says_what_is_left(seats: str, keys: dict[str, Any], last: str) -> None:
    solution = solved(seats, "pot_limit", limit="pot-limit", **keys)
    assert solution.answer["max_to"] == (60 if keys else 350)
    assert told(solution)[-1] == last


FIXED = {"limit": "fixed-limit"}
FULL_BET = {"rules": {"limit_reopen": "full-bet"}}


@pytest.mark.parametrize(
    ("seats", "player", "actions", "keys", "rule"),
    [
        ("A B C D", "", "", {}, "turn"),  # has not acted: nothing has to be opened again
        ("A B C D:80", "", "", {}, "table-stakes"),  # 80 are no more than the call
        ("A B C D:180", "", "", {}, "table-stakes"),  # 180 are more than the call
        ("A B C D", "", "", FIXED, "limit-cap"),  # a raise is left under the cap
        ("A B C D", "", "", FIXED | FULL_BET, "limit-cap"),
        ("A B C D:80", "", "", FIXED, "table-stakes"),
        ("A:150 B C D", "D", "D calls, A all-in, B calls, C calls", {}, "reopening"),  # 50 are no full raise (47-A)
        ("A:130 B C D", "D", "D calls, A all-in, B calls, C calls", FIXED, "limit-half-bet"),  # 30 are not half (47-B)
        ("A:220 B C D", "D", "D calls, A all-in, B calls, C calls", {}, "reopening"),
    ],
)
def test_the_rule_that_is_cited_for_a_raise_is_that_which_decides(
    seats: str, player: str, actions: str, keys: dict[str, Any], rule: str
) -> None:
    """TDA 2024 47 is about who has acted; a stack is table stakes, a cap the house's number."""
    steps = solved(seats, "legal_actions", player, actions=actions, **keys).steps
    assert [step.rule for step in steps if "may_raise" in step.out] == [rule]


@pytest.mark.parametrize(
    ("seats", "actions", "house", "made"),
    [
        ("A B C:60 D", "D raises to 160", "posted-price", [60, 160]),
        ("A B C:40 D", "", "posted-price", [50]),  # the small blind is the higher one
        ("A B C:60 D", "D raises to 200", "full-price", [100, 200]),
    ],
)
def test_a_short_big_blind_is_the_bet_that_the_house_takes_it_for(
    seats: str, actions: str, house: str, made: list[int]
) -> None:
    """Scenario format, `short_blind`: where it counts as posted, nobody has made it 100."""
    solution = solved(seats, "fixed_limit", limit="fixed-limit", actions=actions, rules={"short_blind": house})
    assert [step.values["raised_to"] for step in solution.steps if "raises_made" in step.out] == [made]
