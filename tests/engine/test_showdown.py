"""Whose hands are compared, who wins and what decides."""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.cards import Card, cards_text, parse_card
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.holdings import Holding, scores
from quizzes.engine.notation import parse
from quizzes.engine.showdown import (
    Decision,
    board_of,
    compared_hands,
    decide,
    holding_of,
    low_winners,
    ranking,
)

BOARD = "2c 5d 9h Js Kc"
FLOP = {"street": "flop", "board": "2c 5d 9h"}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def hands(board: str, game: str = "holdem", **own: str) -> dict[str, Holding]:
    return {name: Holding(GAMES[game], cards(held), cards(board)) for name, held in own.items()}


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
    assert cards_text(holding_of(spot(), "B").cards) == ["Qc", "Qd", *BOARD.split()]


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


@pytest.mark.parametrize("held", ["", "?? ??", "7c ??"])
def test_cards_that_are_missing_or_unknown_are_named_by_their_seat(held: str) -> None:
    seats = [{"name": "A", "cards": "Ac Ad"}, {"name": "B", "cards": "Qc Qd"}, {"name": "C", "cards": held}]
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
    assert cards_text(holding_of(spot(**FLOP), "C").cards) == ["7c", "7d", "2c", "5d", "9h"]


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


# The other games. Each expectation follows from the rule named beside it.


# rules.md B, Omaha: exactly two and three; razz and ace-to-five: straights don't count; deuce-to-seven: they do, and
# the ace is high; badugi: the most cards without a rank or a suit twice.
@pytest.mark.parametrize(
    ("game", "better", "worse", "board"),
    [
        pytest.param("omaha", "3c 3s 6d 7d", "9h Tc Qc Ks", "Ah As Ad Ac Jc", id="case omaha-001"),
        pytest.param("omaha", "8h 6h 3c 3d 2s", "Ah Qs Jd Tc 9c", "Kh 9h 5h 2h 7c", id="five own cards, one heart"),
        pytest.param("omaha", "8h 6h 3c 3d 2s 2c", "Ah Qs Jd Tc 9c 9d", "Kh 9s 5h 2h 7c", id="six own cards"),
        pytest.param("razz", "2s 3d 4c 5d 6h Qh Qd", "As 2d 3c 5h 7s Kh Kd", "", id="case lowball-001"),
        pytest.param("a5td", "9s Td Jc Qh Ks", "2c 2h 3s 4d 5c", "", id="case lowball-017"),
        pytest.param("a5td", "Ah 2h 3h 4h 5h", "Ad 2c 3s 4d 6c", "", id="the wheel though it is a straight flush"),
        pytest.param("27td", "7s 5d 4c 3h 2s", "8s 4d 3c 2h 5s", "", id="seven low"),
        pytest.param("27sd", "Kc 5d 4h 3s 2c", "Ac 2d 3h 4s 5c", "", id="case lowball-010"),
        pytest.param("27sd", "Ac 2d 3h 4s 5c", "2h 3c 4d 5s 6c", "", id="ace high beats a straight"),
        pytest.param("badugi", "Kc Qd Jh Ts", "Ac 2d 3h 4h", "", id="four cards beat three"),
        pytest.param("badugi", "Ac 2d 4h 3h", "Ad 2c 4s 4h", "", id="three cards, three high beats four high"),
        pytest.param("stud", "2c 2d 2h 3c 9d Js Kh", "Ac Ad Kc Ks 3d 4h 7s", "", id="stud is as hold'em"),
    ],
)
def test_a_game_awards_first_what_its_scale_says(game: str, better: str, worse: str, board: str) -> None:
    first, second = (scores(GAMES[game], cards(own), cards(board))[0] for own in (better, worse))
    assert first > second
    assert ranking(hands(board, game, A=worse, B=better)) == (("B",), ("A",))


# rules.md B, Omaha hi-lo: the board must give three low cards, and the low may play other own cards than the high.
def test_a_split_game_scores_a_low_beside_the_high_and_no_other_game_does() -> None:
    own, board = cards("As 2d Kh Qc"), cards("3c 7h 8h 9s Kc")
    assert scores(GAMES["omaha8"], own, board)[1] is not None
    assert scores(GAMES["omaha8"], own, cards("3c 7h Th 9s Kc"))[1] is None
    assert scores(GAMES["omaha"], own, board)[1] is None


# Case hi_lo-002: the deuce pairs B, who has 8-7-6-2-A, and gives A 7-6-3-2-A. C has a flush and no two low cards.
def test_the_low_half_has_winners_of_its_own() -> None:
    table = hands("6h 7h 8h 2c Ks", "omaha8", A="As 3c Jd Qd", B="Ac 2d 9d Js", C="9h Th Kh Ah")
    assert low_winners(table) == ("A",)
    assert decide(table) == Decision(("C",), False, "straight-flush", "category")
    assert low_winners(hands("6h 7h 8h 2c Ks", "omaha8", A="As 3c Jd Qd", B="Ac 3d 9d Js")) == ("A", "B")
    assert low_winners(hands("6h 7h Th 9c Ks", "omaha8", A="As 3c Jd Qd", B="Ac 2d 9d Js")) == ()


# scenario-format.md, `winner`: the top card of a low, or any card of a straight or flush, is rank.
@pytest.mark.parametrize(
    ("game", "winner", "loser", "category", "by"),
    [
        ("27sd", "Kc 5d 4h 3s 2c", "Ac 2d 3h 4s 5c", "high-card", "rank"),
        ("27sd", "8c 5d 4h 3s 2c", "8d 6d 3h 2s 4c", "high-card", "kicker"),
        ("27sd", "7s 6d 5c 4h 3s", "8c 7d 6h 5s 4d", "straight", "rank"),
        ("27sd", "8s 6s 4s 3s 2s", "8d 6d 5d 3d 2d", "flush", "rank"),
        ("a5td", "Ah As 6c 5d 4s", "Ac Ad 7h 3s 2c", "pair", "kicker"),
        ("a5td", "2h 2s 6c 5d 4s", "3c 3d 7h As 2c", "pair", "rank"),
        ("badugi", "Ac 2d 3h Kh", "Ac 2d 2h 2s", "high-card", "category"),
        ("badugi", "Ac 2d 3h 4s", "Ad 2h 3s 5c", "high-card", "rank"),
        ("badugi", "Ac 2d 3h 5s", "Ad 2h 4s 5c", "high-card", "kicker"),
    ],
)
def test_what_decides_between_lows(game: str, winner: str, loser: str, category: str, by: Any) -> None:
    assert decide(hands("", game, A=loser, B=winner)) == Decision(("B",), False, category, by)


# The cards that play: cases omaha-001-rh, omaha-003-rh, lowball-001-rh, lowball-008-rh, bug-53-read, hi_lo-007-rh, and
# rules.md B for badugi: two cards of a suit, so the higher of them is left out.
@pytest.mark.parametrize(
    ("game", "own", "board", "playing"),
    [
        ("omaha", "3c 3s 6d 7d", "Ah As Ad Ac Jc", "Ah As Ad 3c 3s"),
        ("omaha", "As Kd Qs Jh", "Ts 4c Jc Qd 6s", "As Kd Qd Jc Ts"),
        ("razz", "2s 3d 4c 5d 6h Qh Qd", "", "6h 5d 4c 3d 2s"),
        ("a5td", "Ah As 6c 5d 4s", "", "Ah As 6c 5d 4s"),
        ("27sd", "Ac 2d 3h 4s 5c", "", "Ac 5c 4s 3h 2d"),
        ("badugi", "Kc 5d Ah 7d", "", "Kc 5d Ah"),
        ("badugi", "7c 7d 7h 7s", "", "7c"),
    ],
)
def test_the_cards_that_play_stand_from_the_top_down(game: str, own: str, board: str, playing: str) -> None:
    assert cards_text(Holding(GAMES[game], cards(own), cards(board)).best().cards) == playing.split()


def test_the_low_half_plays_its_own_five() -> None:
    holding = Holding(GAMES["omaha8"], cards("Ac 2d 4h 7s"), cards("As 5c 8d 4c"))
    low = holding.best_low()
    assert low is not None
    assert [text[0] for text in cards_text(low.cards)] == list("7542A")
    assert Holding(GAMES["omaha8"], cards("9c 9d Jh Ts"), cards("3c 7h Th 9s Kc")).best_low() is None


@pytest.mark.parametrize(("game", "held"), [("stud", "(Ac Ad) 2c 3d"), ("razz", "(Ac Ad) 2c 3d"), ("27sd", "?? " * 5)])
def test_a_hand_that_is_not_whole_can_not_be_read(game: str, held: str) -> None:
    streets = {"street": "fourth"} if game != "27sd" else {}
    seats = [{"name": "A", "cards": held}, {"name": "B"}]
    with pytest.raises(DocumentError) as error:
        holding_of(parse({"game": game, "seats": seats, "question": {"kind": "ranking"}, **streets}), "A")
    assert error.value.where == "seats[0].cards"


def test_stud_is_read_with_five_cards_and_draw_without_a_board() -> None:
    seats = [{"name": "A", "cards": "(2c 3d) 4h 5s 7c"}, {"name": "B"}]
    spot = parse({"game": "razz", "street": "fifth", "seats": seats, "question": {"kind": "ranking"}})
    assert cards_text(holding_of(spot, "A").best().cards) == ["7c", "5s", "4h", "3d", "2c"]
    assert board_of(spot) == ()
