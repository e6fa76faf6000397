"""The drawn table, held against the look reference: the numbers below stand in its pages, named at each test."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, cycle, product
from typing import Literal

import pytest
from django.test.html import Element

from quizzes.drawing import words
from quizzes.drawing.cards import board_box
from quizzes.drawing.chips import Pile, values
from quizzes.drawing.geometry import TALL, TALL_FULL, WIDE, Box, Geometry, Outline, ring
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.small import PLATE, small_svg
from quizzes.drawing.table import Drawing, tall, wide
from tests.site.pages import text, with_class
from tests.site.scenes import BACKS, FLOP, NINE, PREFLOP, SHOWDOWN, STEPS, seat

DRAW = {"wide": wide, "tall": tall}
Kind = Literal["wide", "tall"]


def drawn(scene: Scene, kind: Kind) -> Drawing:
    return DRAW[kind](scene, words.table_words())


def bets(drawing: Drawing) -> dict[str, set[tuple[float, float]]]:
    found: dict[str, set[tuple[float, float]]] = {}
    for bet in drawing.bets:
        found.setdefault(bet.text, set()).add((bet.x, bet.y))
    return found


@pytest.mark.parametrize(
    ("scene", "kind", "expected"),
    [
        # question.html, the first question, from Aisyah clockwise
        (FLOP, "wide", [(380, 404), (121.3, 355.7), (121.3, 112.3), (380, 64), (638.7, 112.3), (638.7, 355.7)]),
        (FLOP, "tall", [(180, 335), (61.4, 258.1), (61.4, 111.9), (180, 35), (298.6, 111.9), (298.6, 258.1)]),
        # exam.html, from Aisyah clockwise, Eng at the bottom
        (
            NINE,
            "wide",
            [
                *[(470.5, 64), (638.7, 112.3), (684, 278.7), (560.5, 399.1), (380, 404)],
                *[(199.5, 399.1), (76, 278.7), (121.3, 112.3), (289.5, 64)],
            ],
        ),
        (
            NINE,
            "tall",
            [
                *[(236.1, 47.7), (306.5, 135.2), (310, 251), (281.3, 360.5), (180, 409)],
                *[(78.7, 360.5), (50, 251), (53.5, 135.2), (123.9, 47.7)],
            ],
        ),
    ],
)
def test_seats_lie_on_the_ring_with_the_one_asked_about_at_the_bottom(
    scene: Scene, kind: Kind, expected: list[tuple[float, float]]
) -> None:
    assert [(seat.x, seat.y) for seat in drawn(scene, kind).seats] == expected


@pytest.mark.parametrize(
    ("scene", "kind", "expected"),
    [
        # question.html
        (FLOP, "wide", {"100": {(380, 324)}, "150": {(203.7, 298.4), (203.7, 169.6)}}),
        (FLOP, "tall", {"100": {(180, 281)}, "150": {(121.6, 236.1), (121.6, 133.9)}}),
        # exam.html
        (
            NINE,
            "wide",
            {"500": {(470.5, 144)}, "1,000": {(556.3, 169.6)}, "1,300": {(570.2, 257.7)}, "1,700": {(532.4, 321.4)}},
        ),
    ],
)
def test_bets_lie_inward_of_their_seats_and_off_the_board(
    scene: Scene, kind: Kind, expected: dict[str, set[tuple[float, float]]]
) -> None:
    assert bets(drawn(scene, kind)) == expected


@pytest.mark.parametrize(
    ("scene", "kind", "expected"),
    [
        (FLOP, "wide", (610.6, 301.1)),  # question.html
        (FLOP, "tall", (263.5, 220.8)),
        (PREFLOP, "wide", (546.7, 123.6)),
        (PREFLOP, "tall", (238.8, 103.9)),
        (NINE, "wide", (244.9, 110)),  # exam.html
        (NINE, "tall", (119.5, 90.9)),
    ],
)
def test_the_button_lies_inward_of_its_seat(scene: Scene, kind: Kind, expected: tuple[float, float]) -> None:
    assert drawn(scene, kind).button == expected


def everybody_bets(seats: int, cards: tuple[str, ...] = BACKS) -> Scene:
    players = tuple(seat(f"Seat {i}", 9000, 1000 + 300 * i, "" if i else "act", cards) for i in range(seats))
    return Scene(players, 0, 1, "flop", ("9c", "Kc", "3h"), 4300)


def test_a_bet_on_the_boards_upper_third_slides_above_it() -> None:
    # look/README: 27 above the board's top, which on the table for 7 to 10 seats lies at 222 - 22 = 200
    small = tuple(replace(seat, bet=seat.bet // 10) for seat in everybody_bets(7).seats)  # labels clear of the plates
    heights = {bet.text: bet.y for bet in drawn(replace(everybody_bets(7), seats=small), "tall").bets}

    assert (heights["160"], heights["250"]) == (173, 173)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("kind", ["wide", "tall"])
def test_no_bet_covers_a_plate_the_board_the_pot_another_bet_or_the_street(seats: int, kind: Kind) -> None:
    drawing = drawn(everybody_bets(seats), kind)
    g = drawing.g
    plates = [Box(seat.x - g.plate[0] / 2, seat.y - g.plate[1] / 2, *g.plate) for seat in drawing.seats]
    labels = [bet.label.box(bet.x, bet.y) for bet in drawing.bets]
    assert drawing.pot
    there = [*plates, board_box(g), drawing.pot.label.box(0, 0)]

    assert not [(a, b) for a in labels for b in there if a.shared(b)]
    assert not [(a, b) for a, b in combinations(labels, 2) if a.shared(b)]
    if drawing.street:
        word = Box(drawing.street.x - 13, drawing.street.y - 5, 26, 10)
        assert not [box for bet in drawing.bets for box in bet.covers if box.shared(word)]


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("kind", ["wide", "tall"])
def test_the_board_stands_clear_of_the_plates_beside_it(seats: int, kind: Kind) -> None:
    drawing = drawn(everybody_bets(seats), kind)
    width, height = drawing.g.plate
    board = board_box(drawing.g)
    clear = 2 * 3  # units on each side; at 375 px a unit of the tall table is a pixel
    beside = [Box(seat.x - width / 2 - clear, seat.y - height / 2, width + 2 * clear, height) for seat in drawing.seats]

    assert not [plate for plate in beside if plate.shared(board)]


def test_lower_bets_are_drawn_first_since_chips_reach_up() -> None:
    heights = [bet.y for bet in drawn(everybody_bets(10), "wide").bets]

    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("kind", ["wide", "tall"])
def test_bets_make_room_for_shown_cards_and_for_each_other(seats: int, kind: Kind) -> None:
    drawing = drawn(everybody_bets(seats, ("As", "Ad")), kind)
    figures = [_figures(bet, drawing.g) for bet in drawing.bets]
    hands = [seat.covers[1] for seat in drawing.seats]

    assert not [(a, b) for a, b in combinations(figures, 2) if a.shared(b)]
    assert not [(a, b) for a in figures for b in hands if a.shared(b)]


def test_a_table_without_a_button_draws_none() -> None:
    assert drawn(replace(FLOP, button=None), "wide").button is None


@pytest.mark.parametrize(
    ("kind", "rail", "felt", "line"),
    [
        # question.html
        ("wide", (59, 53, 642, 362, 181), (82, 76, 596, 316, 158), (126, 120, 508, 228, 114)),
        ("tall", (41.8, 26.8, 276.5, 316.5, 138.2), (59, 44, 242, 282, 121), (85, 70, 190, 230, 95)),
    ],
)
def test_rail_felt_and_bet_line_follow_the_ring(
    kind: Kind, rail: tuple[float, ...], felt: tuple[float, ...], line: tuple[float, ...]
) -> None:
    frame = drawn(FLOP, kind).frame

    assert [frame.rail, frame.felt, frame.bet_line] == [Outline(*rail), Outline(*felt), Outline(*line)]


def test_the_board_has_its_cards_and_the_places_of_those_to_come() -> None:
    drawing = drawn(FLOP, "wide")

    # question.html
    assert [(card.rank, card.suit, card.transform) for card in drawing.board] == [
        ("9", "c", "translate(248 206) scale(0.75)"),
        ("K", "c", "translate(302 206) scale(0.75)"),
        ("3", "h", "translate(356 206) scale(0.75)"),
    ]
    assert drawing.places == (Outline(410.5, 206.5, 47, 65, 5.8), Outline(464.5, 206.5, 47, 65, 5.8))


@pytest.mark.parametrize(
    ("kind", "label", "chips"),
    [
        # exam.html: a pot of 1,400 as 1000 and four of 100, every other chip mirrored
        (
            "wide",
            Outline(354.4, 175, 88.4, 26, 13),
            ["translate(317.2 185.4) scale(1.12)", "translate(346.4 180.7) scale(-1.12 1.12)"],
        ),
        (
            "tall",
            Outline(142.3, 146, 75.4, 20, 10),
            ["translate(168.8 138.8) scale(0.86)", "translate(191.2 135.2) scale(-0.86 0.86)"],
        ),
    ],
)
def test_the_pot_stands_in_the_middle_with_its_chips(kind: Kind, label: Outline, chips: list[str]) -> None:
    pot = drawn(NINE, kind).pot

    assert pot is not None
    assert (pot.text, pot.label, [chip.transform for chip in pot.chips[:2]]) == ("Pot 1,400", label, chips)
    assert [chip.value for chip in pot.chips] == [1000, 100, 100, 100, 100]


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (150, (100, 25, 25)),  # question.html
        (1700, (1000, 500, 100, 100)),  # exam.html
        (4975, (1000, 1000, 1000, 1000, 500, 100, 100, 100, 100, 25)),  # look/README: five a stack, two stacks at most
        (3, (5,)),  # no chip is lower than 5, and no bet is drawn without one
    ],
)
def test_chips_are_the_highest_that_fit(amount: int, expected: tuple[int, ...]) -> None:
    assert values(amount) == expected


def test_seats_show_what_they_are() -> None:
    seats = drawn(FLOP, "wide").seats
    aisyah, boon, chan = seats[:3]

    # question.html
    assert [s.css for s in seats[:4]] == ["seat seat-act", "seat seat-allin", "seat", "seat seat-out"]
    assert [s.tag and (s.tag.text, s.tag.y) for s in seats[:4]] == [
        ("to act", 31.8),
        ("all-in", 31.8),
        None,
        ("folded", -31.8),
    ]
    assert aisyah.tag is not None
    assert aisyah.tag.outline == Outline(-27.2, 22.3, 54.4, 19, 9.5)
    assert [aisyah.pointer, boon.pointer, chan.pointer] == ["M-7 -29h14l-7 -8.4z", "", ""]
    assert [s.stack for s in seats[:4]] == ["1,800", "0", "850", "2,400"]


@pytest.mark.parametrize(
    ("scene", "kind", "index", "expected"),
    [
        # question.html and exam.html, the two nested moves added up: backs peek out at the plate's inner edge
        (FLOP, "wide", 0, [("-52.7", "-43.2"), ("-38.3", "-43.2")]),
        (FLOP, "wide", 2, [("14.3", "10.2"), ("28.7", "10.2")]),
        (FLOP, "tall", 2, [("7.5", "8.2"), ("18.9", "8.2")]),
        (NINE, "wide", 2, [("14.3", "-43.2"), ("28.7", "-43.2")]),
        # feedback.html, the third case: shown cards stand clear of the plate
        (SHOWDOWN, "wide", 0, [("-41", "-84"), ("1", "-84")]),
        (SHOWDOWN, "wide", 3, [("-41", "29"), ("1", "29")]),
        (SHOWDOWN, "tall", 0, [("-33", "-68"), ("1", "-68")]),
    ],
)
def test_a_seats_cards_lie_towards_the_middle(
    scene: Scene, kind: Kind, index: int, expected: list[tuple[str, str]]
) -> None:
    cards = drawn(scene, kind).seats[index].cards

    assert [f"translate({x} {y})" for x, y in expected] == [card.transform.partition(" scale")[0] for card in cards]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        # feedback.html, the first case
        ("wide", {1: (380, 324, -84.6), 2: (203.7, 169.6, 47), 3: (380, 232, -91.8)}),
        ("tall", {1: (180, 281, -70.9), 2: (121.6, 133.9, 36), 3: (180, 221.6, -77.2)}),
    ],
)
def test_each_step_stands_at_the_bet_it_speaks_of(kind: Kind, expected: dict[int, tuple[float, float, float]]) -> None:
    assert {step.number: (step.x, step.y, step.note.x) for step in drawn(STEPS, kind).steps} == expected


@pytest.mark.parametrize(
    ("kind", "place", "flow"),
    [
        # feedback.html, the first case
        ("wide", (380, 232), "M203.7 200.6Q221.3 232 284.2 232"),
        ("tall", (180, 221.6), "M121.6 160.9Q127.4 221.6 98.8 221.6"),
    ],
)
def test_the_bet_that_would_be_takes_the_middle(kind: Kind, place: tuple[float, float], flow: str) -> None:
    drawing = drawn(STEPS, kind)

    assert drawing.ghost is not None
    assert (drawing.ghost.x, drawing.ghost.y, drawing.ghost.text, drawing.flow) == (*place, "500", flow)
    assert (drawing.board, drawing.places, drawing.street) == ((), (), None)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("kind", ["wide", "tall"])
def test_nothing_covers_a_number_while_everybody_bets(seats: int, kind: Kind) -> None:
    # look/README: "Tried with 2 to 10 seats, everybody betting, amounts to 4 digits: nothing covers a number"
    for button in range(seats):
        drawing = drawn(replace(everybody_bets(seats), button=button), kind)
        assert drawing.pot is not None
        assert drawing.button is not None
        numbers = [_figures(pile, drawing.g) for pile in (*drawing.bets, drawing.pot)]
        radius = drawing.g.button_r * 0.7  # the square inside the disc
        disc = Box(drawing.button[0] - radius, drawing.button[1] - radius, 2 * radius, 2 * radius)
        assert not [(a, b) for a, b in combinations([*numbers, disc], 2) if a.shared(b)]


def _figures(pile: Pile, g: Geometry) -> Box:
    """Where a pile's figures stand: its label without the round ends."""
    end = g.label_h / 3
    return Box(pile.x + pile.label.x + end, pile.y + pile.label.y, pile.label.width - 2 * end, pile.label.height)


@pytest.mark.parametrize("geometry", [WIDE, TALL, TALL_FULL])
def test_the_ring_is_symmetrical(geometry: Geometry) -> None:
    for seats in range(2, 11):
        spots = ring(geometry, seats)
        for left, right in zip(spots[1:], reversed(spots[1:]), strict=True):
            assert left.x - geometry.cx == pytest.approx(geometry.cx - right.x)
            assert left.y == pytest.approx(right.y)


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_bet_of_a_table_drawn_small_lies_on_a_plate(seats: int) -> None:
    """Figures of 12 px are 7 px wide at most (templates.css), with commas counted as digits."""
    names = [f"P{place}" for place in range(seats)]
    players = tuple(SceneSeat(name, 20_000, bet, "") for name, bet in zip(names, cycle((8_000, 12_575)), strict=False))
    html = small_svg(Scene(players, 0, 0, "river", ("Ah", "Kd", "7c", "7d", "2s"), 95_000))
    plates = [box(plate, *PLATE, corner=True) for plate in with_class(html, "small-plate")]
    bets = [box(bet, 7 * len(text(bet)), 12) for bet in with_class(html, "small-bet")]
    assert len(plates) == len(bets) == seats
    for one, other in [*product(bets, plates), *combinations(bets, 2)]:
        assert not one.shared(other)


def box(element: Element, width: float, height: float, corner: bool = False) -> Box:
    """What an element of a drawing covers: its x and y are its corner, or its middle."""
    x, y = (float(dict(element.attributes)[name] or 0) for name in ("x", "y"))
    return Box(x, y, width, height) if corner else Box(x - width / 2, y - height / 2, width, height)
