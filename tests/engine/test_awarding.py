"""Which rule an odd chip goes by, which card decides it, and which half of a pot is which (TDA 2024 20, RRoP 11)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.awarding import Half, award, odd_chip_cards, odd_chip_rule
from quizzes.engine.cards import cards_text, parse_card
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import parse_rules
from quizzes.kinds import KINDS, second
from tests.engine.spots import answer, refusal

LOW_CARD = {"odd_chip_low": "low-card", "odd_chip_stud": "all-cards"}


def table(game: str, hands: tuple[str, str] = ("", ""), **keys: Any) -> dict[str, Any]:
    """A and B share 15 chips, of which C, who folded, put in 5."""
    dealt = zip("AB", hands, strict=True)
    seats = [{"name": name} | ({"cards": cards} if cards else {}) for name, cards in dealt]
    put_in = {"put_in": {"A": 5, "B": 5, "C": 5}, "folded": ["C"]}
    return {"game": game, "seats": [*seats, {"name": "C"}], "question": {"kind": "awards"}} | put_in | keys


def spot(game: str, **keys: Any) -> Document:
    return parse(table(game, **keys))


@pytest.mark.parametrize(
    ("game", "half", "rules", "rule"),
    [
        ("holdem", "whole", {}, "odd-chips"),
        ("holdem", "whole", {"odd_chip": "high-card"}, "odd-chips-high-card"),
        ("omaha8", "low", LOW_CARD, "odd-chips"),
        ("stud", "whole", {}, "odd-chips-stud"),
        ("stud", "whole", LOW_CARD, "odd-chips-all-cards"),
        ("stud8", "high", LOW_CARD, "odd-chips-all-cards"),
        ("stud8", "low", LOW_CARD, "odd-chips-low-card"),
        ("stud8", "low", {"odd_chip_stud": "all-cards"}, "odd-chips-all-cards"),
        ("razz", "whole", LOW_CARD, "odd-chips-low-card"),
    ],
)
def test_an_odd_chip_goes_by_the_rule_of_its_game_its_half_and_its_house(
    game: str, half: Half, rules: dict[str, str], rule: str
) -> None:
    """The rules are those that the toggles name: the button's in games with one, cards in stud, in RRoP the low one."""
    assert odd_chip_rule(spot(game, rules=rules), half) == rule


def test_the_card_that_decides_is_the_first_in_which_the_winners_differ() -> None:
    """Both play A-K-Q-J-9 with the same ace; hearts stand above diamonds."""
    keys = {"board": "As Qs Js 9c 4h", "street": "river", "rules": {"odd_chip": "high-card"}}
    hand = play(parse(table("holdem", ("Kh 2c", "Kd 2d"), **keys)))
    assert odd_chip_cards(hand, "whole", (0, 1)) == {0: (parse_card("Kh"),), 1: (parse_card("Kd"),)}


def test_where_all_winners_play_the_board_its_cards_decide_nothing_and_odd_chips_go_by_the_seats() -> None:
    """TDA 2024 20, for want of cards that differ: the first seat left of the button, which C has, is A."""
    keys = {"board": "As Ks Qs Js Ts", "street": "river", "rules": {"odd_chip": "high-card"}}
    written = table("holdem", ("2c 2d", "3c 3d"), **keys)
    assert odd_chip_cards(play(parse(written)), "whole", (0, 1)) == {}
    assert answer(written)["won"] == {"A": 8, "B": 7}


def test_in_badugi_the_ace_is_the_lowest_card_for_an_odd_chip_too() -> None:
    """Both hold 4-3-2-A: B's four is a diamond, and A's ace of spades counts for nothing."""
    hands = ("As 2h 3d 4c", "Ac 2s 3h 4d")
    won = answer(table("badugi", hands, street="draw3", rules={"odd_chip": "high-card"}))["won"]
    assert won == {"A": 7, "B": 8}


@pytest.mark.parametrize(("toggle", "won"), [("high-card", {"A": 3, "B": 12}), ("low-card", {"A": 4, "B": 11})])
def test_the_odd_chip_of_a_low_half_goes_by_the_highest_card_or_in_some_houses_the_lowest(
    toggle: str, won: dict[str, int]
) -> None:
    """TDA 2024 20, RRoP 11. B's jacks win 8; of both lows the spade seven is the highest card, A's ace the lowest."""
    hands = ("(Kh 9s) 7d 5h 4c 2d (Ah)", "(Jh Jd) 7s 5c 4d 2c (As)")
    assert answer(table("stud8", hands, street="seventh", rules={"odd_chip_low": toggle}))["won"] == won


def test_a_split_pot_pays_a_high_half_and_a_low_half_and_any_other_is_paid_whole() -> None:
    split = play(spot("omaha8", order=[["A"], ["B"]], order_low=[["B"]]))
    assert [(side.half, side.paid) for side in award(split)[0]] == [("high", {0: 8}), ("low", {1: 7})]
    for plain in (spot("omaha8", order=[["A"], ["B"]]), spot("holdem", order=[["A"], ["B"]])):
        assert [(side.half, side.paid) for side in award(play(plain))[0]] == [("whole", {0: 15})]


def test_an_order_that_names_nobody_who_can_win_is_refused_at_its_place() -> None:
    assert refusal(table("holdem", order=[["C"]])).where == "order"


@pytest.mark.parametrize(
    ("hands", "board", "where"),
    [
        (("Kh ??", "Qs Qd"), "As Jh 9c 4h 3d", "seats[0].cards"),
        (("Kh Kd", "Qs"), "As Jh 9c 4h 3d", "seats[1].cards"),
        (("Kh Kd", "Qs Qd"), "As Jh 9c 4h", "board"),
    ],
)
def test_a_showdown_needs_every_card_that_decides_it(hands: tuple[str, str], board: str, where: str) -> None:
    """Scenario format: what is missing is refused at its place."""
    street = "river" if board.count(" ") == 4 else "turn"
    assert refusal(table("holdem", hands, board=board, street=street)).where == where


def test_a_showdown_of_stud_needs_all_seven_cards_of_a_hand() -> None:
    """Five are known of each; two more were dealt to both, and may decide."""
    hands = ("(Kh 9s) 7d 5h 4c", "(Jh Jd) 7s 5c 4d")
    assert refusal(table("stud", hands, street="seventh")).where == "seats[0].cards"


def refused_at(written: dict[str, Any]) -> str:
    """Return where a document is refused, which both computations say by themselves."""
    with pytest.raises(DocumentError) as error:
        second.solve(parse(written))
    assert refusal(written).where == error.value.where
    return error.value.where


@pytest.mark.parametrize(
    ("game", "rules"), [("stud", {}), ("razz", LOW_CARD), ("stud8", {}), ("holdem", {"odd_chip": "high-card"})]
)
def test_an_order_without_cards_is_refused_where_cards_decide_an_odd_chip(game: str, rules: dict[str, str]) -> None:
    """TDA 2024 20: in stud an odd chip goes by suit, in no game by an order of the hands. 15 for two leave one."""
    assert refused_at(table(game, order=[["A", "B"]], rules=rules)) == "order"
    with pytest.raises(DocumentError) as error:
        award(play(spot(game, order=[["A", "B"]], rules=rules)))
    assert error.value.where == "order"


def test_an_order_is_refused_too_where_the_cards_of_one_of_those_who_share_are_known() -> None:
    """TDA 2024 20: the highest card by suit has the odd chip, so those of all who share are needed."""
    known = table("stud", ("(2s 2d) Kd Qc 9d 8c (4h)", ""), street="seventh", order=[["A", "B"]])
    assert refused_at(known) == "order"


def test_an_order_without_cards_is_enough_where_no_chip_is_odd_or_seats_decide() -> None:
    """TDA 2024 20: 14 are 7 each; in games with a button the first left of it, which C has, gets the odd one of 15. One
    winner takes all 14, though with chips of 5 these are less than three.
    """
    even = table("stud", order=[["A", "B"]]) | {"put_in": {"A": 5, "B": 5, "C": 4}}
    alone = even | {"order": [["A"], ["B"]], "chip": 5}
    by_seat = table("holdem", order=[["B", "A"]])
    for written, won in ((even, {"A": 7, "B": 7}), (alone, {"A": 14}), (by_seat, {"A": 8, "B": 7})):
        assert answer(written)["won"] == second.solve(parse(written))["won"] == won


@pytest.mark.parametrize(("kings", "won"), [("dh", {"A": 7, "B": 8}), ("sh", {"A": 8, "B": 7})])
def test_an_odd_chip_goes_by_the_cards_also_where_an_order_is_given(kings: str, won: dict[str, int]) -> None:
    """TDA 2024 20: of equal hands the one with the highest card by suit: spades, then hearts, then diamonds."""
    hands = (f"(2s 2d) K{kings[0]} Qc 9d 8c (4h)", f"(2h 2c) K{kings[1]} Qd 9h 8d (3s)")
    written = table("stud", hands, street="seventh", order=[["B", "A"]])
    assert answer(written)["won"] == second.solve(parse(written))["won"] == won


ACES_AND_KINGS = {"board": "2c 3d 9h Ts Js", "street": "river"}
LOW_BOARD = {"board": "3c 4d 7h Kh 9s", "street": "river"}


@pytest.mark.parametrize(
    ("game", "hands", "keys", "where", "first"),
    [
        ("holdem", ("As Ad", "Ks Kd"), {"order": [["B"], ["A"]]}, "order", "A"),
        ("holdem", ("As Ad", "Ks Kd"), {"order": [["A", "B"]]}, "order", "A"),
        ("holdem", ("As Ad", "Ks Kd"), {"order": [["B"]]}, "order", "A"),
        ("holdem", ("As Kd", "Ah Kc"), {"order": [["A"], ["B"]]}, "order", "A, B"),
        ("omaha8", ("As 2d Kc Kd", "Ah 8c Ts Jh"), {"order": [["A"]], "order_low": [["B"]]}, "order_low", "A"),
        ("omaha8", ("As 2d Kc Kd", "Ah 8c Ts Jh"), {"order": [["A"]]}, "order_low", "A"),
        ("omaha8", ("As 2d Kc Kd", "Ah Qc Ts Jh"), {"order": [["A"]], "order_low": [["A"], ["B"]]}, "order_low", "B"),
    ],
)
def test_an_order_that_known_cards_speak_against_is_refused_with_whom_they_put_first(
    game: str, hands: tuple[str, str], keys: dict[str, Any], where: str, first: str
) -> None:
    """TDA 2024 12: cards speak. With 8-7-4-3-A B has the worse low; a queen and a ten make none."""
    written = table(game, hands, **(LOW_BOARD if game == "omaha8" else ACES_AND_KINGS), **keys)
    assert refused_at(written) == where
    assert f" {first} " in refusal(written).message


def test_an_order_is_held_to_the_hands_that_are_known_though_another_is_not() -> None:
    """TDA 2024 12: whatever C has, B's kings don't tie with A's aces, and no low of A's is none."""
    put_in = {"put_in": {"A": 5, "B": 5, "C": 5}, "folded": []}
    written = table("holdem", ("As Ad", "Ks Kd"), order=[["C"], ["A", "B"]], **ACES_AND_KINGS) | put_in
    assert refused_at(written) == "order"
    assert answer(written | {"order": [["C"], ["A"]]})["won"] == {"C": 15}
    split = table("omaha8", ("As 2d Kc Kd", "Ah Qc Ts Jh"), order=[["C"]], **LOW_BOARD) | put_in
    assert refused_at(split) == "order_low"
    assert answer(split | {"order_low": [["C"]]})["won"] == {"C": 15}


def test_an_order_that_agrees_with_the_cards_or_whose_cards_are_not_all_known_stands() -> None:
    """Scenario format, `order`: best hand first. With one of B's cards unknown nobody can say otherwise."""
    agrees = table("holdem", ("As Ad", "Ks Kd"), order=[["C"], ["A"], ["B"]], **ACES_AND_KINGS)
    unknown = table("holdem", ("As Ad", "Ks ??"), order=[["B"], ["A"]], **ACES_AND_KINGS)
    turn = table("holdem", ("As Ad", "Ks Kd"), order=[["B"], ["A"]], board="2c 3d 9h Ts", street="turn")
    lows: dict[str, Any] = {"order": [["A"]], "order_low": [["A"], ["B"]]}
    split = table("omaha8", ("As 2d Kc Kd", "Ah 8c Ts Jh"), **LOW_BOARD, **lows)
    for written, won in ((agrees, {"A": 15}), (unknown, {"B": 15}), (turn, {"B": 15}), (split, {"A": 15})):
        assert answer(written)["won"] == second.solve(parse(written))["won"] == won


def test_cards_that_decide_several_odd_chips_are_told_until_each_winner_is_alone() -> None:
    """All play K-K-A-Q-J. C's spade king is highest; A and B share the heart king, and below it A has the diamond."""
    rows = [{"name": name, "cards": cards} for name, cards in (("A", "Kd 3c"), ("B", "Kc 3d"), ("C", "Ks 3h"))]
    keys: dict[str, Any] = {"board": "Kh Ac Qd Js 9h", "street": "river", "rules": {"odd_chip": "high-card"}}
    written = table("holdem", **keys) | {"seats": [*rows, {"name": "F"}], "folded": ["F"]}
    hand = play(parse(written | {"put_in": {"A": 30, "B": 30, "C": 30, "F": 11}}))
    told = {hand.name(seat): cards_text(cards) for seat, cards in odd_chip_cards(hand, "whole", (2, 0, 1)).items()}
    assert told == {"C": ["Ks"], "A": ["Kh", "Kd"], "B": ["Kh", "Kc"]}


@pytest.mark.parametrize("level", KINDS["awards"].levels)
def test_no_drill_of_a_house_whose_odd_chips_go_by_cards_leaves_one_open(level: int) -> None:
    """TDA 2024 20: in hold'em the hands of a drill stand in an order, which does not say whose the odd chip is."""
    kind, house = KINDS["awards"], parse_rules({"odd_chip": "high-card"})
    for seed in range(20):
        written = kind.generate(Random(seed), level, house)
        assert kind.level(written) == level
        assert kind.solve(written).answer["won"]
