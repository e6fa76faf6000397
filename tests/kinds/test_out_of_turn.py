"""`out_of_turn`: TDA 2024 53 and 36 in worked documents; each expectation is read off the rule by hand."""

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
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import mistake
from tests.engine.derivations import check

BARRED = {"base": "tda", "check_out_of_turn": "no-raise"}
HELD = {"binding": True, "may_raise": False, "raise_min_to": None}


def table(seats: str, actions: str, **keys: Any) -> dict[str, Any]:
    """Return a document on the flop at 100/200. `seats` are names with stacks, "A B:150 C"; the button is the last."""
    rows = [name.partition(":") for name in seats.split()]
    named = [{"name": name} | ({"stack": int(stack)} if stack else {}) for name, _, stack in rows]
    asked = {"kind": "out_of_turn", **keys.pop("question", {})}
    return {"seats": named, "blinds": [100, 200], "street": "flop", "actions": actions, "question": asked} | keys


def ask(seats: str, actions: str, **keys: Any) -> dict[str, Any]:
    """Return the answer, after its derivation and the second computation have been held against it."""
    document = parse(table(seats, actions, **keys))
    solution = solve(document)
    assert second.solve(document) == dict(solution.answer)
    check(document, solution)
    assert all(step_text(step).endswith(".") for step in solution.steps)
    return dict(solution.answer)


def free(to: int | None) -> dict[str, Any]:
    return {"binding": False, "may_raise": True, "raise_min_to": to}


# 53-A: a check, a call and a fold change nothing; a bet and a raise do.


@pytest.mark.parametrize("between", ["B folds", "B calls"])
def test_a_raise_out_of_turn_binds_when_nobody_raises_before_it(between: str) -> None:
    """The raise that binds is the one that there is."""
    answer = ask("A B C", f"A bets 200, C (out of turn) raises to 800, {between}")
    assert answer == {"binding": True, "may_raise": True, "raise_min_to": 800}


@pytest.mark.parametrize("act", ["raises to 800", "calls", "raises by 600"])
def test_a_raise_before_its_turn_frees_the_player(act: str) -> None:
    """43-A: B added 400 to 200, and so must C."""
    assert ask("A B C", f"A bets 200, C (out of turn) {act}, B raises to 600") == free(1000)


def test_a_short_all_in_changes_the_action_too() -> None:
    """The bet is another one; 43-A: the next raise adds 200 to 250."""
    assert ask("A B:250 C", "A bets 200, C (out of turn) calls, B all-in") == free(450)


@pytest.mark.parametrize("between", ["A checks, B checks", "A checks, B folds", "A folds, B checks"])
def test_a_check_out_of_turn_binds_after_checks_and_folds(between: str) -> None:
    assert ask("A B C D", f"C (out of turn) checks, {between}") == HELD


def test_a_check_out_of_turn_gives_all_options_back_when_somebody_bets_unless_a_house_bars_the_raise() -> None:
    """out_of_turn-006: TDA gives all options back; RRoP 11 lets no raise follow a check out of turn."""
    actions = "C (out of turn) checks, A bets 300, B calls"
    assert ask("A B C", actions) == free(600)
    assert ask("A B C", actions, rules=BARRED) == {**HELD, "binding": False}


def test_a_call_out_of_turn_gives_all_options_back_when_somebody_raises_unless_a_house_bars_the_raise() -> None:
    """TDA 2024 53 frees the player; RRoP 11, betting and raising 11, lets it call the raise or fold."""
    actions = "A bets 200, C (out of turn) calls, B raises to 600"
    assert ask("A B C", actions) == ask("A B C", actions, rules=BARRED) == free(1000)
    assert ask("A B C", actions, rules="rrop") == {**HELD, "binding": False}


def test_no_house_bars_a_raise_after_a_raise_out_of_turn() -> None:
    actions = "A bets 200, C (out of turn) raises to 500, B raises to 600"
    assert ask("A B C", actions, rules="rrop") == free(1000)


def test_a_bet_out_of_turn_gives_way_to_another_bet() -> None:
    assert ask("A B C", "C (out of turn) bets 500, A bets 300, B folds") == free(600)
    assert ask("A B C", "C (out of turn) bets 500, A checks, B checks") == {
        "binding": True,
        "may_raise": True,
        "raise_min_to": 500,
    }


@pytest.mark.parametrize("between", ["", ", B calls", ", B raises to 900"])
def test_a_fold_out_of_turn_binds_at_once_and_always(between: str) -> None:
    assert ask("A B C D", f"A bets 300, C (out of turn) folds{between}") == HELD


def test_before_the_flop_the_big_blind_is_the_bet() -> None:
    keys = {"street": "preflop"}
    assert ask("SB BB A B C", "B (out of turn) calls, A folds", **keys) == HELD
    assert ask("SB BB A B C", "B (out of turn) calls, A raises to 500", **keys) == free(800)


def test_a_raise_out_of_turn_that_was_too_small_binds_to_the_smallest_one() -> None:
    """43-A: over 400 a raise is to 800 at least."""
    answer = ask("A B C", "A bets 400, C (out of turn) raises to 600, B calls")
    assert answer == {"binding": True, "may_raise": True, "raise_min_to": 800}


@pytest.mark.parametrize(
    ("seats", "to", "keys", "held"),
    [
        ("A B C", 5000, {"limit": "pot-limit", "pot": 600}, 600),
        ("A B C", 500, {"limit": "fixed-limit"}, 200),
        ("A B:900 C", 2500, {}, 900),
        ("A B:900 C", 800, {}, 800),
    ],
)
def test_a_bet_out_of_turn_that_was_too_large_binds_to_the_largest_one(
    seats: str, to: int, keys: dict[str, Any], held: int
) -> None:
    """52-B and 54: a pot of 600 is the most; fixed-limit has one size; table stakes: B has 900."""
    answer = ask(seats, f"B (out of turn) bets {to}, A checks", **keys)
    assert answer == {"binding": True, "may_raise": True, "raise_min_to": held}


def test_a_stack_that_is_short_of_a_raise_has_only_the_all_in() -> None:
    """B's raise makes the smallest one to 1000, and C has 900; 500 would not be a raise at all."""
    assert ask("A B C:900", "A bets 200, C (out of turn) calls, B raises to 600") == free(None)
    answer = ask("A B C:500", "A bets 200, C (out of turn) calls, B raises to 600")
    assert answer == {**HELD, "binding": False}


def test_an_all_in_out_of_turn_that_binds_is_a_raise_where_it_is_more_than_the_bet() -> None:
    assert ask("A B C:150", "A bets 200, C (out of turn) all-in, B calls") == HELD
    answer = ask("A B C:900", "A bets 200, C (out of turn) all-in, B calls")
    assert answer == {"binding": True, "may_raise": True, "raise_min_to": 900}
    short = {"binding": True, "may_raise": True, "raise_min_to": None}
    assert ask("A B C:300", "A bets 200, C (out of turn) all-in, B calls") == short
    assert ask("A B C", "A bets 200, C (out of turn) all-in to 300, B calls") == short


def test_heads_up_a_check_out_of_turn_is_freed_by_a_bet() -> None:
    assert ask("A B", "B (out of turn) checks, A bets 250") == free(500)
    assert ask("A B", "B (out of turn) checks, A checks, B checks") == HELD


# 53-B and 36: two with chips, or three, on the left of who was skipped.


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


# Who is asked about, and what can't be asked.


def test_the_player_who_is_named_is_asked_about() -> None:
    actions = "C (out of turn) checks, D (out of turn) bets 400, A checks, B checks"
    assert ask("A B C D", f"{actions}, C checks", question={"player": "D"})["binding"] is True
    assert ask("A B C D", actions, question={"player": "C"}) == HELD


@pytest.mark.parametrize(
    ("actions", "question", "where"),
    [
        ("A bets 200, B calls", {}, "actions"),
        ("A bets 200, C (out of turn) calls", {"player": "B"}, "question.player"),
        ("A (out of turn) bets 200", {}, "actions[0]"),
        ("A bets 200, B (out of turn) calls", {}, "actions[1]"),
        ("A folds, B bets 200, A (out of turn) calls", {}, "actions[2]"),
        ("A bets 200, C (out of turn) calls, B raises to 300", {}, "actions[2]"),
        ("A bets 200, C calls", {}, "actions[1]"),
    ],
)
def test_what_can_not_be_is_said_at_its_place(actions: str, question: dict[str, str], where: str) -> None:
    with pytest.raises(DocumentError) as error:
        solve(parse(table("A B C", actions, question=question)))
    assert error.value.where == where


@pytest.mark.parametrize("answer", [solve, second.solve], ids=["engine", "second"])
@pytest.mark.parametrize(
    ("seats", "actions", "keys", "where"),
    [
        # Refused in turn, so out of it too: a bet against a bet, and a raise to no more than it.
        ("A B C", "A bets 300, C (out of turn) bets 200, B folds", {}, "actions[1]"),
        ("A B C", "A bets 300, C (out of turn) bets 900, B folds", {}, "actions[1]"),
        ("A B C", "A bets 300, C (out of turn) raises to 300, B folds", {}, "actions[1]"),
        # In turn an all-in of a stack that nothing says is refused, and so is one of another size than the stack's.
        ("A B C", "A bets 200, C (out of turn) all-in, B folds", {}, "actions[1]"),
        ("A B C D", "A bets 200, C (out of turn) calls, D all-in, B raises to 400", {}, "actions[2]"),
        ("A B C:500", "A bets 200, C (out of turn) all-in to 400, B folds", {}, "actions[1]"),
        ("A B C", "C (out of turn) all-in to 200, A folds", {"street": "preflop", "button": "A"}, "actions[0]"),
        # The turn has not come: C, who was skipped, may still raise, which would free D.
        ("A B C D", "A bets 200, D (out of turn) calls, B calls", {}, "question"),
        ("A B C D", "A bets 200, D (out of turn) raises to 800, B raises to 400", {}, "question"),
        ("A B C", "C (out of turn) checks", {}, "question"),
        # The turn never comes: the hand is over, or nobody is left to bet against.
        ("A B C", "C (out of turn) raises to 600, A folds, B folds", {"street": "preflop", "button": "A"}, "question"),
        ("A B C", "C (out of turn) bets 300, A folds, B folds", {}, "question"),
        ("A:150 B", "B (out of turn) raises to 600, A all-in", {"street": "preflop", "button": "A"}, "question"),
    ],
)
def test_an_act_that_is_none_or_whose_turn_is_not_there_is_refused(
    answer: Any, seats: str, actions: str, keys: dict[str, Any], where: str
) -> None:
    """Scenario format: `actions[n]` for an illegal action, `question` when it can't be asked.

    The answer is one "when its turn comes"; only a fold (53-A) and substantial action (53-B) settle it before that.
    """
    with pytest.raises(DocumentError) as error:
        answer(parse(table(seats, actions, **keys)))
    assert error.value.where == where


@pytest.mark.parametrize("act", ["folds", "raises to 800, C calls"])
def test_what_settles_an_act_at_once_needs_no_turn(act: str) -> None:
    """53-A: a fold binds at once; 53-B and 36: so does an act once there was substantial action after it."""
    told = f"A bets 200, {'D' if act == 'folds' else 'B'} (out of turn) {act}"
    seats = "A B C D" if act == "folds" else "A D B C"
    assert ask(seats, told)["binding"] is True


def sentences(seats: str, actions: str, **keys: Any) -> list[str]:
    """Return what the held derivation says."""
    ask(seats, actions, **keys)
    return [step_text(step) for step in solve(parse(table(seats, actions, **keys))).steps]


@pytest.mark.parametrize("act", ["raises to 900", "all-in"])
def test_a_raise_out_of_turn_that_was_not_open_is_told_by_the_rule_that_shuts_it(act: str) -> None:
    """47-A: A bet 300 and faces 100 more from B's all-in, less than a full raise: A could not have raised in turn."""
    asked = {
        "seats": "A:9000 B:400 C:9000 D:9000",
        "actions": f"A bets 300, B all-in, A (out of turn) {act}, C calls, D folds",
    }
    assert ask(**asked) == HELD
    told = sentences(**asked)
    assert "What A did out of turn was a bet or a raise." in told
    assert "100 is less than 300: the betting is not open to A again." in told
    assert "So no raise was open to A anyway, in turn or out of it: there is none to be held to." in told


@pytest.mark.parametrize("between", ["B folds", "D calls, B calls"])
def test_a_check_out_of_turn_against_a_bet_leaves_a_call_or_a_fold(between: str) -> None:
    """TDA 2024 55, also where substantial action (36) has gone by."""
    actions = f"A bets 300, C (out of turn) checks, {between}"
    assert ask("A B C D", actions) == HELD
    told = sentences("A B C D", actions)
    assert told[-3:-1] == [
        "“Check” against a bet leaves C a call or a fold, and no raise.",
        "So C may call or fold, and may not raise.",
    ]
    steps = solve(parse(table("A B C D", actions))).steps
    assert [step.rule for step in steps[-3:-1]] == ["invalid-declaration"] * 2


# How an answer is graded.

CHANGED = parse(table("A B C", "A bets 200, C (out of turn) calls, B raises to 600"))


@pytest.mark.parametrize(
    ("binding", "may_raise", "to", "want"),
    [
        (False, True, 1000, "right right right"),
        (False, True, 800, "right right wrong"),
        (False, False, None, "right wrong follows"),
        (True, False, None, "wrong follows follows"),
        (True, True, 7, "wrong right wrong"),
    ],
)
def test_what_follows_from_a_wrong_verdict_is_counted_once(
    binding: bool, may_raise: bool, to: int | None, want: str
) -> None:
    grade = KIND.grade(CHANGED, {"binding": binding, "may_raise": may_raise, "raise_min_to": to})
    assert " ".join(field.verdict for field in grade.fields) == want


def test_a_wrong_verdict_names_the_mistake() -> None:
    assert KIND.grade(CHANGED, {**HELD}).misconceptions == ("always-binds",)
    unchanged = parse(table("A B C", "A bets 200, C (out of turn) calls, B calls"))
    assert KIND.grade(unchanged, free(400)).misconceptions == ("call-changes-action",)
    checked = parse(table("A B C", "C (out of turn) checks, A bets 300, B calls"))
    assert "check-bars-raise" in KIND.grade(checked, {**HELD, "binding": False}).misconceptions


@pytest.mark.parametrize(
    ("actions", "rules", "frees"),
    [
        ("C (out of turn) checks, A bets 300, B calls", "tda", "player: all options are open."),
        ("C (out of turn) checks, A bets 300, B calls", "rrop", "player, but only to call or to fold."),
        ("A bets 200, C (out of turn) calls, B raises to 600", "rrop", "player, but only to call or to fold."),
        ("A bets 200, C (out of turn) raises to 500, B raises to 600", "rrop", "player: all options are open."),
    ],
)
def test_what_a_changed_bet_frees_a_player_to_do_is_told_by_the_rules_of_its_house(
    actions: str, rules: str, frees: str
) -> None:
    """TDA 2024 53 gives all options back; RRoP 11, betting and raising 11, no raise after a check or a call."""
    told = mistake(parse(table("A B C", actions, rules=rules)), "always-binds").text
    assert told.endswith(f"That frees the {frees}")


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ("C (out of turn) bets 400, A checks, B checks", "C is held to the bet of 400"),
        ("A bets 200, C (out of turn) raises to 400, B calls", "C is held to the raise to 400"),
    ],
)
def test_a_bet_out_of_turn_that_binds_is_not_called_a_raise(actions: str, said: str) -> None:
    document = parse(table("A B C", actions))
    assert words_of("out_of_turn").title(document, "C", solve(document).answer) == said
