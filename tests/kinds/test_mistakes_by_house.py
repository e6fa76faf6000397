"""What is told of a mistake where the house plays otherwise: only what is wrong there, and by the house's own rule.

The expected numbers are worked out by hand from the toggles of the scenario format. In SHORT the bet of 2,000 is
followed by all-ins of 1,000 and 1,500 more, each less than a full raise and both together 2,500.
"""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import loads
from quizzes.kinds import KINDS
from quizzes.kinds.base import Grade
from quizzes.wording.betting import NOT_ENOUGH
from quizzes.wording.mistakes import mistake

SHORT = "A bets 2000, B all-in to 3000, C calls, D all-in to 4500"


def spot(kind: str, rules: str, actions: str = SHORT, stacks: str = "90000 3000 90000 4500") -> Document:
    """A flop under a house, its toggles as TOML."""
    seats = ", ".join(
        f'{{name = "{name}", stack = {stack}}}' for name, stack in zip("ABCD", stacks.split(), strict=True)
    )
    return loads(
        f'rules = {{{rules}}}\nblinds = [500, 1000]\nstreet = "flop"\nbutton = "D"\nseats = [{seats}]\n'
        f'actions = "{actions}"\nquestion = {{kind = "{kind}"}}'
    )


def graded(document: Document, **wrong: Any) -> Grade:
    """The grade of the right answer with these parts changed."""
    kind = KINDS[document.question.kind]
    return kind.grade(document, {**kind.solve(document).answer, **wrong})


def texts(document: Document, **wrong: Any) -> list[str]:
    """What is told of the mistakes behind an answer."""
    return [mistake(document, id).text for id in graded(document, **wrong).misconceptions]


SINGLE = 'reopen = "single"'


def test_who_adds_short_all_ins_up_in_a_house_that_looks_at_each_alone_is_told_so_and_nothing_else() -> None:
    """Toggle reopen = single: 1,000 and 1,500 are no full raise of 2,000, so the betting is closed to A."""
    document = spot("reopen", SINGLE)
    assert KINDS["reopen"].solve(document).answer == {
        "may_raise": False,
        "facing": 2500,
        "needed": 2000,
        "raise_min_to": None,
    }
    grade = graded(document, may_raise=True, raise_min_to=6500)
    assert grade.misconceptions == ("added-up",)
    assert mistake(document, "added-up").text == (
        "In this house each all-in is looked at alone. Together they come to 2,500, but none of them was a full raise."
    )


def test_the_last_all_in_alone_is_not_what_a_player_faces_in_any_house() -> None:
    [told] = texts(spot("reopen", SINGLE), facing=1500)
    assert "2,500, also where each all-in is looked at alone" in told


def test_where_sums_say_nothing_no_verdict_follows_from_one() -> None:
    """With reopen = single 1,500 more, which is less than 2,000, does not make an open betting a closed one."""
    document = spot(
        "reopen", SINGLE, "A checks, B bets 2000, C raises to 4000, D all-in to 5500", "90000 90000 90000 5500"
    )
    assert KINDS["reopen"].solve(document).answer["may_raise"]
    verdicts = {each.name: each.verdict for each in graded(document, may_raise=False, facing=1500).fields}
    assert verdicts["may_raise"] == "wrong"


HALF = 'reopen = "half-raise"'
ONE = ("A bets 2000, B all-in to 2800, C calls, D folds", "90000 2800 90000 90000")


def test_half_is_enough_is_no_mistake_where_it_is_the_rule() -> None:
    """Toggle reopen = half-raise: it takes more than 1,000, and nobody takes half of that once more."""
    document = spot("reopen", HALF, *ONE)
    assert not graded(document, needed=500).right
    assert graded(document, needed=500).misconceptions == ()


def test_where_half_is_enough_each_all_in_alone_is_held_against_half() -> None:
    """700 and 600 are each less than 1,000, together more: 1,300 open it, to 3,300 and a full raise of 2,000."""
    document = spot("reopen", HALF, SHORT.replace("3000", "2700").replace("4500", "3300"), "90000 2700 90000 3300")
    answer = KINDS["reopen"].solve(document).answer
    assert answer == {"may_raise": True, "facing": 1300, "needed": 1000, "raise_min_to": 5300}
    assert "each-all-in-alone" in graded(document, may_raise=False, raise_min_to=None).misconceptions
    assert graded(document, needed=2000).misconceptions == ()


def test_short_all_ins_that_opened_nothing_are_not_said_to_have_opened_it() -> None:
    """TDA 2024 47-A: A checked, so the bet of 2,000 opens the betting; the 900 on top of it are far from a raise."""
    document = spot("reopen", "", "A checks, B bets 2000, C all-in to 2500, D all-in to 2900", "90000 90000 2500 2900")
    answer = KINDS["reopen"].solve(document).answer
    assert (answer["may_raise"], answer["raise_min_to"]) == (True, 4900)
    assert graded(document, raise_min_to=3800).misconceptions == ()
    assert "2,000" in texts(spot("reopen", ""), raise_min_to=7000)[0]


# What a raise adds

DOUBLED = "In this house it is the bet that counts: a raise is to at least twice the 4,500."
SUMMED = (
    "In this house short all-ins that together come to a full raise count as one: the next raise adds their sum, 2,500."
)


@pytest.mark.parametrize(("rules", "told"), [('min_raise = "double"', DOUBLED), ('reopened_unit = "sum"', SUMMED)])
@pytest.mark.parametrize(
    ("kind", "field", "wrong"),
    [("min_raise", "raise_to", 6000), ("min_raise", "raise_to", 5500), ("legal_actions", "raise_min_to", 6000)],
)
def test_a_wrong_raise_is_told_what_a_raise_adds_in_this_house(
    rules: str, told: str, kind: str, field: str, wrong: int
) -> None:
    """What the last all-in added, and the big blind: 4,500 and 1,500, 4,500 and 1,000. Right are 9,000 and 7,000."""
    document = spot(kind, rules)
    assert KINDS[kind].solve(document).answer[field] == (9000 if told is DOUBLED else 7000)
    assert texts(document, **{field: wrong}) == [told]


def test_who_repeats_the_sum_of_short_all_ins_where_a_raise_doubles_the_bet_is_told_so() -> None:
    assert texts(spot("reopen", 'min_raise = "double"'), raise_min_to=7000) == [DOUBLED]


# Why the betting is closed

ALONE = (
    "The player has acted. In this house each all-in is looked at alone, and none since then was a full raise: "
    "only a call or a fold is open."
)


def not_enough(facing: str, needed: str) -> str:
    """What is told where less came than it takes."""
    return str(NOT_ENOUGH) % {"facing": facing, "needed": needed}


@pytest.mark.parametrize(
    ("rules", "hand", "bet", "to", "told"),
    [
        pytest.param(SINGLE, (), 4500, 6500, ALONE, id="each alone"),
        pytest.param(HALF, ONE, 2800, 4800, not_enough("800", "1,000"), id="half"),
        pytest.param('min_raise = "double"', ONE, 2800, 5600, not_enough("800", "2,000"), id="twice the bet"),
    ],
)
def test_who_assumes_the_right_to_raise_is_told_what_keeps_it_closed_here(
    rules: str, hand: tuple[str, ...], bet: int, to: int, told: str
) -> None:
    """A has acted on 2,000. The raise that A may not make would be by 2,000, or to twice the bet."""
    assert texts(spot("min_raise", rules, *hand), raise_to=to, raise_by=to - bet, adds=to - 2000) == [told]
    assert texts(spot("legal_actions", rules, *hand), may_raise=True, raise_min_to=to, raise_max_to=90000) == [told]


def test_a_house_that_asks_for_a_full_bet_is_not_said_to_ask_for_half_of_it() -> None:
    """Toggle limit_reopen = full-bet: it takes the turn's 2,000, so the small bet is not half of what is asked."""
    document = loads(
        'rules = {limit_reopen = "full-bet"}\nlimit = "fixed-limit"\nblinds = [500, 1000]\nbets = [1000, 2000]\n'
        'seats = [{name = "A"}, {name = "B", stack = 3000}, {name = "C"}]\nbutton = "C"\nstreet = "turn"\n'
        'actions = "A bets 2000, B all-in to 3000, C calls"\nquestion = {kind = "reopen"}'
    )
    assert KINDS["reopen"].solve(document).answer["needed"] == 2000
    assert "half-of-the-small-bet" not in KINDS["reopen"].mistaken(document)


# Asking to see a hand


def request(who_may: str, actions: str, player: str, whose: str) -> Document:
    """A river of three players; `player` asks for another's hand."""
    return loads(
        f'rules = {{may_see = "{who_may}"}}\nblinds = [5, 10]\nstreet = "river"\nboard = "2c 7d 9h Js Kd"\npot = 60\n'
        'seats = [{name = "A"}, {name = "B"}, {name = "C"}]\nbutton = "C"\n'
        f'actions = "{actions}"\nquestion = {{kind = "may_see", player = "{player}", whose = "{whose}"}}'
    )


CALLED = "A bets 20, B calls, C folds"
FOLDED = "A bets 20, B folds, C folds"
NOBODY = "In this house nobody can ask for a hand: each player decides alone whether to show."


@pytest.mark.parametrize(
    ("who_may", "actions", "player", "told"),
    [
        pytest.param("nobody", CALLED, "B", NOBODY, id="the caller, where nobody may"),
        pytest.param("nobody", CALLED, "C", NOBODY, id="who folded, where nobody may"),
        pytest.param(
            "turn", FOLDED, "C", "A's hand never came to a showdown, so nobody can ask for it.", id="no showdown"
        ),
        pytest.param(
            "river-caller",
            CALLED,
            "C",
            "C has no cards any more, and with them went the right to ask for a hand.",
            id="TDA 2024 18",
        ),
    ],
)
def test_who_lets_a_player_insist_is_told_why_not_by_the_rules_of_the_house(
    who_may: str, actions: str, player: str, told: str
) -> None:
    assert texts(request(who_may, actions, player, "A"), may=True, right=True) == [told]


def test_a_called_hand_is_not_refused_by_mistake_where_nobody_may_ask() -> None:
    assert "called-hand-refused" not in KINDS["may_see"].mistaken(request("nobody", CALLED, "B", "A"))


def test_who_was_out_before_the_turn_is_told_so_where_that_decides() -> None:
    """Toggle may_see = turn: C folded on the flop."""
    document = loads(
        'rules = {may_see = "turn"}\nblinds = [5, 10]\nstreet = "flop"\nboard = "2c 7d 9h"\npot = 60\n'
        'seats = [{name = "A"}, {name = "B"}, {name = "C"}]\nbutton = "C"\n'
        'actions = "A bets 20, B calls, C folds, -- turn Js, A checks, B checks, -- river Kd, A bets 40, B calls"\n'
        'question = {kind = "may_see", player = "C", whose = "A"}'
    )
    assert texts(document, may=True, right=True) == [
        "In this house only players who were in on the last street but one can ask for a hand."
    ]
