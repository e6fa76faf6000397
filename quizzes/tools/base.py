"""What a table tool is: short keys in an address, the document that they make, and what is told about it.

The address is all that a tool knows: whoever opens it sees the same. Keys mean the same in every tool; those of a
player carry the number of its row.

| key | what | key | what |
| --- | --- | --- | --- |
| n s p f | a player's name, stack, chips in the pot, state | g l h | game, limit, house |
| c r o | a player's cards, its hand's place, its low hand's place | t d | street, the button's row |
| sb bb an ab st | blinds, ante, who posts it, straddle | m k | chips in the middle, smallest chip |
| a | the actions | b w | board, how the winners are named |
| y ch bf pu | what is said, chips pushed, chips in front, how many of those are taken back | x | a document as text |
| v | a size that is tapped next | to | where the next card goes |
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from quizzes import spotted
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.kinds.base import read_or_note
from quizzes.wording.base import Message
from quizzes.wording.errors import error_text
from quizzes.wording.prompts import problem_text

Typed = Mapping[str, str]
"""What stands in a tool's fields, by key."""

Problems = dict[str, str]
"""What is wrong, by the key of the field; under "" what is wrong with all of it together."""

Table = dict[str, Any]
"""A document as plain values, as `notation.parse` takes it."""

COMMANDS = ("add", "less", "tap", "back", "chip", "deal", "undo", "at", "spot")
"""Buttons of the forms: each changes what is typed. The address that comes of it is one without them."""


class NoForm(ValueError):
    """A document that holds what a tool has no field for."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool.

    keys      its fields' keys, and in `row_keys` those of a player's row
    example   what is worked out on first sight
    table     the document that the fields make; notes what is wrong with a field
    typed     the fields that make a document; raises NoForm where there are none
    change    what is typed after a button was pressed
    form      what the form shows beside the plain fields
    tell      what is told about a document: its result
    where     the field that is wrong with a DocumentError, and what is said there
    practise  the kind that the skill is practised by, and the toggles in which houses differ
    """

    slug: str
    name: Message
    lead: Message
    keys: tuple[str, ...]
    example: Typed
    table: Callable[[Typed, Problems], Table]
    typed: Callable[[Document], Typed]
    form: Callable[[Typed, Problems], Mapping[str, Any]]
    tell: Callable[[Document], Mapping[str, Any]]
    practise: str
    toggles: tuple[str, ...]
    row_keys: tuple[str, ...] = ()
    change: Callable[[Typed, str, str], Typed] = lambda typed, command, value: typed
    where: Callable[[DocumentError], tuple[str, str]] = lambda error: (place_of(error.where), error_text(error))

    def read(self, query: Typed) -> Typed:
        """Return the tool's own keys of an address, in their order; those of the example where it has none of them."""
        known = [*self.keys, *(f"{key}{row}" for row in range(1, MOST_ROWS + 1) for key in self.row_keys)]
        found = {key: query[key] for key in known if key in query}
        return found or {key: self.example[key] for key in known if key in self.example}


MOST_ROWS = 23
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVW"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A tool with what was typed: its form, and what came of it.

    problems  what is wrong, by field
    result    what is told about the document; none where something is wrong
    changed   whether a button changed the fields
    focus     the field, or "add", that is gone to after a row came or went; "" where the focus stays
    """

    typed: Typed
    problems: Problems
    form: Mapping[str, Any]
    result: Mapping[str, Any] | None
    changed: bool
    focus: str

    @property
    def query(self) -> str:
        """The address's query that brings the sheet back: empty fields are left out."""
        filled = {key: text for key, text in self.typed.items() if text}
        return urlencode(filled or dict(list(self.typed.items())[:1]), errors="replace")


def work(tool: Tool, query: Typed) -> Sheet:
    """Do with an address what it asks for: press its button, build the document, and have it answered."""
    typed = tool.read(query)
    command = next((name for name in COMMANDS if name in query), None)
    if command is not None:
        moved = with_rows(typed, tool.row_keys, command, query[command])
        typed = tool.read(tool.change(moved, command, query[command]))
    problems: Problems = {}
    table = tool.table(typed, problems)
    result = None
    if not problems:
        try:
            document = parse(table)
            spotted.tell(document, "tool")
            result = tool.tell(document)
        except DocumentError as error:
            place, message = tool.where(error)
            problems[place if place in typed else ""] = message
    focus = {"add": f"n{rows(typed, tool.row_keys)}", "less": "add"}.get(command or "", "")
    return Sheet(typed, problems, tool.form(typed, problems), result, command is not None, focus)


_PLACES: Sequence[tuple[str, str]] = (
    (r"seats\[(\d+)\]\.stack", "s"),
    (r"seats\[(\d+)\]\.cards", "c"),
    (r"seats\[(\d+)\].*", "n"),
    (r"blinds(?:\[0\])?", "sb"),
    (r"blinds\[1\]", "bb"),
    (r"ante", "an"),
    (r"straddle", "st"),
    (r"pot", "m"),
    (r"chip", "k"),
    (r"board", "b"),
    (r"actions.*", "a"),
    (r"pushed\.said", "y"),
    (r"pushed\.before.*", "bf"),
    (r"pushed.*", "ch"),
)


def place_of(where: str) -> str:
    """Return the key of the field that an error's key path names, "" for none."""
    for pattern, key in _PLACES:
        found = re.fullmatch(pattern, where)
        if found:
            return key + str(int(found[1]) + 1) if found.groups() and found[1] else key
    return ""


def rows(typed: Typed, row_keys: Sequence[str]) -> int:
    """Return how many players' rows there are: up to the last of which any field was sent."""
    return max((row for row in range(1, MOST_ROWS + 1) for key in row_keys if f"{key}{row}" in typed), default=0)


def names(typed: Typed, row_keys: Sequence[str]) -> list[str]:
    """Return the players' names: a letter where none is typed."""
    return [typed.get(f"n{row}", "").strip() or LETTERS[row - 1] for row in range(1, rows(typed, row_keys) + 1)]


def with_rows(typed: Typed, row_keys: Sequence[str], command: str, value: str) -> Typed:
    """Return what is typed after a player came, or the one of a row left; the other rows keep what they hold."""
    last = rows(typed, row_keys)
    if command == "add" and last < MOST_ROWS:
        taken = names(typed, row_keys)
        return {**typed, f"n{last + 1}": next(letter for letter in (*LETTERS, "") if letter not in taken)}
    if command != "less" or last == 1 or value not in map(str, range(1, last + 1)):
        return typed
    gone = int(value)
    kept = {key: text for key, text in typed.items() if key.rstrip("0123456789") not in row_keys}
    left = [row for row in range(1, last + 1) if row != gone]
    moved = {f"{key}{place}": typed.get(f"{key}{row}", "") for place, row in enumerate(left, 1) for key in row_keys}
    if typed.get("d", "") in map(str, range(1, last + 1)):
        button = int(typed["d"])
        kept["d"] = "" if button == gone else str(button - (button > gone))
    return {**kept, **moved}


def chips_in(typed: Typed, key: str, problems: Problems, default: int | None = None) -> int | None:
    """Return the chips that stand in a field, the default for an empty one; notes what is no whole number of chips."""
    text = typed.get(key, "").strip()
    if not text:
        return default
    noted: dict[str, str] = {}
    amount = read_or_note(text, key, noted)
    if noted:
        problems[key] = problem_text(noted[key], text)
    return amount


def wanted(typed: Typed, key: str, problems: Problems) -> int:
    """Return the chips that a field must hold; notes that it is empty."""
    amount = chips_in(typed, key, problems)
    if amount is None:
        problems[key] = problem_text("missing")
    return amount or 0


def of(typed: Typed, key: str, choices: Sequence[str]) -> str:
    """Return what is chosen in a list: its first where it holds nothing that is in it."""
    return typed[key] if typed.get(key) in choices else choices[0]


def button_of(typed: Typed, players: Sequence[str]) -> Table:
    """Return the button of a document: at the row that is chosen, else left out, which is the last seat."""
    row = typed.get("d", "")
    return {"button": players[int(row) - 1]} if row in map(str, range(1, len(players) + 1)) else {}
