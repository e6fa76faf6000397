"""Chips as a picture, with their amount in a label: the chips are an illustration, the number is the truth."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quizzes.drawing.geometry import SEEN, Box, Geometry, Outline, cells, pill, tenth

VALUES = (1000, 500, 100, 25, 5)
STACK = 5  # chips a stack, and two stacks at most
POT_ALONE = -4  # where the pot lies, from the table's middle, in a game without a board


@dataclass(frozen=True, slots=True)
class Chip:
    """One drawn chip: its value picks the colour."""

    value: int
    transform: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Chips with their label, drawn about (x, y); the text stands in the middle of the label."""

    x: float
    y: float
    text: str
    chips: tuple[Chip, ...]
    label: Outline
    text_x: float
    text_y: float
    covers: tuple[Box, ...]
    steps: str = ""  # the numbers of the steps that speak of it
    way: tuple[float, float] | None = None  # where it comes from or goes to, from its own place


def values(amount: int) -> tuple[int, ...]:
    """The chips that stand for an amount, the highest first, ten at most; less than the lowest is one of it."""
    chosen: list[int] = []
    for value in VALUES:
        count, amount = divmod(amount, value)
        chosen += [value] * min(count, 2 * STACK - len(chosen))
    return tuple(chosen or VALUES[-1:])


def stacks(amount: int, x: float, y: float, scale: float) -> tuple[tuple[Chip, ...], Box]:
    """The chips of an amount, standing on (x, y), and the box they cover. Every other chip is mirrored."""
    chosen = values(amount)
    piles = [chosen[:STACK], chosen[STACK:]] if len(chosen) > STACK else [chosen]
    drawn: list[Chip] = []
    for column, pile in enumerate(piles):
        middle = x + (28 * column - 14 * (len(piles) - 1)) * scale
        for height, value in enumerate(pile):
            side = -1 if height % 2 else 1
            left, top = tenth(middle - 13 * scale * side), tenth(y - (13 + 4.2 * height) * scale)
            across = f"{-scale} {scale}" if height % 2 else f"{scale}"
            drawn.append(Chip(value, f"translate({left} {top}) scale({across})"))
    width = (26 + 28 * (len(piles) - 1)) * scale
    tall = (13 + 4.2 * (len(piles[0]) - 1)) * scale
    return tuple(drawn), Box(x - width / 2, y - tall, width, tall, SEEN)


def pile(g: Geometry, amount: int, text: str, x: float, y: float, steps: str = "") -> Pile:
    """A bet at (x, y): the chips above, the amount under them."""
    chips, box = stacks(amount, 0, 3, g.chip)
    width = cells(text) * (7.8 if g.kind == "wide" else 7) + 15
    middle = 5 + g.label_h / 2
    label = pill(0, middle, width, g.label_h)
    return Pile(tenth(x), tenth(y), text, chips, label, 0, tenth(middle), (box.moved(x, y), label.box(x, y)), steps)


def pot(g: Geometry, amount: int, text: str, with_board: bool = True) -> Pile:
    """The pot above the board, or where there is none in the middle of the table.

    Its chips are left of the label, or above it where the table is tall.
    """
    y = g.cy + (g.pot_y if with_board else POT_ALONE)
    if g.kind == "wide":
        space = stacks(amount, 0, 0, g.chip)[1].width + 8
        width = cells(text) * 7.6 + 20
        x = g.cx + space / 2
        chips, box = stacks(amount, g.cx - (width + 8) / 2, y + 12, g.chip)
    else:
        width = cells(text) * 6.6 + 16
        x = g.cx
        chips, box = stacks(amount, x, y - 6, g.chip)
    label = pill(x, y, width, g.pot_h)
    return Pile(0, 0, text, chips, label, tenth(x), tenth(y), (box, label.box(0, 0)))


def at(pile: Pile, x: float, y: float, way: tuple[float, float] | None = None) -> Pile:
    """A pile about (0, 0), moved to (x, y), with the way that it comes or goes."""
    return replace(pile, x=tenth(x), y=tenth(y), covers=tuple(box.moved(x, y) for box in pile.covers), way=way)
