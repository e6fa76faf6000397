"""How every kind grades: what is wrong, what only follows, which mistake is named; and what its pools hang on.

What is expected: the design, "Deriving, not asserting" (a response that equals what a wrong method gives, where the
right one does not, names that method) and "Drill pools" (houses that agree on the toggles of a kind share a pool).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds.base import FieldGrade, IllFormed, Kind, Misconception, Variant, read_amounts, read_or_note
from tests.recipes.kinds.comes_back import KIND

SPOT = parse(
    {"seats": [{"name": "A"}, {"name": "B"}], "blinds": [50, 100], "street": "flop", "question": {"kind": "min_raise"}}
)
BOTH = Misconception("both", lambda document: True, lambda document: {"to": 5, "adds": 6})
FIRST = Misconception("first", lambda document: True, lambda document: {"to": 5, "adds": 2})
OTHER_GAME = replace(FIRST, id="other-game", games=("omaha",))
OTHER_LIMIT = replace(FIRST, id="other-limit", limits=("pot-limit",))
OWN_RULE = replace(FIRST, id="own-rule", right_by=(("min_raise", "double"), ("reopen", "cumulative")))
NO_ANSWER = replace(FIRST, id="no-answer", solve=lambda document: None)
RIGHT = {"to": 1, "adds": 2}


def solve(document: Document) -> Solution:
    return Solution(RIGHT)


TWO = replace(
    KIND,
    solve=solve,
    values=lambda document, right, answer: answer,
    misconceptions=(BOTH, FIRST, OTHER_GAME, OTHER_LIMIT, OWN_RULE, NO_ANSWER),
)
"""A kind whose answer has two fields and whose mistakes are known numbers."""


@pytest.mark.parametrize(
    ("response", "points", "right"),
    [({"to": 1, "adds": 2}, 2, True), ({"to": 1, "adds": 3}, 1, False), ({"to": 3, "adds": 3}, 0, False)],
)
def test_an_answer_is_right_where_every_field_is(response: dict[str, int], points: int, right: bool) -> None:
    grade = TWO.grade(SPOT, response)
    assert (grade.points, grade.out_of, grade.right) == (points, 2, right)


def test_a_mistake_is_named_where_it_gives_every_field_that_is_wrong() -> None:
    assert TWO.grade(SPOT, {"to": 5, "adds": 2}).misconceptions == ("both", "first")
    assert TWO.grade(SPOT, {"to": 5, "adds": 6}).misconceptions == ("both",)
    assert TWO.grade(SPOT, {"to": 5, "adds": 7}).misconceptions == ()
    assert TWO.grade(SPOT, RIGHT).misconceptions == ()


def test_a_mistake_is_not_named_where_more_of_what_is_right_speaks_against_it() -> None:
    """One pot for everybody leaves two side pots out: who has the other pots right only left one out."""
    one_pot = Misconception(
        "one-pot", lambda document: True, lambda document: {"main": 9, "side-1": None, "side-2": None}
    )
    right = {"main": 5, "side-1": 3, "side-2": 1}
    pots = replace(TWO, solve=lambda document: Solution(right), misconceptions=(one_pot,))
    assert pots.grade(SPOT, {**right, "side-2": None}).misconceptions == ()
    assert pots.grade(SPOT, {**right, "main": 9, "side-2": None}).misconceptions == ("one-pot",)


def test_where_the_parts_hang_together_a_mistake_is_named_only_for_the_whole() -> None:
    whole = replace(TWO, parts="whole")
    assert whole.grade(SPOT, {"to": 5, "adds": 2}).misconceptions == ("first",)
    assert whole.grade(SPOT, {"to": 5, "adds": 6}).misconceptions == ("both",)


def test_where_each_part_builds_on_the_last_a_mistake_is_not_named_against_what_is_right() -> None:
    """Who has right what the mistake gets wrong first, or follows another slip than its own, did not make it."""
    later = Misconception("later", lambda document: True, lambda document: {"to": 1, "adds": 6})
    ordered = replace(TWO, parts="in-order", misconceptions=(BOTH, FIRST, later))
    assert ordered.grade(SPOT, {"to": 5, "adds": 6}).misconceptions == ("both",)
    assert ordered.grade(SPOT, {"to": 5, "adds": 2}).misconceptions == ("both", "first")
    assert ordered.grade(SPOT, {"to": 1, "adds": 6}).misconceptions == ("later",)
    following = replace(ordered, follow=lambda document, response: frozenset({"adds"}))
    assert following.grade(SPOT, {"to": 5, "adds": 7}).misconceptions == ()


def test_a_field_that_follows_from_a_slip_earns_its_point_and_hides_no_mistake() -> None:
    following = replace(TWO, follow=lambda document, response: frozenset({"adds"}))
    grade = following.grade(SPOT, {"to": 5, "adds": 7})
    assert grade.fields == (FieldGrade("to", 5, 1, "wrong"), FieldGrade("adds", 7, 2, "follows"))
    assert (grade.points, grade.out_of, grade.right) == (1, 2, False)
    assert grade.misconceptions == ("both", "first")


def test_a_field_that_is_missing_is_wrong() -> None:
    assert [field.verdict for field in TWO.grade(SPOT, {"to": 1}).fields] == ["right", "wrong"]


def test_a_mistake_belongs_to_the_games_and_limits_that_it_names() -> None:
    assert set(TWO.mistaken(SPOT)) == {"both", "first"}
    assert [OTHER_GAME.known_in(game, "no-limit") for game in ("omaha", "holdem")] == [True, False]
    assert [OTHER_LIMIT.known_in("holdem", limit) for limit in ("pot-limit", "no-limit")] == [True, False]


def test_a_method_is_no_mistake_in_a_house_that_plays_so() -> None:
    """TDA 2024 47-A adds short all-ins up; a house that looks at each alone does not, and JJ doubles the bet."""
    assert [OWN_RULE.known_by(ruleset(house)) for house in ("tda", "single-raise", "jj")] == [False, True, False]


def test_mistakes_with_the_same_answer_are_told_together() -> None:
    again = replace(BOTH, id="again")
    assert replace(TWO, misconceptions=(BOTH, FIRST, again)).told_apart(SPOT) == (("both", "again"), ("first",))


BETS: Kind = replace(KIND, toggles=("min_raise", "short_blind", "odd_chip_stud"), about_bets=True)
FIXED = ("limit_reopen", "limit_after_short", "fl_cap", "fl_cap_heads_up")


@pytest.mark.parametrize(
    ("variant", "toggles"),
    [
        (Variant("holdem", "no-limit"), ("min_raise", "short_blind")),
        (Variant("omaha", "pot-limit"), ("min_raise", "short_blind", "pl_preflop_base", "pl_rounding")),
        (Variant("holdem", "fixed-limit"), ("short_blind", *FIXED)),
        (Variant("stud", "fixed-limit"), ("odd_chip_stud", *FIXED, "stud_tie", "stud_open_pair")),
    ],
)
def test_a_question_about_bets_hangs_on_the_toggles_of_its_game_and_limit(
    variant: Variant, toggles: tuple[str, ...]
) -> None:
    """Rules, toggles: fixed-limit has no smallest raise to choose, stud no blinds, other games no odd chip of stud."""
    assert BETS.toggles_in(variant) == toggles
    assert replace(BETS, about_bets=False).toggles_in(variant) == BETS.toggles


@pytest.mark.parametrize(
    ("text", "problem"), [("", "missing"), ("the pot", "no-number"), ("1.000", "two-readings"), ("1500", None)]
)
def test_an_amount_that_can_not_be_read_says_why(text: str, problem: str | None) -> None:
    problems: dict[str, str] = {}
    assert read_or_note(text, "to", problems) == (1500 if problem is None else 0)
    assert problems.get("to") == problem


def test_every_field_without_an_amount_is_named_at_once() -> None:
    with pytest.raises(IllFormed) as wrong:
        read_amounts({"to": ["x"], "by": [" 5 "]}, ("to", "by", "adds"))
    assert wrong.value.problems == {"to": "no-number", "adds": "missing"}
