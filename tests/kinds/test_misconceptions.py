"""Wrong methods by name: found where they are used, never in a right answer, and often enough to be told apart."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from quizzes.engine.notation import loads, to_table
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
from tests.kinds.buckets import BUCKETS, drills, houses
from tests.scale import LONG, scale


@pytest.mark.parametrize(("kind", "level", "house"), BUCKETS)
def test_a_mistake_is_named_when_its_own_wrong_answer_is_given(kind: str, level: int, house: str) -> None:
    """Alone, or as one of those that give just this answer."""
    for document in drills(kind, level, house):
        together = {id: set(group) for group in KINDS[kind].told_apart(document) for id in group}
        for trap in KINDS[kind].misconceptions:
            if trap.id in together:
                response = trap.solve(document)
                assert response is not None
                grade = KINDS[kind].grade(document, response)
                assert not grade.right
                assert together[trap.id] <= set(grade.misconceptions), (trap.id, to_table(document))


@pytest.mark.parametrize(("kind", "level", "house"), BUCKETS)
def test_no_mistake_is_named_for_a_right_answer(kind: str, level: int, house: str) -> None:
    for document in drills(kind, level, house):
        answer = KINDS[kind].solve(document).answer
        assert KINDS[kind].grade(document, answer).misconceptions == ()
        right = KINDS[kind].values(document, answer, answer)
        assert all(values != right for values in KINDS[kind].mistaken(document).values())


@pytest.mark.parametrize("kind", KINDS)
def test_no_mistake_is_named_for_an_answer_that_none_gives(kind: str) -> None:
    for document in drills(kind, 3, houses(kind)[0]):
        given = KINDS[kind].mistaken(document).values()
        for raw in KINDS[kind].examples(document).wrong:
            response = KINDS[kind].parse(document, raw)
            grade = KINDS[kind].grade(document, response)
            wrong = {field.name: field.given for field in grade.fields if field.verdict == "wrong"}
            right = {field.name: field.given for field in grade.fields if field.verdict == "right"}
            fitting = [dict(values) for values in given if wrong.items() <= dict(values).items()]
            if KINDS[kind].parts == "apart":
                against = [sum(values.get(name) != right[name] for name in right) for values in fitting]
                assert bool(grade.misconceptions) == any(number <= len(wrong) for number in against)
            else:
                assert fitting or not grade.misconceptions


# How often a bucket tells each mistake apart.

FLOOR = 0.02
ENOUGH = 60
"""So many drills of the games in which people make a mistake say how often it shows there."""

DRILLED = [(kind, level, house) for kind, level, house in BUCKETS if level > 1 and (house == houses(kind)[0] or LONG)]


@pytest.mark.parametrize(("kind", "level", "house"), DRILLED)
def test_a_bucket_tells_each_mistake_apart_often_enough(kind: str, level: int, house: str) -> None:
    """Issue of the first kinds: a floor for levels 2 to 5, here 2 % of the drills."""
    judged = drills(kind, level, house, scale(150, 2_000))
    shown = Counter(id for document in judged for id in KINDS[kind].mistaken(document))
    games = {
        trap.id: sum(trap.known_in(document.game.id, document.limit) for document in judged)
        for trap in KINDS[kind].misconceptions
        if level in trap.levels and trap.known_by(ruleset(house))
    }
    assert {id: shown[id] for id, many in games.items() if many >= ENOUGH and shown[id] < FLOOR * many} == {}
    assert set(shown) <= set(games)


def test_every_mistake_can_show_on_some_level_of_practice() -> None:
    assert [
        trap.id for kind in KINDS.values() for trap in kind.misconceptions if not set(trap.levels) & {2, 3, 4, 5}
    ] == []


# The mistakes that issue and design name, each in a spot where it is the only one that gives its number.

RAISED = """
seats = [{name = "A", stack = 5000}, {name = "B", stack = 5000}, {name = "C", stack = 5000}, {name = "D", stack = 5000}]
blinds = [50, 100]
street = "flop"
"""

NAMED = [
    pytest.param(
        "A bets 100, B raises to 300, C calls, D folds, A raises to 700", 1400, "double-the-bet", id="doubling"
    ),
    pytest.param("A bets 100, B raises to 300", 400, "add-the-big-blind", id="the big blind again"),
    pytest.param(
        "A bets 100, B raises to 300, C calls, D folds, A raises to 700", 1300, "count-the-call", id="the call too"
    ),
    pytest.param("A bets 200, B raises to 500, C all-in to 650", 800, "short-all-in-as-full", id="a short all-in"),
    pytest.param("A bets 100, B raises to 350, C folds, D folds", 500, "chips-for-total", id="chips for the total"),
]


@pytest.mark.parametrize(("actions", "to", "mistake"), NAMED)
def test_a_wrong_raise_names_the_mistake(actions: str, to: int, mistake: str) -> None:
    """TDA 2024 43-A; the wrong number is worked out by hand from the mistake's name."""
    text = f'{RAISED}actions = "{actions}"\nquestion = {{kind = "min_raise"}}'
    if "all-in to 650" in actions:
        text = text.replace('"C", stack = 5000', '"C", stack = 650')
    document = loads(text)
    right = KINDS["min_raise"].solve(document).answer
    grade = KINDS["min_raise"].grade(document, {**right, "raise_to": to})
    assert grade.misconceptions == (mistake,)
    assert [field.name for field in grade.fields if field.verdict == "wrong"] == ["raise_to"]


POTS = """
seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "F"}]
put_in = {A = 50, B = 150, C = 200, F = 30}
folded = ["F"]
question = {kind = "side_pots"}
"""


@pytest.mark.parametrize(
    ("main", "side", "returned", "mistake"),
    [
        (180, 300, {"C": 50}, "totals-for-differences"),
        (150, 200, {"C": 50}, "dead-money-forgotten"),
        (180, 250, {}, "uncalled-left-in"),
    ],
)
def test_wrong_pots_name_the_mistake(main: int, side: int, returned: dict[str, int], mistake: str) -> None:
    """TDA 2024 15 and 21: right are 180 for all three, 200 for B and C, and 50 back to C."""
    document = loads(POTS)
    assert KINDS["side_pots"].solve(document).answer == {
        "pots": [{"amount": 180, "eligible": ["A", "B", "C"]}, {"amount": 200, "eligible": ["B", "C"]}],
        "returned": {"C": 50},
    }
    pots = [{"amount": main, "eligible": ["A", "B", "C"]}, {"amount": side, "eligible": ["B", "C"]}]
    assert KINDS["side_pots"].grade(document, {"pots": pots, "returned": returned}).misconceptions == (mistake,)


def test_a_folded_player_among_those_who_play_names_the_mistake() -> None:
    """TDA 2024 21: F's 30 stay in, F plays for nothing."""
    pots = [
        {"amount": 120, "eligible": ["A", "B", "C", "F"]},
        {"amount": 60, "eligible": ["A", "B", "C"]},
        {"amount": 200, "eligible": ["B", "C"]},
    ]
    grade = KINDS["side_pots"].grade(loads(POTS), {"pots": pots, "returned": {"C": 50}})
    assert grade.misconceptions == ("folded-player-paid",)


@pytest.mark.parametrize(("kind", "answer"), [("awards", {"won": {}}), ("side_pots", {})])
def test_where_nobody_matched_a_chip_there_is_no_pot_and_no_mistake_about_one(
    kind: str, answer: dict[str, Any]
) -> None:
    """By the scenario format `returned` is what nobody matched: here all of it, so that nothing is left to win."""
    document = loads(
        'game = "omaha8"\nstreet = "river"\nboard = "3c 4d 7h Kh 9s"\nput_in = {B = 15}\nfolded = ["C"]\n'
        'seats = [{name = "B", cards = "Ah 2c Ts Jh"}, {name = "A", cards = "As 2d Kc Kd"}, {name = "C"}]\n'
        f'question = {{kind = "{kind}"}}'
    )
    found = KINDS[kind].solve(document).answer
    assert found == {"pots": [], "returned": {"B": 15}, **answer}
    assert KINDS[kind].told_apart(document) == ()
