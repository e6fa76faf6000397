"""Whose hands are compared, who wins and what decides."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.cards import Card, cards_text, parse_card
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.showdown import Decision, board_of, cards_of, compared_hands, decide, ranking

BOARD = "2c 5d 9h Js Kc"
FLOP = {"street": "flop", "board": "2c 5d 9h"}


def hands(board: str, **own: str) -> dict[str, list[Card]]:
    return {name: [parse_card(word) for word in f"{cards} {board}".split()] for name, cards in own.items()}


def spot(**keys: Any) -> Document:
    """Return three players with cards on the river; `keys` replace what they name."""
    seats = [{"name": "A", "cards": "Ac Ad"}, {"name": "B", "cards": "Qc Qd"}, {"name": "C", "cards": "7c 7d"}]
    table = {"seats": seats, "street": "river", "board": BOARD, "question": {"kind": "winner"}}
    return parse(table | keys)


# scenario-format.md, `ranking`: best first, ties share a list.
def test_hands_rank_from_the_best_down_and_ties_stand_together_in_the_order_of_the_seats() -> None:
    assert ranking(hands(BOARD, D="Ad 3c", A="Qc Qd", B="Ac 4d", C="Tc Td")) == (("A",), ("C",), ("D", "B"))


# scenario-format.md, `winner`: the winner is compared with the best hand that doesn't win, wherever it sits.
def test_the_winner_is_compared_with_the_best_hand_that_does_not_win() -> None:
    decision = decide(hands(BOARD, A="7c 8d", B="Ac Jd", C="Ad Jh", D="Kd 3h", E="Kh Qd"))
    assert decision == Decision(("E",), False, "pair", "kicker")


# scenario-format.md, `winner`: `nothing` with several winners, though another hand is beaten by its rank.
def test_nothing_decides_between_several_winners() -> None:
    assert decide(hands(BOARD, A="Ac Kd", B="7c 7d", C="Ad Kh")) == Decision(("A", "C"), True, "pair", "nothing")


# rules.md C: with the best hand on the board everybody plays it.
def test_when_the_board_plays_everyone_wins() -> None:
    decision = decide(hands("As Ks Qs Js Ts", A="Ac Ad", B="2c 2d", C="9s 8s"))
    assert decision == Decision(("A", "B", "C"), True, "royal-flush", "nothing")


@pytest.mark.parametrize("alone", [{}, {"A": "Ac Ad"}])
def test_one_hand_alone_is_no_showdown(alone: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="two hands or more"):
        decide(hands(BOARD, **alone))


def test_a_player_reads_its_own_cards_and_the_board() -> None:
    assert cards_text(cards_of(spot(), "B")) == ["Qc", "Qd", *BOARD.split()]


# TDA 2024 14 and scenario-format.md: a folded, mucked or killed hand is not compared.
@pytest.mark.parametrize(
    "keys",
    [
        {"actions": "A folds"},
        {"actions": "A bets 100, B calls, C calls, A mucks"},
        {"actions": "A is mucked"},
        {"put_in": {"A": 100, "B": 100, "C": 100}, "folded": ["A"]},
    ],
)
def test_a_hand_that_was_given_up_is_not_compared(keys: dict[str, Any]) -> None:
    assert list(compared_hands(spot(**keys))) == ["B", "C"]


def test_a_hand_that_was_shown_is_compared() -> None:
    assert list(compared_hands(spot(actions="A shows"))) == ["A", "B", "C"]


def test_an_empty_seat_has_no_hand_to_compare() -> None:
    seats = [{"name": "A", "cards": "Ac Ad"}, {"name": "X", "empty": True}, {"name": "C", "cards": "7c 7d"}]
    assert list(compared_hands(spot(seats=seats))) == ["A", "C"]


def test_the_last_player_left_has_nobody_to_be_compared_with() -> None:
    with pytest.raises(DocumentError, match="folded") as error:
        compared_hands(spot(actions="A folds, B folds"))
    assert error.value.where == "question"


@pytest.mark.parametrize("cards", ["", "?? ??", "7c ??"])
def test_cards_that_are_missing_or_unknown_are_named_by_their_seat(cards: str) -> None:
    seats = [{"name": "A", "cards": "Ac Ad"}, {"name": "B", "cards": "Qc Qd"}, {"name": "C", "cards": cards}]
    with pytest.raises(DocumentError, match="C's cards are not known") as error:
        compared_hands(spot(seats=seats))
    assert error.value.where == "seats[2].cards"


def test_unknown_cards_of_a_folded_player_do_no_harm() -> None:
    seats = [{"name": "A", "cards": "Ac Ad"}, {"name": "B", "cards": "Qc Qd"}, {"name": "C", "cards": "?? ??"}]
    assert list(compared_hands(spot(seats=seats, actions="A bets 100, B calls, C folds"))) == ["A", "B"]


def test_the_board_is_what_lay_there_and_what_was_dealt_since() -> None:
    dealt = spot(**FLOP, actions="A checks, B checks, C checks, -- turn Js, A checks, B checks, C checks, -- river Kc")
    assert cards_text(board_of(dealt)) == BOARD.split()


def test_a_document_that_stops_on_the_flop_is_read_with_five_cards() -> None:
    assert cards_text(cards_of(spot(**FLOP), "C")) == ["7c", "7d", "2c", "5d", "9h"]


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param({"street": "preflop", "board": ""}, id="before the flop"),
        pytest.param({"board": ""}, id="board left out"),
        pytest.param(FLOP | {"board": "", "actions": "-- turn Js, -- river Kc"}, id="flop left out"),
        pytest.param(FLOP | {"actions": "-- turn"}, id="turn without its card"),
        pytest.param(FLOP | {"actions": "-- turn, -- river Kc"}, id="river after a turn without its card"),
        pytest.param({"actions": "-- river Ks"}, id="a sixth card"),
    ],
)
def test_a_board_that_is_not_whole_is_an_error_at_the_board(keys: dict[str, Any]) -> None:
    with pytest.raises(DocumentError) as error:
        board_of(spot(**keys))
    assert error.value.where == "board"
