"""The reader of derivations refuses what does not hold: each lie below for its own reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from quizzes import kinds
from quizzes.engine.notation import loads
from quizzes.engine.steps import Solution, Step
from tests.engine.derivations import check
from tests.engine.reading import Broken

SEATS = 'seats = [{name = "A"}, {name = "B"}, {name = "C"}, {name = "D"}]\n'
BLINDS = "blinds = [50, 100]\n"

RAISES = (
    SEATS.replace("]", ', {name = "E"}]')
    + BLINDS
    + 'street = "flop"\nactions = "A bets 500, B raises to 1000, C all-in to 1300, D all-in to 1700"\n'
)
MIN_RAISE = RAISES + 'question = {kind = "min_raise"}'
LEGAL = RAISES + 'question = {kind = "legal_actions"}'
HALF = (
    SEATS
    + BLINDS
    + 'street = "flop"\nactions = "A bets 101, B all-in to 151, C calls, D calls"\nrules = "half-raise"\n'
)
CALL_FOR_LESS = (
    'seats = [{name = "A"}, {name = "B", stack = 80}, {name = "C"}]\n'
    + BLINDS
    + 'street = "flop"\nactions = "A bets 100"\nquestion = {kind = "legal_actions"}'
)
JUST_THE_CALL = CALL_FOR_LESS.replace("stack = 80", "stack = 100")
STACKS = (
    'seats = [{name = "A", stack = 900}, {name = "B"}]\nblinds = [50, 100]\nstreet = "flop"\n'
    'question = {kind = "legal_actions"}'
)
POTS = SEATS + 'put_in = {A = 50, B = 150, C = 150, D = 30}\nfolded = ["D"]\n'
SPLIT = (
    SEATS + 'put_in = {A = 117, B = 117, C = 116, D = 0}\nfolded = ["D"]\norder = [["A", "B", "C"]]\n'
    'question = {kind = "awards"}'
)
SPLIT_THREE = SPLIT.replace("A = 117, B = 117, C = 116, D = 0", "A = 100, B = 100, C = 100, D = 50")
HANDS = (
    'seats = [{name = "A", cards = "As Kd"}, {name = "B", cards = "Ah Qd"}]\nstreet = "river"\n'
    'board = "Ac 9s 7h 4d 2c"\n'
)

HIGH_LOW = (
    'game = "omaha8"\nseats = [{name = "A", cards = "As 3c Jd Qd"}, {name = "B", cards = "Ac 2d 9d Js"}]\n'
    'street = "river"\nboard = "6h 7h 8h 2c Ks"\n'
)
OUTS = (
    'seats = [{name = "A", cards = "Jh Th"}, {name = "B", cards = "Ks Qs"}]\nstreet = "turn"\n'
    'board = "9c 8d 2s Kh"\nquestion = {kind = "outs", player = "A"}'
)
NUTS = 'seats = [{name = "A"}, {name = "B"}]\nstreet = "river"\nboard = "2s 3h 7d 8c Qs"\nquestion = {kind = "nuts"}'

LOWS = {"A": ["7h", "6h", "3c", "2c", "As"], "B": ["8h", "7h", "6h", "2d", "Ac"]}
"""The lows of `HIGH_LOW`: case hi_lo-002."""

Change = Callable[[Step], Mapping[str, Any]]

LIES: dict[str, tuple[str, str, Change, str]] = {
    "a sum that is one chip out": (MIN_RAISE, "raise_to", lambda s: {"out": {"raise_to": 2201}}, "2200 follows"),
    "a difference the wrong way around": (
        MIN_RAISE,
        "raise_by",
        lambda s: {"values": {key: s.values[key] for key in ("bet", "raise_to")}},
        "-500 follows",
    ),
    "the greater for the least": (CALL_FOR_LESS, "call_to", lambda s: {"out": {"call_to": 100}}, "80 follows"),
    "less said to reach": (MIN_RAISE, "full_raise", lambda s: {"out": {"full_raise": True}}, "False follows"),
    "exactly half said to be more than half": (
        HALF + 'question = {kind = "reopen", player = "A"}',
        "open",
        lambda s: {"out": {"open": True}},
        "False follows",
    ),
    "half a chip rounded up": (
        HALF + 'question = {kind = "reopen", player = "A"}',
        "needed",
        lambda s: {"out": {"needed": 51}},
        "50 follows",
    ),
    "just the call said to be more than the call": (
        JUST_THE_CALL,
        "more_than_call",
        lambda s: {"out": {"more_than_call": True}},
        "False follows",
    ),
    "a value from nowhere": (
        MIN_RAISE,
        "raise_to",
        lambda s: {"values": {"bet": 1699, "last_raise": 501}},
        "neither told nor found out",
    ),
    "a stack that is not the seat's": (
        STACKS,
        "raise_max_to",
        lambda s: {"values": {"stack": 100}, "out": {"raise_max_to": 100}},
        "stack is not 100",
    ),
    "a largest raise beyond the stack": (
        STACKS,
        "raise_max_to",
        lambda s: {"out": {"raise_max_to": 901}},
        "900 follows",
    ),
    "a verdict that was never found out": (
        LEGAL.replace('"legal_actions"', '"reopen", player = "A"'),
        "may_raise",
        lambda s: {"values": {"more_than_call": True}},
        "no step before gives more_than_call",
    ),
    "a verdict turned about": (
        LEGAL.replace('"legal_actions"', '"reopen", player = "A"'),
        "may_raise",
        lambda s: {"out": {"may_raise": False}},
        "True follows",
    ),
    "another's turn": (
        LEGAL,
        "to_act",
        lambda s: {"out": {"to_act": "A"}},
        "'E' follows",
    ),
    "an earlier bet for the one that the player met": (
        LEGAL.replace('"legal_actions"', '"reopen", player = "B"'),
        "acted_at",
        lambda s: {"out": {"acted_at": 500}},
        "1000 follows",
    ),
    "a number that does not stand there": (MIN_RAISE, "adds", lambda s: {"out": {"adds": 1700}}, "2200 follows"),
    "nothing where something is left": (
        CALL_FOR_LESS,
        "raise_min_to",
        lambda s: {"values": {"more_than_call": False}},
        "leaves something",
    ),
    "a free check against a bet": (
        STACKS.replace("question", 'actions = "A bets 100"\nquestion'),
        "may_check",
        lambda s: {"values": {"player": "B"}, "out": {"may_check": True}},
        "False follows",
    ),
    "two odd chips to one winner": (
        SPLIT,
        "winners",
        lambda s: {"out": {"winners": {"A": 118, "B": 116, "C": 116}}},
        "follows",
    ),
    "odd chips on from the wrong seat": (
        SPLIT_THREE,
        "winners",
        lambda s: {
            "rule": "odd-chips",
            "values": {**s.values, "winners": ["C", "A", "B"]},
        },
        "follows",
    ),
    "a winner without the best hand": (
        SPLIT,
        "winners",
        lambda s: {"values": {**s.values, "winners": ["A", "B"]}, "out": {"winners": {"A": 175, "B": 175}}},
        "follows",
    ),
    "the second in the order said to be the best": (
        SPLIT.replace('[["A", "B", "C"]]', '[["A"], ["B", "C"]]'),
        "best",
        lambda s: {"out": {"best": ["B", "C"]}},
        "follows",
    ),
    "a layer that is a chip short": (
        POTS + 'question = {kind = "side_pots"}',
        "amount",
        lambda s: {"out": {**s.out, "amount": s.out["amount"] - 1}},
        "follows",
    ),
    "a folded seat that plays for a layer": (
        POTS + 'question = {kind = "side_pots"}',
        "amount",
        lambda s: {"values": {**s.values, "live": [*s.values["live"], "D"]}},
        "follows",
    ),
    "pots that are not the layers'": (
        POTS + 'question = {kind = "side_pots"}',
        "pots",
        lambda s: {"out": {**s.out, "pots": s.out["pots"][:1]}},
        "follows",
    ),
    "chips that come back though somebody matched them": (
        POTS + 'question = {kind = "side_pots"}',
        "pots",
        lambda s: {"out": {**s.out, "returned": {"A": 50}}},
        "follows",
    ),
    "a worse hand said to win": (
        HANDS + 'question = {kind = "winner"}',
        "winners",
        lambda s: {"out": {**s.out, "winners": ["B"]}},
        "'A'.* follows",
    ),
    "a kicker taken for the rank": (
        HANDS + 'question = {kind = "winner"}',
        "winners",
        lambda s: {"out": {**s.out, "decided_by": "rank"}},
        "'kicker' follows",
    ),
    "a hand read one pair too high": (
        HANDS + 'question = {kind = "read_hand", player = "A"}',
        "category",
        lambda s: {"out": {**s.out, "category": "two-pair"}},
        "'pair' follows",
    ),
    "a sixth card among the five": (
        HANDS + 'question = {kind = "read_hand", player = "A"}',
        "category",
        lambda s: {"out": {**s.out, "cards": ["As", "Ac", "Kd", "9s", "4d"]}},
        "follows",
    ),
    "a low that takes three own cards": (
        HIGH_LOW + 'question = {kind = "read_hand", player = "A"}',
        "low",
        lambda s: {"out": {"low": {"cards": ["7h", "6h", "3c", "Jd", "As"]}}},
        "follows",
    ),
    "no low where there is one": (
        HIGH_LOW + 'question = {kind = "read_hand", player = "A"}',
        "low",
        lambda s: {"out": {"low": None}},
        "follows",
    ),
    "a higher low said to win the low half": (
        HIGH_LOW + 'question = {kind = "winner"}',
        "low",
        lambda s: {"op": "compare", "out": {"low": {"winners": ["B"], "split": False}}} | {"values": LOWS},
        "'A'.* follows",
    ),
    "a card that another's hand takes back among the outs": (
        OUTS,
        "wins",
        lambda s: {"out": {**s.out, "wins": [*s.out["wins"], "Ah"]}},
        "follows",
    ),
    "a straight said to be two pair": (OUTS, "makes", lambda s: {"out": {"makes": "two-pair"}}, "'straight' follows"),
    "one holding too few": (NUTS, "hands", lambda s: {"out": {"hands": s.out["hands"][1:]}}, "follows"),
    "a hand below the nuts": (
        NUTS,
        "nuts",
        lambda s: {"out": {"nuts": {"category": "three-of-a-kind", "cards": ["8c", "8d", "8h", "Qs", "7d"]}}},
        "follows",
    ),
    "a rule that is in no book": (MIN_RAISE, "raise_to", lambda s: {"rule": "house-custom"}, "not in the book"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_doctored_step_is_refused(lie: str) -> None:
    text, outcome, change, reason = LIES[lie]
    document = loads(text)
    solution = kinds.solve(document)
    place = next(place for place, step in enumerate(solution.steps) if outcome in step.out)
    doctored = replace(solution.steps[place], **change(solution.steps[place]))
    assert repr(doctored) != repr(solution.steps[place])
    steps = (*solution.steps[:place], doctored, *solution.steps[place + 1 :])
    check(document, solution)
    with pytest.raises(Broken, match=reason):
        check(document, Solution(solution.answer, steps))


def test_a_field_of_the_answer_that_no_step_gives_is_refused() -> None:
    document = loads(MIN_RAISE)
    solution = kinds.solve(document)
    with pytest.raises(Broken, match="adds"):
        check(document, Solution(solution.answer, solution.steps[:-1]))


def test_a_field_of_the_answer_with_another_value_than_its_step_is_refused() -> None:
    document = loads(MIN_RAISE)
    solution = kinds.solve(document)
    with pytest.raises(Broken, match="raise_to"):
        check(document, Solution({**solution.answer, "raise_to": 2100}, solution.steps))
