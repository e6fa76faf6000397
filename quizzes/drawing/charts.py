"""Progress as pictures: a number week by week, shares by kind, the answers of each day, and a level as chips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from quizzes.drawing.figure import DIGIT, Figure, Path, Shape, Text
from quizzes.drawing.geometry import cells, rounded, tenth

WIDTH = 320
LEFT, RIGHT = 34, 284  # the first week and the last, with room for three digits after it
TOP, FLOOR = 18, 150  # where 100 and 0 per cent lie
ROW, BAR = 44, 14
STACK = 5
NAMED = 3  # every third week has its label, the last one for certain
DAY = 24  # from one day of the calendar to the next
ROUND = (10, 20, 40, 60, 100, 120, 200, 300, 400, 600)  # where a scale of seconds may end


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


def draw_weeks(values: Sequence[int | None], labels: Sequence[str], top: int = 100) -> Figure:
    """A line of a number from the oldest week to this one, on a scale from 0 to `top`; weeks without one are left out
    of it.
    """

    def x(place: int) -> float:
        return tenth(LEFT + (RIGHT - LEFT) * place / (len(values) - 1))

    def y(value: int) -> float:
        return tenth(FLOOR - (FLOOR - TOP) * value / top)

    points = [(x(place), y(value)) for place, value in enumerate(values) if value is not None]
    last = next((value for value in reversed(values) if value is not None), None)
    marked = (0, top // 2, top)
    grid = tuple(Path("grid-line", f"M{LEFT - 6} {y(value)}H{RIGHT}") for value in marked)
    line = (Path("line-mark", "M" + "L".join(f"{px} {py}" for px, py in points)),) if points else ()
    scale = [Text("soft end", LEFT - 12, y(value), str(value)) for value in marked]
    named = [Text("soft", x(place), FLOOR + 18, labels[place]) for place in range(len(labels) - 1, -1, -NAMED)]
    value = [Text("strong start", points[-1][0] + 9, points[-1][1], str(last))] if points else []
    dots = [
        Shape("dot-mark dot-last" if point == points[-1] else "dot-mark", rounded(point[0] - 4, point[1] - 4, 8, 8, 4))
        for point in points
    ]
    return Figure(WIDTH, FLOOR + 28, (*grid, *line), tuple(dots), (*scale, *value, *named))


def scale_of(values: Iterable[int | None]) -> int:
    """The end of a scale of seconds that holds all of these: a round number, 600 at most."""
    most = max((value for value in values if value is not None), default=0)
    return next((end for end in ROUND if end >= most), ROUND[-1])


def draw_calendar(weeks: Sequence[Sequence[int | None]], days: Sequence[str], labels: Sequence[str]) -> Figure:
    """A square for each day, a column for each week: the more answers, the larger what is filled of it.

    `days` name the rows, `labels` the weeks; days to come are None. The last day that is there is today.
    """
    most = max((answers or 0 for week in weeks for answers in week), default=0)
    shown = [(week, day, answers) for week, row in enumerate(weeks) for day, answers in enumerate(row)]
    past = [(LEFT + DAY * week, TOP + DAY * day, answers) for week, day, answers in shown if answers is not None]
    side = DAY - 3
    ground = Path("day-base", "".join(f"M{x + 1.5} {y + 1.5}h{side}v{side}h-{side}z" for x, y, _answers in past))
    shapes = []
    for x, y, answers in past:
        if answers:
            mark = 6 + (DAY - 12) * (answers / most) ** 0.5
            shapes.append(Shape("day-mark", rounded(x + (DAY - mark) / 2, y + (DAY - mark) / 2, mark, mark, 2)))
    x, y, _answers = past[-1]
    shapes.append(Shape("day-now", rounded(x, y, DAY, DAY, 4)))
    rows = [Text("soft end", LEFT - 6, TOP + DAY * (row + 0.5), days[row]) for row in range(0, len(days), 2)]
    columns = range(len(weeks) - 1, -1, -NAMED)
    named = [Text("soft end", LEFT + DAY * (week + 1), TOP + DAY * len(days) + 14, labels[week]) for week in columns]
    return Figure(LEFT + DAY * len(weeks) + 2, TOP + DAY * len(days) + 28, (ground,), tuple(shapes), (*rows, *named))


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
