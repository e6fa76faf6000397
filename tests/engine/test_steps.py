"""Derivations hold: every outcome follows, every value is known, every field of an answer is found out.

The contract is the scenario format's (`steps`); tests/engine/derivations.py reads a derivation without the engine.
"""

from __future__ import annotations

import re

import pytest

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.notation import loads, parse
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.steps import Solution, Step, total
from quizzes.wording import step_text
from tests.cases.compare import Case, load
from tests.engine.derivations import check
from tests.kinds.buckets import BUCKETS, drills
from tests.scale import scale

CASES = load(QUESTION_KEYS)
DRILLS_A_BUCKET = -(-scale(600, 10_000) // len(BUCKETS))


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_derivation_of_a_public_case_holds(case: Case) -> None:
    hold(parse(case["doc"]))


@pytest.mark.parametrize(("kind", "level", "house"), BUCKETS)
def test_the_derivations_of_drills_hold(kind: str, level: int, house: str) -> None:
    for document in drills(kind, level, house, DRILLS_A_BUCKET):
        hold(document)


def hold(document: Document) -> None:
    """Check a document's derivation and that every step of it makes a whole sentence."""
    solution = kinds.solve(document)
    check(document, solution)
    for step in solution.steps:
        assert is_whole(step_text(step)), step


def is_whole(sentence: str) -> bool:
    """Say whether a sentence has no gap, no placeholder and no bare value in it."""
    gaps = re.search(r"%\(|[\[\]{}]|\b(None|True|False)\b|  | [.,:]|^[^\w“]", sentence)
    return not gaps and sentence.endswith(".")


@pytest.mark.parametrize(
    "sentence",
    ["A raises to %(to)s.", "The five are ['As'].", "Over  that.", " is next.", "So None may raise.", "Go on", ""],
)
def test_a_sentence_with_a_gap_is_not_whole(sentence: str) -> None:
    assert not is_whole(sentence)


# Spots in which amounts come from several places. Each is asked as every kind named after it.

SEATS = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\n'
SHORT_SMALL = 'seats = [{name = "A", stack = 55}, {name = "B", stack = 900}, {name = "C", stack = 900}]\n'
SHORT_BIG = 'seats = [{name = "A", stack = 900}, {name = "B", stack = 105}, {name = "C", stack = 900}]\n'
BLINDS = "blinds = [50, 100]\n"
THREE_STREETS = (
    'seats = [{name = "A", stack = 2000}, {name = "B", stack = 1000}, {name = "C", stack = 400}]\n'
    'actions = "C calls, A calls, B checks, -- flop 2c 3d 4h, A bets 200, B raises to 600, C all-in'
)

SPOTS = {
    "a short ante after the blind": (
        SHORT_SMALL + BLINDS + 'ante = 10\nrules = {ante_order = "blind-first"}\nactions = "C calls, B checks"',
        "side_pots",
    ),
    "a short blind after the ante": (SHORT_BIG + BLINDS + 'ante = 10\nactions = "C calls, A calls"', "side_pots"),
    "a big blind short of its ante for the table": (
        SHORT_BIG + BLINDS + 'ante = 100\nante_by = "big-blind"\nactions = "C calls, A calls"',
        "side_pots",
    ),
    "a big blind left short by its ante for the table": (
        SHORT_BIG
        + BLINDS
        + 'ante = 100\nante_by = "big-blind"\nrules = {bb_ante_order = "ante-first"}\nactions = "C calls, A calls"',
        "side_pots",
    ),
    "a straddle short after an ante": (
        'seats = [{name = "A"}, {name = "B"}, {name = "C", stack = 150}, {name = "D"}]\n'
        + BLINDS
        + "ante = 10\nstraddle = 200",
        "legal_actions min_raise",
    ),
    "a post, part of it dead": (
        'seats = [{name = "A"}, {name = "B", stack = 400}, {name = "C", stack = 400}, {name = "D"}]\n'
        + BLINDS
        + 'actions = "C posts 100 live 50 dead, C raises to 300, D folds, A folds, B all-in, C all-in"',
        "side_pots",
    ),
    "raises by an amount": (SEATS + BLINDS + 'actions = "C raises by 100, D raises by 250"', "min_raise legal_actions"),
    "an all-in on the second street": (THREE_STREETS + '"\n' + BLINDS, "min_raise legal_actions"),
    "an all-in on the second street after an ante": (THREE_STREETS + ', A calls"\nante = 10\n' + BLINDS, "side_pots"),
    "an all-in on the second street after the big blind's ante": (
        THREE_STREETS.replace("B raises to 600", "B all-in")
        + ', A calls"\nante = 100\nante_by = "big-blind"\n'
        + BLINDS,
        "side_pots",
    ),
    "what is left of a stack is less than a full bet": (
        'seats = [{name = "A", stack = 250}, {name = "B"}, {name = "C"}]\n'
        + BLINDS
        + 'actions = "C raises to 200, A calls, B calls, -- flop"',
        "legal_actions",
    ),
    "a short all-in faces a short stack that checked": (
        'seats = [{name = "A", stack = 300}, {name = "B"}, {name = "C"}]\n'
        + BLINDS
        + 'actions = "C raises to 200, A calls, B calls, -- flop, A checks, B all-in to 100, C calls"\n'
        + 'rules = {reopen = "half-raise"}',
        "legal_actions",
    ),
    "full raises that a house looks at one by one": (
        SEATS
        + BLINDS
        + 'actions = "C raises to 300, D raises to 500, A raises to 1100, B folds"\nrules = "single-raise"',
        "reopen legal_actions min_raise",
    ),
    "short all-ins where each is looked at alone and a raise doubles": (
        SEATS
        + BLINDS
        + 'street = "flop"\nactions = "A bets 500, B raises to 1000, C all-in to 1300, D all-in to 1700, A folds"\n'
        + 'rules = {min_raise = "double", reopen = "single"}',
        "reopen legal_actions min_raise",
    ),
    "short all-ins whose sum is the next raise": (
        SEATS
        + BLINDS
        + 'street = "flop"\nactions = "A bets 500, B raises to 1000, C all-in to 1300, D all-in to 1700"\n'
        + 'rules = {reopened_unit = "sum"}',
        "reopen legal_actions min_raise",
    ),
    "a player who put nothing in": (
        SEATS + 'put_in = {A = 50, B = 100, C = 100}\nfolded = ["A"]\norder = [["B"], ["C"]]',
        "side_pots awards",
    ),
    "fewer chips than winners": (
        SEATS + 'pot = 2\nput_in = {A = 0, B = 0, C = 0, D = 0}\norder = [["A", "B", "C"], ["D"]]',
        "awards",
    ),
    "what only folded players put in": (
        SEATS + 'put_in = {A = 20, B = 50, C = 50, D = 80}\nfolded = ["D"]\norder = [["A"], ["B", "C"]]',
        "side_pots awards",
    ),
    "an odd chip to the highest card": (
        'seats = [{name = "A", cards = "As 7c"}, {name = "B", cards = "Ah 7d"}, {name = "C"}]\n'
        'put_in = {A = 5, B = 5, C = 1}\nfolded = ["C"]\nstreet = "river"\nboard = "Kd Qc 9s 5h 2d"\n'
        'rules = {odd_chip = "high-card"}',
        "awards",
    ),
}


@pytest.mark.parametrize("name", SPOTS)
def test_amounts_from_several_places_are_derived(name: str) -> None:
    text, asked_as = SPOTS[name]
    for kind in asked_as.split():
        hold(loads(f'{text}\nquestion = {{kind = "{kind}"}}'))


SUM = total("raise-amounts", "raise_to", {"bet": 300, "last_raise": 200})
CALL = total("calling", "call_to", {"bet": 300})
GATHERED = Step("raise-amounts", "state", {"raise_to": 500}, {"raise_to": 500})


def test_the_step_that_only_gathers_is_told_where_it_is_the_only_one() -> None:
    assert Solution({"raise_to": 500}, (SUM, GATHERED)).told == (SUM,)
    assert Solution({"raise_to": 500}, (GATHERED,)).told == (GATHERED,)


def test_the_deciding_step_gives_the_first_outcome_that_is_given_at_all() -> None:
    solution = Solution({"raise_to": 500}, (CALL, SUM, GATHERED))
    assert solution.deciding(("may_raise", "raise_to", "call_to")) == SUM
    assert solution.deciding(("may_raise",)) == CALL


def test_an_outcome_may_decide_by_one_of_its_values_alone() -> None:
    """A cap decides where no raise is left, not where one is."""
    left, none = (Step("limit-cap", "state", {}, {"raise_left": value}) for value in (True, False))
    assert Solution({}, (SUM, none)).deciding((("raise_left", False), "raise_to")) == none
    assert Solution({}, (SUM, left)).deciding((("raise_left", False), "raise_to")) == SUM
