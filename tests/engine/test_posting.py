"""What is in before anybody acts: blinds, antes, straddles and posts (TDA 2024 34-B and RP-11, RRoP 11, WSOP 2024)."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.hand import begin
from quizzes.engine.notation import parse
from tests.engine.spots import answer, refusal


def table(seats: str, kind: str = "legal_actions", **keys: Any) -> dict[str, Any]:
    """Return a document's table: seats as "A B:150 -", where - is an empty seat called E; blinds 50 and 100."""
    rows: list[dict[str, Any]] = []
    for word in seats.split():
        name, _, stack = word.partition(":")
        row = {"name": "E", "empty": True} if name == "-" else {"name": name}
        rows.append(row | ({"stack": int(stack)} if stack else {}))
    return {"seats": rows, "blinds": [50, 100], "question": {"kind": kind}} | keys


def posted(seats: str, **keys: Any) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], str | None]:
    """Return each seat's total on the street, its ante, its dead chips, and who acts first."""
    hand = begin(parse(table(seats, **keys)))
    turn = hand.round.turn
    return hand.round.totals, hand.before, hand.first.dead, None if turn is None else hand.name(turn)


# Blinds.


@pytest.mark.parametrize(
    ("seats", "button", "totals", "first"),
    [
        ("A B C D", "D", (50, 100, 0, 0), "C"),
        ("A B C D", "B", (0, 0, 50, 100), "A"),
        ("A B C D", "C", (100, 0, 0, 50), "B"),
        ("A B C", "C", (50, 100, 0), "C"),
        ("A B", "B", (100, 50), "B"),
        ("A B", "A", (50, 100), "A"),
        ("A - B", "B", (100, 0, 50), "B"),
        ("A - B C", "C", (50, 0, 100, 0), "C"),
        ("A - B C", "E", (0, 0, 50, 100), "A"),
        ("A B -", "E", (50, 100, 0), "A"),
    ],
)
def test_the_blinds_are_left_of_the_button_and_heads_up_on_it(
    seats: str, button: str, totals: tuple[int, ...], first: str
) -> None:
    """TDA 2024 34-B for two players; empty seats are skipped, also when the button stands at one (TDA 2024 32)."""
    assert posted(seats, button=button) == (totals, (0,) * len(totals), (0,) * len(totals), first)


def test_a_short_stack_posts_what_it_has() -> None:
    assert posted("A:30 B:60 C D")[0] == (30, 60, 0, 0)


def test_a_later_street_begins_with_nothing_posted() -> None:
    assert posted("A B C", street="turn", ante=10, straddle=200, pot=400) == ((0, 0, 0), (0, 0, 0), (0, 0, 0), "A")


@pytest.mark.parametrize(("house", "call_to", "raise_to"), [("full-price", 100, 200), ("posted-price", 60, 160)])
def test_a_short_big_blind_is_the_price_in_full_or_as_posted(house: str, call_to: int, raise_to: int) -> None:
    """`short_blind`: RRoP 11 and TDA 2024 43-A ask the full blind; a few rooms in recorded hands what was posted."""
    offered = answer(table("A B:60 C D", rules={"short_blind": house}))
    assert (offered["call_to"], offered["raise_min_to"]) == (call_to, raise_to)


# Antes.


def test_every_player_antes_and_an_empty_seat_does_not() -> None:
    totals, antes, dead, first = posted("A B C -", button="C", ante=10)
    assert (totals, antes, dead, first) == ((50, 100, 0, 0), (10, 10, 10, 0), (0, 0, 0, 0), "C")


def test_the_big_blind_antes_for_the_table_with_dead_money() -> None:
    """TDA 2024 RP-11."""
    assert posted("A B C D", ante=100, ante_by="big-blind")[1:3] == ((0, 0, 0, 0), (0, 100, 0, 0))


@pytest.mark.parametrize(
    ("order", "stack", "blind", "ante"),
    [
        ("blind-first", 150, 100, 50),
        ("blind-first", 100, 100, 0),
        ("blind-first", 60, 60, 0),
        ("ante-first", 150, 50, 100),
        ("ante-first", 100, 0, 100),
        ("ante-first", 60, 0, 60),
    ],
)
def test_a_short_big_blind_posts_blind_and_ante_in_its_houses_order(
    order: str, stack: int, blind: int, ante: int
) -> None:
    """`bb_ante_order`: TDA 2024 RP-11 has the blind first, 2019 had the ante first."""
    totals, _, dead, _ = posted(f"A B:{stack} C D", ante=100, ante_by="big-blind", rules={"bb_ante_order": order})
    assert (totals[1], dead[1]) == (blind, ante)


@pytest.mark.parametrize(
    ("order", "small", "big"), [("ante-first", (45, 10), (95, 10)), ("blind-first", (50, 5), (100, 5))]
)
def test_a_short_stack_posts_its_own_ante_and_blind_in_its_houses_order(
    order: str, small: tuple[int, int], big: tuple[int, int]
) -> None:
    """`ante_order`: classic antes come first."""
    totals, antes, _, _ = posted("A:55 B:105 C D", ante=10, rules={"ante_order": order})
    assert (totals[0], antes[0]) == small
    assert (totals[1], antes[1]) == big


def test_who_has_less_than_the_ante_plays_for_that_part_of_each() -> None:
    """TDA 2024 21: the main pot is 4 from each of three."""
    keys = {"ante": 10, "actions": "A calls, B checks"}
    assert answer(table("A B C:4", "side_pots", **keys))["pots"] == [
        {"amount": 12, "eligible": ["A", "B", "C"]},
        {"amount": 212, "eligible": ["A", "B"]},
    ]


# Straddles: WSOP Live Action 2024 11 takes one for a raise by a big blind, RRoP 11 for a bigger blind.


@pytest.mark.parametrize(("straddle_as", "raise_to"), [("raise", 300), ("blind", 400)])
def test_the_first_raise_over_a_straddle_adds_a_blind_or_doubles_it(straddle_as: str, raise_to: int) -> None:
    offered = answer(table("A B C D", straddle=200, rules={"straddle_as": straddle_as}))
    assert (offered["to_act"], offered["call_to"], offered["raise_min_to"]) == ("D", 200, raise_to)


def test_restraddles_go_on_clockwise_and_their_left_begins() -> None:
    totals, _, _, first = posted("A B C D F", straddle=[200, 400])
    assert (totals, first) == ((50, 100, 200, 400, 0), "F")


def test_a_straddler_has_the_option_like_a_blind() -> None:
    """A live straddle (scenario format): posting it is no action."""
    offered = answer(table("A B C D", straddle=200, actions="D calls, A calls, B calls"))
    assert (offered["to_act"], offered["may_check"], offered["raise_min_to"]) == ("C", True, 300)


def test_a_straddle_may_be_another_seats() -> None:
    """`straddle_by`: here the button's, so that its left begins and it acts last."""
    totals, _, _, first = posted("A B C D", straddle=200, straddle_by="D")
    assert (totals, first) == ((50, 100, 0, 200), "A")


def test_heads_up_the_straddle_is_the_small_blinds_and_a_total() -> None:
    assert posted("A B", straddle=200) == ((100, 200), (0, 0), (0, 0), "A")


@pytest.mark.parametrize(("straddle_as", "raise_to"), [("raise", 250), ("blind", 250)])
def test_a_straddle_that_could_not_be_posted_in_full_raises_no_unit(straddle_as: str, raise_to: int) -> None:
    """C has 150 for a straddle of 200: an all-in short of the raise by a blind, so the unit stays the big blind."""
    offered = answer(table("A B C:150 D", straddle=200, rules={"straddle_as": straddle_as}))
    assert (offered["call_to"], offered["raise_min_to"]) == (150, raise_to)


def test_more_straddles_than_seats_are_refused() -> None:
    assert refusal(table("A B C", straddle=[200, 400, 800])).where == "straddle"


# Posts, written as actions before anybody acts.


def test_a_post_has_a_live_and_a_dead_part() -> None:
    """Scenario format, Actions: `posts 2 live 1 dead`; the live part counts for a call."""
    keys = {"actions": "C posts 100 live 50 dead"}
    assert posted("A B C D", **keys)[:3] == ((50, 100, 100, 0), (0, 0, 0, 0), (0, 0, 50, 0))
    offered = answer(table("A B C D", **keys))
    assert (offered["to_act"], offered["may_check"], offered["raise_min_to"]) == ("C", True, 200)


def test_a_short_blind_may_be_written_as_a_post() -> None:
    assert posted("A B C", actions="B posts 70")[0] == (50, 70, 0)
    assert answer(table("A B C", actions="B posts 70"))["call_to"] == 100


def test_dead_posts_are_in_the_main_pot_and_nobodys() -> None:
    keys = {"actions": "C posts 100 live 50 dead, C checks, D folds, A calls, B checks"}
    assert answer(table("A B C D", "side_pots", **keys)) == {
        "pots": [{"amount": 350, "eligible": ["A", "B", "C"]}],
        "returned": {},
    }


@pytest.mark.parametrize(
    ("actions", "where"),
    [
        ("C posts 100, C posts 100", "actions[1]"),
        ("C posts 100 live 60 dead", "actions[0]"),
        ("D folds, C posts 100", "actions[0]"),
        ("C folds, D posts 100", "actions[1]"),
    ],
)
def test_a_post_that_can_not_be_is_refused(actions: str, where: str) -> None:
    """Twice, beyond the stack, or once somebody has acted (D's fold is out of turn)."""
    assert refusal(table("A B C:150 D", actions=actions)).where == where


# A pot question without actions.


def test_what_was_put_in_is_taken_as_it_is_told() -> None:
    hand = begin(parse(table("A B C D", put_in={"A": 10, "B": 20, "C": 20}, folded=["D"], pot=5)))
    assert (hand.put_in, hand.live, hand.dead, hand.round.turn) == ((10, 20, 20, 0), (True, True, True, False), 5, None)


def test_somebody_is_left_who_has_not_folded() -> None:
    refused = refusal(table("A B", "side_pots", put_in={"A": 10, "B": 20}, folded=["A", "B"]))
    assert (refused.where, refused.message) == ("folded", "nobody is left who has not folded")
