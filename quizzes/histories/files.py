"""A file of hand histories: which format it has, and the hands in it one by one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from quizzes.engine.errors import DocumentError
from quizzes.histories import phh, pokerstars
from quizzes.histories.pokerstars_header import BEGINS
from quizzes.histories.record import RecordedHand

MOST_BYTES = 1024 * 1024
MOST_HANDS = 500

_HEADING = re.compile(r"^\s*\[[^\[\],=]+\]\s*(?:#.*)?$")
"""The heading of a hand in `.phhs`: a table's name on a line of its own."""


def read_hands(raw: bytes) -> Iterator[RecordedHand | DocumentError]:
    """Yield the hands of a file in its order, for one that can't be read the error with its line.

    Raises DocumentError for a file that is too long, has too many hands, or none.
    """
    if len(raw) > MOST_BYTES:
        raise DocumentError("line 1", "a file of hands has at most %(most)s MB", most=MOST_BYTES // 1024**2)
    text = _text(raw)
    parts = _parts(text, BEGINS.match)
    read: Callable[[str, int], RecordedHand] = pokerstars.read_hand
    if not parts:
        parts, read = _phh_parts(text), phh.read_hand
    if not parts:
        raise DocumentError("line 1", "there is no hand here: a file is .phh, .phhs, or the text of PokerStars' form")
    if len(parts) > MOST_HANDS:
        raise DocumentError(
            "line 1", "a file has at most %(most)s hands, not %(many)s", most=MOST_HANDS, many=len(parts)
        )
    for line, part in parts:
        try:
            yield read(part, line)
        except DocumentError as error:
            yield error
    if read is pokerstars.read_hand:
        yield from _strays(text, parts)


def _strays(text: str, parts: list[tuple[int, str]]) -> Iterator[DocumentError]:
    """Yield an error for what tells a hand of another form, before the first hand that is read or after one."""
    outside = [(1, text.split("\n")[: parts[0][0] - 1])]
    for line, part in parts:
        lines = part.split("\n")
        own = len(pokerstars.own_lines(lines))
        outside.append((line + own, lines[own:]))
    yield from (error for line, lines in outside if (error := pokerstars.stray(lines, line)))


def _text(raw: bytes) -> str:
    """Return a file's text with one sort of line end: UTF-8 or UTF-16 by its mark, else what Windows wrote."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = raw.decode("utf-16", "replace")
    else:
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = raw.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parts(text: str, begins: Callable[[str], object]) -> list[tuple[int, str]]:
    """Return a text cut before each line that begins a hand: the number of that line, and the hand's text."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if begins(line.lstrip("\ufeff "))]
    return [(start + 1, "\n".join(lines[start:end])) for start, end in pairwise([*starts, len(lines)])]


def _phh_parts(text: str) -> list[tuple[int, str]]:
    """Return the tables of `.phhs` without their headings, or the one table of `.phh`."""
    parts = _parts(text, _HEADING.match)
    if parts:
        return [(line + ("\n" in part), part.partition("\n")[2]) for line, part in parts]
    return [(1, text)] if re.search(r"^\s*variant\s*=", text, re.MULTILINE) else []
