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
        ("fixed-limit", [500], 100, "There is no larger size here: the total is 100."),
        ("fixed-limit", [25], 100, "The total is the least that may be bet or raised to, 100."),
        ("fixed-limit", [100], 100, "The total is what lies there, 100."),
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
        ("A:280 B C", {}, "So A can make it 280 at most."),
        ("A:200 B C", {}, "So A can make it 200 at most."),
        ("A:199 B C", {}, "So A has no full raise, only the all-in."),
        ("A:100 B C", {}, "A's whole stack makes 100, no more than the bet of 100."),
        ("A:80 B C", {}, "A's whole stack makes 80, no more than the bet of 100."),
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


LIMIT = {"limit": "fixed-limit", "bets": [10, 20], "blinds": [5, 10], "street": "flop", "button": "C"}
POT = {"limit": "pot-limit", "street": "flop"}


@pytest.mark.parametrize(
    ("seats", "keys", "pushed", "to", "last"),
    [
        # One size of bet and raise: 10 over 10. What was named or pushed in above it is cut to it.
        ("A B C", LIMIT, {"said": "raise to 50"}, 20, "There is no larger size here: the total is 20."),
        ("A B C", LIMIT, {"chips": [10, 10, 10, 10]}, 20, "There is no larger size here: the total is 20."),
        ("A B:100 C", LIMIT, {"said": "all-in"}, 20, "There is no larger size here: the total is 20."),
        ("A B C", LIMIT, {"said": "raise to 20"}, 20, "The total is what was named, 20."),
        ("A B:20 C", LIMIT, {"said": "raise to 50"}, 20, "B has no more than 20, so that is the total."),
        # 54: the pot is 60 and 100, so a raise is to 100 + 260; stakes of 200 are all that B has.
        (
            "A B C",
            POT | {"pot": 60},
            {"said": "raise to 500"},
            360,
            "More than the pot is cut to it: the total is 360.",
        ),
        (
            "A B:200 C",
            POT | {"pot": 60},
            {"said": "raise to 500"},
            200,
            "B has no more than 200, so that is the total.",
        ),
    ],
)
def test_an_amount_that_is_cut_says_what_cuts_it(
    seats: str, keys: dict[str, Any], pushed: dict[str, Any], to: int, last: str
) -> None:
    """TDA 2024 43-A and 54, the one unit of fixed-limit, and table stakes."""
    bet = "A bets 10" if keys is LIMIT else "A bets 100"
    solution = solved(seats, "chip_ruling", actions=bet, pushed={"player": "B", **pushed}, **{"button": "C", **keys})
    assert dict(solution.answer) == {"ruling": "raise", "to": to}
    assert told(solution)[-1] == last


def test_a_bet_over_a_pot_that_is_less_than_the_smallest_bet_is_cut_to_that() -> None:
    """43-A: the smallest bet is the big blind, also where 54's pot of 60 is less."""
    pushed = {"player": "B", "chips": [500]}
    solution = solved("A B C", "chip_ruling", pot=60, pushed=pushed, **POT)
    assert dict(solution.answer) == {"ruling": "bet", "to": 100}
    assert "The pot is less than that, but a bet of 100 is allowed all the same." in told(solution)
    assert told(solution)[-1] == "There is no larger size here: the total is 100."


@pytest.mark.parametrize(
    ("pushed", "keys", "says"),
    [
        # 41 and table stakes: 200 do not match a bet of 400; they are all that B has.
        ({"chips": [100, 100]}, {"actions": "A bets 400"}, "All-in for less than a call takes is a call."),
        ({"chips": [200]}, {"actions": "A bets 400"}, "All-in for less than a call takes is a call."),
        ({"chips": [100, 100]}, {"actions": "A bets 200"}, "Chips that match the bet are a call."),
        # 40-C: there are no chips yet, only a number.
        ({"said": "150"}, {"actions": "A checks"}, "Without a bet to call, the number is a bet."),
        ({"said": "150", "chips": [500]}, {"actions": "A checks"}, "Without a bet to call, the number is a bet."),
        # 56: nothing is called or raised where nobody has bet.
        (
            {"motions": [[100], [50]]},
            {"actions": "A checks"},
            "Chips of a later motion can only make up a call, never a bet or a raise. What counts is 100.",
        ),
    ],
)
def test_a_ruling_says_what_the_chips_and_words_were(pushed: dict[str, Any], keys: dict[str, Any], says: str) -> None:
    stack = ":200" if "chips" in pushed and "said" not in pushed else ""
    solution = solved(
        f"A B{stack} C", "chip_ruling", street="flop", pot=300, button="C", pushed={"player": "B", **pushed}, **keys
    )
    assert says in told(solution)


def test_chips_taken_back_that_change_only_the_size_of_a_raise_are_told_so() -> None:
    """46-C2: 5000 and the 10 or the 40 that are left of 50 are a raise, over 300 by 100 or more, in either case."""
    pushed = {"player": "B", "before": [10, 40], "pulled": "some", "chips": [5000]}
    solution = solved("A B C", "chip_ruling", actions="A raises to 300", pushed=pushed)
    assert dict(solution.answer) == {"ruling": "floor", "to": None}
    assert "Whichever chips were taken back, it is a raise: only its total depends on them." in told(solution)


@pytest.mark.parametrize(("actions", "says"), [
    ("", "“check” is no option before the hand is brought in for 3: that or a fold is left, and which of them is not "
     "fixed."),
    ("B brings in 3, C completes to 10",
     "“check” against a bet leaves a call or a fold, and no raise: which of them is not fixed."),
])  # fmt: skip
def test_a_check_is_said_to_be_against_a_bet_only_where_there_is_one(actions: str, says: str) -> None:
    """Scenario format: the bring-in is no bet. TDA 2024 55: which of the two it is, is not fixed."""
    rows = [{"name": name, "cards": f"(?? ??) {card}"} for name, card in zip("ABCD", UP, strict=True)]
    table: dict[str, Any] = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "bring_in": 3}
    pushed = {"player": "D" if actions else "B", "said": "check"}
    document = parse(
        {**table, "seats": rows, "actions": actions, "pushed": pushed, "question": {"kind": "chip_ruling"}}
    )
    solution = kinds.solve(document)
    assert dict(solution.answer) == dict(second.solve(document)) == {"ruling": "floor", "to": None}
    check(document, solution)
    assert told(solution)[0] == says


@pytest.mark.parametrize(("kind", "keys"), [
    ("chip_ruling", {"pushed": {"player": "B", "said": "pot"}}),
    ("chip_ruling", {"pushed": {"player": "B", "said": "bet 900"}}),
    ("correction", {"actions": "B bets 900", "question": {"kind": "correction", "found": "same-street"}}),
    ("correction", {"actions": "B bets 400", "question": {"kind": "correction", "found": "same-street"}}),
    ("pot_limit", {}),
    ("legal_actions", {}),
])  # fmt: skip
def test_where_nobody_has_bet_no_call_is_told(kind: str, keys: dict[str, Any]) -> None:
    """TDA 2024 54: a bet of the pot is the pot. Scenario format: with no bet `call_adds` is 0."""
    solution = solved("A B C", kind, pot=600, **POT, **keys)
    assert "Nobody has bet: a bet of the pot is 600." in told(solution)
    assert not any("Calling adds" in text or "fter that call" in text or "pot raise" in text for text in told(solution))


def test_a_bet_of_the_pot_is_told_in_all_its_parts() -> None:
    solution = solved("A B C", "pot_limit", pot=600, **POT)
    assert dict(solution.answer) == {"pot": 600, "call_adds": 0, "max_raise_by": 600, "max_to": 600, "adds": 600}
    assert told(solution)[-3:] == [
        "Nobody has bet, so there is nothing to call.",
        "There is no bet yet, so the whole 600 is the increase.",
        "B has nothing in front yet, so all 600 are new chips.",
    ]


@pytest.mark.parametrize(
    ("house", "stack", "pot", "rule"),
    [
        ("exact", ":60", 110, "pot-limit-exact"),
        ("exact", "", 150, "pot-limit"),
        ("full-blinds", ":60", 150, "pot-limit-full-blinds"),
    ],
)
def test_a_pot_is_cited_by_the_rule_by_which_it_is_counted(house: str, stack: str, pot: int, rule: str) -> None:
    """TDA 2024 54-B counts a short blind in full; where a house counts what lies there, that is the house's rule."""
    solution = solved(f"A B C{stack}", "pot_limit", limit="pot-limit", rules={"pl_preflop_base": house})
    (step,) = [step for step in solution.steps if "pot" in step.out]
    assert (step.out["pot"], step.rule) == (pot, rule)


@pytest.mark.parametrize(
    ("seats", "keys", "call", "says"),
    [
        (
            "C A:40 B:70",
            {},
            70,
            "Its full price is 100, but everybody else is all-in or out, and nobody could match more",
        ),
        ("C:60 A:40 B:70", {}, 60, "than the 70 that another player has in: here the bet is 70."),
        ("C A:40 B:70", {"rules": {"short_blind": "posted-price"}}, 70, "in this house the bet is the most that was"),
    ],
)
def test_a_short_blind_that_nobody_could_match_in_full_is_told(
    seats: str, keys: dict[str, Any], call: int, says: str
) -> None:
    """RRoP 11 charges the full blind; of what nobody can match nothing is asked (table stakes)."""
    solution = solved(seats, "legal_actions", **keys)
    assert solution.answer["call_to"] == call
    assert any(says in text for text in told(solution))


def test_the_price_is_the_full_blind_where_somebody_could_match_it() -> None:
    solution = solved("C A B:70", "legal_actions")
    assert solution.answer["call_to"] == 100
    assert not any("nobody could match more" in text for text in told(solution))


@pytest.mark.parametrize(
    ("house", "by", "told_so"),
    [
        ("none", "", True),
        ("utg", "", False),
        ("utg", "E", True),
        ("utg", "A", True),
        ("utg-or-button", "A", False),
        ("utg-or-button", "D", False),
        ("utg-or-button", "E", True),
    ],
)
@pytest.mark.parametrize("kind", ["min_raise", "action_order", "fixed_limit"])
def test_a_straddle_from_a_seat_that_the_house_does_not_let_straddle_is_told(
    kind: str, house: str, by: str, told_so: bool
) -> None:
    """Scenario format, `straddle_seats`; A is the button, D sits left of the big blind. It is played as it stands."""
    keys: dict[str, Any] = {"straddle": 200, "rules": {"straddle_seats": house}} | ({"straddle_by": by} if by else {})
    keys |= {"limit": "fixed-limit", "bets": [100, 200]} if kind == "fixed_limit" else {}
    keys |= {"question": {"kind": kind, "street": "preflop"}} if kind == "action_order" else {}
    solution = solved("A B C D E", kind, **keys)
    says = f"This house allows no straddle from {by or 'D'}'s seat, but one that was posted is played as it stands."
    assert (says in told(solution)) == told_so
