"""`nuts`: every two cards that make the best hand on a board."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any

import pytest

from quizzes.engine.cards import cards_text, parse_card
from quizzes.engine.chances import nuts as best_pairs
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.notation import parse
from quizzes.kinds import nuts
from quizzes.kinds.base import IllFormed, Raw, Variant
from quizzes.kinds.nuts import KIND
from quizzes.kinds.second import nuts as second
from quizzes.wording.steps import step_text
from tests.cases.compare import Case, load, same
from tests.engine.derivations import check
from tests.kinds.showdowns import check_variant
from tests.scale import scale

CASES = load(["nuts"])
STREETS = {3: "flop", 4: "turn", 5: "river"}


def spot(board: str, game: str = "holdem", **keys: Any) -> Document:
    """Return the question about this board."""
    seats = [{"name": "A"}, {"name": "B"}]
    street = STREETS.get(len(board.split()), "preflop")
    table = {"game": game, "seats": seats, "street": street, "question": {"kind": "nuts"}}
    return parse(table | ({"board": board} if board else {}) | keys)


def hands(asked: Document) -> list[str]:
    return [" ".join(pair) for pair in nuts.solve(asked).answer["hands"]]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = nuts.solve(asked)
    assert same("nuts", case["answer"], solution.answer)
    assert solution.answer["hands"] == sorted(map(sorted, solution.answer["hands"]))
    assert same("nuts", case["answer"], second.solve(asked))
    check(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


# Found by looking at the board; rules.md B for the games.
@pytest.mark.parametrize(
    ("game", "board", "wanted"),
    [
        pytest.param("holdem", "9h 8h 7h", "Jh Th", id="a straight flush on the flop"),
        pytest.param("holdem", "Ah Kh Qh Jh", "2c Th", id="one card makes it, whatever the other", marks=()),
        pytest.param("omaha", "Ah Kh Qh Jh", "9h Th", id="two cards have to play"),
        pytest.param("omaha", "Ac Ad As Kc Kd", "Ah Kh", id="quads with the best kicker that may play"),
        pytest.param("omaha8", "2c 3d 4h Ts Jc", "5c 6c", id="the high hand of a split game"),
        pytest.param("royal", "Tc Td Kh", "Th Ts", id="twenty cards"),
    ],
)
def test_a_holding_is_among_the_best(game: str, board: str, wanted: str) -> None:
    found = [sorted(hand.split()) for hand in hands(spot(board, game))]
    assert sorted(wanted.split()) in found


def test_four_of_a_royal_flush_want_one_card_in_holdem_and_two_in_omaha() -> None:
    assert len(hands(spot("Ah Kh Qh Jh"))) == 47
    assert hands(spot("Ah Kh Qh Jh", "omaha")) == ["9h Th"]


# scenario-format.md, `nuts`; rules.md B: where the best hand lies on the board everybody plays it.
def test_on_a_board_that_nobody_beats_every_holding_counts() -> None:
    assert len(hands(spot("As Ks Qs Js Ts"))) == comb(47, 2)


# In Omaha two own cards have to play: on a royal flush only the next spade straight flush is left.
def test_in_omaha_nobody_plays_the_board() -> None:
    assert hands(spot("As Ks Qs Js Ts", "omaha")) == ["8s 9s"]


# The board alone decides: a holding counts also where a player shows one of its cards.
def test_cards_in_players_hands_are_not_taken_away() -> None:
    seats = [{"name": "A", "cards": "Qc Qd"}, {"name": "B"}]
    assert hands(spot("2s 3h 7d 8c Qs", seats=seats)) == ["Qc Qd", "Qc Qh", "Qd Qh"]


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "royal"])
def test_both_ways_find_the_same_holdings_on_random_boards(game: str) -> None:
    rng = Random(game)
    for _ in range(scale(6, 400)):
        deck = rng.choice((GAMES[game].deck, GAMES[game].deck[-24:]))
        asked = spot(" ".join(cards_text(rng.sample(deck, rng.choice((3, 4, 5))))), game)
        solution = nuts.solve(asked)
        assert solution.answer == second.solve(asked)
        check(asked, solution)


def test_the_pairs_stand_with_the_lower_card_first() -> None:
    board = [parse_card(text) for text in ["Jh", "8h", "6h", "2h", "Kc"]]
    assert [cards_text(pair) for pair in best_pairs(GAMES["holdem"], board)] == [["Kh", "Ah"]]


RAZZ = {"game": "razz", "seats": [{"name": "A"}, {"name": "B"}], "question": {"kind": "nuts"}}


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        pytest.param(spot(""), "board", id="no board"),
        pytest.param(parse(RAZZ), "question", id="no board in razz"),
    ],
)
def test_what_has_no_nuts_is_an_error_at_its_place(asked: Document, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        nuts.solve(asked)
    assert error.value.where == where


# The kind as it is drilled. Case seed-wiki-nuts: three queens, in three ways.
BOARD = "2s 3h 7d 8c Qs"


@pytest.mark.parametrize(
    ("holding", "many", "verdicts"),
    [
        ("Qc Qd", "3", ["right", "right"]),
        ("Qh Qd", "3", ["right", "right"]),
        ("8h 8d", "3", ["wrong", "right"]),
        ("Qc Qd", "6", ["right", "wrong"]),
    ],
)
def test_any_of_the_best_holdings_is_right(holding: str, many: str, verdicts: list[str]) -> None:
    grade = KIND.grade(spot(BOARD), KIND.parse(spot(BOARD), {"holding": holding.split(), "many": [many]}))
    assert [field.verdict for field in grade.fields] == verdicts


MISTAKEN = [
    # Found by looking at the board: the best hand of those that are left when one kind of hand is not seen.
    pytest.param("straight-missed", "9c 8d 7h", "9d 9h", "3", id="a set for J-10"),
    pytest.param("flush-missed", "Kc 9c 4c 2d", "Kd Kh", "3", id="a set for the ace of clubs"),
    pytest.param("pair-missed", "Kc 9c 4c 4d", "Ac Qc", "1", id="a flush for four of a kind"),
    pytest.param("straight-flush-missed", "9h 8h 7h", "Ah Kh", "1", id="the highest flush for a straight flush"),
    pytest.param("board-cards-counted", BOARD, "Qc Qd", "6", id="all queens counted"),
]


@pytest.mark.parametrize(("mistake", "board", "holding", "many"), MISTAKEN)
def test_a_mistake_is_named_for_what_it_overlooks(mistake: str, board: str, holding: str, many: str) -> None:
    asked = spot(board)
    grade = KIND.grade(asked, KIND.parse(asked, {"holding": holding.split(), "many": [many]}))
    assert mistake in grade.misconceptions


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("9c 8c 7c 2d 3h", "One holding makes it: J♣ 10♣."),  # a straight flush in clubs: no other suit will do
        ("9c 8d 7h", "16 holdings make it: J 10."),  # any of four jacks with any of four tens
        ("Kc 9c 4c 4d", "One holding makes it: 4 4."),  # the two fours that are left
        ("Kc 9c 8c 2d 3h", "One holding makes it: A♣ Q♣."),  # the fifth card of a flush counts, so the queen plays
    ],
)
def test_holdings_are_told_by_their_suits_where_not_all_suits_will_do(board: str, told: str) -> None:
    """Counted on the board: which cards of the ranks make the hand."""
    assert step_text(KIND.solve(spot(board)).steps[-1]) == told


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        ({}, {"holding": "not-two", "many": "no-count"}),
        ({"holding": ["Qc"], "many": ["3"]}, {"holding": "not-two"}),
        ({"holding": ["Qc", "Qs"], "many": ["3"]}, {"holding": "not-two"}),
        ({"holding": ["Qc", "Qd"], "many": ["three"]}, {"many": "no-count"}),
    ],
)
def test_what_can_not_be_graded_is_asked_back_at_its_field(raw: Raw, problems: dict[str, str]) -> None:
    with pytest.raises(IllFormed) as error:
        KIND.parse(spot(BOARD), raw)
    assert error.value.problems == problems


@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_every_game_has_drills_of_every_level_that_both_ways_answer_alike(variant: Variant) -> None:
    check_variant(KIND, variant)
