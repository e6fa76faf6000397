"""Hands of every game on the drawn table: nothing lies off the edge, over a bet, a name or the board.

What is expected: issue 4's games, with hands of four to six cards in Omaha, five and four in draw games and up to seven
in stud; look/README, "Drawing": indices read at 32 px, shown cards stand clear of the plate by 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from quizzes.drawing import words
from quizzes.drawing.cards import HEIGHT, WIDTH, Card
from quizzes.drawing.geometry import TALL, TALL_FULL, WIDE, Box
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.table import Drawing, Words, tall, wide
from quizzes.engine.cards import DECK, cards_text

BOARD = ("9c", "Kc", "3h", "Ts", "2d")
ALL = cards_text(DECK)
Draw = Callable[[Scene, Words], Drawing]
DRAW = pytest.mark.parametrize("draw", [wide, tall])


def hand(seat: int, cards: int) -> tuple[str, ...]:
    """So many cards, other ones for each seat."""
    return tuple(ALL[(7 * seat + 5 * place) % len(ALL)] for place in range(cards))


def crowd(seats: int, cards: int, *, bets: bool = True) -> Scene:
    """A table on which everybody shows so many cards, with a whole board and a bet of everybody."""
    players = tuple(
        SceneSeat(f"Seat {i}", 9000, (1000 + 300 * i) * bets, "" if i else "act", hand(i, cards)) for i in range(seats)
    )
    return Scene(players, 0, seats // 2, "river", BOARD, 4300)


def stud(seats: int, opened: int, *, last: bool = False, bets: bool = True) -> Scene:
    """A stud table: two cards down, so many open, and on the last street one more down."""
    down, up = ("??", "??"), frozenset(range(2, 2 + opened))
    players = tuple(
        SceneSeat(
            name=f"Seat {i}",
            stack=9000,
            bet=(100 + 20 * i) * bets,
            state="" if i else "act",
            cards=(*down, *hand(i, opened), *down[: int(last)]),
            up=up,
        )
        for i in range(seats)
    )
    return Scene(players, 0, None, "seventh" if last else "fifth", (), 4300, community=0)


def place(card: Card) -> tuple[float, float, float]:
    """A card's corner and width, as they are written."""
    move, _, scale = card.transform.removeprefix("translate(").partition(") scale(")
    x, y = move.split()
    return float(x), float(y), float(scale.removesuffix(")")) * WIDTH


def hands(drawing: Drawing) -> list[Box]:
    """What each seat's cards cover, from their written places."""
    boxes = []
    for seat in drawing.seats:
        places = [place(card) for card in seat.cards]
        left, top = min(x for x, _, _ in places), min(y for _, y, _ in places)
        right = max(x + width for x, _, width in places)
        foot = max(y + width * HEIGHT / WIDTH for _, y, width in places)
        boxes.append(Box(seat.x + left, seat.y + top, right - left, foot - top))
    return boxes


def plates(drawing: Drawing) -> list[Box]:
    """The seats' plates."""
    return [drawing.frame.plate.box(seat.x, seat.y) for seat in drawing.seats]


def labels(drawing: Drawing) -> list[Box]:
    """The bets' amounts and the pot's, and the words of the seats' states."""
    piles = [*drawing.bets, *([drawing.pot] if drawing.pot else [])]
    tags = [seat.tag.outline.box(seat.x, seat.y) for seat in drawing.seats if seat.tag]
    return [*(pile.label.box(pile.x, pile.y) for pile in piles), *tags]


def board(drawing: Drawing) -> list[Box]:
    """The cards on the board."""
    places = [place(card) for card in drawing.board]
    return [Box(x, y, width, width * HEIGHT / WIDTH) for x, y, width in places]


def covered(drawing: Drawing) -> list[tuple[Box, Box]]:
    """Where a hand lies over something, or a bet over a name or the board, by more than rounding makes."""
    shown, fixed = hands(drawing), [*plates(drawing), *board(drawing)]
    pairs = [*combinations(shown, 2), *combinations(labels(drawing), 2)]
    pairs += [(one, other) for one in shown for other in (*fixed, *labels(drawing))]
    pairs += [(pile.label.box(pile.x, pile.y), other) for pile in drawing.bets for other in fixed]
    pairs += [(button, other) for button in disc(drawing) for other in (*shown, *labels(drawing), *plates(drawing))]
    return [(one, other) for one, other in pairs if one.shared(other) > 5]


def disc(drawing: Drawing) -> list[Box]:
    """The square inside the dealer's button."""
    if drawing.button is None:
        return []
    radius = 0.7 * drawing.g.button_r
    return [Box(drawing.button[0] - radius, drawing.button[1] - radius, 2 * radius, 2 * radius)]


def inside(drawing: Drawing) -> bool:
    """Whether all hands lie within the picture."""
    return all(
        box.x >= 0 and box.y >= 0 and box.x + box.width <= drawing.g.width and box.y + box.height <= drawing.g.height
        for box in hands(drawing)
    )


def widths(drawing: Drawing) -> set[float]:
    """How wide the cards at the seats are."""
    return {round(place(card)[2]) for seat in drawing.seats for card in seat.cards}


@DRAW
@pytest.mark.parametrize("cards", [2, 4, 5, 6])
@pytest.mark.parametrize("seats", range(2, 11))
def test_hands_face_up_cover_nothing_while_everybody_bets(draw: Draw, seats: int, cards: int) -> None:
    drawing = draw(crowd(seats, cards), words.table_words())

    assert covered(drawing) == []
    assert inside(drawing)


@DRAW
@pytest.mark.parametrize(("opened", "last"), [(1, False), (3, False), (4, False), (4, True)])
@pytest.mark.parametrize("seats", range(2, 9))
def test_stud_hands_cover_nothing_on_any_street(draw: Draw, seats: int, opened: int, last: bool) -> None:
    drawing = draw(stud(seats, opened, last=last), words.table_words())

    assert covered(drawing) == []
    assert inside(drawing)


@DRAW
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seven_known_cards_fit_where_a_few_are_compared(draw: Draw, seats: int) -> None:
    shown = tuple(
        replace(seat, cards=hand(i, 7), bet=0, up=frozenset(range(2, 6))) for i, seat in enumerate(stud(seats, 1).seats)
    )
    drawing = draw(replace(stud(seats, 1), seats=shown), words.table_words())

    assert covered(drawing) == []
    assert inside(drawing)


@pytest.mark.parametrize("cards", [2, 4, 5, 6])
def test_few_hands_are_as_wide_as_one_alone_and_the_table_no_longer(cards: int) -> None:
    # look/README: shown cards are 40 wide on the wide table, and 32 on the tall one
    for draw, width, g in ((wide, 40, WIDE), (tall, 32, TALL)):
        drawing = draw(crowd(3, cards, bets=False), words.table_words())
        assert widths(drawing) == {width}
        assert drawing.g is g


def test_a_crowded_table_is_made_longer_before_cards_are_too_small_to_read() -> None:
    drawing = tall(crowd(10, 6), words.table_words())

    assert drawing.g.height > TALL_FULL.height
    assert min(widths(drawing)) >= 20


def test_hidden_hands_leave_the_table_as_it_is() -> None:
    backs = tuple(replace(seat, cards=("??",) * 6) for seat in crowd(9, 6).seats)
    drawing = wide(replace(crowd(9, 6), seats=backs), words.table_words())

    assert drawing.g is WIDE
    for seat in drawing.seats:
        places = [place(card) for card in seat.cards]
        assert -WIDE.plate[0] / 2 <= places[0][0]
        assert places[-1][0] + places[-1][2] <= WIDE.plate[0] / 2


def test_more_than_two_cards_show_rank_and_suit_in_the_corner_that_the_next_leaves_free() -> None:
    seat = wide(crowd(4, 4, bets=False), words.table_words()).seats[0]
    lefts = [place(card)[0] for card in seat.cards]
    # the sprite: the widest rank, ten, ends at 7 + 24 * 1.7 of 64; in the corner it is drawn at .8, 1.5 further left
    ten = (7 + 24 * 1.7) * 0.8 - 1.5

    assert all(card.corner for card in seat.cards)
    assert all(b - a >= ten * 40 / 64 - 0.5 for a, b in pairwise(lefts))
    assert not any(card.corner for card in wide(crowd(4, 2), words.table_words()).seats[0].cards)


@DRAW
def test_open_cards_lie_further_in_than_those_that_are_down(draw: Draw) -> None:
    drawing = draw(stud(8, 4, last=True), words.table_words())
    for seat in drawing.seats:
        heights = [place(card)[1] for card in seat.cards]
        inward = -1 if seat.y >= drawing.g.cy else 1
        opened, down = set(heights[2:6]), {*heights[:2], heights[6]}
        assert len(opened) == len(down) == 1
        assert (opened.pop() - down.pop()) * inward > 4


def test_a_game_without_a_board_has_the_pot_and_the_street_in_the_middle() -> None:
    drawing = wide(stud(6, 3), words.table_words())

    assert (drawing.board, drawing.places, drawing.button) == ((), (), None)
    assert drawing.pot is not None
    assert drawing.street is not None
    assert abs(drawing.pot.text_y - drawing.g.cy) < 10
    assert (drawing.street.text, drawing.street.x) == ("Fifth street", drawing.g.cx)


def test_the_one_card_that_a_short_stub_leaves_for_everybody_lies_in_the_middle() -> None:
    scene = replace(stud(8, 4), board=("Qh",), community=1, street="seventh")
    [card] = wide(scene, words.table_words()).board

    assert place(card)[0] + WIDE.card / 2 == WIDE.cx
