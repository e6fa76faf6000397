"""Every kind that is drilled keeps its promises: `quizzes.kinds.base.Kind` says what they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from statistics import mean
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.hand import play
from quizzes.engine.notation import loads, to_table
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS, agree
from quizzes.kinds.base import IllFormed, Kind
from quizzes.kinds.spots import STAKES
from quizzes.wording.prompts import problem_text
from tests.kinds.buckets import BUCKETS, drills, houses
from tests.scale import scale

bucket = pytest.mark.parametrize(("kind", "level", "house"), BUCKETS)


# What is generated.


@bucket
def test_a_drill_has_the_level_and_the_house_that_were_asked(kind: str, level: int, house: str) -> None:
    for document in drills(kind, level, house):
        assert KINDS[kind].level(document) == level
        assert document.rules == ruleset(house)
        assert document.question.kind == kind


@bucket
def test_the_second_computation_agrees(kind: str, level: int, house: str) -> None:
    """Design, Drill pools: a drill goes live only when an independent computation of its answer agrees."""
    for document in drills(kind, level, house):
        assert agree(KINDS[kind], document), to_table(document)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_state_of_the_generator_gives_the_same_spot_and_another_gives_another(kind: str) -> None:
    spots = [[KINDS[kind].generate(Random(seed), 3, ruleset(houses(kind)[0])) for seed in range(8)] for _ in range(2)]
    assert spots[0] == spots[1]
    assert len({str(to_table(document)) for document in spots[0]}) >= (2 if KINDS[kind].finite else 8)


# How answers are read and graded.


@bucket
def test_examples_are_graded_as_what_they_are(kind: str, level: int, house: str) -> None:
    for document in drills(kind, level, house):
        _right_examples(KINDS[kind], document)
        _wrong_examples(KINDS[kind], document)
        _ill_formed_examples(KINDS[kind], document)


def _right_examples(kind: Kind, document: Document) -> None:
    raws = kind.examples(document).right
    assert raws
    for raw in raws:
        grade = kind.grade(document, kind.parse(document, raw))
        assert grade.right, (raw, grade)
        assert {field.verdict for field in grade.fields} == {"right"}
        assert grade.points == grade.out_of > 0
        assert grade.misconceptions == ()


def _wrong_examples(kind: Kind, document: Document) -> None:
    raws = kind.examples(document).wrong
    assert raws
    for raw in raws:
        grade = kind.grade(document, kind.parse(document, raw))
        assert not grade.right, (raw, to_table(document))
        assert grade.points < grade.out_of


def _ill_formed_examples(kind: Kind, document: Document) -> None:
    raws = kind.examples(document).ill_formed
    assert raws
    for raw in raws:
        with pytest.raises(IllFormed) as error:
            kind.parse(document, raw)
        assert error.value.problems
        assert all(problem_text(problem) for problem in error.value.problems.values())


@bucket
def test_the_answer_itself_is_right_in_the_words_of_the_format(kind: str, level: int, house: str) -> None:
    for document in drills(kind, level, house)[:1]:
        assert KINDS[kind].grade(document, KINDS[kind].solve(document).answer).right


@pytest.mark.parametrize(
    "junk", [{}, {"nonsense": ["1"]}, {"raise_to": []}, {"may_raise": ["perhaps"], "amount_1": ["-"]}]
)
@pytest.mark.parametrize("kind", KINDS)
def test_a_form_that_says_nothing_is_asked_back(kind: str, junk: Mapping[str, list[str]]) -> None:
    for document in drills(kind, 2, houses(kind)[0])[:1]:
        with pytest.raises(IllFormed):
            KINDS[kind].parse(document, junk)


@pytest.mark.parametrize("typed", ["500", "500.0", "500.00", " 500 ", "0500"])
def test_chips_are_read_as_people_type_them(typed: str) -> None:
    """Scenario format, below the questions: `500`, `500.0`, `1,000` and `1 000` mean what they say."""
    assert KINDS["min_raise"].parse(loads(CONTROL), {"raise_to": [typed]}) == {"raise_to": 500}


@pytest.mark.parametrize("typed", ["1,500", "1 500", "1500", "1’500", "1,500.0"])
def test_thousands_are_read_with_their_marks(typed: str) -> None:
    assert KINDS["min_raise"].parse(loads(CONTROL), {"raise_to": [typed]}) == {"raise_to": 1500}


@pytest.mark.parametrize("typed", ["1,5", "15,00", "1.5", "5e2", "-500", "+500", "five", "0x10", "500 chips", "1" * 40])
def test_what_is_no_amount_is_asked_back(typed: str) -> None:
    with pytest.raises(IllFormed) as error:
        KINDS["min_raise"].parse(loads(CONTROL), {"raise_to": [typed]})
    assert error.value.problems == {"raise_to": "no-number"}


SEATS = (
    'seats = [{name = "A", stack = 5000}, {name = "B", stack = 5000}, {name = "C", stack = 5000}]\nblinds = [50, 100]\n'
)
RAISED = SEATS + 'street = "flop"\nactions = "A bets 100, B raises to 300, C folds"\n'
MIN_RAISE = RAISED + 'question = {kind = "min_raise"}'
CONTROL = RAISED + 'question = {kind = "min_raise", control = "raise-to"}'


def verdicts(text: str, **response: Any) -> dict[str, str]:
    """Return the verdict on each field of a response to a document's question."""
    document = loads(text)
    grade = KINDS[document.question.kind].grade(document, response)
    return {field.name: field.verdict for field in grade.fields}


@pytest.mark.parametrize(
    ("to", "by", "adds", "want"),
    [
        (500, 200, 400, "right right right"),
        (600, 300, 500, "wrong follows follows"),
        (600, 200, 500, "wrong right follows"),
        (600, 200, 400, "wrong right right"),
        (600, 100, 100, "wrong wrong wrong"),
        (500, 300, 400, "right wrong right"),
        (None, None, None, "wrong wrong wrong"),
    ],
)
def test_a_slip_in_the_total_is_counted_once(to: int | None, by: int | None, adds: int | None, want: str) -> None:
    """TDA 2024 43-A: to 500, by 200 over 300, and 400 more for A who has 100 in. A number that fits another follows."""
    found = verdicts(MIN_RAISE, raise_to=to, raise_by=by, adds=adds)
    assert " ".join(found.values()) == want


def test_a_number_that_follows_gets_its_point() -> None:
    """B has 300 in and faces 600: to 1200 is doubling the bet, by 600 and 900 more chips are right for that."""
    document = loads(MIN_RAISE.replace("C folds", "C folds, A raises to 600"))
    grade = KINDS["min_raise"].grade(document, {"raise_to": 1200, "raise_by": 600, "adds": 900})
    assert (grade.points, grade.out_of, grade.right) == (2, 3, False)
    assert grade.misconceptions == ("double-the-bet",)


def test_a_control_asks_for_its_own_number_only() -> None:
    """One button takes the total, the other the increase (TDA 2024 43-B)."""
    assert verdicts(CONTROL, raise_to=500) == {"raise_to": "right"}
    assert verdicts(CONTROL.replace("raise-to", "raise-by"), raise_by=200) == {"raise_by": "right"}
    assert verdicts(CONTROL.replace("raise-to", "raise-by"), raise_by=500) == {"raise_by": "wrong"}


REOPEN = (
    'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\nblinds = [50, 100]\nstreet = "flop"\n'
    'actions = "A bets 100, B all-in to 150, C folds, D calls"\nquestion = {kind = "reopen"}'
)


@pytest.mark.parametrize(
    ("may", "facing", "needed", "to", "want"),
    [
        (False, 50, 100, None, "right right right right"),
        (True, 150, 100, 250, "follows wrong right follows"),
        (True, 50, 100, 250, "wrong right right wrong"),
        (True, 50, 50, 200, "follows right wrong follows"),
        (True, 150, 100, 300, "follows wrong right wrong"),
        (True, 2, 1, 151, "wrong wrong wrong wrong"),
        (False, 150, 100, None, "right wrong right right"),
    ],
)
def test_a_verdict_that_follows_from_wrong_numbers_is_counted_once(
    may: bool, facing: int, needed: int, to: int | None, want: str
) -> None:
    """TDA 2024 47-A: A faces 50 of the 100 that it takes. Numbers that nobody would come to make no verdict fit."""
    found = verdicts(REOPEN, may_raise=may, facing=facing, needed=needed, raise_min_to=to)
    assert " ".join(found.values()) == want


OPTIONS = 'question = {kind = "legal_actions"}'
CLOSED = (
    'seats = [{name = "A", stack = 5000}, {name = "B", stack = 150}, {name = "C", stack = 5000}]\nblinds = [50, 100]\n'
    'street = "flop"\nactions = "A bets 100, B all-in, C calls"\n' + OPTIONS
)


@pytest.mark.parametrize(
    ("text", "call", "least", "most", "want"),
    [
        (RAISED + OPTIONS, 200, 500, 5000, "right right right right right"),
        (RAISED + OPTIONS, 200, None, None, "right right wrong follows follows"),
        (CLOSED, 50, None, None, "right right right right right"),
        (CLOSED, 50, 250, 5000, "right right wrong follows follows"),
        (CLOSED, 50, 7, 5000, "right right wrong wrong follows"),
    ],
)
def test_a_raise_that_is_wrongly_left_out_or_marked_is_one_slip(
    text: str, call: int, least: int | None, most: int | None, want: str
) -> None:
    """TDA 2024 43-A: 500 at least over 300. 47-A: 50 more reopens nothing for A, who would have to raise to 250."""
    raises = {"may_raise": least is not None, "raise_min_to": least, "raise_max_to": most}
    assert " ".join(verdicts(text, may_check=False, call_adds=call, **raises).values()) == want


def test_a_call_beyond_the_stack_is_named_also_where_nobody_could_answer_a_raise() -> None:
    """TDA 2024 41 and table stakes: B has 325 against 750 of A, who is all-in."""
    short = 'seats = [{name = "A", stack = 750}, {name = "B", stack = 325}]\nblinds = [50, 100]\nstreet = "flop"\n'
    document = loads(short + 'actions = "A all-in"\n' + OPTIONS)
    right = {"may_check": False, "call_adds": 325, "may_raise": False, "raise_min_to": None, "raise_max_to": None}
    assert KINDS["legal_actions"].grade(document, right).right
    assert KINDS["legal_actions"].grade(document, {**right, "call_adds": 750}).misconceptions == ("call-beyond-stack",)


def test_amounts_that_went_unasked_because_of_a_slip_earn_no_point() -> None:
    """Who leaves the raise out has the check and the call right, and was asked for nothing more."""
    response = {"may_check": False, "call_adds": 200, "may_raise": False, "raise_min_to": None, "raise_max_to": None}
    grade = KINDS["legal_actions"].grade(loads(RAISED + OPTIONS), response)
    assert (grade.points, grade.out_of) == (2, 5)


POTS = (
    'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\nfolded = ["D"]\n'
    'put_in = {A = 50, B = 150, C = 200, D = 20}\nquestion = {kind = "side_pots"}'
)
MAIN = {"amount": 170, "eligible": ["A", "B", "C"]}
SIDE = {"amount": 200, "eligible": ["B", "C"]}


@pytest.mark.parametrize(
    ("pots", "returned", "want"),
    [
        ([MAIN, SIDE], {"C": 50}, {"pot-1": "right", "pot-2": "right", "returned": "right"}),
        ([SIDE, MAIN], {"C": 50}, {"pot-1": "right", "pot-2": "right", "returned": "right"}),
        ([{**MAIN, "amount": 150}, SIDE], {"C": 50}, {"pot-1": "wrong", "pot-2": "right", "returned": "right"}),
        ([MAIN, {**SIDE, "amount": 250}], {}, {"pot-1": "right", "pot-2": "wrong", "returned": "wrong"}),
        ([MAIN], {"C": 50}, {"pot-1": "right", "pot-2": "wrong", "returned": "right"}),
        (
            [MAIN, SIDE, {"amount": 0, "eligible": ["C"]}],
            {"C": 50},
            {"pot-1": "right", "pot-2": "right", "returned": "right"},
        ),
        (
            [MAIN, {"amount": 200, "eligible": ["B", "C", "D"]}],
            {"C": 50},
            {"pot-1": "right", "pot-2": "wrong", "more-pots": "wrong", "returned": "right"},
        ),
        (
            [MAIN, {"amount": 120, "eligible": ["B", "C"]}, {"amount": 80, "eligible": ["C", "B"]}],
            {"C": 50, "A": 0},
            {"pot-1": "right", "pot-2": "right", "returned": "right"},
        ),
    ],
)
def test_each_pot_is_graded_by_itself(pots: list[Any], returned: dict[str, int], want: dict[str, str]) -> None:
    """TDA 2024 15 and 21; pots split further than need be count together (scenario format, below the questions)."""
    assert verdicts(POTS, pots=pots, returned=returned) == want


# Drills read like poker.


def amounts(document: Document) -> list[int]:
    """Return every amount of a document but the seats' stacks."""
    table = to_table(document)
    straddle = table.get("straddle", [])
    named = [table.get(key, 0) for key in ("ante", "pot")] + list(table.get("blinds", []))
    named += straddle if isinstance(straddle, list) else [straddle]
    return named + [
        int(digits) for digits in re.findall(r"(?<!draws) (\d+)\b(?! ?[a-z])", str(table.get("actions", "")))
    ]


@bucket
def test_amounts_are_whole_chips_of_the_table_and_stacks_fit_its_blinds(kind: str, level: int, house: str) -> None:
    """Issue of the first kinds: chips in sensible units, stacks that fit the blinds, a table with players for it."""
    units = {(small, big): unit for small, big, unit in STAKES}
    for document in drills(kind, level, house):
        assert 2 <= len(document.seats) <= 10
        assert len(document.actions) <= 45
        if document.blinds is None:
            continue
        unit, big = units[document.blinds], document.blinds[1]
        stacks = [seat.stack for seat in document.seats if seat.stack is not None]
        assert [amount for amount in amounts(document) + stacks if amount % unit] == []
        assert all(unit <= stack <= 500 * big for stack in stacks)
        round = play(document).round
        behind = [stack for seat, stack in enumerate(round.stacks) if seat != round.turn and stack]
        assert all(stack >= 15 * big for stack in behind)


@pytest.mark.parametrize("kind", KINDS)
def test_levels_get_harder_by_structure_not_by_bigger_numbers(kind: str) -> None:
    """More happens at a higher level, at the same stakes."""
    low, high = KINDS[kind].levels[0], KINDS[kind].levels[-1]
    spots = {level: drills(kind, level, houses(kind)[0], scale(40, 400)) for level in (low, high)}
    told = {level: mean(len(spot.actions) + len(spot.seats) for spot in spots[level]) for level in spots}
    stakes = {level: {spot.blinds for spot in spots[level]} for level in spots}
    if KINDS[kind].about_bets and spots[low][0].blinds is not None:
        assert told[high] > told[low]
        assert len(stakes[low] & stakes[high]) >= len(STAKES) - 2
