"""Documents as a ZIP of TOML or JSON files, one document a file. Nothing of an archive is ever written to a disk."""

from __future__ import annotations

import re
import stat
import struct
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import PurePosixPath
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import MOST_BYTES
from quizzes.exchange import toml
from quizzes.exchange.found import MOST_DOCUMENTS, Found, at_most, read_text, text_of
from quizzes.exchange.json_text import read_one

MOST_UNPACKED = 64 * 1024 * 1024
MOST_RATIO = 100
"""What is packed tighter than that is no document: the most even TOML shrinks to a fiftieth."""

_ENTRY = b"PK\x01\x02"
_PASSED_OVER = re.compile(r"(^|/)(__MACOSX/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|/$")
_ENCRYPTED = 0x1
_BROKEN = (BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError, ValueError, OSError, struct.error)


def read(raw: bytes) -> list[Found]:
    """Return the documents of an archive in its order. Raises DocumentError for what is no archive, or an unsafe one.

    Folders and the files that systems leave in them are passed over; any other member that is no document is an error
    in its place. The members are counted before the archive is opened, and unpacked only as far as a document goes.
    """
    if raw.count(_ENTRY) > 2 * MOST_DOCUMENTS:
        raise DocumentError("line 1", "a file has at most %(most)s documents", most=MOST_DOCUMENTS)
    try:
        with ZipFile(BytesIO(raw)) as archive:
            members = [info for info in archive.infolist() if not _PASSED_OVER.search(info.filename)]
            if len(members) > MOST_DOCUMENTS:
                raise DocumentError("line 1", "a file has at most %(most)s documents", most=MOST_DOCUMENTS)
            if sum(info.file_size for info in members) > MOST_UNPACKED:
                megabytes = MOST_UNPACKED // 1024 // 1024
                raise DocumentError("line 1", "an archive unpacks to at most %(megabytes)s MB", megabytes=megabytes)
            seen: set[str] = set()
            return at_most(_member(archive, info, seen) for info in members)
    except DocumentError:
        raise
    except _BROKEN as error:
        raise DocumentError("line 1", "this is no ZIP archive that can be read") from error


def dumps(tables: Sequence[Mapping[str, Any]], names: Sequence[str], made_at: datetime) -> bytes:
    """Return documents as a ZIP of TOML files with these names, all of them as of a moment."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for table, name in zip(tables, names, strict=True):
            info = ZipInfo(f"{name}.toml", made_at.timetuple()[:6])
            info.compress_type = ZIP_DEFLATED
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, toml.dumps(table))
    return packed.getvalue()


def _member(archive: ZipFile, info: ZipInfo, seen: set[str]) -> Found:
    """Read a member, or say why it is not read."""
    name = info.filename.encode("utf-8", "backslashreplace").decode() or repr("")
    try:
        _check(info, seen)
        with archive.open(info) as member:
            text = text_of(member.read(MOST_BYTES))
    except DocumentError as error:
        return Found(name, error=error)
    except _BROKEN:
        return Found(name, error=DocumentError("line 1", "this file of the archive is damaged"))
    return (read_one if name.lower().endswith(".json") else read_text)(name, text)


def _check(info: ZipInfo, seen: set[str]) -> None:
    """Raise DocumentError for a member that is not even opened."""
    path = PurePosixPath(info.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in info.filename or ":" in info.filename:
        raise DocumentError("line 1", "a name in the archive leads out of it")
    if stat.S_ISLNK(info.external_attr >> 16):
        raise DocumentError("line 1", "a link is no document")
    if path.suffix.lower() not in (".toml", ".json"):
        raise DocumentError("line 1", "an archive holds documents as .toml or .json, and no other files")
    if info.flag_bits & _ENCRYPTED:
        raise DocumentError("line 1", "this file of the archive is encrypted")
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise DocumentError("line 1", "this file of the archive is packed in an unusual way")
    if info.file_size > MOST_RATIO * max(info.compress_size, 1):
        raise DocumentError("line 1", "this file of the archive is packed too tightly to be a document")
    if info.file_size > MOST_BYTES:
        raise DocumentError("line 1", "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
    if info.filename in seen:
        raise DocumentError("line 1", "the archive has two files with this name")
    seen.add(info.filename)
