"""`read_hand`: the five cards that a player plays."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quizzes.engine.cards import parse_card, rank_of
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.notation import parse
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import read_hand
from quizzes.kinds.base import LEVELS, IllFormed, Raw, Variant
from quizzes.kinds.read_hand import KIND
from quizzes.kinds.second import read_hand as second
from tests.cases.compare import Case, load, same
from tests.engine.derivations import check
from tests.kinds.showdowns import assert_holds, check_variant, dealt, dealt_in, document
from tests.scale import scale

CASES = load(["read_hand"])
HANDS = {"A": "8h Ks", "B": "4d Qs"}
BOARD = "9c 7s 5h 5s 3c"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = read_hand.solve(asked)
    assert same("read_hand", case["answer"], solution.answer)
    assert same("read_hand", case["answer"], second.solve(asked))
    check(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


# Case kicker_tie-014-rh, "pair of fives with K-9-8"; scenario-format.md, "strongest group first".
def test_the_answer_is_one_step_that_reads_seven_cards() -> None:
    (step,) = read_hand.solve(document("read_hand", HANDS, BOARD, "A")).steps
    assert step.values == {"cards": ["8h", "Ks", "9c", "7s", "5h", "5s", "3c"]}
    assert step.out == {"category": "pair", "cards": ["5h", "5s", "Ks", "9c", "8h"]}
    assert (step.rule, step.op, step.seat) == ("cards-speak", "state", "A")


# scenario-format.md: the question is about the player's cards, whatever became of them.
def test_a_folded_hand_can_be_read() -> None:
    folded = document("read_hand", HANDS, BOARD, "A", actions="A folds")
    assert read_hand.solve(folded).answer["category"] == second.solve(folded)["category"] == "pair"


def test_both_ways_read_random_hands_alike() -> None:
    rng = Random(43)
    for _ in range(scale(300, 30_000)):
        asked = dealt(rng, "read_hand")
        solution = read_hand.solve(asked)
        other = second.solve(asked)
        assert solution.answer["category"] == other["category"]
        assert _ranks(solution.answer["cards"]) == _ranks(other["cards"])
        assert_holds(asked, solution)


def _ranks(cards: list[str]) -> list[int]:
    return [rank_of(parse_card(card)) for card in cards]


@pytest.mark.parametrize(
    ("hands", "board", "player", "where"),
    [
        pytest.param(HANDS, BOARD, None, "question.player", id="nobody named"),
        pytest.param(HANDS | {"A": ""}, BOARD, "A", "question.player", id="no cards"),
        pytest.param(HANDS | {"B": "4d ??"}, BOARD, "B", "seats[1].cards", id="an unknown card"),
        pytest.param(HANDS, "", "A", "board", id="no board"),
    ],
)
def test_what_can_not_be_read_is_an_error_at_its_place(
    hands: dict[str, str], board: str, player: str | None, where: str
) -> None:
    with pytest.raises(DocumentError) as error:
        read_hand.solve(document("read_hand", hands, board, player))
    assert error.value.where == where


# The kind as it is drilled. Where a hand is written out below, its answer was found by looking at the seven cards.

LEVEL_AND_HAND = [
    # One more for each: a straight or flush; both at once; more than five cards need; past the ace; four of a suit;
    # an own card that does not play.
    pytest.param("Kc Kd", "9s 9d 5h 3c 2c", 1, id="a plain two pair"),
    pytest.param("Kc 4d", "Kh 9s Jd 3c 7h", 2, id="an own card idle"),
    pytest.param("8c 7d", "6h 5s 4c Kd Kh", 2, id="a straight"),
    pytest.param("Kc Qc", "9c 9d 5h 3s 2c", 2, id="four of a suit"),
    pytest.param("Kc 9c", "Kd 9d 5s 5h 2c", 2, id="a third pair"),
    pytest.param("8c 7d", "6h 5s 4c 3d Kh", 3, id="six in a row"),
    pytest.param("Ac 2c", "9c 5c 7c Kc Jd", 4, id="six of a suit, one of them idle"),
    pytest.param("2c 2d", "Kh Ks 9h 9d Qs", 4, id="a third pair, both own cards idle"),
    pytest.param("Ks Qd", "Ah 2c 3d 4s 5h", 5, id="the board's lowest straight beside a king"),
    pytest.param("7c 6c", "9c 8c 5c 4c 3c", 5, id="a straight flush of seven"),
]


@pytest.mark.parametrize(("own", "board", "level"), LEVEL_AND_HAND)
def test_a_level_counts_what_has_to_be_seen(own: str, board: str, level: int) -> None:
    assert read_hand.level(document("read_hand", {"A": own, "B": ""}, board, "A")) == level


MISREAD = [
    # rules.md, "Hand-ranking and tie facts": 2, 1 or 0 hole cards; no third pair; the wheel; no wrap-around.
    pytest.param("board-not-shared", "8c 2d", "8h Ks Qd 9c 4h", "pair", "8c 8h 2d Ks Qd", id="a kicker of one's own"),
    pytest.param("board-not-shared", "Ac 2d", "Kh Ks Kd 9c 9h", "three-of-a-kind", "Kh Ks Kd Ac 2d", id="a full board"),
    pytest.param("third-pair", "5c 5d", "Kh Ks 9d 9c Ah", "two-pair", "Kh Ks 9d 9c 5c", id="its card as the fifth"),
    pytest.param("wheel-missed", "Ac 2d", "3h 4s 5d Kc Jh", "high-card", "Ac Kc Jh 5d 4s", id="no straight seen"),
    pytest.param("wheel-missed", "Ah 2h", "3h 4h 5h Kc Jd", "flush", "Ah 5h 4h 3h 2h", id="only its suit seen"),
    pytest.param("wrap-around", "Kc 2d", "Ah Qs 3d 9c 7h", "straight", "3d 2d Ah Kc Qs", id="Q-K-A-2-3"),
    pytest.param("straight-over-flush", "8h 3h", "7h 6h 5c 4h Kd", "straight", "8h 7h 6h 5c 4h", id="a flush there"),
    pytest.param("straight-and-flush", "8h 3h", "7h 6h 5c 4h Kd", "straight-flush", "8h 7h 6h 5c 4h", id="both named"),
    pytest.param("stopped-at-pairs", "8h 8c", "7h 6s 5c 4h Kd", "pair", "8h 8c Kd 7h 6s", id="a straight there"),
]


@pytest.mark.parametrize(("mistake", "own", "board", "category", "cards"), MISREAD)
def test_a_mistake_is_named_for_what_it_reads(mistake: str, own: str, board: str, category: str, cards: str) -> None:
    asked = document("read_hand", {"A": own, "B": ""}, board, "A")
    grade = KIND.grade(asked, KIND.parse(asked, {"category": [category], "cards": cards.split()}))
    assert mistake in grade.misconceptions
    assert not grade.right


@pytest.mark.parametrize(("mistake", "own", "board", "category", "cards"), MISREAD)
def test_a_right_reading_of_the_same_cards_names_none(
    mistake: str, own: str, board: str, category: str, cards: str
) -> None:
    asked = document("read_hand", {"A": own, "B": ""}, board, "A")
    grade = KIND.grade(asked, second.solve(asked))
    assert grade.right
    assert grade.misconceptions == ()


# scenario-format.md: "five cards of the same value in other suits"; the straight is that of case kicker_tie-016.
@pytest.mark.parametrize("seven", ["7c", "7d"])
def test_cards_of_the_same_value_are_the_same(seven: str) -> None:
    asked = document("read_hand", {"A": "4c Qd", "B": "7c Jd"}, "5h 6s 7d 8c 9h", "B")
    assert KIND.grade(asked, {"category": "straight", "cards": ["9h", "8c", seven, "6s", "5h"]}).right


# A flush is five cards of one suit, so that a four of another suit makes none.
def test_in_a_flush_a_card_of_the_same_rank_is_another_card() -> None:
    asked = document("read_hand", {"A": "Ah 4c", "B": ""}, "Jh 9h 7h 4h 2d", "A")
    assert KIND.grade(asked, {"category": "flush", "cards": ["Ah", "Jh", "9h", "7h", "4h"]}).right
    grade = KIND.grade(asked, {"category": "flush", "cards": ["Ah", "Jh", "9h", "7h", "4c"]})
    assert [(field.name, field.verdict) for field in grade.fields] == [("cards", "wrong"), ("category", "right")]


# scenario-format.md: a royal flush is a name only.
@pytest.mark.parametrize("category", ["royal-flush", "straight-flush"])
def test_a_royal_flush_is_a_straight_flush(category: str) -> None:
    asked = document("read_hand", {"A": "Ah Kh", "B": ""}, "Qh Jh Th 2c 2d", "A")
    assert KIND.grade(asked, {"category": category, "cards": ["Ah", "Kh", "Qh", "Jh", "Th"]}).right


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        ({}, {"category": "no-choice", "cards": "not-five"}),
        ({"category": ["flush"], "cards": ["8h", "Ks", "9c", "7s"]}, {"cards": "not-five"}),
        ({"category": ["flush"], "cards": ["8h", "Ks", "9c", "7s", "5h", "5s"]}, {"cards": "not-five"}),
        ({"category": ["flush"], "cards": ["8h", "8h", "9c", "7s", "5h"]}, {"cards": "not-five"}),
        ({"category": ["flush"], "cards": ["8h", "Ks", "9c", "7s", "4d"]}, {"cards": "not-five"}),
        ({"category": ["flash"], "cards": ["8h", "Ks", "9c", "7s", "5h"]}, {"category": "no-choice"}),
    ],
)
def test_what_can_not_be_graded_is_asked_back_at_its_field(raw: Raw, problems: dict[str, str]) -> None:
    with pytest.raises(IllFormed) as error:
        KIND.parse(document("read_hand", HANDS, BOARD, "A"), raw)
    assert error.value.problems == problems


@pytest.mark.parametrize("level", LEVELS)
def test_drills_hold_two_own_cards_and_a_board_and_no_house_changes_them(level: int) -> None:
    for seed in range(scale(20, 2_000)):
        drill = KIND.generate(Random(seed), level, ruleset("tda"))
        assert drill == replace(KIND.generate(Random(seed), level, ruleset("jj")), rules=ruleset("tda"))
        assert (len(drill.board), [len(seat.cards) for seat in drill.seats]) == (5, [2, 0])
        assert drill.question.player == drill.seats[0].name


# design.md: about one drill in six is plain; the pools try twelve times for one.
@pytest.mark.parametrize("level", LEVELS[1:])
def test_there_are_plain_drills_and_others_at_every_level(level: int) -> None:
    rng, drills = Random(level), scale(150, 3_000)
    plain = sum(not KIND.told_apart(KIND.generate(rng, level, ruleset("tda"))) for _ in range(drills))
    assert 0.04 < plain / drills < 0.6


# The other games.


@pytest.mark.parametrize("game", GAMES)
def test_both_ways_read_random_hands_of_every_game_alike(game: str) -> None:
    rng = Random(game)
    for _ in range(scale(40, 4_000)):
        asked = dealt_in(rng, "read_hand", GAMES[game])
        solution = read_hand.solve(asked)
        assert KIND.values(asked, solution.answer, second.solve(asked)) == KIND.values(
            asked, solution.answer, solution.answer
        )
        check(asked, solution)


def spot(game: str, own: str, board: str = "", **keys: Any) -> Document:
    """Return the question what A plays."""
    seats = [{"name": "A", "cards": own}, {"name": "B"}]
    table = {"game": game, "seats": seats, "question": {"kind": "read_hand", "player": "A"}, **keys}
    return parse(table | ({"board": board, "street": "river"} if board else {}))


# Cases hi_lo-002-rh and hi_lo-004-rh: the high hand beside the low, or beside none.
def test_a_split_game_is_read_twice() -> None:
    low = read_hand.solve(spot("omaha8", "As 3c Jd Qd", "6h 7h 8h 2c Ks"))
    assert low.answer["low"] == {"cards": ["7h", "6h", "3c", "2c", "As"]}
    assert [list(step.out) for step in low.steps] == [["high"], ["low"]]
    assert [step.rule for step in low.steps] == ["two-and-three", "eight-or-better"]
    none = read_hand.solve(spot("omaha8", "9c 9d Jh Ts", "3c 7h Th 9s Kc"))
    assert none.answer["low"] is None
    assert none.answer["high"]["category"] == "three-of-a-kind"


# A hand is read on its own: nobody else's cards are needed, though in stud they would say whose turn it is.
def test_a_stud_hand_is_read_whatever_is_known_of_the_others() -> None:
    asked = spot("razz", "(2s 3d) 4c 5d 6h Qh (Qd)", street="seventh")
    assert read_hand.solve(asked).answer == {"category": "high-card", "cards": ["6h", "5d", "4c", "3d", "2s"]}


# rules.md B: Omaha takes exactly two own cards, so that the same ranks from elsewhere are another hand.
@pytest.mark.parametrize(
    ("game", "own", "board", "picked", "right"),
    [
        pytest.param("omaha", "As Kd 2c 3c", "Ac Kc Ah 9s 4d", "As Kd Ac Ah Kc", True, id="two and three"),
        pytest.param("omaha", "As Ks 2c 3c", "Qs Js Ts 2d 3d", "As Ks Qs Js Ts", True, id="a royal flush of two"),
        pytest.param("omaha", "As Ad Ah Kc", "Ac Ks Kd 2h 3h", "As Ad Ac Ks Kd", True, id="a full house"),
        pytest.param("omaha", "As Ad Ah Kc", "Ac Ks Kd 2h 3h", "As Ad Ah Ks Kd", False, id="three own aces"),
        pytest.param("badugi", "Ac Ad 3h 5s", "", "Ac 3h 5s", True, id="either ace"),
        pytest.param("badugi", "Ac Ad 3h 5s", "", "Ad 3h 5s", True, id="the other ace"),
        pytest.param("badugi", "Ac Ad 3h 5s", "", "Ac Ad 3h 5s", False, id="both aces"),
        pytest.param("badugi", "Ac 2d 3d 5s", "", "Ac 3d 5s", False, id="the higher of a suit"),
        pytest.param("razz", "2s 2d 3h 4c 5d Ah Kd", "", "5d 4c 3h 2d Ah", True, id="either deuce"),
    ],
)
def test_cards_count_where_they_may_play_together(game: str, own: str, board: str, picked: str, right: bool) -> None:
    asked = spot(game, own, board, **({"street": "seventh"} if game == "razz" else {}))
    category = read_hand.solve(asked).answer["category"]
    grade = KIND.grade(asked, KIND.parse(asked, {"category": [category], "cards": picked.split()}))
    assert [field.verdict for field in grade.fields if field.name == "cards"] == ["right" if right else "wrong"]


MISREAD_GAMES = [
    # rules.md B, game by game; issue 4, "Misconceptions". Each wrong hand was found by looking at the cards.
    pytest.param("any-from-hand", "omaha", "Ah Qs Jd Tc", "Kh 9h 5h 2h 7c", "Ah Kh 9h 5h 2h", "flush", id="one heart"),
    pytest.param("one-from-hand", "omaha", "Ah Qs Jd Tc", "Kh 9h 5h 2h 7c", "Ah Kh 9h 5h 2h", "flush", id="one"),
    pytest.param(
        "three-from-hand", "omaha", "6c 6h 6s Kd", "4c 4d Th Js 9s", "6c 6h 6s 4c 4d", "full-house", id="three sixes"
    ),
    pytest.param("straights-counted", "razz", "5h 4d 3c 2s Ah 9c Kd", "", "9c 4d 3c 2s Ah", "", id="a wheel in razz"),
    pytest.param("ace-high", "razz", "Ah 2d 3c 4s 8h 9c Kd", "", "9c 8h 4s 3c 2d", "", id="an ace left out in razz"),
    pytest.param("suits-ignored", "badugi", "Ac 2d 3d 5s", "", "Ac 2d 3d 5s", "", id="two diamonds"),
]


@pytest.mark.parametrize(("mistake", "game", "own", "board", "picked", "category"), MISREAD_GAMES)
def test_a_mistake_of_another_game_is_named_for_what_it_reads(
    mistake: str, game: str, own: str, board: str, picked: str, category: str
) -> None:
    asked = spot(game, own, board, **({"street": "seventh"} if game == "razz" else {}))
    grade = KIND.grade(asked, KIND.parse(asked, {"category": [category], "cards": picked.split()}))
    assert mistake in grade.misconceptions
    assert not grade.right


@pytest.mark.parametrize(
    ("mistake", "game", "own", "board", "low"),
    [
        pytest.param("nine-low", "omaha8", "Ac 2d Kh Qs", "3c 7h 9s Jd Kc", "9s 7h 3c 2d Ac", id="a nine"),
        pytest.param("own-for-low", "omaha8", "Ac 2d 3h Qs", "4c 7h Ts Jd Kc", "7h 4c 3h 2d Ac", id="three own"),
    ],
)
def test_a_low_that_does_not_qualify_names_the_mistake(mistake: str, game: str, own: str, board: str, low: str) -> None:
    asked = spot(game, own, board)
    answer = read_hand.solve(asked).answer
    assert answer["low"] is None
    high = answer["high"]
    raw = {"category": [high["category"]], "cards": high["cards"], "low": low.split()}
    grade = KIND.grade(asked, KIND.parse(asked, raw))
    assert mistake in grade.misconceptions
    assert [field.name for field in grade.fields if field.verdict == "wrong"] == ["low"]


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        ({"cards": []}, {"cards": "not-five", "category": "no-choice", "low": "not-five"}),
        (
            {"category": ["pair"], "cards": ["As", "3c", "8h", "7h", "2c"], "low": ["As"], "no_low": ["1"]},
            {"low": "not-five"},
        ),
    ],
)
def test_the_low_is_asked_back_like_the_high(raw: Raw, problems: dict[str, str]) -> None:
    with pytest.raises(IllFormed) as error:
        KIND.parse(spot("omaha8", "As 3c Jd Qd", "6h 7h 8h 2c Ks"), raw)
    assert error.value.problems == problems


def test_a_badugi_without_a_card_is_asked_back() -> None:
    with pytest.raises(IllFormed) as error:
        KIND.parse(spot("badugi", "Ac 2d 3d 5s"), {"cards": []})
    assert error.value.problems == {"cards": "no-cards"}


@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_every_game_has_drills_of_every_level_that_both_ways_read_alike(variant: Variant) -> None:
    check_variant(KIND, variant)
