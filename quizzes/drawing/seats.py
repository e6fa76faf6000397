"""One seat: its plate with name and stack, its cards, and the word for its state."""

from __future__ import annotations

from dataclasses import dataclass, replace

from quizzes.drawing.cards import Card, Held, lower
from quizzes.drawing.geometry import Box, Geometry, Outline, Spot, cells, cut, pill, tenth
from quizzes.drawing.scene import SceneSeat

CSS = {"": "seat", "act": "seat seat-act", "all-in": "seat seat-allin", "folded": "seat seat-out"}
CSS["empty"] = CSS["folded"]
TAG_DIGIT = {"wide": 6.4, "tall": 5.9}
RING = 5  # the turn ring lies this far outside the plate


@dataclass(frozen=True, slots=True)
class Tag:
    """The word of a seat's state, on the outer edge of its plate."""

    text: str
    outline: Outline
    y: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat whose plate has its middle at (x, y); all else is relative to that."""

    css: str
    x: float
    y: float
    name: str
    name_y: float
    stack: str
    cards: tuple[Card, ...]
    tag: Tag | None
    pointer: str  # the path of the mark at a seat to act
    covers: tuple[Box, ...]
    steps: str = ""  # the numbers of the steps that speak of it


def place_seat(g: Geometry, spot: Spot, seat: SceneSeat, stack: str, word: str, steps: str) -> Seat:
    """A seat on its spot without its cards; `stack` is what it has behind and `word` its state, or ""."""
    tag = _tag(g, spot, word) if word else None
    grown = RING if seat.state == "act" else 0
    width, height = g.plate
    plate = Box(-width / 2 - grown, -height / 2 - grown, width + 2 * grown, height + 2 * grown).moved(spot.x, spot.y)
    return Seat(
        css=CSS[seat.state],
        x=tenth(spot.x),
        y=tenth(spot.y),
        name=cut(seat.name, g.name_cells),
        name_y=g.name_y if stack else 0,
        stack=stack,
        cards=(),
        tag=tag,
        pointer=_pointer(g, spot) if seat.state == "act" else "",
        covers=(plate, tag.outline.box(spot.x, spot.y)) if tag else (plate,),
        steps=steps,
    )


def with_hand(seat: Seat, held: Held | None) -> Seat:
    """A seat with its cards."""
    if held is None:
        return seat
    plate, *tag = seat.covers
    return replace(seat, cards=held.cards, covers=(plate, held.covers, *tag))


def _tag(g: Geometry, spot: Spot, word: str) -> Tag:
    width = cells(word) * TAG_DIGIT[g.kind] + 16
    middle = (g.plate[1] / 2 + 0.36 * g.tag_h) * (1 if lower(g, spot) else -1)
    return Tag(word, pill(0, middle, width, g.tag_h), tenth(middle))


def _pointer(g: Geometry, spot: Spot) -> str:
    """A triangle on the plate's inner edge that points to the middle of the table."""
    side = -1 if lower(g, spot) else 1
    p = g.pointer
    return f"M{-p} {tenth(side * (g.plate[1] / 2 + 4))}h{2 * p}l{-p} {tenth(side * 1.2 * p)}z"
