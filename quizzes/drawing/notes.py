"""The steps of a derivation, told on the table: a numbered disc and a note at the bet that each one speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quizzes.drawing.chips import Pile
from quizzes.drawing.geometry import Box, Geometry, Outline, cells, least_covering, rounded, tenth
from quizzes.drawing.scene import Note, Scene

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Measures:
    """A step's sizes: the disc's radius and distance from the bet; the note's near edge, height, width a digit."""

    radius: float
    distance: float
    near: float
    height: float
    digit: float


ROWS = (0, -0.5, 0.5, -1, 1, -1.5, 1.5, -2, 2)  # where a note can stand from the height of its bet, the nearest first

MEASURES = {"wide": Measures(12, 38, 47, 22, 7.2), "tall": Measures(10, 29, 36, 18, 6.3)}


@dataclass(frozen=True, slots=True)
class Step:
    """One step, relative to (x, y), a point at the height of its bet."""

    number: int
    text: str
    x: float
    y: float
    note: Outline
    text_x: float
    disc_x: float
    disc_r: float
    covers: Box


def place_notes(
    g: Geometry, scene: Scene, bets: Sequence[Point], ghost: Pile | None, taken: Sequence[Box]
) -> list[Step]:
    """A place for each note: beside its bet, towards the middle first, or wherever it covers least of `taken`.

    `bets` are the points of all seats' bets. The last note speaks of the ghost when it stands at the ghost's seat.
    """
    steps: list[Step] = []
    there = list(taken)
    for note in scene.notes:
        x, y = (ghost.x, ghost.y) if ghost and note is ghost_note(scene) else bets[note.seat]
        inward = 1 if x < g.cx - 1e-6 else -1
        row = MEASURES[g.kind].height + 4
        options = (_step(g, note, x, y + rows * row, side) for rows in ROWS for side in (inward, -inward))
        best = least_covering(options, lambda step: step.covers, there)
        there.append(best.covers)
        steps.append(best)
    return steps


def _step(g: Geometry, note: Note, x: float, y: float, side: int) -> Step:
    """A step right (side 1) or left (-1) of (x, y)."""
    m = MEASURES[g.kind]
    width = cells(note.text) * m.digit + 16
    left = m.near if side > 0 else -m.near - width
    disc = side * m.distance
    edge = min(left, disc - m.radius)
    covers = Box(x + edge, y - m.height / 2, m.near + width - (m.distance - m.radius), m.height)
    return Step(
        number=note.number,
        text=note.text,
        x=tenth(x),
        y=tenth(y),
        note=rounded(left, -m.height / 2, width, m.height, 4),
        text_x=tenth(left + width / 2 + side),
        disc_x=disc,
        disc_r=m.radius,
        covers=covers,
    )


def ghost_note(scene: Scene) -> Note | None:
    """The note that speaks of the bet that would be."""
    last = max(scene.notes, key=lambda note: note.number, default=None)
    return last if last and scene.ghost and last.seat == scene.ghost[0] else None


def flow(g: Geometry, scene: Scene, bets: Sequence[Point], ghost: Pile | None, steps: Sequence[Step]) -> str:
    """The dotted path to the ghost from the raise that it repeats, else from the latest step's bet; "" for none."""
    final = ghost_note(scene)
    told = [note for note in scene.notes if final and note.seat != final.seat]
    if ghost is None or final is None or not told:
        return ""
    x, y = bets[max(told, key=lambda note: (note.seat == scene.repeats, note.number)).seat]
    if abs(x - ghost.x) < ghost.label.width / 2:
        return f"M{tenth(x)} {tenth(y + g.label_h + 10)}V{tenth(ghost.y - 28 * g.chip)}"
    start = y + g.label_h + 10 if ghost.y > y else y - 26 * g.chip
    side = -1 if x < ghost.x else 1
    own = next(step.covers for step in steps if step.number == final.number)
    end = ghost.x + side * (ghost.label.width / 2 + 6)
    if (own.x - ghost.x) * side > 0 or (own.x + own.width - ghost.x) * side > 0:
        end = own.x - 4 if side < 0 else own.x + own.width + 4
    bend = x + 0.1 * (ghost.x - x)
    return f"M{tenth(x)} {tenth(start)}Q{tenth(bend)} {tenth(ghost.y)} {tenth(end)} {tenth(ghost.y)}"
