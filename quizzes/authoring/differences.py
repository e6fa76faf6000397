"""Two versions of a scenario side by side: the keys of the document in which they differ, or the lines of its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """A key path of the document, with what stood there and what stands there; "" for nothing."""

    where: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of two texts: `sign` is "-" where only the one before has it, "+" where only the one after, else ""."""

    sign: str
    text: str


def lines(before: str, after: str) -> tuple[Line, ...]:
    """Return the lines of two texts, those that differ with their signs.

    Lines are the same or others, not compared letter by letter: a long text of lines alike would take minutes.
    """
    old, new = before.splitlines(), after.splitlines()
    found: list[Line] = []
    for tag, start, end, first, last in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            found += [Line("", text) for text in old[start:end]]
        else:
            found += [Line("-", text) for text in old[start:end]] + [Line("+", text) for text in new[first:last]]
    return tuple(found)


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Change, ...]:
    """Return where two documents differ, key by key, as far down as both have the same sort of value."""
    return tuple(_differing("", before, after))


def _differing(where: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*before, *after)):
            yield from _differing(f"{where}.{key}".lstrip("."), before.get(key), after.get(key))
    elif _rows(before) and _rows(after):
        for place in range(max(len(before), len(after))):
            yield from _differing(f"{where}[{place}]", _at(before, place), _at(after, place))
    else:
        yield Change(where, _text(before), _text(after))


def _rows(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and any(isinstance(row, Mapping) for row in value)


def _at(rows: Sequence[Any], place: int) -> Any:
    return rows[place] if place < len(rows) else None


def _text(value: Any) -> str:
    """Return a value as it is read: texts plainly, lists one after the other, tables key by key."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} = {_text(item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    return str(value)
