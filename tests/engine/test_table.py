"""The order of action, the bring-in, and the next hand's button and blinds.

Expected: rules.md A7 and B, TDA 2024 32 and 34-B, RRoP 11 (button and blind use, stud, razz), and the published
accounts of the dead, the moving and the simplified button.
"""

from __future__ import annotations

from typing import Any

import pytest

from quizzes.engine.button import next_hand
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.hand import play
from quizzes.engine.notation import parse
from quizzes.engine.turn_order import turn_order
from tests.engine.test_recorded_hands import ROOMS, ROWS, Row, not_to_be_played, write


def table(seats: str, **keys: Any) -> Document:
    """Return a document of seats such as "A B:150 (E) C": a stack after a colon, an empty seat in brackets."""
    rows: list[dict[str, Any]] = []
    for text in seats.split():
        name, _, stack = text.strip("()").partition(":")
        row: dict[str, Any] = {"name": name}
        if text.startswith("("):
            row["empty"] = True
        elif stack:
            row["stack"] = int(stack)
        rows.append(row)
    return parse({"seats": rows, "question": {"kind": "min_raise"}} | keys)


def order(document: Document, street: str) -> str:
    """Return the players who can act on a street, first to last."""
    return " ".join(document.names[seat] for seat in turn_order(document, street).able)


def blinds(document: Document, street: str = "preflop") -> tuple[str | None, ...]:
    found = turn_order(document, street)
    return tuple(None if seat is None else document.names[seat] for seat in (found.small_blind, found.big_blind))


# Left of the big blind on the first street, left of the button on the others (RRoP 11).


@pytest.mark.parametrize(
    ("button", "preflop", "flop"),
    [("D", "C D A B", "A B C D"), ("A", "D A B C", "B C D A"), ("B", "A B C D", "C D A B")],
)
def test_the_order_goes_clockwise_from_the_big_blind_and_later_from_the_button(
    button: str, preflop: str, flop: str
) -> None:
    document = table("A B C D", blinds=[50, 100], button=button)
    assert order(document, "preflop") == preflop
    assert {order(document, street) for street in ("flop", "turn", "river")} == {flop}


def test_with_three_the_button_begins_before_the_flop() -> None:
    document = table("A B C", blinds=[50, 100], button="C")
    assert (order(document, "preflop"), order(document, "flop")) == ("C A B", "A B C")


def test_heads_up_the_button_is_the_small_blind_and_begins_only_before_the_flop() -> None:
    """TDA 2024 34-B; the seed's "the big blind speaks first" is a known slip (rules.md)."""
    document = table("A B", blinds=[50, 100], button="A")
    assert blinds(document) == ("A", "B")
    assert (order(document, "preflop"), order(document, "river")) == ("A B", "B A")


def test_an_empty_seat_is_passed_over_by_blinds_and_turn() -> None:
    """The scenario format: an empty seat has no turn and no post, but the button may stand there."""
    document = table("A (E) B C D", blinds=[50, 100], button="A")
    assert blinds(document) == ("B", "C")
    assert order(document, "preflop") == "D A B C"
    dead = table("A B (E) C D", blinds=[50, 100], button="E")
    assert blinds(dead) == ("C", "D")
    assert (order(dead, "preflop"), order(dead, "flop")) == ("A B C D", "C D A B")


def test_two_players_with_a_button_at_neither_have_their_blinds_left_of_it() -> None:
    document = table("A B (E)", blinds=[50, 100], button="E")
    assert blinds(document) == ("A", "B")
    assert (order(document, "preflop"), order(document, "flop")) == ("A B", "A B")


@pytest.mark.parametrize(
    ("keys", "preflop"),
    [
        ({"straddle": 200}, "D E A B C"),
        ({"straddle": [200, 400]}, "E A B C D"),
        ({"straddle": 200, "straddle_by": "E"}, "A B C D E"),
    ],
)
def test_the_seat_left_of_the_last_straddle_begins_and_the_straddle_ends(keys: dict[str, Any], preflop: str) -> None:
    """A straddle acts as one more blind (RRoP 11; WSOP Live Action 2024 11 for the button's)."""
    document = table("A B C D E", blinds=[50, 100], **keys)
    assert order(document, "preflop") == preflop
    assert order(document, "flop") == "A B C D E"


def test_without_blinds_every_street_begins_left_of_the_button() -> None:
    """The seed: without blinds the player on the dealer's left begins."""
    document = table("A B C", button="B", ante=5)
    assert (order(document, "preflop"), order(document, "flop"), blinds(document)) == ("C A B", "C A B", (None, None))


def test_a_single_blind_has_nobody_in_the_small_one() -> None:
    document = table("A B C", blinds=[0, 100], button="C")
    assert blinds(document) == (None, "B")
    assert order(document, "preflop") == "C A B"


def test_a_draw_game_begins_like_a_game_with_a_flop() -> None:
    document = table("A B C D", game="27td", limit="fixed-limit", blinds=[50, 100])
    assert (order(document, "predraw"), order(document, "draw2")) == ("C D A B", "A B C D")


# Who has folded or has no chips does not act.


def test_who_has_folded_by_then_is_passed_over_and_who_folds_later_is_not() -> None:
    actions = "C folds, D calls, A folds, B checks, -- flop 2c 7d Jh, B checks, D bets 100, B folds"
    document = table("A B C D", blinds=[50, 100], actions=actions)
    assert order(document, "preflop") == "C D A B"
    assert order(document, "flop") == "B D"
    with pytest.raises(DocumentError) as error:
        turn_order(document, "turn")
    assert error.value.where == "question"


def test_who_is_all_in_does_not_act() -> None:
    document = table("A B C:300 D", blinds=[50, 100], actions="C all-in, D calls, A calls, B calls")
    assert (order(document, "preflop"), order(document, "flop")) == ("C D A B", "A B D")
    short = table("A B:60 C D", blinds=[50, 100])
    assert order(short, "preflop") == "C D A"


def test_nobody_acts_when_one_is_left_with_chips() -> None:
    document = table("A:300 B", blinds=[50, 100], actions="B calls, A all-in, B calls")
    with pytest.raises(DocumentError) as error:
        turn_order(document, "flop")
    assert error.value.where == "question"


def test_an_illegal_action_is_said_at_its_place() -> None:
    with pytest.raises(DocumentError) as error:
        turn_order(table("A B C", blinds=[50, 100], actions="C checks"), "flop")
    assert error.value.where == "actions[0]"


# Stud: the open cards decide (rules.md B; RRoP 11).


def stud(cards: str, street: str, **keys: Any) -> Document:
    """Return a stud document; a player's open cards stand together, players parted by commas."""
    rows = [{"name": "ABCDEFG"[place], "cards": f"(?? ??) {up}"} for place, up in enumerate(cards.split(","))]
    question = {"kind": "min_raise"}
    return parse({"game": "stud", "seats": rows, "street": street, "bring_in": 10, "question": question} | keys)


def bring_in(document: Document) -> str:
    found = turn_order(document, document.game.first).bring_in
    assert found is not None
    return document.names[found]


@pytest.mark.parametrize(
    ("cards", "game", "player"),
    [
        pytest.param("Kd, 4c, 9h", "stud", "B", id="the lowest card"),
        pytest.param("Ad, Kc, Qh", "stud", "C", id="an ace is high"),
        pytest.param("3d, 3c, 3h", "stud", "B", id="of equal cards clubs are lowest"),
        pytest.param("3s, 3h, 9h", "stud", "B", id="hearts are below spades"),
        pytest.param("Ad, 5c, 9h", "stud8", "B", id="an ace is high in stud hi-lo too"),
        pytest.param("Kd, 4c, 9h", "razz", "A", id="the highest card in razz"),
        pytest.param("Ad, 4c, 9h", "razz", "C", id="an ace is low in razz"),
        pytest.param("Kh, Kd, Ks", "razz", "C", id="the king of spades is worst in razz"),
    ],
)
def test_the_open_card_says_who_brings_it_in_and_the_turn_goes_on_clockwise(cards: str, game: str, player: str) -> None:
    document = stud(cards, "third", game=game)
    assert bring_in(document) == player
    around = "ABCABC"[document.index(player) :][:3]
    assert order(document, "third") == " ".join(around)


def test_in_some_houses_the_seat_from_the_dealers_left_parts_equal_cards() -> None:
    """Gardens (rules.md, "Toggles: who plays what")."""
    rules = {"stud_tie": "seat"}
    assert bring_in(stud("9s, 3s, 3c", "third", rules=rules)) == "B"
    assert bring_in(stud("3c, 9s, 3d", "third", rules=rules, button="A")) == "C"


@pytest.mark.parametrize(
    ("cards", "street", "game", "first"),
    [
        pytest.param("Kd 4c, 4h 4s, Ah Kc", "fourth", "stud", "B", id="a pair before an ace"),
        pytest.param("Kd 4c, 9h 8s, Kc 5c", "fourth", "stud", "C", id="the second card decides"),
        pytest.param("2d 3d 4d 5d, Ah 9c 8c 7s, Kc Qc Jc Tc", "sixth", "stud", "B", id="no straights and flushes yet"),
        pytest.param("Kd 4c, 9h 8s, 2c 2d", "fourth", "razz", "B", id="the lowest board in razz"),
        pytest.param("Ad Ac, Kh Qs, Jc Td", "fourth", "razz", "C", id="in razz a pair of aces is no low board"),
        pytest.param("5d 4c, Ah 6s, 5c 3d", "fourth", "razz", "C", id="the highest card of a low is compared first"),
    ],
)
def test_the_board_says_who_begins_a_later_street(cards: str, street: str, game: str, first: str) -> None:
    assert order(stud(cards, street, game=game), street)[0] == first


def test_boards_of_players_who_folded_do_not_count_but_their_first_card_does() -> None:
    actions = "A brings in 10, B folds, C calls, -- fourth"
    document = stud("2d 9c 9d, Kh Ks Kc, 8c 7c 2h", "third", actions=actions, bets=[50, 100], limit="fixed-limit")
    assert bring_in(document) == "A"
    assert order(document, "fourth") == "A C"


def test_open_cards_that_are_not_told_are_asked_for_at_their_seat() -> None:
    with pytest.raises(DocumentError) as error:
        turn_order(stud("2d 9c, ?? ??, 8c 7c", "fourth"), "fourth")
    assert error.value.where == "seats[1].cards"


@pytest.mark.skipif(not ROWS, reason="no ../shared/hands.jsonl beside this checkout")
def test_recorded_players_act_first_where_the_order_says_so() -> None:
    """The first to act on each street of the recorded hands, and who brought it in."""
    checked = 0
    for row in ROWS:
        document = None if not_to_be_played(row) else write(row, ROOMS.get(row["src"], {})).document
        if document is None or not played(document):
            continue
        for street, seat in first_to_act(row).items():
            assert order(document, street).split()[0] == seat, (row["id"], street)
            checked += 1
    assert checked > 3000


def played(document: Document) -> bool:
    """Return whether a hand is legal here: one recorded raise is not, since nobody was left who could answer."""
    try:
        play(document)
    except DocumentError:
        return False
    return True


def first_to_act(row: Row) -> dict[str, str]:
    """Return who acted first on each street of a recorded hand; a bring-in is the first act of its street."""
    first = {"third": seat for seat, post, *_ in row["posts"] if post == "bring_in"}  # noqa: B035  # there is one
    for street, seat, verb, *_ in row["actions"]:
        if verb != "draw":
            first.setdefault(street, seat)
    return first


# The next hand (TDA 2024 32 and 34-B; the seat names of a table A to F with the button at A: B small, C big blind).


def placed(seats: str, gone: str, rule: str = "dead", **keys: Any) -> tuple[str | None, ...]:
    document = table(seats, blinds=[50, 100], rules={"button": rule}, **keys)
    found = next_hand(document, gone.split())
    seats_found = (found.button, found.small_blind, found.big_blind)
    return tuple(None if seat is None else document.names[seat] for seat in seats_found)


DEAD = [
    pytest.param("A B C D E F", "", ("B", "C", "D"), id="nobody leaves"),
    pytest.param("A B C D E F", "A", ("B", "C", "D"), id="the button leaves"),
    pytest.param("A B C D E F", "B", ("B", "C", "D"), id="the small blind leaves: a dead button"),
    pytest.param("A B C D E F", "C", ("B", None, "D"), id="the big blind leaves: a dead small blind"),
    pytest.param("A B C D E F", "B C", ("B", None, "D"), id="both leave"),
    pytest.param("A B C D E F", "D", ("B", "C", "E"), id="who would have been the big blind leaves"),
    pytest.param("A B C D E F", "C D", ("B", None, "E"), id="the big blind and the next leave"),
    pytest.param("A (X) (Y) B C D", "", ("B", "C", "D"), id="the button passes two vacant seats"),
    pytest.param("A B C (X) D E", "", ("B", "C", "D"), id="the big blind passes a vacant seat"),
]


@pytest.mark.parametrize(("seats", "gone", "want"), DEAD)
def test_with_a_dead_button_nobody_has_the_big_blind_twice_or_misses_it(
    seats: str, gone: str, want: tuple[str | None, ...]
) -> None:
    assert placed(seats, gone, button="A") == want


def test_a_dead_button_goes_on_from_its_empty_seat() -> None:
    """The hand after "the small blind leaves": the button stands where B sat, C and D have the blinds."""
    assert placed("A (B) C D E F", "", button="B") == ("C", "D", "E")


HEADS_UP = [
    pytest.param("A", ("C", "C", "B"), id="the button leaves: the big blind goes on, its last holder gets the button"),
    pytest.param("B", ("C", "C", "A"), id="the small blind leaves: nobody is big blind twice (case blinds_button-003)"),
    pytest.param("C", ("B", "B", "A"), id="the big blind leaves"),
]


@pytest.mark.parametrize("rule", ["dead", "moving"])
@pytest.mark.parametrize(("gone", "want"), HEADS_UP)
def test_from_three_to_two_the_button_is_moved_so_that_nobody_is_big_blind_twice(
    rule: str, gone: str, want: tuple[str, ...]
) -> None:
    """TDA 2024 34-B."""
    assert placed("A B C", gone, rule, button="A") == want


def test_two_players_take_turns() -> None:
    assert placed("A B", "", button="A") == ("B", "B", "A")


@pytest.mark.parametrize(
    ("gone", "want"),
    [
        ("", ("B", "C", "D")),
        pytest.param("B", ("C", "D", "E"), id="the big blind gets the button and misses the small blind"),
        pytest.param("C", ("B", "D", "E"), id="who was due for the big blind posts the small one and misses the big"),
    ],
)
def test_a_simplified_button_goes_to_the_next_player_and_blinds_can_be_missed(gone: str, want: tuple[str, ...]) -> None:
    """Some sites (rules.md A7, blinds_button-007)."""
    assert placed("A B C D E F", gone, "simplified", button="A") == want


def test_simplified_two_players_have_their_blinds_from_the_button() -> None:
    assert placed("A B C", "A", "simplified", button="A") == ("B", "B", "C")


def test_a_moving_button_goes_to_the_next_player_and_each_blind_to_the_one_due_for_it() -> None:
    """RRoP 11: the button always goes forward to a player, and everybody meets the blinds."""
    assert placed("A B C D E F", "B", "moving", button="A") == ("C", "C", "D")
    assert placed("A B C D E F", "C", "moving", button="A") == ("B", None, "D")


def test_one_player_alone_has_no_next_hand() -> None:
    with pytest.raises(DocumentError) as error:
        placed("A B C", "A B", button="A")
    assert error.value.where == "question.gone"
