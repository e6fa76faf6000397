"""A raise as a bar: what it begins from, what was added, what must be added again; and below it the learner's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from quizzes.drawing.figure import DIGIT, Figure, Path, Shape, Text, without_overlap
from quizzes.drawing.geometry import cells, rounded, tenth

LEFT, RUN = 44, 300  # where 0 lies, and the length of the largest total
ROWS = (8, 50)  # the tops of both bars
BAR, AXIS = 26, 98
INK = {"base": "", "raise": "on-fill strong", "next": "ink-right strong", "yours": "ink-wrong strong"}


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar, in chips of the street's total. `yours` lies on the lower bar, all others on the upper one.

    `label` is written on it if there is room, `short` if only that fits; `remark` stands before it.
    """

    kind: Literal["base", "raise", "next", "yours"]
    start: int
    end: int
    label: str
    short: str = ""
    remark: str = ""


def draw_bars(segments: Sequence[Segment], amount: Callable[[int], str]) -> Figure:
    """The bars of `segments`, with totals written by `amount` under the axis: the right one and the learner's first."""
    most = max(segment.end for segment in segments)

    def x(chips: int) -> float:
        return LEFT + chips * RUN / most

    shapes: list[Shape] = []
    texts: list[Text] = []
    for segment in segments:
        top = ROWS[segment.kind == "yours"]
        left, right = x(segment.start), x(segment.end)
        shapes.append(Shape(f"bar-{segment.kind}", rounded(left, top, right - left, BAR, 3)))
        text = next((t for t in (segment.label, segment.short) if t and cells(t) * DIGIT <= right - left + 2), "")
        texts += [Text(INK[segment.kind], tenth((left + right) / 2), top + BAR / 2, text)] if text else []
        texts += [Text("soft end", tenth(left - 8), top + BAR / 2, segment.remark)] if segment.remark else []
    margin = max(16, round(cells(amount(most)) * DIGIT / 2) + 2)
    return Figure(
        width=LEFT + RUN + margin,
        height=AXIS + 26,
        paths=(Path("axis", f"M{LEFT} {AXIS}H{LEFT + RUN}"), *_levels(segments, x)),
        shapes=tuple(shapes),
        texts=(*texts, *_totals(segments, x, amount)),
    )


def _levels(segments: Sequence[Segment], x: Callable[[int], float]) -> tuple[Path, ...]:
    """A line from the end of each stretch down to the axis."""
    feet = {segment.end: ROWS[segment.kind == "yours"] + BAR for segment in reversed(segments)}
    return tuple(Path("level-line", f"M{tenth(x(end))} {foot}V{AXIS}") for end, foot in feet.items())


def _totals(segments: Sequence[Segment], x: Callable[[int], float], amount: Callable[[int], str]) -> tuple[Text, ...]:
    """The total at the end of each stretch, as far as there is room: the answer and the learner's own come first."""
    ranks = {"next": (0, "strong ink-right"), "yours": (1, "strong ink-wrong"), "raise": (2, ""), "base": (2, "")}
    ordered = sorted(segments, key=lambda segment: ranks[segment.kind][0])
    texts = [Text(ranks[s.kind][1], tenth(x(s.end)), AXIS + 15, amount(s.end)) for s in ordered]
    return without_overlap([*texts, Text("soft", LEFT, AXIS + 15, amount(0))])
