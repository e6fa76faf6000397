"""How many a deck can serve in each game, and that a document with one more player is refused."""

from __future__ import annotations

import pytest

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.games import GAMES
from quizzes.engine.notation import parse

NO_CARDS = 0
SERVED = (
    # 23 hands and a board are 51 cards; with three burns it is 22 (49 and 3).
    ("holdem", NO_CARDS, 23),
    # The game as it is played: no more than six, though 20 cards would serve seven.
    ("royal", NO_CARDS, 6),
    # Eleven hands of four and a board are 49 cards, nine of five 50, seven of six 47.
    ("omaha", NO_CARDS, 11),
    ("omaha8", NO_CARDS, 11),
    ("omaha", 5, 9),
    ("omaha", 6, 7),
    # Ten hands of five are 50 cards, and discards are shuffled in.
    ("draw", NO_CARDS, 10),
    ("27sd", NO_CARDS, 10),
    ("27td", NO_CARDS, 10),
    ("a5td", NO_CARDS, 10),
    # Eight hands of six are 48 cards and leave the one that serves everybody as the last.
    ("stud", NO_CARDS, 8),
    ("stud8", NO_CARDS, 8),
    ("razz", NO_CARDS, 8),
    # Twelve hands of four are 48 cards and leave that one too; thirteen take the whole deck.
    ("stud5", NO_CARDS, 12),
)


@pytest.mark.parametrize(("game", "own", "most"), SERVED)
def test_a_deck_serves_so_many_players_and_no_more(game: str, own: int, most: int) -> None:
    assert len(players(game, own, most).seats) == most
    with pytest.raises(DocumentError) as refused:
        players(game, own, most + 1)
    assert refused.value.where == "seats"


def test_royal_holdem_is_dealt_from_tens_up() -> None:
    assert len(GAMES["royal"].deck) == 20
    with pytest.raises(DocumentError) as refused:
        parse(
            {"game": "royal", "seats": [{"name": "A", "cards": "9s As"}, {"name": "B"}], "question": {"kind": "awards"}}
        )
    assert refused.value.where == "seats[0].cards"


def test_an_empty_seat_is_no_player_to_be_served() -> None:
    seats = [*({"name": f"P{number}"} for number in range(6)), {"name": "X", "empty": True}]
    document = parse({"game": "royal", "seats": seats, "question": {"kind": "legal_actions"}})
    assert len(document.seats) == 7


def players(game: str, own: int, count: int) -> Document:
    """Return a table of so many players, with so many cards each that nobody has seen."""
    cards = {"cards": " ".join(["??"] * own)} if own else {}
    seats = [{"name": f"P{number}", **cards} for number in range(count)]
    return parse({"game": game, "seats": seats, "question": {"kind": "legal_actions"}})
