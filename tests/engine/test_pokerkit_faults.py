"""Each fault of pokerkit on a hand of its own: what the rule gives, what it gives instead, and that it is explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pokerkit import State

from quizzes.engine.document import Document
from quizzes.engine.hand import Hand, begin, take
from quizzes.engine.notation import parse
from tests.engine import pokerkit_faults as faults
from tests.engine.pokerkit_faults import DIFFERENCES, Difference, explain
from tests.engine.pokerkit_play import Offer, follow, our_offer, start, their_offer
from tests.engine.test_second_opinion import our_payoffs, their_payoffs

LOW_CARDS = ("2c 3d", "2d 3c", "2h 3s", "2s 3h", "4c 5d")
THREE_LOW = ("(Ks Qs) 2c", "(Kd Qd) 9c", "(Kh Qh) 8c")

Row = dict[str, Any]


def blinds(stacks: Sequence[int], actions: str, cards: Mapping[str, str] | None = None, **keys: Any) -> Document:
    """Return a table with the button last and blinds of 50 and 100; hole cards that are not given are low ones."""
    seats = [
        {"name": name, "stack": stack, "cards": (cards or {}).get(name, low)}
        for name, stack, low in zip("ABCDE", stacks, LOW_CARDS, strict=False)
    ]
    return parse({"blinds": [50, 100], "seats": seats, "actions": actions, "question": {"kind": "awards"}, **keys})


def stud(stacks: Sequence[int], actions: str, cards: Sequence[str] = THREE_LOW, **keys: Any) -> Document:
    """Return a stud table for 100 and 200, with antes of 5 and a bring-in of 30; A has the lowest card."""
    seats = [
        {"name": name, "stack": stack, "cards": held} for name, stack, held in zip("ABC", stacks, cards, strict=False)
    ]
    table: Row = {"game": "stud", "limit": "fixed-limit", "bets": [100, 200], "ante": 5, "bring_in": 30}
    return parse({**table, "seats": seats, "actions": actions, "question": {"kind": "awards"}, **keys})


FIXED: Row = {"limit": "fixed-limit"}
BY_SEAT: Row = {"rules": {"base": "tda", "stud_tie": "seat"}}
EQUAL_ON_FOURTH = ("(2c 3c) 4c Kd", "(2d 3d) 9d Kc", "(2h 3h) 9h Ks")
EQUAL_ON_THIRD = ("(Ks Qs) 4d", "(Kd Qd) 4c", "(Kh Qh) 8c")

SPOTS: Sequence[tuple[Difference, Document, Offer | None]] = (
    # The full blind is 100, also where 30 of it are there; a raise builds on it.
    (faults.short_big_blind, blinds((1000, 30, 1000), ""), Offer(2, 100, 200, 1000)),
    # A's last 10 brought it in; B owes the whole 30, as it would owe a whole blind.
    (faults.short_bring_in, stud((15, 1000, 1000), "A brings in 10"), Offer(1, 30, 100, 100)),
    # A's last 20 are less than the bring-in, so they raise nothing.
    (faults.no_more_than_the_bring_in, stud((25, 1000, 1000), ""), Offer(0, 20, None, None)),
    # The completion is a bet of 105, so a raise is to 210; by a pot of 150 and the call of 105 it is to 360.
    (
        faults.over_the_bring_in,
        stud((1000, 1000, 1000), "A brings in 30, B completes to 105", limit="pot-limit"),
        Offer(2, 105, 210, 360),
    ),
    # C's all-in adds 100, and it takes 105 to open the betting to B again.
    (
        faults.over_the_bring_in,
        stud((1000, 1000, 210), "A brings in 30, B completes to 105, C all-in, A calls", limit="pot-limit"),
        Offer(1, 100, None, None),
    ),
    (faults.equal_blinds, blinds((1000, 900), "", blinds=[100, 100]), Offer(1, 0, 200, 900)),
    # B has chips behind, so A may raise, by the 400 that C raised.
    (faults.only_shorter_stacks, blinds((2000, 150, 500), "C all-in"), Offer(0, 450, 900, 2000)),
    # 50 more is no full raise of 100, so C, who called, may not raise.
    (
        faults.first_raise_short,
        blinds((1000, 1000, 1000, 150), "C calls, D all-in, A folds, B calls"),
        Offer(2, 50, None, None),
    ),
    # C faces 250 in three short all-ins, and 200 would do.
    (
        faults.forgotten_sum,
        blinds((550, 2000, 2000, 400, 500), "C raises to 300, D all-in, E all-in, A all-in, B calls"),
        Offer(2, 250, 750, 2000),
    ),
    (faults.nothing_to_decide, blinds((1000, 1000, 60), "C all-in, A folds"), None),
    # A's small blind of 20 counts as 50: the pot is 150, and 250 after a call of 100.
    (faults.blinds_as_posted, blinds((20, 1000, 1000), "", limit="pot-limit"), Offer(2, 100, 200, 350)),
    # 30 more is under half a unit: D completes to 200.
    (faults.half_a_bet, blinds((1000, 1000, 130, 1000), "C all-in", **FIXED), Offer(3, 130, 200, 200)),
    # 50 more is half a unit: it reopens the betting to C, which raised, and the next raise adds a unit to it.
    (
        faults.half_a_bet,
        blinds((1000, 1000, 1000, 250), "C raises to 200, D all-in, A folds, B calls", **FIXED),
        Offer(2, 50, 350, 350),
    ),
    # B and C both show king-nine; C's king is a spade.
    (
        faults.tie_of_boards,
        stud((1000, 1000, 1000), "A brings in 30, B calls, C calls, -- fourth", EQUAL_ON_FOURTH),
        Offer(2, 0, 100, 100),
    ),
    # A and B both show a four; A sits nearer to the button's left.
    (faults.tie_of_cards, stud((1000, 1000, 1000), "", EQUAL_ON_THIRD, **BY_SEAT), Offer(0, 30, 100, 100)),
)


@pytest.mark.parametrize(("fault", "document", "right"), SPOTS)
def test_pokerkit_differs_where_it_breaks_a_rule(fault: Difference, document: Document, right: Offer | None) -> None:
    hand, state = replay(document)
    assert our_offer(hand) == right
    assert their_offer(state) != right
    assert explain(hand, our_offer(hand), their_offer(state)) is fault


def test_each_way_to_differ_has_a_spot() -> None:
    assert {fault for fault, _, _ in SPOTS} == set(DIFFERENCES)


def test_an_offer_that_breaks_no_known_rule_is_not_explained() -> None:
    hand, _ = replay(blinds((1000, 1000, 1000), "C raises to 300"))
    right = our_offer(hand)
    assert right == Offer(0, 250, 500, 1000)
    assert explain(hand, right, Offer(0, 250, 400, 1000)) is None
    assert explain(hand, right, Offer(0, 250, None, None)) is None
    assert explain(hand, right, Offer(1, 200, 500, 1000)) is None


def test_two_odd_chips_all_go_to_one_player_and_with_us_one_each() -> None:
    """350 chips among three are 117, 117 and 116 (TDA 2024 20)."""
    actions = "C all-in, D calls, A calls, B folds, -- flop Ac Kd Qs, -- turn Jh, -- river Tc"
    hand, document, state = to_the_end(blinds((116, 50, 116, 116), actions, blinds=[1, 2]))
    assert our_payoffs(hand, document) == [1, -2, 1, 0]
    assert list(state.payoffs) == [2, -2, 0, 0] == their_payoffs(hand)


def test_pots_are_put_together_once_the_losers_are_gone_and_with_us_each_is_split_alone() -> None:
    """41 chips for three and 31 for two, both split: an odd chip in each (TDA 2024 20 and 21)."""
    actions = "C raises to 11, D all-in, E all-in, A folds, B calls, C folds, -- flop Ac Kd Qs, -- turn Jh, -- river 9c"
    cards = {"B": "As 5d", "E": "Ah 5h"}
    hand, document, state = to_the_end(blinds((100, 25, 100, 10, 25), actions, cards, blinds=[1, 2]))
    assert our_payoffs(hand, document) == [-1, 12, -11, -10, 10]
    assert list(state.payoffs) == [-1, 11, -11, -10, 11] == their_payoffs(hand)


def test_the_same_hands_both_ways_give_one_player_both_odd_chips_and_with_us_one_each() -> None:
    """Of ten chips A and B have five each: sharing each half of five by itself would make it six and four.

    Players with the same hands both ways share as evenly as it goes (RRoP, and the case odd_chip-008).
    """
    actions = "C calls, A calls, B checks, -- flop 3c 4d 8h, A checks, B bets 2, C folds, A calls"
    actions += ", -- turn Jd, A checks, B checks, -- river Kc, A checks, B checks"
    cards = {"A": "As 2s 9d 9h", "B": "Ah 2h 9s 9c", "C": "Qc Jc Td Qh"}
    hand, document, state = to_the_end(blinds((50, 50, 50), actions, cards, blinds=[1, 2], game="omaha8", **FIXED))
    assert our_payoffs(hand, document) == [1, 1, -2]
    assert list(state.payoffs) == [2, 0, -2] == their_payoffs(hand)


def test_a_side_pot_without_a_low_is_halved_all_the_same_and_with_us_it_goes_to_the_high_hand() -> None:
    """A has the only low and is in the main pot alone; the 60 that B, C and D share go to B's full house."""
    actions = "C raises to 20, D raises to 30, A calls, B all-in, C calls, D calls, -- flop 3c 4d 8h"
    actions += ", C bets 10, D calls, -- turn Kd, C checks, D checks, -- river Ks, C checks, D checks"
    cards = {"A": "Ad 2c Qh Jh", "B": "Kh 8c Td 9d", "C": "Qc Qd Jc Tc", "D": "9h 9s Jd Ts"}
    table: Row = {"blinds": [5, 10], "game": "omaha8", **FIXED}
    hand, document, state = to_the_end(blinds((20, 40, 100, 100), actions, cards, **table))
    assert our_payoffs(hand, document) == [20, 60, -30, -50]
    assert list(state.payoffs) == [20, 45, -15, -50] == their_payoffs(hand)


def test_the_odd_chip_of_stud_goes_to_the_first_seat_and_with_us_to_the_higher_suit() -> None:
    """A and B have the same straight; of 75 chips the odd one goes to B, whose king is a diamond (TDA 2024 20)."""
    streets = ", ".join(f"-- {street}, B checks, A checks" for street in ("fourth", "fifth", "sixth", "seventh"))
    cards = ("(Kc Qd) 2c Jh Th 9h (3d)", "(Kd Qs) 4d Jd Ts 9s (3h)", "(Kh Qh) 8c")
    hand, document, state = to_the_end(
        stud((1000, 1000, 1000), f"A brings in 30, B calls, C folds, {streets}", cards=cards)
    )
    assert our_payoffs(hand, document) == [2, 3, -5]
    assert list(state.payoffs) == [3, 2, -5] == their_payoffs(hand)


def test_five_to_ace_is_ace_high_in_deuce_to_seven_here_and_there() -> None:
    """A's ace-five-high beats B's ace-king-high; it is no straight, which would lose (pokerkit's issue 44, mended)."""
    actions = "C folds, A calls, B checks, -- draw1, A stands pat, B draws 1, A checks, B checks"
    cards = {"A": "Ac 2c 3c 4c 5d", "B": "Ad Kd 2h 3h 5h", "C": "6c 7d 8c 9d Tc"}
    hand, document, state = to_the_end(blinds((50, 50, 50), actions, cards, blinds=[1, 2], game="27sd"))
    assert our_payoffs(hand, document) == [2, -2, 0] == list(state.payoffs)


def replay(document: Document) -> tuple[Hand, State]:
    """Return the hand here and in pokerkit after the document's actions."""
    hand, state = begin(document), start(document)
    for item in document.actions:
        follow(state, hand, item)
        hand = take(hand, item)
    return hand, state


def to_the_end(document: Document) -> tuple[Hand, Document, State]:
    """Return a hand that is over here and in pokerkit, with its document."""
    hand, state = replay(document)
    assert not state.status
    return hand, document, state
