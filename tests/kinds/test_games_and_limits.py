"""Betting, pots and rulings in games and limits beside no-limit hold'em: the drills, and each mistake by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.notation import loads, parse, to_table
from quizzes.engine.rulesets import TOGGLES, ruleset
from quizzes.kinds import KINDS, solve
from quizzes.kinds.base import HOLDEM, Variant
from quizzes.wording.kinds import words_of
from quizzes.wording.mistakes import mistake
from tests.kinds.showdowns import check_variant
from tests.scale import LONG, scale

DRILLED = (
    "min_raise", "legal_actions", "reopen", "side_pots", "awards", "chip_ruling", "out_of_turn", "correction",
)  # fmt: skip
PAIRS = [
    pytest.param(kind, variant, number, id=f"{kind} {variant.game} {variant.limit}")
    for kind in DRILLED
    for number, variant in enumerate(KINDS[kind].variants)
    if variant != HOLDEM or LONG  # no-limit hold'em is gone through with the buckets
]


@pytest.mark.parametrize(("kind", "variant", "number"), PAIRS)
def test_a_game_has_drills_of_every_level_that_both_ways_answer_alike(kind: str, variant: Variant, number: int) -> None:
    """In short runs one level of each game."""
    levels = KINDS[kind].levels
    check_variant(KINDS[kind], variant, () if LONG else levels[number % len(levels) :][:1], scale(4, 500))


@pytest.mark.parametrize("other", [1, -1], ids=["second values", "last values"])
@pytest.mark.parametrize(("kind", "variant", "number"), PAIRS)
def test_a_toggle_that_is_not_named_in_a_game_and_limit_changes_no_answer(
    kind: str, variant: Variant, number: int, other: int
) -> None:
    """Else two houses that differ would share a pool of drills (design, Drill pools)."""
    named = KINDS[kind].toggles_in(variant)
    changes = {toggle: list(found.rules)[other] for toggle, found in TOGGLES.items() if toggle not in named}
    rng = Random(f"{variant} {other}")
    levels = KINDS[kind].levels
    for level in levels * scale(2, 50):
        drill = KINDS[kind].generate(rng, level, ruleset("tda"), variant)
        elsewhere = parse({**to_table(drill), "rules": {"base": "tda", **changes}})
        assert solve(elsewhere).answer == solve(drill).answer


@pytest.mark.parametrize(("kind", "variant", "number"), PAIRS)
def test_a_drill_and_its_mistakes_are_told_in_words(kind: str, variant: Variant, number: int) -> None:
    words, rng = words_of(kind), Random(f"{kind} {variant}")
    for level in KINDS[kind].levels if LONG else (1 + number % 5, 3):
        drill = KINDS[kind].generate(rng, level, ruleset("tda"), variant)
        answer = KINDS[kind].solve(drill).answer
        assert words.prompt(drill, drill.names[0])
        assert words.title(drill, drill.names[0], answer)
        assert words.short(answer)
        assert all(mistake(drill, id).text for id in KINDS[kind].mistaken(drill))


def test_houses_that_differ_only_in_no_limit_share_the_pools_of_fixed_limit() -> None:
    """The toggles' own words: in fixed-limit the unit is that of the street, and half of it opens the betting."""
    toggles = KINDS["reopen"].toggles_in(Variant("holdem", "fixed-limit"))
    assert ruleset("tda").key(toggles) == ruleset("jj").key(toggles) == ruleset("half-raise").key(toggles)
    assert ruleset("tda").key(toggles) != ruleset("rrop").key(toggles)


# Each mistake in numbers worked out by hand, in a spot where it is the only one that gives them.

SEATS = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\n'
DEEP = "seats = [" + ", ".join(f'{{name = "{name}", stack = 5000}}' for name in "ABCD") + "]\n"
POT = 'limit = "pot-limit"\nblinds = [50, 100]\nstreet = "flop"\npot = 300\n'
FIXED = 'limit = "fixed-limit"\nblinds = [50, 100]\nbets = [100, 200]\npot = 400\n'
STUD = """
game = "stud"
limit = "fixed-limit"
bets = [100, 200]
ante = 10
bring_in = 25
street = "third"
seats = [
    {name = "A", stack = 5000, cards = "(?? ??) 2c"},
    {name = "B", stack = 5000, cards = "(?? ??) 9d"},
    {name = "C", stack = 60, cards = "(?? ??) Ks"},
]
"""
MAY = ("may_check", "call_adds", "may_raise", "raise_min_to", "raise_max_to")


def graded(text: str, kind: str, right: dict[str, Any], given: dict[str, Any], **extra: Any) -> tuple[str, ...]:
    """Return the mistakes that are named for a response, once the right answer is the one expected."""
    asked = "".join(f', {key} = "{value}"' for key, value in extra.items())
    document = loads(f'{text}\nquestion = {{kind = "{kind}"{asked}}}')
    answer = KINDS[kind].solve(document).answer
    assert {field: answer[field] for field in right} == right
    return KINDS[kind].grade(document, {**answer, **given}).misconceptions


@pytest.mark.parametrize(("text", "right", "given", "mistake"), [
    pytest.param(
        DEEP + POT + 'actions = "A bets 100"', (False, 100, True, 200, 600), {"raise_max_to": 500}, "pot-without-call",
        id="TDA 2024 54: 400 and the call of 100 over 100",
    ),
    pytest.param(
        DEEP + POT + 'actions = "A bets 100"', (False, 100, True, 200, 600), {"raise_max_to": 5000}, "limit-forgotten",
        id="everything in pot-limit",
    ),
    pytest.param(
        DEEP + FIXED + 'street = "flop"\nactions = "A bets 100, B raises to 200, C raises to 300, D raises to 400"',
        (False, 300, False, None, None), {"may_raise": True, "raise_min_to": 500, "raise_max_to": 500},
        "cap-without-the-bet", id="a bet and three raises are the cap (Chinese Wikipedia)",
    ),
    pytest.param(
        DEEP + FIXED + 'street = "turn"\nactions = "A bets 200"', (False, 200, True, 400, 400),
        {"raise_min_to": 300, "raise_max_to": 300}, "small-bet-late", id="case seed-wiki-limit-turn: the big bet",
    ),
    pytest.param(
        STUD + 'actions = "A brings in 25"', (False, 25, True, 100, 100), {"raise_min_to": 125, "raise_max_to": 125},
        "completion-on-top", id="RRoP 11: the bring-in is made up to a bet",
    ),
    pytest.param(
        STUD, (False, 25, True, 100, 100), {"may_check": True, "call_to": None, "call_adds": None}, "bring-in-checked",
        id="RRoP 11: the low card has to bring it in",
    ),
])  # fmt: skip
def test_wrong_options_name_the_mistake(text: str, right: Any, given: Any, mistake: str) -> None:
    assert graded(text, "legal_actions", dict(zip(MAY, right, strict=True)), given) == (mistake,)


@pytest.mark.parametrize(("street", "actions", "right", "given", "mistake"), [
    pytest.param(
        "flop", "A bets 100, B all-in to 150, C calls, D calls", (True, 50, 50, 250), (False, 50, 100, None),
        "whole-bet-needed", id="TDA 2024 47-B: half of 100",
    ),
    pytest.param(
        "turn", "A bets 200, B all-in to 250, C calls, D calls", (False, 50, 100, None), (True, 50, 50, 400),
        "half-of-the-small-bet", id="TDA 2024 47-B: half of 200",
    ),
])  # fmt: skip
def test_a_wrong_reopening_in_limit_names_the_mistake(
    street: str, actions: str, right: Any, given: Any, mistake: str
) -> None:
    fields = ("may_raise", "facing", "needed", "raise_min_to")
    text = SEATS + FIXED + f'street = "{street}"\nactions = "{actions}"'
    answer, response = (dict(zip(fields, values, strict=True)) for values in (right, given))
    assert graded(text, "reopen", answer, response, player="A") == (mistake,)


def test_pots_without_the_antes_name_the_mistake() -> None:
    """A's 10 and 25, and 10 and 50 of B and of C: 155; the 50 that B has above C go back (TDA 2024 15)."""
    text = STUD + 'actions = "A brings in 25, B completes to 100, C all-in, A folds"'
    right = {"pots": [{"amount": 155, "eligible": ["B", "C"]}], "returned": {"B": 50}}
    assert graded(text, "side_pots", right, {"pots": [{"amount": 125, "eligible": ["B", "C"]}]}) == ("antes-forgotten",)


HIGH_LOW = """
game = "omaha8"
chip = 5
seats = [{name = "A"}, {name = "B"}, {name = "C"}]
put_in = {A = 45, B = 45, C = 45}
order = [["A"], ["B", "C"]]
"""
TIED = """
game = "stud"
street = "seventh"
button = "A"
seats = [
    {name = "A", cards = "(Ks 8c) 7d 5h 4c 2d (Jh)"},
    {name = "B", cards = "(Kh 8d) 7s 5c 4d 2s (Jd)"},
    {name = "C", cards = "(?? ??) Qs Qd 9h 9c (??)"},
]
put_in = {A = 5, B = 5, C = 5}
folded = ["C"]
"""


@pytest.mark.parametrize(("text", "won", "given", "mistake"), [
    pytest.param(
        HIGH_LOW + 'order_low = [["B"], ["A", "C"]]', {"A": 70, "B": 65}, {"A": 135}, "low-forgotten",
        id="27 chips of 5: 14 for the high half and 13 for the low one",
    ),
    pytest.param(
        HIGH_LOW + 'order_low = [["B"], ["A", "C"]]', {"A": 70, "B": 65}, {"A": 65, "B": 70}, "odd-chip-to-the-low",
        id="the odd chip goes to the high half",
    ),
    pytest.param(
        HIGH_LOW + 'order_low = [["A", "B"], ["C"]]', {"A": 105, "B": 30}, {"A": 70, "B": 65}, "shared-by-heads",
        id="13 chips of the low half: 7 for A left of the button, 6 for B",
    ),
    pytest.param(
        TIED, {"A": 8, "B": 7}, {"A": 7, "B": 8}, "odd-chip-by-seat",
        id="the king of spades is the highest card of the tied fives, B sits left of the button",
    ),
])  # fmt: skip
def test_a_pot_paid_wrong_names_the_mistake(text: str, won: Any, given: Any, mistake: str) -> None:
    """TDA 2024 20: odd chips by game, halves cut before they are shared."""
    pots = [{"amount": sum(given.values()), "eligible": list(given), "winners": given}]
    assert graded(text, "awards", {"won": won, "returned": {}}, {"pots": pots}) == (mistake,)


@pytest.mark.parametrize(("text", "said", "right", "given", "mistake"), [
    pytest.param(DEEP + POT, "pot", 600, 500, "pot-without-call", id="TDA 2024 54: 400 and the call over 100"),
    pytest.param(DEEP + POT, "raise to 900", 600, 900, "limit-forgotten", id="more than the pot"),
    pytest.param(
        DEEP + FIXED + 'street = "flop"\n', "raise 300", 200, 300, "limit-forgotten", id="the one size of fixed-limit"
    ),
])  # fmt: skip
def test_a_raise_of_a_size_that_the_limit_does_not_have_names_the_mistake(
    text: str, said: str, right: int, given: int, mistake: str
) -> None:
    text += f'actions = "A bets 100"\npushed = {{player = "B", said = "{said}"}}'
    assert graded(text, "chip_ruling", {"ruling": "raise", "to": right}, {"to": given}) == (mistake,)


def test_half_of_a_fixed_limit_raise_is_a_raise() -> None:
    """TDA 2024 43-A and 45: 100 and 50 over a bet of 100 reach half of the raise by 100, without a word."""
    text = DEEP + FIXED + 'street = "flop"\nactions = "A bets 100"\n'
    right = {"ruling": "raise", "to": 200}
    pushed = 'pushed = {player = "B", chips = [100, 25, 25]}'
    assert graded(text + pushed, "chip_ruling", right, {"ruling": "call", "to": 100}) == ("under-raise-calls",)


@pytest.mark.parametrize(("actions", "right", "given", "mistake"), [
    pytest.param("B raises to 550", (False, 600), (False, 500), ("pot-without-call",), id="52-B: made up to the pot"),
    pytest.param("B raises to 700", (False, 600), (True, 700), ("accepted",), id="too high is cut on that street"),
    pytest.param(
        "B raises to 550, C calls, D calls", (True, 550), (False, 600), ("always-put-right",),
        id="52-B: too low stands after substantial action",
    ),
    pytest.param(
        "B raises to 700, C calls, D calls", (False, 600), (True, 700), ("accepted",),
        id="52-B: too high is cut although others have acted",
    ),
])  # fmt: skip
def test_a_pot_that_was_counted_wrong_is_put_right(actions: str, right: Any, given: Any, mistake: Any) -> None:
    """300 in the middle and a bet of 100: with the call of 100 the pot is 500, so the raise is to 600."""
    text = DEEP + POT + f'actions = "A bets 100, {actions}"'
    answer, response = (dict(zip(("stands", "to"), values, strict=True)) for values in (right, given))
    assert graded(text, "correction", answer, response, found="same-street") == mistake


@pytest.mark.parametrize(("to", "right"), [(150, 200), (300, 200)])
def test_a_fixed_limit_raise_of_another_size_is_put_right(to: int, right: int) -> None:
    """TDA 2024 52: too little is made up and too much is cut as long as the street lasts."""
    text = DEEP + FIXED + f'street = "flop"\nactions = "A bets 100, B raises to {to}, C folds"'
    answer = {"stands": False, "to": right}
    assert graded(text, "correction", answer, {"stands": True, "to": to}, found="same-street") == ("accepted",)


def test_two_pots_that_are_shared_out_alike_are_both_told() -> None:
    """Scenario format, `steps`: every chip of the answer follows from a step, the second of two equal pots' too."""
    document = loads(
        'seats = [{name = "A"}, {name = "B"}, {name = "C"}]\nput_in = {A = 20, B = 50, C = 50}\n'
        'order = [["C"], ["A", "B"]]\nquestion = {kind = "awards"}'
    )
    solution = KINDS["awards"].solve(document)
    assert [step.out["winners"] for step in solution.steps if step.op == "share"] == [{"C": 60}, {"C": 60}]
