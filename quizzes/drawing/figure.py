"""A plain drawing beside the table: rectangles, paths and texts with their places."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quizzes.drawing.geometry import Box, Outline, cells, pill, tenth

DIGIT = 7.4  # the width of a digit at 13 px, the size of a figure's texts


@dataclass(frozen=True, slots=True)
class Shape:
    """A rectangle; `fill` is the id of a pattern in the sprite, or ""."""

    css: str
    outline: Outline
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Path:
    """Straight lines."""

    css: str
    d: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose middle, or start or end where `css` says so, is (x, y)."""

    css: str
    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing in a view box from 0, in drawing order: paths, shapes, texts."""

    width: int
    height: int
    paths: tuple[Path, ...]
    shapes: tuple[Shape, ...]
    texts: tuple[Text, ...]


def label(x: float, y: float, text: str, widest: float) -> tuple[Shape, Text]:
    """A number on a pill about (x, y), so that it can be read on a pattern."""
    width = min(cells(text) * DIGIT + 10, widest)
    return Shape("layer-chip", pill(x, y, width, 15)), Text("strong", tenth(x), tenth(y), text)


def without_overlap(texts: Iterable[Text]) -> tuple[Text, ...]:
    """The texts that fit on one line: the first come first, and what would cover one of them is left out."""
    kept: list[tuple[Text, Box]] = []
    for text in texts:
        width = cells(text.text) * DIGIT + 4
        box = Box(text.x - width / 2, text.y - 7, width, 14)
        if not any(box.shared(other) for _, other in kept):
            kept.append((text, box))
    return tuple(text for text, _ in kept)
