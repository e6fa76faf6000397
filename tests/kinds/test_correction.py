"""`correction`: TDA 2024 52 in worked documents; each expectation is read off the rule by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.irregular import frames
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds.correction import KIND, solve
from quizzes.kinds.second import correction as second
from quizzes.wording import step_text
from quizzes.wording.correction import WORDS
from quizzes.wording.mistakes import mistake
from quizzes.wording.rules import TEXTS
from tests.engine.derivations import check

POT: dict[str, Any] = {"limit": "pot-limit", "pot": 1000}
OPEN_PAIR: dict[str, Any] = {
    "game": "stud",
    "limit": "fixed-limit",
    "blinds": None,
    "bets": [10, 20],
    "rules": {"base": "tda", "stud_open_pair": "double"},
    "street": "fourth",
}


def table(seats: str, actions: str, found: str = "same-street", **keys: Any) -> dict[str, Any]:
    """Return a document on the flop at 100/200. `seats` are names with stacks, "A B:150 C"; the button is the last."""
    rows = [name.partition(":") for name in seats.split()]
    named = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    if "cards" in keys:
        named = [seat | {"cards": cards} for seat, cards in zip(named, keys.pop("cards"), strict=True)]
    asked = {"kind": "correction", "found": found, **keys.pop("question", {})}
    return {"seats": named, "blinds": [100, 200], "street": "flop", "actions": actions, "question": asked} | keys


def ask(seats: str, actions: str, found: str = "same-street", **keys: Any) -> tuple[bool, int]:
    """Return the answer, after its derivation and the second computation have been held against it."""
    document = parse(table(seats, actions, found, **keys))
    solution = solve(document)
    assert second.solve(document) == dict(solution.answer)
    check(document, solution)
    assert all(step_text(step).endswith(".") for step in solution.steps)
    return solution.answer["stands"], solution.answer["to"]


# 52-A: below the smallest.

UNDER = "A bets 600, B raises to 1000, C calls, D calls, E folds"


def test_an_under_raise_is_put_right_on_its_street_whoever_has_called_it() -> None:
    """min_raise-028: the raise of 400 over 600 is made up to 1200."""
    assert ask("A B C D E", UNDER) == (False, 1200)
    assert ask("A B C D E", UNDER.split(", C")[0]) == (False, 1200)


def test_an_under_raise_stands_once_the_next_card_is_out() -> None:
    assert ask("A B C D E", UNDER + ", A calls", "next-card") == (True, 1000)
    assert ask("A B C D E", UNDER + ", A calls, -- turn", "next-card") == (True, 1000)


def test_a_document_that_goes_on_to_the_next_street_has_its_next_card() -> None:
    assert ask("A B C D E", UNDER + ", A calls, -- turn", "same-street") == (True, 1000)


def test_an_opening_bet_below_the_big_blind_is_made_up_to_it() -> None:
    assert ask("A B C", "A checks, B bets 100, C calls") == (False, 200)
    assert ask("A B C", "A checks, B bets 100, C calls, A folds", "next-card") == (True, 100)


def test_a_raise_by_too_little_is_made_up_too() -> None:
    """Before the flop: 500 was a raise by 300, so over it a raise is to 800."""
    actions = "A raises to 500, B raises by 100, C calls"
    assert ask("SB BB A B C", actions, street="preflop") == (False, 800)


def test_a_house_that_doubles_has_its_own_smallest_raise() -> None:
    actions = "A bets 200, B raises to 600, C raises to 1000"
    assert ask("A B C", actions, rules="jj") == (False, 1200)


def test_a_short_stacks_raise_is_put_right_to_all_that_it_has() -> None:
    """B has 1100 and can't make it 1200; 1000 with 100 left was no size."""
    assert ask("A B:1100 C", "A bets 600, B raises to 1000, C calls") == (False, 1100)


# 52-B: a pot that was counted wrong (pot_limit_max-024 to -026).


def test_more_than_the_pot_is_cut_to_it_all_street_long() -> None:
    """The pot is 1000; substantial action after it makes no difference."""
    assert ask("A B C", "A bets 1500", **POT) == (False, 1000)
    assert ask("A B C", "A bets 1500, B calls, C calls", **POT) == (False, 1000)
    assert ask("A B C", "A bets 1500, B calls, C calls", "next-card", **POT) == (True, 1500)


def test_a_raise_over_the_pot_is_cut_to_the_pot_after_the_call() -> None:
    """54: 1000 and 500 are in, B calls 500 and raises by 2000: to 2500."""
    assert ask("A B C", "A bets 500, B raises to 3000, C folds", **POT) == (False, 2500)


@pytest.mark.parametrize(
    ("actions", "rule"),
    [("A bets 500, B raises to 3000, C folds", "miscounted-pot"), ("A bets 500, B raises to 600", "wrong-size")],
)
def test_too_much_is_put_right_by_52_b_and_too_little_by_52_a(actions: str, rule: str) -> None:
    assert solve(parse(table("A B C", actions, **POT))).deciding(WORDS.decides).rule == rule


def test_less_than_the_pot_is_made_up_until_substantial_action() -> None:
    """36: two acts after it, one with chips, or three; A meant the pot of 1000 and put in 800."""
    assert ask("A B C D", "B checks, C bets 800", **POT, button="A") == (False, 1000)
    assert ask("A B C D", "A bets 800, B calls", **POT) == (False, 1000)
    assert ask("A B C D", "A bets 800, B folds, C folds", **POT) == (False, 1000)
    assert ask("A B C D", "A bets 800, B calls, C folds", **POT) == (True, 800)
    assert ask("A B C D E", "A bets 800, B folds, C folds, D folds", **POT) == (True, 800)
    assert ask("A B", "A bets 800, B calls", "next-card", **POT) == (True, 800)


@pytest.mark.parametrize(
    ("actions", "found", "id", "said"),
    [
        ("A bets 800, B calls", "same-street", "accepted", "no substantial action"),
        ("A bets 800, B calls, C folds", "same-street", "always-put-right", "After substantial action"),
        ("A bets 800, B calls", "next-card", "always-put-right", "the next card is out"),
        ("A bets 1500, B calls, C calls", "same-street", "accepted", "until the next card comes"),
    ],
)
def test_why_a_size_of_the_pot_stands_or_not_is_told_by_52_b(actions: str, found: str, id: str, said: str) -> None:
    document = parse(table("A B C D", actions, found, **POT))
    assert id in KIND.mistaken(document)
    assert said in mistake(document, id).text


def test_more_than_a_tiny_pot_is_cut_to_the_smallest_bet() -> None:
    """43-A: 200 may be bet into a pot of 10."""
    assert ask("A B", "A bets 500", limit="pot-limit", pot=10) == (False, 200)
    steps = solve(parse(table("A B", "A bets 500", limit="pot-limit", pot=10))).steps
    told = [(step.rule, step.values) for step in steps if "pot_reaches_bet" in step.out]
    assert told == [("opening-bet", {"max_to": 10, "raise_to": 200})]
    assert steps[-1].rule == "miscounted-pot"


def test_an_all_in_of_more_than_the_pot_is_cut_to_it() -> None:
    assert ask("A:5000 B", "A all-in", **POT) == (False, 1000)
    assert ask("A B", "A all-in to 5000, B calls", **POT) == (False, 1000)


def test_only_decisions_are_acts_that_let_a_low_pot_stand() -> None:
    """36: one call and cards that are shown are no substantial action; an all-in call and a fold are."""
    assert ask("A B C D", "A bets 800, B calls, B shows, D shows", **POT) == (False, 1000)
    assert ask("A B:500 C D", "A bets 800, B all-in, C folds", **POT) == (True, 800)


@pytest.mark.parametrize("actions", ["A all-in to 800", "A bets 800, B raises to 3400", "A bets 800, B all-in to 1500"])
def test_only_the_last_bet_may_have_been_a_low_pot_and_no_all_in_is_one(actions: str) -> None:
    """54: over 800 into 1000 a pot raise is to 3400. Whoever is all-in has put in all there is."""
    with pytest.raises(DocumentError) as error:
        solve(parse(table("A B", actions, **POT)))
    assert error.value.where == "question"


def test_in_pot_limit_too_little_for_any_raise_is_put_right_all_street_long() -> None:
    """52-A: over 500 a raise is to 1000."""
    assert ask("A B C", "A bets 500, B raises to 700, C calls, A calls", **POT) == (False, 1000)


def test_in_fixed_limit_another_size_than_the_unit_is_put_right() -> None:
    keys: dict[str, Any] = {"limit": "fixed-limit"}
    assert ask("A B C", "A bets 300, B calls", **keys) == (False, 200)
    assert ask("A B C", "A bets 200, B raises to 300, C calls", **keys) == (False, 400)
    assert ask("A B C", "A bets 300, B calls, C calls", "next-card", **keys) == (True, 300)


@pytest.mark.parametrize(("actions", "fault"), [("A bets 300", "over the limit"), ("A bets 100", "too small")])
def test_the_rule_that_is_shown_speaks_of_the_fault_of_the_size(actions: str, fault: str) -> None:
    """At 200 a bet and no other, 300 is more than the limit and 100 less than the smallest."""
    solution = solve(parse(table("A B C", actions, limit="fixed-limit")))
    assert fault in str(TEXTS[solution.deciding(WORDS.decides).rule])


@pytest.mark.parametrize(("made", "to"), [(5, 10), (15, 10), (25, 20)])
def test_of_two_sizes_the_one_that_is_reached_is_right(made: int, to: int) -> None:
    """An open pair: 10 or 20 may be bet (recorded hands); what is over the size goes back, as over the limit."""
    cards = ("(?? ??) Ks Kd", "(?? ??) 2c 3d")
    assert ask("A B", f"A bets {made}", cards=cards, **OPEN_PAIR) == (False, to)


# What can't be asked.


@pytest.mark.parametrize(
    ("actions", "question", "where"),
    [
        ("A bets 600, B raises to 1200", {}, "question"),
        ("A checks, B checks", {}, "question"),
        ("A bets 100, B raises to 250", {}, "question"),
        ("A bets 600, B raises to 1000", {"player": "A"}, "question.player"),
        ("A bets 600, B raises to 600", {}, "actions[1]"),
        ("A bets 600, C raises to 1000", {}, "actions[1]"),
        ("A bets 600, B raises to 1000", {"found": "never"}, "question.found"),
    ],
)
def test_what_can_not_be_is_said_at_its_place(actions: str, question: dict[str, str], where: str) -> None:
    with pytest.raises(DocumentError) as error:
        solve(parse(table("A B C", actions, question=question)))
    assert error.value.where == where


@pytest.mark.parametrize("keys", [{"street": "river"}, {"game": "draw", "street": "draw1"}])
def test_no_card_comes_after_the_last_street(keys: dict[str, Any]) -> None:
    """52 speaks of the next street: a size that is found after the last one was not found after a card."""
    with pytest.raises(DocumentError) as error:
        solve(parse(table("A B C", "A bets 600, B raises to 1000", "next-card", **keys)))
    assert error.value.where == "question.found"
    assert keys["street"] in error.value.message


def test_a_question_says_when_it_was_found() -> None:
    document = table("A B C", "A bets 600, B raises to 1000")
    del document["question"]["found"]
    with pytest.raises(DocumentError) as error:
        parse(document)
    assert error.value.where == "question.found"


# How an answer is graded.

SPOT = parse(table("A B C D E", "A bets 300, B raises to 600, C raises to 800, D calls"))
"""The last raise was 300, so C's is made up to 900."""


@pytest.mark.parametrize(
    ("stands", "to", "want", "mistakes"),
    [
        (False, 900, "right right", ()),
        (True, 800, "wrong follows", ("accepted",)),
        (False, 600, "right wrong", ("back-to-a-call",)),
        (False, 1200, "right wrong", ("doubled",)),
        (False, 1100, "right wrong", ("added-to-the-size",)),
        (True, 900, "wrong right", ("accepted",)),
    ],
)
def test_a_wrong_answer_is_graded_and_named(stands: bool, to: int, want: str, mistakes: tuple[str, ...]) -> None:
    grade = KIND.grade(SPOT, {"stands": stands, "to": to})
    assert " ".join(field.verdict for field in grade.fields) == want
    assert grade.misconceptions == mistakes


@pytest.mark.parametrize("level", KIND.levels)
def test_a_drill_asks_of_no_hand_that_is_over(level: int) -> None:
    """With one player left the pot is won, and no size is put right any more."""
    rng = Random(f"over {level}")
    drills = [KIND.generate(rng, level, ruleset("tda"), rng.choice(KIND.variants)) for _ in range(60)]
    assert min(sum(frames(document)[-1].live) for document in drills) > 1
