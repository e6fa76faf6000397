"""Why a text is no JSON or no TOML, in words of our own: those of their readers are English and name no column."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from json import JSONDecodeError
from tomllib import TOMLDecodeError
from typing import Any

from quizzes.engine.errors import Sentence

ENDS = "it ends too soon"
OTHER = "it can't be read at column %(column)s"
THERE = "the key before column %(column)s is there already"
FAULTS: Mapping[str, str] = {
    "Expecting value": "no value that can be read stands at column %(column)s",
    "Expecting ',' delimiter": "a comma or a closing bracket is missing at column %(column)s",
    "Expecting ':' delimiter": "a colon is missing at column %(column)s",
    "Expecting property name": "a key in double quotes is missing at column %(column)s",
    "Illegal trailing comma": "a key in double quotes is missing at column %(column)s",
    "Unterminated string": "the text that begins at column %(column)s has no end",
    "Invalid control character": "a text has no end before column %(column)s, or a sign that can't stand in it",
    "Invalid \\": "a text has no end before column %(column)s, or a sign that can't stand in it",
    "Extra data": "nothing more may stand at column %(column)s",
    "Expected newline": "nothing more may stand at column %(column)s",
    "Illegal character": "a text has no end before column %(column)s, or a sign that can't stand in it",
    "Unescaped '\\'": "a text has no end before column %(column)s, or a sign that can't stand in it",
    "Invalid value": "no value that can be read stands at column %(column)s",
    "Expected '='": "an equals sign is missing at column %(column)s",
    "Invalid statement": "a key is missing at column %(column)s",
    "Invalid initial character for a key part": "a key is missing at column %(column)s",
    "Unclosed array": "a comma or a closing bracket is missing at column %(column)s",
    "Unclosed inline table": "a comma or a closing bracket is missing at column %(column)s",
    "Expected ']": "a comma or a closing bracket is missing at column %(column)s",
    "Duplicate key": THERE,
    "Cannot overwrite a value": THERE,
    "Duplicate inline table key": THERE,
    "Cannot declare": THERE,
    "Cannot redefine namespace": THERE,
    "Cannot mutate immutable namespace": THERE,
}
"""What is said for each message of the two readers, by how it begins: at a column of its line, counted from 1."""

_TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")

_JSON_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}]')


def load_json(text: str) -> Any:
    """Return the value that JSON text holds. Raises JSONDecodeError, also after a key that an object has twice."""
    value = json.loads(text)
    keys: list[set[str]] = []
    for token in _JSON_TOKEN.finditer(text):
        if token[0] == "{":
            keys.append(set())
        elif token[0] == "}":
            keys.pop()
        elif token[2]:
            key = json.loads(token[1])
            if key in keys[-1]:
                raise JSONDecodeError("Duplicate key", text, token.end(1))
            keys[-1].add(key)
    return value


def json_fault(error: JSONDecodeError, before: int = 0) -> Sentence:
    """Return why a text is no JSON; `before` is how many signs stand on its first line before what was read."""
    if error.pos >= len(error.doc.rstrip()) and not error.msg.startswith("Unterminated"):
        return Sentence(ENDS, {})
    return _fault(error.msg, error.colno + (before if error.lineno == 1 else 0))


def toml_fault(error: TOMLDecodeError, text: str) -> tuple[int, Sentence]:
    """Return the line on which a text is no TOML, and why. At its end either something is missing, or the last key is
    there twice.
    """
    place = _TOML_PLACE.search(str(error))
    if place is not None:
        return int(place[1]), _fault(str(error), int(place[2]))
    line, last = text.count("\n") + 1, text.rpartition("\n")[2]
    return line, _fault(str(error), len(last) + 1) if _said(str(error)) == THERE else Sentence(ENDS, {})


def _said(message: str) -> str:
    return next((said for begins, said in FAULTS.items() if message.startswith(begins)), OTHER)


def _fault(message: str, column: int) -> Sentence:
    return Sentence(_said(message), {"column": str(column)})  # a text: no number of chips
