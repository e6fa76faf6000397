"""One document as TOML, laid out as people write it: a line a key, a list that is too long for a line in several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quizzes.exchange.found import Found, read_text, text_of

WIDEST = 110

_BARE = re.compile("[A-Za-z0-9_-]+")
_ESCAPED = re.compile('[\\\\"\x00-\x1f\x7f]')
_ESCAPED_IN_LINES = re.compile('\\\\|[\x00-\x08\x0b-\x1f\x7f]|(?<=")"')


def read(raw: bytes) -> list[Found]:
    """Return the one document of a TOML or JSON file. Raises DocumentError where it is no text."""
    return [read_text("line 1", text_of(raw))]


def dumps(table: Mapping[str, Any]) -> str:
    """Return a document's plain values as TOML text, its keys in their order; keys without a value are left out.

    The text reads back to the same values. Raises TypeError for a value that no document has, such as a fraction.
    """
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items() if value is not None)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        pairs = [f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None]
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, Sequence):
        return _list([_value(item) for item in value])
    raise TypeError(f"no document holds {value!r}")


def _list(items: Sequence[str]) -> str:
    """Return a list on one line, or with a line for each of its items."""
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDEST or len(items) == 1:
        return line
    return "[\n" + "".join(f"    {item},\n" for item in items) + "]"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def _text(text: str) -> str:
    if "\n" not in text:
        return _quoted(text)
    lines = _ESCAPED_IN_LINES.sub(_escape, text)
    return f'"""\n{lines}"""'


def _quoted(text: str) -> str:
    return f'"{_ESCAPED.sub(_escape, text)}"'


def _escape(sign: re.Match[str]) -> str:
    found = sign[0]
    return f"\\{found}" if found in '\\"' else f"\\u{ord(found):04x}"
