"""The chart's answer. Expected: the JJ seed's tables, as in tests/engine/test_chart.py, and the scenario format."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from django.template.loader import get_template

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import second
from quizzes.kinds.starting_hand import KIND, solve
from quizzes.wording import step_text
from quizzes.wording.starting_hand import WORDS
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused


def held(cards: str, actions: str = "", seats: int = 10, **keys: Any) -> Document:
    """Return the question of the player to act, who holds the cards. P1 and P2 are the blinds, P10 is the button."""
    question = {"kind": "starting_hand"}
    rows: list[dict[str, Any]] = [{"name": f"P{number}"} for number in range(1, seats + 1)]
    table = {"seats": rows, "blinds": [50, 100], "actions": actions, "rules": "jj", "question": question} | keys
    acted = [part.split()[0] for part in actions.split(", ") if part]
    names = [row["name"] for row in rows]
    turn = names[(names.index(acted[-1]) + 1 if acted else 2) % seats]
    rows[names.index(turn)]["cards"] = cards
    return parse(table)


def folded(*numbers: int) -> str:
    return ", ".join(f"P{number} folds" for number in numbers)


@pytest.mark.parametrize(
    ("cards", "actions", "action", "group"),
    [
        ("As Ah", "", "raise", "very-strong"),
        ("9s 9h", "P3 raises to 300", "fold", "strong"),
        ("9s 9h", "P3 raises to 300, " + folded(4, 5), "raise", "strong"),
        ("Kd Qd", "P3 raises to 300, P4 calls", "call", "medium"),
        ("Kd Qh", "P3 raises to 300, P4 calls", "fold", "medium"),
        ("5d 5h", "P3 calls, P4 calls", "call", "speculative"),
        ("5d 5h", "P3 calls, P4 raises to 300, P5 raises to 900", "fold", "speculative"),
        ("8d 7d", folded(3, 4, 5, 6, 7, 8), "raise", "mixed"),
        ("8d 7h", folded(3, 4, 5, 6, 7, 8), "fold", None),
    ],
)
def test_the_chart_is_read_by_group_seat_and_what_happened_before(
    cards: str, actions: str, action: str, group: str | None
) -> None:
    assert answered(held(cards, actions)) == {"action": action, "group": group}


ONE_CALL = "P3 calls, " + folded(4, 5, 6, 7, 8, 9, 10, 1)


@pytest.mark.parametrize(("cards", "group"), [("5d 5h", "speculative"), ("8d 7d", "mixed"), ("7d 2h", None)])
def test_the_big_blind_checks_what_it_would_fold_when_checking_is_free(cards: str, group: str | None) -> None:
    """The scenario format: the chart's fold is for a hand that would have to pay."""
    assert answered(held(cards, ONE_CALL)) == {"action": "check", "group": group}


@pytest.mark.parametrize(
    ("actions", "stacks", "seat", "action"),
    [
        ("P3 all-in", {"P3": 800, "P4": 800}, "P4", "call"),
        ("P3 all-in", {"P3": 800, "P4": 801}, "P4", "raise"),
        ("P3 all-in, P4 all-in, P5 all-in", {"P3": 800, "P4": 900, "P5": 1000, "P6": 700}, "P6", "call"),
        ("P3 raises to 300, P4 folds, P5 all-in, P6 calls, P1 folds, P2 folds", {"P5": 499}, "P3", "call"),
        ("P3 raises to 300, P4 folds, P5 all-in, P6 calls, P1 folds, P2 folds", {"P5": 500}, "P3", "raise"),
        ("P3 all-in, P4 folds, P5 folds, P6 folds, P1 folds", {"P3": 800}, "P2", "call"),
    ],
)
def test_a_raise_that_is_not_legal_becomes_a_call(actions: str, stacks: dict[str, int], seat: str, action: str) -> None:
    """Table stakes, TDA 2024 47-A (300 over 100 is a raise of 200, so 500 reopens and 499 does not), nobody to answer.

    A pair of aces is raised whatever happened before: the JJ seed.
    """
    names = [f"P{number}" for number in range(1, 7)]
    rows: list[dict[str, Any]] = [{"name": name, "stack": stacks.get(name, 2000)} for name in names]
    rows[names.index(seat)]["cards"] = "As Ah"
    question = {"kind": "starting_hand", "player": seat}
    house = {"base": "jj", "min_raise": "last-raise"}
    table = {"seats": rows, "blinds": [50, 100], "actions": actions, "rules": house, "question": question}
    document = parse(table)
    assert answered(document) == {"action": action, "group": "very-strong"}
    steps = solve(document).steps
    assert steps[-1].values == {"chart_says": "raise"}
    said = {"call": "No raise is allowed, so the answer is: Call.", "raise": "So the answer is: Raise."}
    assert step_text(steps[-1]) == said[action]
    assert [step.out["may_raise"] for step in steps if "may_raise" in step.out] == [False] * (action == "call")


@pytest.mark.parametrize("answer", [solve, second.solve], ids=["engine", "second"])
def test_nobody_is_asked_for_a_hand_once_the_betting_is_over(answer: Any) -> None:
    """Scenario format: `question` when it can't be asked. The big blind matches P3's 60, and nobody else is left.

    With P1 still to act the big blind may have to answer, so that its hand can be asked about.
    """
    rows = [{"name": "P1"}, {"name": "P2", "cards": "As Ah"}, {"name": "P3", "stack": 60}]
    table = {"seats": rows, "blinds": [50, 100], "rules": "jj", "question": {"kind": "starting_hand", "player": "P2"}}
    with pytest.raises(DocumentError) as error:
        answer(parse({**table, "actions": "P3 all-in, P1 folds"}))
    assert error.value.where == "question"
    answer(parse({**table, "actions": "P3 all-in"}))


def test_nobody_is_said_to_have_folded_who_has_not() -> None:
    """The first to act has nobody before: neither a call, nor a raise, nor a fold."""
    said = [step_text(step) for step in solve(held("As Jd")).steps]
    assert "Before P3: nobody has called or raised." in said


def test_with_fewer_seats_the_first_to_act_is_no_early_one() -> None:
    """With seven the first left of the big blind is a middle seat, and the chart raises AJo there."""
    assert answered(held("As Jd", seats=7))["action"] == "raise"
    assert answered(held("As Jd", seats=8))["action"] == "fold"


@pytest.mark.parametrize("rules", ["tda", "half-raise", {"base": "jj", "chart": "none"}])
def test_a_house_without_a_chart_has_nothing_to_ask(rules: Any) -> None:
    assert refused(held("As Jd", rules=rules)) == "question"


def test_a_later_street_and_unknown_cards_have_no_answer_in_a_chart() -> None:
    with pytest.raises(ValueError, match="before the flop"):
        solve(held("As Jd", street="flop", board="2c 7d Jh"))
    with pytest.raises(ValueError, match="cards"):
        solve(held("?? ??"))


def test_every_question_says_that_charts_are_not_for_the_table() -> None:
    """TDA 2024 5 (rules.md A8): no chart with a live hand."""
    assert "never for a live hand" in WORDS.prompt(held("As Jd"), "P3")
    form = get_template(f"quizzes/inputs/{KIND.input}.html").template.source  # type: ignore[attr-defined]  # its text
    assert "TDA 2024, rule 5" in form


@pytest.mark.parametrize(
    ("cards", "actions", "action", "group", "mistake"),
    [
        ("8d 7h", folded(3, 4, 5, 6, 7, 8), "raise", "mixed", "suits-unseen"),
        ("As Jd", "", "raise", "medium", "position-unseen"),
        ("As Jd", "P3 raises to 300, " + folded(4, 5), "raise", "medium", "raise-unseen"),
        ("5d 5h", "P3 calls, P4 calls", "fold", "speculative", "callers-unseen"),
    ],
)
def test_a_wrong_answer_names_the_mistake(cards: str, actions: str, action: str, group: str, mistake: str) -> None:
    assert mistake in mistakes(KIND, held(cards, actions), {"action": action, "group": group})


def test_an_action_that_the_chart_names_for_the_group_that_was_chosen_follows() -> None:
    """A pair of nines is strong; taken for medium it would fold from an early seat."""
    grade = KIND.grade(held("9s 9h"), {"action": "fold", "group": "medium"})
    assert [field.verdict for field in grade.fields] == ["follows", "wrong"]


@pytest.mark.parametrize("level", KIND.levels)
def test_a_drill_keeps_its_promises(level: int) -> None:
    keeps_its_promises(KIND, level, ruleset("jj"), many=25)


@pytest.mark.parametrize("level", KIND.levels[1:])
def test_a_level_tells_each_mistake_apart_often_enough(level: int) -> None:
    """Issue of the first kinds: a floor of 2 % of the drills."""
    rng = Random(f"floor {level}")
    shown = Counter(id for _ in range(150) for id in KIND.mistaken(KIND.generate(rng, level, ruleset("jj"))))
    expected = {trap.id for trap in KIND.misconceptions if level in trap.levels}
    assert {id for id, number in shown.items() if number >= 3} == expected
