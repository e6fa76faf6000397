"""Acts out of turn and substantial action (TDA 2024 53-B and 36): two with chips, or any three, on the left of who was
skipped. Each expectation is read off the rule by hand.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.document import Action
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds.base import Variant
from quizzes.kinds.out_of_turn import KIND, solve
from quizzes.kinds.second import out_of_turn as second
from quizzes.wording import step_text
from tests.engine.derivations import check
from tests.kinds.test_out_of_turn import HELD, ask, free, table


def test_a_call_out_of_turn_binds_once_the_next_player_has_folded() -> None:
    """Addendum 53 example 1: 100/200, seat 3 makes it 600, seat 5 calls out of turn, seat 6 folds."""
    answer = ask("S1 S2 S3 S4 S5 S6", "S3 raises to 600, S5 (out of turn) calls, S6 folds", street="preflop")
    assert answer == HELD


def test_a_raise_that_comes_after_substantial_action_frees_nobody() -> None:
    assert ask("A B C D", "A bets 200, C (out of turn) calls, D folds, B raises to 600") == HELD
    assert ask("A B C D", "A bets 200, C (out of turn) calls, B raises to 600, D folds") == free(1000)


def test_two_checks_are_no_substantial_action_and_three_are() -> None:
    """36: any two acts with chips, or any three; A is skipped and bets after all."""
    assert ask("A B C D", "B (out of turn) checks, C checks, A bets 200") == free(400)
    assert ask("A B C D", "B (out of turn) checks, C checks, D checks, A bets 200") == HELD


@pytest.mark.parametrize(
    ("seats", "actions", "bound"),
    [
        # addendum 53-B, example 2, with the skipped seat raising after all: a check and a call
        ("A B C D", "A bets 600, C (out of turn) checks, D (out of turn) calls, B raises to 1200, C folds", "CD"),
        ("A B C D", "A bets 200, C (out of turn) calls, D (out of turn) calls, B raises to 600, C folds", "CD"),
        ("A B C D", "B (out of turn) checks, C checks, D (out of turn) checks, A bets 200", "BD"),
        ("A B C D", "A bets 200, C (out of turn) raises to 800, D (out of turn) calls, B calls, C raises to 800", "D"),
        ("A B C D", "B (out of turn) bets 400, C (out of turn) calls, A checks, B bets 400", "C"),
    ],
)
def test_substantial_action_is_counted_from_who_was_skipped_and_binds_all_of_it(
    seats: str, actions: str, bound: str
) -> None:
    """53-B: it is what occurs out of turn after the skipped player. 36: two acts with chips, or three."""
    for name in bound:
        assert ask(seats, actions, question={"player": name}) == HELD


def test_a_raise_over_a_bet_out_of_turn_binds_with_it() -> None:
    """36 and 53-B: a bet and a raise on the left of A, who was skipped."""
    actions = "B (out of turn) bets 400, C (out of turn) raises to 1000, A checks, B bets 400"
    asked = {"player": "C"}
    assert ask("A B C D", actions, question=asked) == {"binding": True, "may_raise": True, "raise_min_to": 1000}


def test_acts_before_who_was_skipped_spoke_are_no_substantial_action_with_those_after() -> None:
    """53-B: B speaks up in between, so that C's check and D's check are each counted alone."""
    actions = "A checks, C (out of turn) checks, B checks, E (out of turn) checks, C checks, D bets 200"
    assert ask("A B C D E", actions, question={"player": "E"}) == free(400)


@pytest.mark.parametrize(("opens", "answer"), [("brings in 5", HELD), ("completes to 10", free(20))])
def test_a_bring_in_was_owed_all_along(opens: str, answer: dict[str, Any]) -> None:
    """53-A: B calls the bring-in of 5 that A has to post, which changes nothing; a completion of 10 does."""
    rows = [{"name": name, "cards": f"(?? ??) {up}"} for name, up in zip("ABC", ("2c", "9h", "Kd"), strict=True)]
    game = {"game": "stud", "limit": "fixed-limit", "bets": [10, 20], "bring_in": 5, "ante": 1, "street": "third"}
    document = parse(
        {**game, "seats": rows, "actions": f"B (out of turn) calls, A {opens}", "question": {"kind": "out_of_turn"}}
    )
    assert second.solve(document) == dict(solve(document).answer) == answer
    check(document, solve(document))
    told = " ".join(step_text(step) for step in solve(document).steps)
    assert "When B acted, the bring-in of 5 was owed." in told


def test_acts_after_who_was_skipped_has_spoken_are_no_substantial_action() -> None:
    assert ask("A B C D E", "A bets 200, C (out of turn) calls, B raises to 600, D calls, E calls") == free(1000)


@pytest.mark.parametrize("beside", ["C shows", "C is mucked", "B shows", "A shows, C shows"])
def test_what_is_no_decision_is_no_act(beside: str) -> None:
    """36 counts acts in turn: a bet of 400 alone is no substantial action, so A's bet of 300 frees B."""
    assert ask("A B C D", f"B (out of turn) bets 400, {beside}, A bets 300") == free(600)


def test_a_draw_is_no_act_and_a_hand_that_is_thrown_in_is_a_fold() -> None:
    """36: C's draw doesn't count; C's call and D's muck are two acts, one of them with chips."""
    draw: dict[str, Any] = {"game": "27td", "street": "draw1"}
    actions = "A stands pat, B draws 1, C (out of turn) bets 400, C draws 2, A bets 300, B calls"
    assert ask("A B C", actions, **draw) == free(600)
    assert ask("A B C D", "A bets 200, C (out of turn) calls, D mucks, B raises to 600") == HELD
    assert ask("A B C D", "A bets 300, C (out of turn) mucks, B raises to 900") == HELD


def test_nobody_has_acted_out_of_turn_who_only_shows() -> None:
    with pytest.raises(DocumentError) as error:
        solve(parse(table("A B C", "A bets 200, C (out of turn) shows")))
    assert error.value.where == "actions"


def test_the_derivation_names_the_acts_that_are_substantial_action() -> None:
    """36 counts two acts with chips among them, or three: here three checks, there a call and a fold."""
    checks = "A checks, B checks, D (out of turn) checks, E checks, F checks, C bets 200"
    for actions, told in (
        (checks, "D checks, E checks and F checks: three acts"),
        ("A bets 200, C (out of turn) calls, D folds, E folds", "C calls and D folds: two acts"),
    ):
        steps = solve(parse(table("A B C D E F", actions))).steps
        (sentence,) = [step_text(step) for step in steps if "substantial" in step.out]
        assert sentence.startswith(told)


@pytest.mark.parametrize(
    "actions",
    [
        "A checks, B checks, D (out of turn) checks, A checks, B checks, C bets 200",
        "A bets 200, C (out of turn) calls, A folds",
        "B (out of turn) checks, C checks, C checks",
        "A checks, C (out of turn) checks, A (out of turn) bets 200",
    ],
)
def test_nobody_who_has_acted_acts_again_before_a_raise(actions: str) -> None:
    with pytest.raises(DocumentError, match="has acted, and nobody has bet or raised since") as error:
        solve(parse(table("A B C D", actions)))
    acted = actions.split(", ")
    again = next(place for place, act in enumerate(acted) if act[0] in [before[0] for before in acted[:place]])
    assert error.value.where == f"actions[{again}]"


def test_who_has_acted_acts_again_after_a_raise_out_of_turn() -> None:
    """36: D's raise and A's fold are two acts one after the other, one of them with chips."""
    answer = ask("A B C D", "A bets 200, B calls, D (out of turn) raises to 800, A folds, C calls")
    assert answer == {"binding": True, "may_raise": True, "raise_min_to": 800}


@pytest.mark.parametrize("variant", KIND.variants)
@pytest.mark.parametrize("level", [3, 4, 5])
def test_in_a_drill_nobody_checks_twice_or_calls_twice_without_a_raise_between(level: int, variant: Variant) -> None:
    """A round of betting closes for a player who has matched the bet (TDA 2024 47-A: a raise opens it again)."""
    for seed in range(8):
        document = KIND.generate(Random(seed), level, ruleset("tda"), variant)
        done: set[str] = set()
        for item in document.actions:
            assert isinstance(item, Action)
            assert item.seat not in done
            done = {item.seat} if item.amount is not None else {*done, item.seat}
