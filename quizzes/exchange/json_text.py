"""Documents as JSON, one or a list of them, and as JSON Lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import MOST_BYTES
from quizzes.engine.unread import json_fault
from quizzes.exchange.found import MOST_DOCUMENTS, Found, at_most, numbered_lines, read_text, text_of

_LONGEST_WORD = len("-Infinity")
_BLANK = re.compile(r"[ \t\r\n]*")


def read(raw: bytes) -> list[Found]:
    """Return the documents of a JSON file: one, or those of a list. Raises DocumentError where it is no such text."""
    text = text_of(raw)
    start = _after_blank(text, 0)
    if text[start : start + 1] != "[":
        return [read_one(f"line {_line(text, start)}", text[start:], _line(text, start))]
    return at_most(_listed(text, start))


def read_lines(raw: bytes) -> list[Found]:
    """Return the documents of JSON Lines, one a line; blank lines are passed over. Raises DocumentError as `read`."""
    return at_most(_of_line(number, line) for number, line in numbered_lines(text_of(raw)))


def read_one(place: str, text: str, first_line: int = 1) -> Found:
    """Read one document's text as `read_text` does, but that nothing else than JSON is one."""
    if not text.lstrip().startswith("{"):
        return Found(place, error=DocumentError(f"line {first_line}", "a document in JSON stands in braces"))
    return read_text(place, text, first_line)


def dumps(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return one document as JSON, or a list of several."""
    whole = tables[0] if len(tables) == 1 else list(tables)
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def dumps_lines(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return documents as JSON Lines."""
    return "".join(json.dumps(table, ensure_ascii=False) + "\n" for table in tables)


def _of_line(number: int, line: str) -> Found:
    if not line.lstrip().startswith("{"):
        error = DocumentError(f"line {number}", "a line of JSON Lines is a document in braces")
        return Found(f"line {number}", error=error)
    return read_text(f"line {number}", line, number)


def _listed(text: str, start: int) -> Iterator[Found]:
    """Yield the documents of a list until one can't be told from what follows.

    Each is looked for in no more text than a document may have, so that a file of brackets alone costs nothing.
    """
    decoder, at, line = json.JSONDecoder(), start, _line(text, start)
    for _ in range(MOST_DOCUMENTS + 1):
        begin = _after_blank(text, at + 1)
        line += text.count("\n", at, begin)
        if at == start and text[begin : begin + 1] == "]":
            at = begin
            break
        window = text[begin : begin + MOST_BYTES]
        try:
            _, length = decoder.raw_decode(window)
        except (ValueError, RecursionError) as fault:
            yield Found(f"line {line}", error=_no_json(fault, window, line, begin - text.rfind("\n", 0, begin) - 1))
            return
        yield read_one(f"line {line}", window[:length], line)
        at = _after_blank(text, begin + length)
        line += text.count("\n", begin, at)
        if text[at : at + 1] != ",":
            break
    if text[at : at + 1] != "," and (text[at : at + 1] != "]" or _after_blank(text, at + 1) != len(text)):
        error = DocumentError(f"line {line}", "a list of documents goes on with a comma or ends with a bracket")
        yield Found(f"line {line}", error=error)


def _no_json(fault: Exception, window: str, line: int, before: int) -> DocumentError:
    """Return what is wrong with a text that begins on a line, after `before` signs; where it was cut off, that the
    document is too long.
    """
    if not isinstance(fault, json.JSONDecodeError):
        return DocumentError(f"line {line}", "this is no document: it is nested too deep or has a number too long")
    at_end = fault.pos > len(window) - _LONGEST_WORD or fault.msg.startswith("Unterminated")
    if at_end and len(window) == MOST_BYTES:
        return DocumentError(f"line {line}", "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
    return DocumentError(
        f"line {line + fault.lineno - 1}", "this is no JSON: %(fault)s", fault=json_fault(fault, before)
    )


def _after_blank(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
