"""Files of documents, in and out: one module a format, bytes to plain documents and back, and nothing stored.

Whatever the bytes are, a reader returns documents with an error in the place of each that is none, or raises one
DocumentError for the file as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from quizzes.engine.errors import DocumentError
from quizzes.exchange import columns, gift, json_text, toml, zipped
from quizzes.exchange.found import MOST_FILE_BYTES, Found

READERS: Mapping[str, Callable[[bytes], list[Found]]] = {
    "toml": toml.read,
    "json": json_text.read,
    "jsonl": json_text.read_lines,
    "zip": zipped.read,
    "csv": columns.read,
    "gift": gift.read,
}
"""The formats that are read, by their names."""

_ENDINGS = {"ndjson": "jsonl", "txt": "gift"}


def format_of(file_name: str, size: int) -> str:
    """Return the format that a file's name stands for. Raises DocumentError where there is none, or too many bytes."""
    ending = file_name.rpartition(".")[2].lower()
    name = _ENDINGS.get(ending, ending)
    if name not in READERS:
        raise DocumentError("line 1", "a file's name ends in .toml, .json, .jsonl, .zip, .csv or .gift")
    if size > MOST_FILE_BYTES:
        megabytes = MOST_FILE_BYTES // 1024 // 1024
        raise DocumentError("line 1", "a file has at most %(megabytes)s MB", megabytes=megabytes)
    return name
