"""`out_of_turn`: TDA 2024 53 and 36 in worked documents; each expectation is read off the rule by hand."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
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
