"""Where things may lie: the measures of the three tables, the walk round the ring, and boxes that must not overlap.

All lengths are units of the SVG's view box; x runs right, y runs down.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import cos, pi, radians, sin
from typing import Literal, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)  # five constants, each equal to itself alone: caches find them fast
class Geometry:
    """The measures of one table. `board_top` and `pot_y` count from `cy`; a bet's and the button's from their seat."""

    kind: Literal["wide", "tall"]
    width: int
    height: int
    cx: float
    cy: float
    hx: float  # half of the ring's straight side along x, then along y
    hy: float
    r: float  # radius of the ring's corners
    plate: tuple[float, float]
    bet: tuple[float, float]
    disc: tuple[float, float]
    card: float  # width of a board card
    card_gap: float
    board_top: float
    pot_y: float
    chip: float  # scale of a chip
    rail: float
    line: float  # from the felt's edge in to the bet line
    hand: float  # width of a shown card, then of a peeking back
    back: float
    name_y: float
    stack_y: float
    button_r: float
    pointer: float
    label_h: float
    pot_h: float
    tag_h: float
    street_y: float  # below the board's foot
    name_cells: int
    deep: bool = False  # made longer, so that there is room for hands face up


WIDE = Geometry(
    kind="wide",
    width=760,
    height=478,
    cx=380,
    cy=234,
    hx=140,
    hy=0,
    r=170,
    plate=(124, 50),
    bet=(118, 80),
    disc=(86, 46),
    card=48,
    card_gap=6,
    board_top=-28,
    pot_y=-46,
    chip=1.12,
    rail=20,
    line=44,
    hand=40,
    back=24,
    name_y=-10,
    stack_y=9,
    button_r=12,
    pointer=7,
    label_h=21,
    pot_h=26,
    tag_h=19,
    street_y=20,
    name_cells=13,
)
TALL = Geometry(
    kind="tall",
    width=360,
    height=370,
    cx=180,
    cy=185,
    hx=0,
    hy=20,
    r=130,
    plate=(84, 40),
    bet=(66, 54),
    disc=(52, 36),
    card=30,
    card_gap=2,
    board_top=-24,
    pot_y=-38,
    chip=0.86,
    rail=15,
    line=26,
    hand=32,
    back=19,
    name_y=-9,
    stack_y=5.5,
    button_r=9.5,
    pointer=6,
    label_h=17,
    pot_h=20,
    tag_h=16,
    street_y=14,
    name_cells=8,
)
TALL_FULL = replace(
    TALL, hand=26, height=444, cy=222, hy=57, plate=(80, 40), bet=(62, 54), disc=(50, 36), board_top=-22, pot_y=-66
)
WIDE_DEEP = replace(WIDE, height=578, cy=284, hy=50, deep=True)
TALL_DEEP = replace(TALL_FULL, height=560, cy=280, hy=115, deep=True)
SMALLEST = {"wide": 28, "tall": 20}  # a card face up is never narrower


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat on the ring: its middle, and the inward normal there."""

    x: float
    y: float
    nx: float
    ny: float

    @property
    def dx(self) -> float:
        """The walking direction along x; the walk goes clockwise as the players see it."""
        return self.ny

    @property
    def dy(self) -> float:
        """The walking direction along y."""
        return -self.nx


READ, SEEN = 5, 1  # the weights of what must stay readable, and of chips and backs, which may be half hidden


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle that something covers; `weight` says how bad it is to cover that again."""

    x: float
    y: float
    width: float
    height: float
    weight: int = READ

    def moved(self, dx: float, dy: float) -> Box:
        """The same box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.width, self.height, self.weight)

    def around(self, other: Box) -> Box:
        """The smallest box that holds both, as bad to cover as the worse of them."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right = max(self.x + self.width, other.x + other.width)
        foot = max(self.y + self.height, other.y + other.height)
        return Box(x, y, right - x, foot - y, max(self.weight, other.weight))

    def shared(self, other: Box) -> float:
        """The area that two boxes have in common."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return across * down if across > 0 and down > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Outline:
    """A rounded rectangle; as a string the attributes of an SVG's `rect`."""

    x: float
    y: float
    width: float
    height: float
    round: float

    def __str__(self) -> str:
        return f'x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}" rx="{self.round}"'

    def box(self, dx: float, dy: float) -> Box:
        """What it covers when it is drawn at (dx, dy)."""
        return Box(self.x + dx, self.y + dy, self.width, self.height)


def rounded(x: float, y: float, width: float, height: float, round: float) -> Outline:
    """A rounded rectangle in written coordinates."""
    return Outline(tenth(x), tenth(y), tenth(width), tenth(height), tenth(round))


def pill(x: float, y: float, width: float, height: float) -> Outline:
    """A rectangle with round ends about the middle (x, y)."""
    return rounded(x - width / 2, y - height / 2, width, height, height / 2)


def outline(g: Geometry, radius: float) -> Outline:
    """The ring's own shape, drawn with another corner radius about the same four middles."""
    width, height = 2 * (g.hx + radius), 2 * (g.hy + radius)
    x, y = g.cx - g.hx - radius, g.cy - g.hy - radius
    return rounded(x, y, width, height, radius)


@lru_cache(maxsize=4096)  # most coordinates come again, at every table with as many seats
def tenth(value: float) -> float | int:
    """A coordinate as it is written: one decimal at most."""
    short = round(value, 1)
    return int(short) if short == int(short) else short


def cells(text: str) -> float:
    """How wide a text is, in digits: a Chinese character takes almost two."""
    if text.isascii():
        return len(text)
    return sum(1.8 if unicodedata.east_asian_width(letter) in "WF" else 1.0 for letter in text)


def cut(text: str, width: int) -> str:
    """The text, shortened to `width` digits with an ellipsis where it is longer."""
    if cells(text) <= width:
        return text
    while text and cells(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…"


@cache
def ring(g: Geometry, seats: int) -> tuple[Spot, ...]:
    """The spots of `seats` players, evenly spread, the first at the bottom middle, the others clockwise from it."""
    length = 4 * (g.hx + g.hy) + 2 * pi * g.r
    return tuple(_walk(g, i * length / seats) for i in range(seats))


def _walk(g: Geometry, s: float) -> Spot:
    """The spot `s` along the rounded rectangle, from the bottom middle leftwards. `s` is less than the whole length."""
    quarter = pi * g.r / 2
    left, right, top, bottom = g.cx - g.hx, g.cx + g.hx, g.cy - g.hy, g.cy + g.hy
    legs = (
        (g.hx, _straight(g.cx, bottom + g.r, -1, 0)),
        (quarter, _arc(g.r, left, bottom, 90)),
        (2 * g.hy, _straight(left - g.r, bottom, 0, -1)),
        (quarter, _arc(g.r, left, top, 180)),
        (2 * g.hx, _straight(left, top - g.r, 1, 0)),
        (quarter, _arc(g.r, right, top, 270)),
        (2 * g.hy, _straight(right + g.r, top, 0, 1)),
        (quarter, _arc(g.r, right, bottom, 0)),
        (g.hx, _straight(right, bottom + g.r, -1, 0)),
    )
    for length, leg in legs:
        if s < length:
            return leg(s)
        s -= length
    raise ValueError("beyond the ring")


def _straight(x: float, y: float, dx: float, dy: float) -> Callable[[float], Spot]:
    """The spots along a straight that begins at (x, y)."""
    return lambda s: Spot(x + s * dx, y + s * dy, -dy, dx)


def _arc(r: float, x: float, y: float, start: float) -> Callable[[float], Spot]:
    """The spots along an arc about (x, y) that begins at an angle in degrees."""

    def spot(s: float) -> Spot:
        angle = radians(start) + s / r
        return Spot(x + r * cos(angle), y + r * sin(angle), -cos(angle), -sin(angle))

    return spot


def least_covering(options: Iterable[T], box: Callable[[T], Box], taken: Sequence[Box]) -> T:
    """The option whose box overlaps least with what is there already; of equals, the first.

    Options after the first that covers nothing are not looked at.
    """
    best: tuple[T, float] | None = None
    for option in options:
        covers = covered(box(option), taken)
        if best is None or covers < best[1]:
            best = option, covers
        if not covers:
            break
    assert best is not None
    return best[0]


def covered(box: Box, taken: Iterable[Box]) -> float:
    """How bad it is to put a box where `taken` is: the area in common, times its weight."""
    x, y, right, foot = box.x, box.y, box.x + box.width, box.y + box.height
    found = 0.0
    for other in taken:  # hundreds for a table, and most of them far away
        if other.x < right and other.y < foot and x < other.x + other.width and y < other.y + other.height:
            found += box.shared(other) * other.weight
    return found
