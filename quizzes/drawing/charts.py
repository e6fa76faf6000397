"""Progress as pictures: the share that was right, week by week and kind by kind, and a skill's level as chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quizzes.drawing.figure import DIGIT, Figure, Path, Shape, Text
from quizzes.drawing.geometry import cells, rounded, tenth

WIDTH = 320
LEFT, RIGHT = 34, 292  # the first week and the last
TOP, FLOOR = 18, 150  # where 100 and 0 per cent lie
ROW, BAR = 44, 14
STACK = 5
NAMED = 3  # every third week has its label, the last one for certain


@dataclass(frozen=True, slots=True)
class Bar:
    """A kind's name and the share that was right in it, with that share as it is written."""

    name: str
    percent: int
    label: str


@dataclass(frozen=True, slots=True)
class StackChip:
    """One chip of a stack, from the table up: held, or the empty place of one."""

    held: bool
    y: float

    @property
    def spots(self) -> str:
        """The chip's two edge spots; every other chip is turned a little."""
        first = 6 if round((40 - self.y) / 9.2) % 2 == 0 else 11
        return "".join(f"M{x} {self.y}h4v7.6h-4z" for x in (first, first + 11))


def draw_weeks(percents: Sequence[int | None], labels: Sequence[str]) -> Figure:
    """A line of the shares from the oldest week to this one; weeks without an answer, None, are left out of it."""

    def x(place: int) -> float:
        return tenth(LEFT + (RIGHT - LEFT) * place / (len(percents) - 1))

    def y(percent: int) -> float:
        return tenth(FLOOR - (FLOOR - TOP) * percent / 100)

    points = [(x(place), y(percent)) for place, percent in enumerate(percents) if percent is not None]
    last = next((percent for percent in reversed(percents) if percent is not None), None)
    grid = tuple(Path("grid-line", f"M{LEFT - 6} {y(percent)}H{RIGHT}") for percent in (0, 50, 100))
    line = (Path("line-mark", "M" + "L".join(f"{px} {py}" for px, py in points)),) if points else ()
    scale = [Text("soft end", LEFT - 12, y(percent), str(percent)) for percent in (0, 50, 100)]
    named = [Text("soft", x(place), FLOOR + 18, labels[place]) for place in range(len(labels) - 1, -1, -NAMED)]
    value = [Text("strong start", points[-1][0] + 9, points[-1][1], str(last))] if points else []
    dots = [
        Shape("dot-mark dot-last" if point == points[-1] else "dot-mark", rounded(point[0] - 4, point[1] - 4, 8, 8, 4))
        for point in points
    ]
    return Figure(WIDTH, FLOOR + 28, (*grid, *line), tuple(dots), (*scale, *value, *named))


def draw_kinds(bars: Sequence[Bar]) -> Figure:
    """A bar for each kind, below its name, on a scale to 100 per cent."""
    shapes: list[Shape] = []
    texts: list[Text] = []
    run = WIDTH - 44
    for row, bar in enumerate(bars):
        top = ROW * row + 24
        length = run * bar.percent / 100
        shapes.append(Shape("bar-base", rounded(0.5, top, run, BAR, 3)))
        shapes += [Shape("bar-mark", rounded(0.5, top, length, BAR, 3))] if length else []
        texts.append(Text("start", 0, top - 12, _cut(bar.name)))
        texts.append(Text("strong end", WIDTH, top + BAR / 2, bar.label))
    return Figure(WIDTH, ROW * len(bars), (), tuple(shapes), tuple(texts))


def draw_stack(level: int) -> tuple[StackChip, ...]:
    """A level from 0 to 5 as so many chips of a stack of five."""
    return tuple(StackChip(place < level, tenth(40 - 9.2 * place)) for place in range(STACK))


def _cut(name: str) -> str:
    """A name that fits above its bar."""
    while cells(name) * DIGIT > WIDTH:
        name = name.removesuffix("…")[:-1] + "…"
    return name
