"""The table as a drawing: every part of a scene gets its place. Pure: words and measures come in, numbers go out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain

from quizzes.drawing import chips
from quizzes.drawing.cards import Card, board_box, board_cards, board_places, lower
from quizzes.drawing.chips import Pile
from quizzes.drawing.geometry import (
    TALL,
    TALL_DEEP,
    TALL_FULL,
    WIDE,
    WIDE_DEEP,
    Box,
    Geometry,
    Outline,
    Spot,
    cells,
    covered,
    least_covering,
    outline,
    ring,
    rounded,
    tenth,
)
from quizzes.drawing.notes import Step, flow, place_notes
from quizzes.drawing.places import Layout, Point, about, inward, lay_out, outside, tries
from quizzes.drawing.scene import Scene, SceneSeat
from quizzes.drawing.seats import RING, Seat, place_seat, with_hand

MOST_SEATS = 10
GHOST = {"wide": 2.15, "tall": 2.1}  # times the bet's distance from its seat


@dataclass(frozen=True, slots=True)
class Words:
    """What is written on a table: seat states and streets from their ids, the pot's label, amounts in figures."""

    state: Callable[[str], str]
    street: Callable[[str], str]
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
    gone: tuple[Pile, ...]  # bets that have just gone to the pot
    ghost: Pile | None
    early: Pile | None  # a bet out of turn
    flow: str
    button: Point | None
    steps: tuple[Step, ...]


def wide(scene: Scene, words: Words) -> Drawing:
    """The table for screens from 40rem."""
    return draw(scene, (WIDE, WIDE_DEEP), words, words.amount)


def tall(scene: Scene, words: Words) -> Drawing:
    """The table for phones."""
    return draw(scene, (TALL if len(scene.seats) <= 6 else TALL_FULL, TALL_DEEP), words, words.short)


@dataclass(frozen=True, slots=True)
class Placed:
    """A scene's parts on one table, with places for hands and bets, before what goes round them is placed."""

    g: Geometry
    spots: tuple[Spot, ...]
    seats: tuple[Seat, ...]
    pot: Pile | None
    piles: tuple[Pile | None, ...]
    layout: Layout

    @property
    def bets(self) -> tuple[Pile, ...]:
        """The bets that there are, in the seats' order."""
        return tuple(chips.at(pile, *point) for pile, point in zip(self.piles, self.layout.bets, strict=True) if pile)


def draw(scene: Scene, geometries: Sequence[Geometry], words: Words, amount: Callable[[int], str]) -> Drawing:
    """A scene of 2 to 10 seats, its chips written by `amount`, on the first table where nothing covers anything.

    More seats are drawn, but crowd. A bet that would be needs the middle: board and pot, on which no raise depends, are
    then left out, for the page to show them beside the drawing.
    """
    if scene.ghost is not None:
        scene = replace(scene, pot=0, board=(), street="")
    best: Placed | None = None
    for g, width in tries(scene, geometries):
        placed = _placed(scene, g, width, words, amount)
        if best is None or placed.layout.crowded < best.layout.crowded:
            best = placed
        if not placed.layout.crowded:
            break
    assert best is not None
    return _finished(scene, best, words, amount)


def _placed(scene: Scene, g: Geometry, width: float, words: Words, amount: Callable[[int], str]) -> Placed:
    """The scene on a table, with cards face up `width` wide."""
    around = ring(g, len(scene.seats))
    spots = tuple(around[(i - scene.hero) % len(around)] for i in range(len(around)))
    early = scene.early[0] if scene.early else None
    told = [" ".join(str(number) for number, told in scene.told if told == place) for place in range(len(around))]
    seats = [
        _seat(g, spot, seat, place == early, steps, words, amount)
        for place, (spot, seat, steps) in enumerate(zip(spots, scene.seats, told, strict=True))
    ]
    pot = chips.pot(g, scene.pot, words.pot(amount(scene.pot)), bool(scene.community)) if scene.pot else None
    piles = tuple(
        chips.pile(g, seat.bet, amount(seat.bet), 0, 0, steps) if seat.bet else None
        for seat, steps in zip(scene.seats, told, strict=True)
    )
    there = [*_board(g, scene), *(pot.covers if pot else ()), *(box for seat in seats for box in seat.covers)]
    layout = lay_out(g, scene, spots, width, piles, there)
    with_cards = tuple(with_hand(seat, held) for seat, held in zip(seats, layout.hands, strict=True))
    return Placed(g, spots, with_cards, pot, piles, layout)


def _finished(scene: Scene, placed: Placed, words: Words, amount: Callable[[int], str]) -> Drawing:
    """The drawing, with the button, the street, the steps and the chips that move placed round the rest."""
    g, spots, pot, bets, points = placed.g, placed.spots, placed.pot, placed.bets, placed.layout.bets
    with_board = scene.ghost is None
    taken = [*outside(g), *_board(g, scene), *(pot.covers if pot else ())]
    taken += [box for seat in placed.seats for box in seat.covers]
    ghost = _ghost(g, scene, spots, amount)
    taken += [box for bet in (*bets, ghost) if bet for box in bet.covers]
    early = _early(g, scene, spots, amount, taken)
    taken += early.covers if early else ()
    button = None if scene.button is None else _button(g, spots[scene.button], taken)
    street = _street(g, scene, words.street(scene.street), taken) if with_board else None
    taken += [_disc(g).moved(*button)] if button else []
    named = [_street_room(g, street.text).moved(street.x, street.y)] if street else []
    steps = place_notes(g, scene, points, ghost, [*taken, *named])
    if any(step.covers.shared(room) for step in steps for room in named):
        street = None  # half a word says less than none, and the list has it
    return Drawing(
        g=g,
        frame=_frame(g),
        board=board_cards(g, scene.board, scene.community) if with_board else (),
        places=board_places(g, len(scene.board), scene.community) if with_board else (),
        pot=pot,
        street=street,
        seats=placed.seats,
        bets=tuple(sorted(_come(scene, placed), key=lambda bet: -bet.y)),  # chips reach up, and cover no number
        gone=_gone(scene, placed),
        ghost=ghost,
        early=early,
        flow=flow(g, scene, points, ghost, steps),
        button=button,
        steps=tuple(steps),
    )


def _board(g: Geometry, scene: Scene) -> tuple[Box, ...]:
    """What the board covers, where there is one."""
    return (board_box(g, scene.community),) if scene.ghost is None and scene.community else ()


def _come(scene: Scene, placed: Placed) -> Iterator[Pile]:
    """The bets, the one that has just been made with the way that it came, from its seat."""
    points = zip(placed.piles, placed.layout.bets, placed.spots, strict=True)
    for place, (pile, (x, y), spot) in enumerate(points):
        if pile:
            way = (tenth(spot.x - x), tenth(spot.y - y)) if place == scene.moved else None
            yield chips.at(pile, x, y, way)


def _gone(scene: Scene, placed: Placed) -> tuple[Pile, ...]:
    """The bets that have just gone to the middle, where they lay, with the way that they go."""
    g, pot = placed.g, placed.pot
    if pot is None:
        return ()
    piles = [(chips.pile(g, bet, "", 0, 0), placed.spots[place]) for place, bet in scene.gathered]
    there = [(pile, *inward(spot, g.bet)) for pile, spot in piles]
    return tuple(chips.at(pile, x, y, (tenth(pot.text_x - x), tenth(pot.text_y - y))) for pile, x, y in there)


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


def _seat(
    g: Geometry, spot: Spot, seat: SceneSeat, early: bool, steps: str, words: Words, amount: Callable[[int], str]
) -> Seat:
    stack = "" if seat.stack is None or seat.state == "empty" else amount(seat.stack)
    return place_seat(g, spot, seat, stack, words.state(seat.state or "early" * early), steps)


def _ghost(g: Geometry, scene: Scene, spots: Sequence[Spot], amount: Callable[[int], str]) -> Pile | None:
    """The bet that would be: on its seat's normal, further in than the bet that is there."""
    if scene.ghost is None:
        return None
    seat, total = scene.ghost
    return chips.pile(g, total, amount(total), *inward(spots[seat], g.bet, GHOST[g.kind]))


def _early(
    g: Geometry, scene: Scene, spots: Sequence[Spot], amount: Callable[[int], str], taken: Sequence[Box]
) -> Pile | None:
    """A bet out of turn: inward of its seat, beside what that has in front already."""
    if scene.early is None:
        return None
    seat, total = scene.early
    pile = chips.pile(g, total, amount(total), 0, 0)
    stack, label = pile.covers
    return chips.at(pile, *_best(about(g, spots[seat], g.bet), stack.around(label), taken))


def _best(options: Iterable[Point], box: Box, taken: Sequence[Box]) -> Point:
    """The point at which `box` covers least of what is there; of equals, the first."""
    return least_covering(options, lambda point: box.moved(*point), taken)


def _street(g: Geometry, scene: Scene, name: str, taken: Sequence[Box]) -> Text | None:
    """The street's name under the middle of the board, or near there where chips are in the way; none without room."""
    if not name:
        return None
    room = _street_room(g, name)
    if scene.community:
        board = board_box(g, scene.community)
        y = board.y + board.height + g.street_y
        aside = (board.width - room.width) / 2
        above = board.y - g.street_y
    else:
        y, aside = g.cy + chips.POT_ALONE + g.pot_h / 2 + 14, 0.6 * g.r
        above = y - 2 * g.pot_h
    rows = (y, y + 12, y + 24, above, above - 12, above - 24)
    x, y = _best([(g.cx + side * aside, row) for row in rows for side in (0, 1, -1, 0.5, -0.5)], room, taken)
    return None if covered(room.moved(x, y), taken) else Text(name, tenth(x), tenth(y))


def _street_room(g: Geometry, name: str) -> Box:
    """The room of a street's name about its middle."""
    width = cells(name) * (7 if g.kind == "wide" else 6)
    return Box(-width / 2, -6, width, 14)  # a "p" reaches further down than letters do up


def _disc(g: Geometry) -> Box:
    return Box(-g.button_r, -g.button_r, 2 * g.button_r, 2 * g.button_r)


def _button(g: Geometry, spot: Spot, taken: Sequence[Box]) -> Point:
    """The dealer's button: inward of its seat and to the side it has come from, or else where there is room."""
    x, y = inward(spot, g.disc)
    width, height = g.plate
    back = (0.36 * width * spot.dx, 0.62 * height * spot.dy)
    up = -1 if lower(g, spot) else 1
    away = height / 2 + g.button_r + 4
    options = [(x - back[0], y - back[1]), (x + back[0], y + back[1])]
    options += [(spot.x + side * (g.hand + g.button_r + 4), spot.y + up * (away + RING)) for side in (1, -1)]
    options += [(spot.x + side * (width / 2 + g.button_r + 3), spot.y) for side in (1, -1)]
    options += [(spot.x + side * g.hand, spot.y - up * away) for side in (1, -1)]
    x, y = _best(chain(options, about(g, spot, g.disc)), _disc(g), taken)
    return tenth(x), tenth(y)
