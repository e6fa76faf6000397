"""The table as a drawing: every part of a scene gets its place. Pure: words and measures come in, numbers go out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from quizzes.drawing import chips
from quizzes.drawing.cards import UNKNOWN, Card, board_box, board_cards, board_places, lower
from quizzes.drawing.chips import Pile
from quizzes.drawing.geometry import (
    TALL,
    TALL_FULL,
    WIDE,
    Box,
    Geometry,
    Outline,
    Spot,
    cells,
    least_covered,
    outline,
    ring,
    rounded,
    tenth,
)
from quizzes.drawing.notes import Point, Step, flow, place_notes
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.seats import RING, Seat, place_seat

MOST_SEATS = 10
GHOST = {"wide": 2.15, "tall": 2.1}  # times the bet's distance from its seat


@dataclass(frozen=True, slots=True)
class Words:
    """What is written on a table: seat states and streets by their ids, the pot's label, amounts in figures."""

    states: Mapping[str, str]
    streets: Mapping[str, str]
    pot: Callable[[str], str]
    amount: Callable[[int], str]
    short: Callable[[int], str]  # for the tall table


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose middle is (x, y)."""

    text: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Frame:
    """What depends on the table's measures alone."""

    rail: Outline
    rail_light: Outline
    felt: Outline
    bet_line: Outline
    plate: Outline
    turn: Outline


@dataclass(frozen=True, slots=True)
class Drawing:
    """All that one SVG shows."""

    g: Geometry
    frame: Frame
    board: tuple[Card, ...]
    places: tuple[Outline, ...]
    pot: Pile | None
    street: Text | None
    seats: tuple[Seat, ...]
    bets: tuple[Pile, ...]
    ghost: Pile | None
    flow: str
    button: Point | None
    steps: tuple[Step, ...]


def wide(scene: Scene, words: Words) -> Drawing:
    """The table for screens from 40rem."""
    return draw(scene, WIDE, words, words.amount)


def tall(scene: Scene, words: Words) -> Drawing:
    """The table for phones."""
    return draw(scene, TALL if len(scene.seats) <= 6 else TALL_FULL, words, words.short)


def draw(scene: Scene, g: Geometry, words: Words, amount: Callable[[int], str]) -> Drawing:
    """A scene of 2 to 10 seats on the table `g`, its chips written by `amount`. More seats are drawn, but crowd.

    A bet that would be needs the middle: the board, which no raise depends on, is then left out.
    """
    around = ring(g, len(scene.seats))
    spots = [around[(i - scene.hero) % len(around)] for i in range(len(around))]
    with_board = scene.ghost is None
    board = [board_box(g)] if with_board else []
    pot = chips.pot(g, scene.pot, words.pot(amount(scene.pot))) if scene.pot else None
    seats = [_seat(g, spot, seat, words, amount) for spot, seat in zip(spots, scene.seats, strict=True)]
    taken = [*_outside(g), *board, *(pot.covers if pot else ()), *(box for seat in seats for box in seat.covers)]
    points = _bet_points(g, spots, scene, taken)
    bets = [_pile(g, seat.bet, points[i], amount) for i, seat in enumerate(scene.seats) if seat.bet]
    ghost = _ghost(g, scene, spots, amount)
    taken += [box for bet in (*bets, ghost) if bet for box in bet.covers]
    button = None if scene.button is None else _button(g, spots[scene.button], taken)
    steps = place_notes(g, scene, points, ghost, taken + ([_disc(g).moved(*button)] if button else []))
    return Drawing(
        g=g,
        frame=_frame(g),
        board=board_cards(g, scene.board) if with_board else (),
        places=board_places(g, len(scene.board)) if with_board else (),
        pot=pot,
        street=_street(g, words.streets.get(scene.street, ""), taken) if with_board else None,
        seats=tuple(seats),
        bets=tuple(sorted(bets, key=lambda bet: -bet.y)),  # the lower first: chips reach up, and cover no number
        ghost=ghost,
        flow=flow(g, scene, points, ghost, steps),
        button=button,
        steps=tuple(steps),
    )


@cache
def _frame(g: Geometry) -> Frame:
    width, height = g.plate
    felt = g.r - 0.6 * g.rail
    return Frame(
        rail=outline(g, g.r + 0.55 * g.rail),
        rail_light=outline(g, g.r + 0.2 * g.rail),
        felt=outline(g, felt),
        bet_line=outline(g, felt - g.line),
        plate=_plate(width, height, 0.3),
        turn=_plate(width + 2 * RING, height + 2 * RING, 0.36),
    )


def _plate(width: float, height: float, corner: float) -> Outline:
    return rounded(-width / 2, -height / 2, width, height, corner * height)


@cache
def _outside(g: Geometry) -> tuple[Box, ...]:
    """The four sides of the view box beyond the felt, where nothing may be put."""
    felt = outline(g, g.r - 0.6 * g.rail)
    right, foot = felt.x + felt.width, felt.y + felt.height
    far = 1000.0
    return (
        Box(felt.x - far, -far, far, 3 * far),
        Box(right, -far, far, 3 * far),
        Box(-far, felt.y - far, 3 * far, far),
        Box(-far, foot, 3 * far, far),
    )


def _seat(g: Geometry, spot: Spot, seat: SceneSeat, words: Words, amount: Callable[[int], str]) -> Seat:
    stack = "" if seat.stack is None or seat.state == "empty" else amount(seat.stack)
    return place_seat(g, spot, seat, stack, words.states.get(seat.state, ""))


def _pile(g: Geometry, total: int, point: Point, amount: Callable[[int], str]) -> Pile:
    return chips.pile(g, total, amount(total), *point)


def _ghost(g: Geometry, scene: Scene, spots: Sequence[Spot], amount: Callable[[int], str]) -> Pile | None:
    """The bet that would be: on its seat's normal, further in than the bet that is there."""
    if scene.ghost is None:
        return None
    seat, total = scene.ghost
    return _pile(g, total, _inward(spots[seat], g.bet, GHOST[g.kind]), amount)


def _inward(spot: Spot, offset: tuple[float, float], times: float = 1) -> Point:
    """A point inward of a seat."""
    return spot.x + spot.nx * offset[0] * times, spot.y + spot.ny * offset[1] * times


def _best(options: Sequence[Point], box: Box, taken: Sequence[Box]) -> Point:
    """The point at which `box` covers least of what is there; of equals, the first."""
    return options[least_covered([box.moved(x, y) for x, y in options], taken)]


def _bet_points(g: Geometry, spots: Sequence[Spot], scene: Scene, taken: Sequence[Box]) -> list[Point]:
    """Where each seat's bet lies: inward of it, off the board, and beside the cards of a seat that shows them."""
    points: list[Point] = []
    there = list(taken)
    room = _bet_room(g)
    for spot, seat in zip(spots, scene.seats, strict=True):
        x, y = _inward(spot, g.bet)
        if scene.ghost is None:
            y = _off_board(g, seat.bet, x, y)
        if any(card != UNKNOWN for card in seat.cards):
            aside = g.hand * (len(seat.cards) / 2 + 1)
            beside = [(spot.x + side * aside, height) for height in (y, spot.y) for side in (1, -1)]
            x, y = _best([(x, y), *beside], room, there)
        there += [room.moved(x, y)] if seat.bet else []
        points.append((x, y))
    return points


def _off_board(g: Geometry, bet: int, x: float, y: float) -> float:
    """The height of a bet at x that would lie at y: slid off the board, upwards from its upper third."""
    board = board_box(g)
    foot = board.y + board.height
    if not (board.x - 20 < x < board.x + board.width + 20 and board.y - 26 < y < foot + 20):
        return y
    stack = chips.stacks(bet, 0, 3, g.chip)[1]
    return board.y - 27 if y < board.y + board.height / 3 else foot + max(21, 2 - stack.y)


def _bet_room(g: Geometry) -> Box:
    """The room that a bet needs about its point: some chips over an amount of four digits."""
    half = 27 if g.kind == "wide" else 25
    return Box(-half, -24 * g.chip, 2 * half, 24 * g.chip + 5 + g.label_h)


def _street(g: Geometry, name: str, taken: Sequence[Box]) -> Text | None:
    """The street's name under the middle of the board, or under one of its ends where chips are in the way."""
    if not name:
        return None
    board = board_box(g)
    y = board.y + board.height + g.street_y
    width = cells(name) * (7 if g.kind == "wide" else 6)
    ends = (board.x + board.width - width / 2, board.x + width / 2)
    x, _ = _best([(g.cx, y), *((end, y) for end in ends)], Box(-width / 2, -5, width, 10), taken)
    return Text(name, tenth(x), tenth(y))


def _disc(g: Geometry) -> Box:
    return Box(-g.button_r, -g.button_r, 2 * g.button_r, 2 * g.button_r)


def _button(g: Geometry, spot: Spot, taken: Sequence[Box]) -> Point:
    """The dealer's button: inward of its seat and to the side it has come from, or else where there is room."""
    x, y = _inward(spot, g.disc)
    width, height = g.plate
    back = (0.36 * width * spot.dx, 0.62 * height * spot.dy)
    up = -1 if lower(g, spot) else 1
    away = height / 2 + g.button_r + 4
    options = [(x - back[0], y - back[1]), (x + back[0], y + back[1])]
    options += [(spot.x + side * (g.hand + g.button_r + 4), spot.y + up * (away + RING)) for side in (1, -1)]
    options += [(spot.x + side * (width / 2 + g.button_r + 3), spot.y) for side in (1, -1)]
    options += [(spot.x + side * g.hand, spot.y - up * away) for side in (1, -1)]
    x, y = _best(options, _disc(g), taken)
    return tenth(x), tenth(y)
