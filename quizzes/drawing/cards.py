"""Where cards lie: on the board, and at a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from quizzes.drawing.geometry import READ, SEEN, Box, Geometry, Outline, Spot, rounded, tenth
from quizzes.drawing.scene import SceneSeat

WIDTH, HEIGHT = 64, 88  # the box in which the sprite draws a card
BOARD = 5
UNKNOWN = "??"

PAIR = 2  # so many cards lie side by side; more of them overlap, and have rank and suit in their corner
CORNER, BACK = 0.6, 0.3  # how much of a card is seen below the next: of a face its corner, of a back its edge
RAISED = 0.2  # an open card of a stud hand lies so much further in, times its height
EDGE = 2  # what stays free at the drawing's edge


@dataclass(frozen=True, slots=True)
class Card:
    """A drawn card. `rank` and `suit` are empty for a back; `corner` has them above each other at the left edge."""

    rank: str
    suit: str
    transform: str
    corner: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """A seat's cards, relative to its middle, and the box that they cover on the table."""

    cards: tuple[Card, ...]
    covers: Box


def card(code: str, x: float, y: float, width: float, corner: bool = False) -> Card:
    """A card "Kd", or "??" for a back, with its corner at (x, y) and `width` wide."""
    rank, suit = ("", "") if code == UNKNOWN else (code[0], code[1])
    return Card(rank, suit, f"translate({tenth(x)} {tenth(y)}) scale({round(width / WIDTH, 4)})", corner)


def is_shown(seat: SceneSeat) -> bool:
    """Whether a seat has a card face up."""
    return any(code != UNKNOWN for code in seat.cards)


def board_box(g: Geometry, cards: int = BOARD) -> Box:
    """The box of a board that has so many cards in the end."""
    width = cards * g.card + (cards - 1) * g.card_gap
    return Box(g.cx - width / 2, g.cy + g.board_top, width, g.card * HEIGHT / WIDTH)


def board_cards(g: Geometry, codes: tuple[str, ...], in_all: int = BOARD) -> tuple[Card, ...]:
    """The cards on a board of so many in the end, from the left."""
    box = board_box(g, in_all)
    return tuple(card(code, box.x + i * (g.card + g.card_gap), box.y, g.card) for i, code in enumerate(codes))


def board_places(g: Geometry, taken: int, in_all: int = BOARD) -> tuple[Outline, ...]:
    """The places of the cards still to come, after `taken` cards; a game without a board has none."""
    box = board_box(g, in_all)
    step = g.card + g.card_gap
    return tuple(
        rounded(box.x + i * step + 0.5, box.y + 0.5, g.card - 1, box.height - 1, 8 * g.card / WIDTH - 0.2)
        for i in range(taken, in_all)
    )


def lower(g: Geometry, spot: Spot) -> bool:
    """Whether a seat is in the lower half of the table, where inward is up."""
    return spot.y >= g.cy - 1e-6


def peeking(g: Geometry, spot: Spot, seat: SceneSeat) -> Held:
    """A hand of backs, which only peeks out at the inner edge of its plate."""
    height = g.back * HEIGHT / WIDTH
    gaps = max(1, len(seat.cards) - 1)
    step = min(0.6 * g.back, (0.6 * g.plate[0] - g.back) / gaps)
    level = -0.3 < spot.dx < 1e-6  # a seat at the table's side has its bet beside it, so the cards keep outside
    side = 1 if (spot.x > g.cx if level else spot.dx > 0) else -1
    across = g.back + step * (len(seat.cards) - 1)
    outer = g.plate[1] / 2 + 0.55 * height
    middle = min(0.27 * g.plate[0], (g.plate[0] - across) / 2 - 3) * side
    left, top = middle - across / 2, -outer if lower(g, spot) else outer - height
    drawn = tuple(card(code, left + i * step, top, g.back) for i, code in enumerate(seat.cards))
    return Held(drawn, Box(spot.x + left, spot.y + top, across, height, SEEN))


def shown(g: Geometry, spot: Spot, seat: SceneSeat, width: float) -> Iterator[Held]:
    """The places that a hand with cards face up can have, each `width` wide, the best first.

    They stand clear of the plate and of the mark at a seat to act: inward of it, above or below; then beside it, and
    beyond it. Near the drawing's edge they move in.
    """
    inward = -1 if lower(g, spot) else 1
    cards, across, height = _fan(seat, width, inward)
    mark = 2 + 1.2 * g.pointer if seat.state == "act" else 0
    clear, beyond = g.plate[1] / 2 + 4 + mark, g.plate[1] / 2 + 4 + 0.86 * g.tag_h
    heights = [-clear - height, beyond] if inward < 0 else [clear, -beyond - height]
    middles = [0.0, *(sign * part * g.plate[0] for part in (0.25, 0.5) for sign in (1, -1))]
    places = [(middle - across / 2, top) for top, middle in product(heights, middles)]
    beside = g.plate[0] / 2 + 4
    places[1:1] = [(beside if spot.nx > 0 else -beside - across, -height / 2)] if abs(spot.nx) > 0.5 else []
    for left, top in places:
        left = min(max(left, EDGE - spot.x), g.width - EDGE - across - spot.x)
        top = min(max(top, EDGE - spot.y), g.height - EDGE - height - spot.y)
        drawn = tuple(card(code, left + x, top + y, width, corner) for code, x, y, corner in cards)
        yield Held(drawn, Box(spot.x + left, spot.y + top, across, height, READ))


def _fan(seat: SceneSeat, width: float, inward: int) -> tuple[list[tuple[str, float, float, bool]], float, float]:
    """A hand's cards, each with its place in the box of them all, and the box's width and height."""
    height = width * HEIGHT / WIDTH
    rise = RAISED * height if seat.up else 0.0
    fanned = len(seat.cards) > PAIR
    cards, x = [], 0.0
    for place, code in enumerate(seat.cards):
        raised = (place in seat.up) == (inward > 0)  # from the box's top: open ones lie inward of the others
        cards.append((code, x, rise if raised else 0.0, fanned and code != UNKNOWN))
        x += width * (BACK if code == UNKNOWN else CORNER) if fanned else width + 2
    across = cards[-1][1] + width
    return cards, across, height + rise
