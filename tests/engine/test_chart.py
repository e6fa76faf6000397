"""The JJ chart as data: every hand once, every seat and situation, as the seed tells it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from quizzes.engine.cards import RANKS, parse_card
from quizzes.engine.chart import chart, chart_of, name_of, position_of, situation_before
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import TOGGLES

JJ = chart("jj")
ALL = [
    high + low + suits for high, low in product(RANKS, RANKS) for suits in "so" if RANKS.index(high) > RANKS.index(low)
]
ALL += [rank * 2 for rank in RANKS]

SIZES = {"very-strong": 5, "strong": 6, "medium": 5, "speculative": 13, "mixed": 16}
"""How many hands each group of the seed's list has: AA KK QQ AKs AKo; JJ TT 99 AQs AQo AJs; AJo ATs ATo KQs KQo; 88 to
22 and six suited ones; KJo KTo QJo QTo JTo, A9s to A2s, K9s 98s 87s."""


def test_every_one_of_the_169_hands_is_in_one_group_or_in_none() -> None:
    assert len(ALL) == 169
    grouped = [hand for hands in JJ.groups.values() for hand in hands]
    assert len(set(grouped)) == len(grouped)
    assert set(grouped) <= set(ALL)
    assert {group: len(hands) for group, hands in JJ.groups.items()} == SIZES
    assert sum(JJ.group(hand) is None for hand in ALL) == 169 - sum(SIZES.values())


def test_every_group_has_an_action_for_every_situation_and_seat() -> None:
    for hand, before, position in product(ALL, JJ.situations, JJ.positions):
        assert JJ.action(hand, before, position) in ("raise", "call", "check", "fold")
    for rows in (*JJ.actions.values(), *JJ.exceptions.values()):
        assert set(rows) <= set(JJ.situations)
        assert {len(row) for row in rows.values()} == {len(JJ.positions)}


@pytest.mark.parametrize(
    ("hand", "group"),
    [
        ("AKs", "very-strong"), ("87s", "mixed"), ("AJs", "strong"), ("KJo", "mixed"),
        ("ATo", "medium"), ("55", "speculative"), ("QQ", "very-strong"), ("TT", "strong"),
    ],
)  # fmt: skip
def test_the_examples_of_the_seed_are_in_their_groups(hand: str, group: str) -> None:
    assert JJ.group(hand) == group


SEED = {
    ("AA", "raises"): "raise raise raise raise raise",
    ("99", "folds"): "raise raise raise raise raise",
    ("99", "one-call"): "raise raise raise raise raise",
    ("99", "calls"): "raise raise raise raise raise",
    ("99", "raise"): "fold raise raise raise raise",
    ("99", "raise-call"): "call call call call call",
    ("99", "raises"): "fold fold fold fold fold",
    ("KQo", "folds"): "fold raise raise raise raise",
    ("KQo", "one-call"): "fold raise raise raise raise",
    ("KQo", "calls"): "fold raise raise raise raise",
    ("KQo", "raise"): "fold fold fold fold call",
    ("KQo", "raise-call"): "fold fold fold fold call",
    ("KQs", "raise-call"): "call call call call call",
    ("KQs", "raise"): "fold fold fold fold call",
    ("22", "folds"): "fold fold raise raise raise",
    ("22", "one-call"): "fold fold call call check",
    ("22", "calls"): "call call call call check",
    ("22", "raise"): "fold fold fold fold call",
    ("22", "raise-call"): "call call call call call",
    ("22", "raises"): "fold fold fold fold fold",
    ("87s", "folds"): "fold fold raise raise raise",
    ("87s", "one-call"): "fold fold fold call check",
    ("87s", "calls"): "fold fold call call check",
    ("87s", "raise"): "fold fold fold fold fold",
    ("87s", "raise-call"): "fold fold fold fold fold",
    ("72o", "calls"): "fold fold fold fold fold",
}
"""The seed's tables, row by row: early, middle, late, small blind, big blind."""


@pytest.mark.parametrize(("hand", "before"), SEED)
def test_a_row_of_the_chart_is_the_seeds(hand: str, before: str) -> None:
    row = [JJ.action(hand, before, position) for position in JJ.positions]
    assert " ".join(row) == SEED[hand, before]


def test_there_is_a_chart_for_every_value_of_the_toggle_but_none() -> None:
    for name in TOGGLES["chart"].rules:
        if name != "none":
            assert chart(str(name)).groups


@pytest.mark.parametrize(
    ("cards", "name"), [("As Ks", "AKs"), ("Ks Ah", "AKo"), ("2c 2d", "22"), ("9h Th", "T9s"), ("2h Ac", "A2o")]
)
def test_two_cards_are_named_high_card_first(cards: str, name: str) -> None:
    assert name_of([parse_card(card) for card in cards.split()]) == name


# Seats: ten have three early, three middle and two late ones; fewer drop the early ones first (the scenario format).

POSITIONS = {
    10: "small-blind big-blind early early early middle middle middle late late",
    9: "small-blind big-blind early early middle middle middle late late",
    7: "small-blind big-blind middle middle middle late late",
    6: "small-blind big-blind middle middle late late",
    4: "small-blind big-blind late late",
    3: "small-blind big-blind late",
}


def spot(seats: int, actions: str = "", **keys: Any) -> Any:
    names = [{"name": f"P{number}"} for number in range(1, seats + 1)]
    table = {"seats": names, "blinds": [50, 100], "actions": actions, "question": {"kind": "starting_hand"}}
    return parse(table | {"rules": "jj"} | keys)


@pytest.mark.parametrize("seats", POSITIONS)
def test_fewer_seats_leave_the_early_ones_out_first(seats: int) -> None:
    document = spot(seats)
    assert " ".join(position_of(document, seat) for seat in range(seats)) == POSITIONS[seats]


def test_heads_up_the_button_is_the_small_blind() -> None:
    """TDA 2024 34-B."""
    document = spot(2)
    assert [position_of(document, seat) for seat in range(2)] == ["big-blind", "small-blind"]


@pytest.mark.parametrize(
    ("actions", "before"),
    [
        ("", "folds"),
        ("P3 folds, P4 folds", "folds"),
        ("P3 calls, P4 folds", "one-call"),
        ("P3 calls, P4 calls, P5 calls", "calls"),
        ("P3 raises to 300", "raise"),
        ("P3 calls, P4 raises to 400", "raise"),
        ("P3 raises to 300, P4 folds, P5 calls", "raise-call"),
        ("P3 raises to 300, P4 raises to 900", "raises"),
        ("P3 all-in to 500", "raise"),
        ("P3 raises to 300, P4 all-in to 200", "raise-call"),
    ],
)
def test_what_happened_before_is_counted_in_raises_and_in_calls_of_the_last(actions: str, before: str) -> None:
    hand = play(spot(8, actions))
    assert hand.round.turn is not None
    assert situation_before(hand, hand.round.turn) == before


def test_a_players_own_earlier_raise_is_nothing_that_happened_before_it() -> None:
    actions = "P3 raises to 300, P4 folds, P5 folds, P6 raises to 900, P1 folds, P2 folds"
    hand = play(spot(6, actions))
    assert situation_before(hand, 2) == "raise"


def test_a_house_without_a_chart_and_a_game_without_one_say_so() -> None:
    with pytest.raises(DocumentError) as error:
        chart_of(spot(6, rules="tda"))
    assert error.value.where == "question"
    with pytest.raises(DocumentError):
        chart_of(spot(6, game="omaha"))
