"""Fixed-limit raises as drills: the wrong methods in numbers worked out by hand, and spots of every game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.document import Document
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS, agree
from quizzes.kinds.asking import asked
from quizzes.kinds.base import LEVELS, Variant
from quizzes.kinds.fixed_limit import FIELDS, KIND, VARIANTS
from quizzes.wording.mistakes import mistake
from tests.scale import scale


def spot(actions: str, street: str = "flop", rules: str = '"tda"') -> Document:
    seats = ", ".join(f'{{name = "{name}"}}' for name in "ABCD")
    return loads(
        f'limit = "fixed-limit"\nblinds = [50, 100]\nbets = [100, 200]\nstreet = "{street}"\npot = 400\n'
        f'seats = [{seats}]\nrules = {rules}\nactions = "{actions}"\nquestion = {{kind = "fixed_limit"}}'
    )


def answer(*parts: Any) -> dict[str, Any]:
    return dict(zip(FIELDS, parts, strict=True))


CAPPED = "A bets 100, B raises to 200, C raises to 300, D raises to 400"


@pytest.mark.parametrize(("document", "right", "given", "mistake"), [
    pytest.param(
        spot(CAPPED), (100, 4, False, None), (100, 3, True, 500), "cap-without-the-bet",
        id="three raises only, so one more (Chinese Wikipedia: a bet and three raises)",
    ),
    pytest.param(
        spot("A bets 200, B raises to 400", "turn"), (200, 2, True, 600), (100, 2, True, 500), "small-bet-late",
        id="the small bet on the turn (case seed-wiki-limit-turn)",
    ),
    pytest.param(
        spot("A bets 100, B all-in to 140"), (100, 1, True, 200), (100, 2, True, 240), "under-half-counted",
        id="40 of 100 taken for a raise (TDA 2024 47-B)",
    ),
    pytest.param(
        spot("A bets 100, B all-in to 150"), (100, 2, True, 250), (100, 2, True, 200), "half-completed",
        id="50 of 100 completed (BARGE adds a whole bet)",
    ),
    pytest.param(
        spot("A bets 100, B all-in to 125, C all-in to 160"), (100, 2, True, 260), (100, 2, True, 200),
        "half-completed", id="60 of 100 completed, over 25 that do not count",
    ),
])  # fmt: skip
def test_a_wrong_answer_names_the_mistake(document: Document, right: Any, given: Any, mistake: str) -> None:
    assert KIND.solve(document).answer == answer(*right)
    assert KIND.grade(document, answer(*given)).misconceptions == (mistake,)


@pytest.mark.parametrize(
    ("after", "to", "said"), [("add", 250, "on top of the all-in"), ("as-full", 300, "whole raise")]
)
def test_half_a_bet_completed_is_told_by_the_rules_of_its_house(after: str, to: int, said: str) -> None:
    """Rules.md, "Toggles": houses add a bet to B's 150, or take it for the full 200."""
    document = spot("A bets 100, B all-in to 150", rules=f'{{base = "tda", limit_after_short = "{after}"}}')
    assert KIND.solve(document).answer == answer(100, 2, True, to)
    assert said in mistake(document, "half-completed").text


@pytest.mark.parametrize("completes", ["raises to 200", "all-in to 200"])
def test_a_raise_that_completes_a_short_all_in_is_no_short_all_in(completes: str) -> None:
    """TDA 2024 47-B: B's 25 do not count, so C raises to the whole 200, the second bet; the next one is to 300."""
    document = spot(f"A bets 100, B all-in to 125, C {completes}")
    assert KIND.solve(document).answer == answer(100, 2, True, 300)
    assert KIND.grade(document, answer(100, 2, True, 225)).misconceptions == ()
    assert KIND.level(document) == 3  # a raise over the bet, and one short all-in


@pytest.mark.parametrize(("document", "given", "want"), [
    (spot("A bets 200", "turn"), (200, 1, True, 400), "right right right right"),
    (spot("A bets 200", "turn"), (100, 1, True, 300), "wrong right right follows"),
    (spot(CAPPED), (100, 4, False, None), "right right right right"),
    (spot(CAPPED), (100, 3, True, 500), "right wrong follows follows"),
    (spot(CAPPED), (100, 4, True, 500), "right right wrong wrong"),
    (spot(CAPPED), (100, 0, True, 500), "right wrong wrong wrong"),
])  # fmt: skip
def test_a_slip_is_counted_once(document: Document, given: Any, want: str) -> None:
    grade = KIND.grade(document, answer(*given))
    assert " ".join(field.verdict for field in grade.fields) == want


@pytest.mark.parametrize(("document", "level"), [
    pytest.param(spot("A bets 100"), 1, id="a bet"),
    pytest.param(spot("A bets 200", "turn"), 2, id="a big bet"),
    pytest.param(spot("A bets 100, B all-in to 140"), 3, id="a bet and a short all-in over it"),
    pytest.param(spot("A bets 100, B all-in to 140, C calls, D calls"), 4, id="and having acted"),
    pytest.param(spot("A bets 200, B all-in to 250, C all-in to 320, D calls", "turn"), 5, id="and two of them, late"),
])  # fmt: skip
def test_each_thing_to_keep_apart_is_a_level(document: Document, level: int) -> None:
    assert KIND.level(document) == level


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_drill_has_its_game_and_limit_and_the_second_computation_agrees(variant: Variant, level: int) -> None:
    rng = Random(f"{variant} {level}")
    for _ in range(scale(10, 400)):
        document = KINDS["fixed_limit"].generate(rng, level, ruleset("tda"), variant)
        assert (document.game.id, document.limit, KIND.level(document)) == (*variant, level)
        assert agree(KIND, document)


def test_drills_ask_of_players_who_may_not_raise_as_well() -> None:
    rng = Random("capped")
    documents = [KIND.generate(rng, 4, ruleset("tda")) for _ in range(40)]
    assert {KIND.solve(document).answer["may_raise"] for document in documents} == {True, False}


def test_a_stud_hand_that_was_folded_shows_the_open_cards_that_it_had_then() -> None:
    rng = Random("folded")
    for _ in range(scale(60, 600)):
        document = KIND.generate(rng, 5, ruleset("tda"), Variant("stud", "fixed-limit"))
        shown = {seat.name: len(seat.up) for seat in document.seats}
        assert max(shown.values()) - min(shown.values()) <= 1
        hand, seat = asked(document)
        assert shown[hand.name(seat)] == max(shown.values())
