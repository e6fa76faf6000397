"""What a file holds: its documents one by one, and what none of its formats may exceed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import load_table

MOST_DOCUMENTS = 10_000
MOST_FILE_BYTES = 16 * 1024 * 1024
"""A file with the most documents has 1.6 KB for each: a generated spot takes 0.4 KB, a procedure in three languages
2.5 KB, and that in a ZIP a third of it."""

_SAID = re.compile(r"\S[^\n]*")
"""A line from its first sign on that is no space."""


@dataclass(frozen=True, slots=True)
class Found:
    """One document of a file as plain values, or the error in its place.

    `place` is where it stands in the file: "line 12", or the name that it has in an archive.
    """

    place: str
    table: Mapping[str, Any] | None = None
    error: DocumentError | None = None


def text_of(raw: bytes) -> str:
    """Return a file's bytes as text without a byte order mark. Raises DocumentError at the line that is no UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DocumentError(f"line {line}", "this is no text in UTF-8") from error


def read_text(place: str, text: str, first_line: int = 1) -> Found:
    """Read one document's text; `first_line` is the line of its file on which it begins."""
    try:
        return Found(place, load_table(text))
    except DocumentError as error:
        within = int(error.where.removeprefix("line "))
        return Found(place, error=error.at(f"line {first_line + within - 1}"))


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield a text's lines that are not blank, with their numbers from 1. A million blank ones cost next to nothing."""
    number, at = 1, 0
    for said in _SAID.finditer(text):
        number, at = number + text.count("\n", at, said.start()), said.start()
        begin = text.rfind("\n", 0, at) + 1
        yield number, text[begin : said.end()].rstrip("\r")


def at_most(found: Iterable[Found]) -> list[Found]:
    """Return what is found, which is read no further than a file may go. Raises DocumentError for a file without a
    document, and for one with too many.
    """
    first = list(islice(found, MOST_DOCUMENTS + 1))
    if not first:
        raise DocumentError("line 1", "there is no document in this file")
    if len(first) > MOST_DOCUMENTS:
        raise DocumentError("line 1", "a file has at most %(most)s documents", most=MOST_DOCUMENTS)
    return first
