"""The next hand's button and blinds. Expected: TDA 2024 32 and 34-B, RRoP 11, and rules.md A7."""

from __future__ import annotations

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import RULES, parse_rules
from quizzes.kinds.next_button import KIND, solve
from tests.kinds.asking_table import answered, keeps_its_promises, mistakes, refused, spot


def after(seats: str, gone: str, button: str = "A", rule: str = "dead") -> Document:
    """Return the question after a hand with the button at A; with three or more B and C have the blinds."""
    question = {"gone": gone.split()} if gone else {}
    return spot("next_button", seats, question, button=button, rules={"button": rule})


@pytest.mark.parametrize(
    ("seats", "gone", "rule", "want"),
    [
        ("A B C D E", "", "dead", "B C D"),
        ("A B C D E", "B", "dead", "B C D"),
        ("A B C D E", "C", "dead", "B - D"),
        ("A B C D E", "B C", "dead", "B - D"),
        ("A B C", "B", "dead", "C C A"),
        ("A B C", "A", "dead", "C C B"),
        ("A B C", "C", "dead", "B B A"),
        ("A B", "", "dead", "B B A"),
        ("A (X) (Y) B C D", "", "dead", "B C D"),
        ("A B C D E", "B", "moving", "C C D"),
        ("A B C D E", "C", "moving", "B - D"),
        ("A B C D E", "B", "simplified", "C D E"),
        ("A B C D E", "C", "simplified", "B D E"),
    ],
)
def test_button_and_blinds_go_where_the_house_has_them(seats: str, gone: str, rule: str, want: str) -> None:
    answer = answered(after(seats, gone, rule=rule))
    assert " ".join(name or "-" for name in answer.values()) == want


def test_nobody_has_the_big_blind_twice_or_misses_it_over_a_whole_round() -> None:
    """TDA 2024 32: seats empty on the way, and the big blind still goes from each player to the next who is there."""
    empty: set[str] = set()
    button, held = "A", ["C"]
    for gone in ("B", "A", "D", "", "", ""):
        rows = [{"name": name, **({"empty": True} if name in empty else {})} for name in "ABCDEFGH"]
        question = {"kind": "next_button", "gone": [gone] if gone else []}
        answer = answered(parse({"seats": rows, "blinds": [1, 2], "button": button, "question": question}))
        empty |= {gone} - {""}
        button = answer["button"]
        held.append(answer["big_blind"])
    assert held == ["C", "D", "E", "F", "G", "H", "C"]


def test_the_steps_cite_the_dead_button_and_heads_up_by_edition() -> None:
    """The edition map of rules.md: 32 of 2024 is 34 of 2026."""
    assert {step.rule for step in solve(after("A B C D", "B")).steps} == {"blind-seats", "dead-button"}
    assert RULES["dead-button"].later == {"edition": "2026", "number": "34", "confirmed": False}
    assert solve(after("A B C", "B")).steps[-1].rule == "heads-up-button"


@pytest.mark.parametrize(
    ("seats", "rule"), [("(A) B C", "blind-seats"), ("A (B) C", "heads-up-button"), ("A B C", "blind-seats")]
)
def test_two_players_with_the_button_at_an_empty_seat_have_the_blinds_left_of_it(seats: str, rule: str) -> None:
    """34-B gives the button the small blind; nobody can post it at an empty seat (32: the button is dead there)."""
    first = solve(after(seats, "")).steps[0]
    assert (first.rule, "last_small_blind" in first.out) == (rule, True)


def test_one_player_alone_plays_no_hand() -> None:
    assert refused(after("A B C", "A B")) == "question.gone"


def test_a_stud_game_has_no_button_to_move() -> None:
    question = {"kind": "next_button"}
    stud = parse({"game": "stud", "seats": [{"name": "A"}, {"name": "B"}], "question": question})
    with pytest.raises(ValueError, match="no button"):
        solve(stud)


@pytest.mark.parametrize(
    ("document", "wrong", "mistake"),
    [
        (after("A B C D E", "B"), ("C", "D", "E"), "next-three-players"),
        (after("A B C", "A"), ("B", "B", "C"), "next-three-players"),
        (after("A B C D E", "B"), ("A", "C", "D"), "button-goes-back"),
        (after("A B C D E", "C"), ("B", "D", "E"), "small-blind-filled"),
    ],
)
def test_a_wrong_place_names_the_mistake(document: Document, wrong: tuple[str, ...], mistake: str) -> None:
    response = dict(zip(("button", "small_blind", "big_blind"), wrong, strict=True))
    assert mistake in mistakes(KIND, document, response)


@pytest.mark.parametrize("level", KIND.levels)
@pytest.mark.parametrize("rule", ["dead", "moving", "simplified"])
def test_a_drill_keeps_its_promises(rule: str, level: int) -> None:
    keeps_its_promises(KIND, level, parse_rules({"button": rule}))
