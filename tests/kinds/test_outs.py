"""`outs`: the next cards that make a player's hand best or tied for best."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quizzes.engine.cards import cards_text
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.notation import parse
from quizzes.kinds import outs
from quizzes.kinds.base import IllFormed, Raw, Variant
from quizzes.kinds.outs import KIND
from quizzes.kinds.second import outs as second
from quizzes.wording import step_text
from tests.cases.compare import Case, load, same
from tests.engine.derivations import check
from tests.kinds.showdowns import check_variant
from tests.scale import scale

CASES = load(["outs"])
OPEN_ENDED = {"A": "Jh Th", "B": "Ks Qs"}
TURN = "9c 8d 2s Kh"
"""Case extra-outs-open-ended: a seven makes A's straight, and so does a queen, though it pairs B."""


DRAW = {"game": "27sd", "street": "predraw"}


def spot(hands: dict[str, str], board: str, player: str | None = "A", game: str = "holdem", **keys: Any) -> Document:
    """Return the question about these hands on a flop or a turn."""
    seats = [{"name": name, "cards": cards} for name, cards in hands.items()]
    street = {0: "preflop", 3: "flop", 4: "turn", 5: "river"}[len(board.split())]
    question = {"kind": "outs"} | ({"player": player} if player else {})
    table = {"game": game, "seats": seats, "street": street, "question": question}
    return parse(table | ({"board": board} if board else {}) | keys)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_public_case_comes_out_right_both_ways(case: Case) -> None:
    asked = parse(case["doc"])
    solution = outs.solve(asked)
    assert same("outs", case["answer"], solution.answer)
    assert same("outs", case["answer"], second.solve(asked))
    check(asked, solution)


def test_there_are_public_cases() -> None:
    assert CASES


def test_the_steps_say_how_the_hands_stand_and_what_the_outs_make() -> None:
    *standing, found, made = outs.solve(spot(OPEN_ENDED, TURN)).steps
    assert [step.seat for step in standing] == ["A", "B", None]
    assert standing[-1].out == {"order": [["B"], ["A"]]}
    assert len(found.values["seen"]) == 8
    assert (made.values["next"], made.out) == (found.out["wins"], {"makes": "straight"})


def told(asked: Document) -> list[str]:
    """Return the sentences from the number of outs on, their steps held."""
    solution = outs.solve(asked)
    check(asked, solution)
    return [step_text(step) for step in solution.steps if not {"wins", "makes"}.isdisjoint(step.out)]


def test_the_cards_that_win_are_told_apart_from_those_that_only_tie() -> None:
    """TDA 2024 12: a five or a seven makes A two pair above the sixes; with a queen or a king the board plays."""
    assert told(spot({"A": "5c 7d", "B": "4d Jh"}, "Qs 6d 6h Kh"))[1:] == [
        "With 5♦, 5♥, 5♠, 7♣, 7♥ and 7♠ A has two pair.",
        "With 6♣ and 6♠ A and B have three of a kind each, of the same worth.",
        "With Q♣, Q♦, Q♥, K♣, K♦ and K♠ A and B have two pair each, of the same worth.",
        "With A♣, A♦, A♥ and A♠ A and B have a pair each, of the same worth.",
    ]


@pytest.mark.parametrize(
    ("hands", "board", "says"),
    [
        pytest.param(
            {"A": "Kc Kd", "B": "Ac Ad"},
            "As Ks 2s 3d",
            "Of all cards but the 8 that are seen, one makes A's hand best.",
            id="four kings, against three aces",
        ),
        pytest.param(
            {"A": "2c 2d", "B": "3c 3d"},
            "Kc Kd Ac Ah",
            "Of all cards but the 8 that are seen, 2 make A's hand best and 40 a tie.",
            id="a deuce wins, a three loses; with 40 others the board plays",
        ),
        pytest.param(
            {"A": "2h 3h", "B": "7h 8h"},
            "9c 9d Jd Js",
            "Of all cards but the 8 that are seen, none makes A's hand best and 19 make a tie.",
            id="twelve from the queen up and three eights play for both, and so do four nines and jacks",
        ),
    ],
)
def test_how_many_outs_there_are_is_told_in_the_number_that_fits(hands: dict[str, str], board: str, says: str) -> None:
    assert told(spot(hands, board))[0] == says


# scenario-format.md, `outs`: what has been seen can't come, a folded player's cards among it.
def test_a_card_that_a_folded_player_showed_is_no_out() -> None:
    folded = spot(OPEN_ENDED | {"C": "7c 7d"}, TURN, actions="A checks, B checks, C folds")
    assert outs.solve(folded).answer["wins"] == ["7h", "7s", "Qc", "Qd", "Qh"]
    assert second.solve(folded)["wins"] == ["7h", "7s", "Qc", "Qd", "Qh"]


# rules.md B, Omaha: A's lone heart makes no flush, so that in hold'em alone a heart is an out.
def test_in_omaha_two_own_cards_have_to_play() -> None:
    hands = {"A": "Ah 2c 3d 4s", "B": "Kc Kd 9s 2s"}
    answer = outs.solve(spot(hands, "Kh Qh 7h 6d", game="omaha")).answer
    assert [card for card in answer["wins"] if card in ("Jh", "Th", "9h", "8h", "5h")] == ["5h"]


def test_cards_of_each_suit_count_alone_where_a_flush_may_come() -> None:
    hands = {"A": "Ah 2h", "B": "Kc Kd"}
    answer = outs.solve(spot(hands, "Kh Th 7c 6d")).answer
    assert answer["wins"] == ["3h", "4h", "5h", "8h", "9h", "Jh", "Qh"]


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "royal"])
def test_both_ways_find_the_same_outs_of_random_hands(game: str) -> None:
    rng = Random(game)
    tied = 0
    for _ in range(scale(8, 1_500)):
        size = rng.choice(GAMES[game].hand[:2])
        players = "ABC"[: rng.choice((2, 3))]
        deck = rng.choice((GAMES[game].deck, GAMES[game].deck[-28:]))
        board = rng.choice((3, 4))
        cards = cards_text(rng.sample(deck, board + size * len(players)))
        hands = {name: " ".join(cards[board + size * place :][:size]) for place, name in enumerate(players)}
        asked = spot(hands, " ".join(cards[:board]), game=game)
        solution = outs.solve(asked)
        assert solution.answer == second.solve(asked)
        check(asked, solution)
        tied += bool(solution.answer["ties"])
    assert tied


@pytest.mark.parametrize(
    ("asked", "where"),
    [
        pytest.param(spot(OPEN_ENDED, TURN, player=None), "question.player", id="nobody named"),
        pytest.param(spot(OPEN_ENDED | {"C": "7c 7d"}, TURN, actions="A folds"), "question.player", id="folded"),
        pytest.param(spot(OPEN_ENDED | {"B": ""}, TURN), "seats[1].cards", id="unknown cards"),
        pytest.param(spot(OPEN_ENDED, ""), "board", id="before the flop"),
        pytest.param(spot(OPEN_ENDED, TURN + " 2c"), "question", id="after the river"),
        pytest.param(
            spot({"A": "Ac 2c 3c 4c 5c", "B": ""}, "", game="27sd", street="predraw"), "question", id="a draw game"
        ),
    ],
)
def test_what_can_not_be_asked_is_an_error_at_its_place(asked: Document, where: str) -> None:
    with pytest.raises(DocumentError) as error:
        outs.solve(asked)
    assert error.value.where == where


# The kind as it is drilled.


@pytest.mark.parametrize(
    ("wins", "ties", "verdicts"),
    [
        ("7c 7d 7h 7s Qc Qd Qh", "", ["right", "right"]),
        ("Qh Qd Qc 7s 7h 7d 7c", "", ["right", "right"]),
        ("7c 7d 7h 7s", "Qc Qd Qh", ["wrong", "wrong"]),
        ("7c 7d 7h 7s Qc Qd", "", ["wrong", "right"]),
    ],
)
def test_just_the_cards_that_win_and_tie_are_right(wins: str, ties: str, verdicts: list[str]) -> None:
    asked = spot(OPEN_ENDED, TURN)
    grade = KIND.grade(asked, KIND.parse(asked, {"wins": wins.split(), "ties": ties.split()}))
    assert [field.verdict for field in grade.fields] == verdicts


# Found by looking at the cards: a club makes A's flush, but the four of clubs and the nine of clubs fill B up; and of
# A's outs against a pair of kings the aces are no straight and no flush.
@pytest.mark.parametrize(
    ("mistake", "hands", "board", "wins"),
    [
        pytest.param(
            "others-improve-too",
            {"A": "Ac 2c", "B": "9h 9d"},
            "9s 4d 7c 6c",
            "3c 4c 5c 8c 9c Tc Jc Qc Kc",
            id="clubs that fill B up",
        ),
        pytest.param(
            "straights-and-flushes-only",
            {"A": "Ac 2c", "B": "Kh Qd"},
            "Ks 4d 7c 6c",
            "3c 4c 5c 8c 9c Tc Jc Qc Kc",
            id="aces forgotten",
        ),
    ],
)
def test_a_mistake_is_named_for_the_cards_that_it_counts(
    mistake: str, hands: dict[str, str], board: str, wins: str
) -> None:
    asked = spot(hands, board)
    grade = KIND.grade(asked, KIND.parse(asked, {"wins": wins.split()}))
    assert not grade.right
    assert mistake in grade.misconceptions


# Case seed-wiki-four-outs-bob: an ace makes the king useless, so it ties.
def test_a_tie_that_is_counted_as_a_win_names_the_mistake() -> None:
    hands = {"Bob": "Kh Qh", "Carol": "Qs Th", "Ted": "Jc 2c", "Alice": "Tc 9c"}
    asked = spot(hands, "8s Qc 8h 4c", "Bob", title="")
    answer = outs.solve(asked).answer
    response = {"wins": [*answer["wins"], *answer["ties"]], "ties": []}
    assert answer["ties"]
    assert "ties-as-wins" in KIND.grade(asked, response).misconceptions


@pytest.mark.parametrize(
    ("raw", "problems"),
    [
        ({}, {"wins": "no-choice"}),
        ({"wins": ["7c", "Kh"]}, {"wins": "card-seen"}),
        ({"ties": ["??"]}, {"ties": "card-seen"}),
    ],
)
def test_what_can_not_be_graded_is_asked_back_at_its_field(raw: Raw, problems: dict[str, str]) -> None:
    with pytest.raises(IllFormed) as error:
        KIND.parse(spot(OPEN_ENDED, TURN), raw)
    assert error.value.problems == problems


def test_that_no_card_helps_is_an_answer() -> None:
    asked = spot({"A": "6c 6d", "B": "As 9s"}, "Qh Qd 6s 5s", "B")
    assert KIND.grade(asked, KIND.parse(asked, {"none": ["1"]})).right


@pytest.mark.parametrize("variant", KIND.variants, ids=lambda variant: variant.game)
def test_every_game_has_drills_of_every_level_that_both_ways_answer_alike(variant: Variant) -> None:
    check_variant(KIND, variant)
