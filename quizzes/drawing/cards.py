"""Where cards lie: on the board, and at a seat."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.drawing.geometry import READ, SEEN, Box, Geometry, Outline, Spot, rounded, tenth

WIDTH, HEIGHT = 64, 88  # the box in which the sprite draws a card
BOARD = 5
UNKNOWN = "??"


@dataclass(frozen=True, slots=True)
class Card:
    """A drawn card. `rank` and `suit` are empty for a back."""

    rank: str
    suit: str
    transform: str


def card(code: str, x: float, y: float, width: float) -> Card:
    """A card "Kd", or "??" for a back, with its corner at (x, y) and `width` wide."""
    rank, suit = ("", "") if code == UNKNOWN else (code[0], code[1])
    return Card(rank, suit, f"translate({tenth(x)} {tenth(y)}) scale({round(width / WIDTH, 4)})")


def board_box(g: Geometry) -> Box:
    """The box of all five board cards."""
    width = BOARD * g.card + (BOARD - 1) * g.card_gap
    return Box(g.cx - width / 2, g.cy + g.board_top, width, g.card * HEIGHT / WIDTH)


def board_cards(g: Geometry, codes: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards on the board, from the left."""
    box = board_box(g)
    return tuple(card(code, box.x + i * (g.card + g.card_gap), box.y, g.card) for i, code in enumerate(codes))


def board_places(g: Geometry, taken: int) -> tuple[Outline, ...]:
    """The places of the cards still to come, after `taken` cards."""
    box = board_box(g)
    step = g.card + g.card_gap
    return tuple(
        rounded(box.x + i * step + 0.5, box.y + 0.5, g.card - 1, box.height - 1, 8 * g.card / WIDTH - 0.2)
        for i in range(taken, BOARD)
    )


def seat_cards(g: Geometry, spot: Spot, codes: tuple[str, ...]) -> tuple[tuple[Card, ...], Box]:
    """A seat's cards, relative to its middle, and the box they cover.

    Shown cards stand clear of the plate; a hand of backs only peeks out behind it. Both lie towards the middle of
    the table: above the plate in the lower half, below it in the upper one.
    """
    shown = any(code != UNKNOWN for code in codes)
    width = g.hand if shown else g.back
    height = width * HEIGHT / WIDTH
    step, middle = _spread(g, spot, len(codes), shown)
    outer = g.plate[1] / 2 + (4 + height if shown else 0.55 * height)
    top = -outer if lower(g, spot) else outer - height
    left = middle - (width + step * (len(codes) - 1)) / 2
    drawn = tuple(card(code, left + i * step, top, width) for i, code in enumerate(codes))
    across = width + step * (len(codes) - 1)
    return drawn, Box(spot.x + left, spot.y + top, across, height, READ if shown else SEEN)


def lower(g: Geometry, spot: Spot) -> bool:
    """Whether a seat is in the lower half of the table, where inward is up."""
    return spot.y >= g.cy - 1e-6


def _spread(g: Geometry, spot: Spot, count: int, shown: bool) -> tuple[float, float]:
    """The distance from card to card, and the middle of them all along x."""
    gaps = max(1, count - 1)
    if shown:
        return min(g.hand + 2, (1.4 * g.plate[0] - g.hand) / gaps), 0.0
    level = -0.3 < spot.dx < 1e-6  # a seat at the table's side has its bet beside it, so the cards keep outside
    side = 1 if (spot.x > g.cx if level else spot.dx > 0) else -1
    return min(0.6 * g.back, (0.6 * g.plate[0] - g.back) / gaps), 0.27 * g.plate[0] * side
