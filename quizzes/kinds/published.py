"""The scenarios that are asked as they were written: files of the content folder, read once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zlib import crc32

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import loads

FOLDER = Path(__file__).parents[2] / "fixtures" / "scenarios"


@cache
def published(kind: str, level: int) -> tuple[Document, ...]:
    """Return the scenarios of a kind and level in the order of their paths. Raises DocumentError, with the file."""
    return tuple(each for each in _all() if each.question.kind == kind and each.words.get("level") == level)


def version() -> int:
    """Return a number that changes with every change of the folder, so that pools are filled again from it."""
    found = 0
    for path in _paths():
        found = crc32(path.read_bytes(), crc32(path.relative_to(FOLDER).as_posix().encode(), found))
    return found & 0x7FFFFFFF


@cache
def _all() -> tuple[Document, ...]:
    return tuple(_read(path) for path in _paths())


def _paths() -> list[Path]:
    return sorted(FOLDER.rglob("*.toml"))


def _read(path: Path) -> Document:
    try:
        return loads(path.read_text(encoding="utf-8"))
    except DocumentError as error:
        raise error.at(f"{path.relative_to(FOLDER)}: {error.where}") from error
