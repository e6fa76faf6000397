"""Where hands and bets lie: at their places on the ring, or beside them where something else would be covered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, product
from typing import TypeVar

from quizzes.drawing.cards import Held, board_box, is_shown, peeking, shown
from quizzes.drawing.chips import Pile
from quizzes.drawing.geometry import SMALLEST, Box, Geometry, Spot, covered, outline
from quizzes.drawing.scene import Scene, SceneSeat

T = TypeVar("T")
Point = tuple[float, float]

SIZES = (1.0, 0.9, 0.8, 0.7, 0.6)  # what a crowded table tries for cards face up, times their usual width
AS_USUAL = 3  # so many of them before the table is made longer
ALONG = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.65, 1.9, 0.85)  # times a bet's usual distance from its seat
ASIDE = (0.0, 0.25, -0.25, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0)  # along the ring, times a plate's width

NEAREST = sorted(product(ALONG, ASIDE), key=lambda place: abs(place[0] - 1) + 0.8 * abs(place[1]))


@dataclass(frozen=True, slots=True)
class Layout:
    """A place for each seat's hand and bet; `crowded` says how much they cover of each other and of what is there."""

    hands: tuple[Held | None, ...]
    bets: tuple[Point, ...]
    crowded: float


def tries(scene: Scene, geometries: Sequence[Geometry]) -> Iterator[tuple[Geometry, float]]:
    """The tables to try for a scene, each with the width of a card face up: a larger table only where hands need it."""
    usual, *longer = geometries
    if not any(is_shown(seat) for seat in scene.seats):
        yield usual, usual.hand
        return
    sizes = [(usual, size) for size in SIZES[:AS_USUAL]] + [(g, size) for g in longer for size in SIZES]
    yield from ((g, g.hand * size) for g, size in sizes if g.hand * size >= SMALLEST[g.kind])


def lay_out(
    g: Geometry, scene: Scene, spots: Sequence[Spot], width: float, piles: Sequence[Pile | None], there: Sequence[Box]
) -> Layout:
    """A layout of a scene with cards face up `width` wide. `piles` are the bets, each about (0, 0).

    `there` is what has its place already: the plates, the board, the pot.
    """
    hands: list[Held | None] = []
    crowded = 0.0
    taken = list(there)
    for spot, seat in zip(spots, scene.seats, strict=True):
        held, covers = _hand(g, spot, seat, width, taken)
        hands.append(held)
        crowded += covers
        taken += [held.covers] if held and is_shown(seat) else []
    points: list[Point] = []
    for spot, pile in zip(spots, piles, strict=True):
        point, covers = _bet(g, scene, spot, pile, taken)
        points.append(point)
        crowded += covers
        taken += [box.moved(*point) for box in pile.covers] if pile else []
    return Layout(tuple(hands), tuple(points), crowded)


def _hand(g: Geometry, spot: Spot, seat: SceneSeat, width: float, taken: Sequence[Box]) -> tuple[Held | None, float]:
    """A place for a seat's hand, and how much it covers there."""
    if not seat.cards:
        return None, 0.0
    if not is_shown(seat):
        return peeking(g, spot, seat), 0.0
    options = ((held, covered(held.covers, taken)) for held in shown(g, spot, seat, width))
    return _first(options)


def _bet(g: Geometry, scene: Scene, spot: Spot, pile: Pile | None, taken: Sequence[Box]) -> tuple[Point, float]:
    """A place for a seat's bet, and how much it covers there."""
    usual = _usual(g, scene, spot, pile)
    if pile is None:
        return usual, 0.0
    room = [*outside(g), *taken]
    beside = [(spot.x + side * (g.plate[0] / 2 + 30), spot.y + down) for down in (0, -20, 20) for side in (1, -1)]
    points = chain((usual,), about(g, spot, g.bet), beside)
    return _first((point, sum(covered(box.moved(*point), room) for box in pile.covers)) for point in points)


def _first(options: Iterable[tuple[T, float]]) -> tuple[T, float]:
    """The first option that covers nothing, or else the one that covers least."""
    best: tuple[T, float] | None = None
    for option in options:
        if best is None or option[1] < best[1]:
            best = option
        if not option[1]:
            break
    assert best is not None
    return best


def inward(spot: Spot, offset: tuple[float, float], times: float = 1) -> Point:
    """A point inward of a seat."""
    return spot.x + spot.nx * offset[0] * times, spot.y + spot.ny * offset[1] * times


def _usual(g: Geometry, scene: Scene, spot: Spot, pile: Pile | None) -> Point:
    """A bet's usual place: inward of its seat, and off the board: above it from its upper third, else below it."""
    x, y = inward(spot, g.bet)
    if scene.ghost is not None or not scene.community:
        return x, y
    board = board_box(g, scene.community)
    foot = board.y + board.height
    if not (board.x - 20 < x < board.x + board.width + 20 and board.y - 26 < y < foot + 20):
        return x, y
    tall = -pile.covers[0].y if pile else 0.0
    return x, board.y - 27 if y < board.y + board.height / 3 else foot + max(21, 2 + tall)


def about(g: Geometry, spot: Spot, offset: tuple[float, float]) -> Iterator[Point]:
    """Other places for what lies inward of a seat: nearer and further, and to both sides; the nearest first."""
    for along, aside in NEAREST:
        x, y = inward(spot, offset, along)
        yield x + spot.dx * aside * g.plate[0], y + spot.dy * aside * g.plate[0]


@cache
def outside(g: Geometry) -> tuple[Box, ...]:
    """The four sides of the view box beyond the felt, where no bet may lie."""
    felt = outline(g, g.r - 0.6 * g.rail)
    right, foot = felt.x + felt.width, felt.y + felt.height
    far = 1000.0
    return (
        Box(felt.x - far, -far, far, 3 * far),
        Box(right, -far, far, 3 * far),
        Box(-far, felt.y - far, 3 * far, far),
        Box(-far, foot, 3 * far, far),
    )
