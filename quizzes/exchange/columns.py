"""Documents as CSV, one a row, for people who work in a spreadsheet.

The columns are a document's keys; those of the question are `question.kind`, `question.player` and so on. A cell is

- nothing, where the document leaves the key out;
- a number, in a column of chips and in `level`;
- a value as it stands in TOML or JSON, where it begins with [, { or ";
- any other text as it is.

A text that a spreadsheet would take for a formula has an apostrophe before it, which is taken off on the way in.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from io import StringIO
from json import JSONDecodeError
from typing import Any

from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import MOST_BYTES, MOST_DOTS
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.engine.unread import THERE, json_fault, load_json
from quizzes.exchange.found import MOST_DOCUMENTS, Found, at_most, text_of

QUESTION = "question."
COLUMNS = (
    *("title", "prompt", "note", "source", "tags", "level", "game", "limit", "rules", "blinds", "bets", "ante"),
    *("ante_by", "straddle", "straddle_by", "bring_in", "chip", "unit", "seats", "button", "street", "pot", "board"),
    *("actions", "put_in", "folded", "order", "order_low", "pushed"),
    *(f"{QUESTION}{key}" for key in ("kind", "player")),
    *(f"{QUESTION}{key}" for key in sorted({key for keys in QUESTION_KEYS.values() for key in keys})),
)
NUMBERS = frozenset({"level", "ante", "straddle", "bring_in", "chip", "unit", "pot"})

_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_VALUE = ("[", "{", '"')
_SEPARATORS = ",;\t"


def read(raw: bytes) -> list[Found]:
    """Return the documents of a CSV file by its rows. Raises DocumentError where the file as a whole can't be read.

    Commas, semicolons and tabs are understood as what separates cells: spreadsheets write what their country writes.
    """
    text = text_of(raw)
    head = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=head.count)
    rows = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    found: list[Found] = []
    try:
        columns = _columns(next(rows, []))
        before = rows.line_num
        for row in rows:
            if any(cell.strip() for cell in row):
                found.append(_found(f"line {before + 1}", columns, row))
            before = rows.line_num
            if len(found) > MOST_DOCUMENTS:
                break
    except csv.Error as error:
        raise DocumentError(f"line {rows.line_num}", "this is no CSV: %(fault)s", fault=str(error)) from error
    return at_most(found)


def dumps(tables: Sequence[Mapping[str, Any]]) -> str:
    """Return documents as CSV with a line of columns, those that no document of these has left out."""
    rows = [_row(table) for table in tables]
    columns = [column for column in COLUMNS if any(column in row for row in rows)]
    written = StringIO(newline="")
    writer = csv.DictWriter(written, columns)
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def _columns(names: Sequence[str]) -> list[str]:
    columns = [name.strip() for name in names]
    for name in columns:
        if name and name not in COLUMNS:
            raise DocumentError("line 1", "there is no column %(column)s in a file of documents", column=repr(name))
    known = [name for name in columns if name]
    if len(set(known)) != len(known):
        raise DocumentError("line 1", "a column stands twice in the first line")
    if f"{QUESTION}kind" not in columns:
        raise DocumentError("line 1", "the first line names the columns, question.kind among them")
    return columns


def _found(place: str, columns: Sequence[str], row: Sequence[str]) -> Found:
    """Return a row's document, or what is wrong with one of its cells."""
    if any(cell.strip() for cell in row[len(columns) :]):
        return Found(place, error=DocumentError(place, "this line has more cells than there are columns"))
    if sum(map(len, row)) > MOST_BYTES:
        error = DocumentError(place, "a document has at most %(kilobytes)s KB", kilobytes=MOST_BYTES // 1024)
        return Found(place, error=error)
    table: dict[str, Any] = {}
    question: dict[str, Any] = {}
    try:
        for column, cell in zip(columns, row, strict=False):
            if column and cell.strip():
                value = _value(column, cell)
                if column.startswith(QUESTION):
                    question[column.removeprefix(QUESTION)] = value
                else:
                    table[column] = value
    except DocumentError as error:
        return Found(place, error=error)
    return Found(place, table | {"question": question})


def _value(column: str, cell: str) -> Any:
    """Read a cell. Raises DocumentError at its column."""
    text = cell.strip()
    if text.startswith(_VALUE):
        return _plain(column, text)
    if column in NUMBERS:
        if not re.fullmatch("[0-9]{1,13}", text):
            raise DocumentError(column, "%(value)s is no whole number of chips", value=repr(text))
        return int(text)
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _plain(column: str, text: str) -> Any:
    """Read a value as JSON or TOML has it."""
    try:
        return load_json(text)
    except JSONDecodeError as error:
        fault = json_fault(error)
        if fault.template == THERE:
            raise DocumentError(column, "this is no JSON: %(fault)s", fault=fault) from error
    except (ValueError, RecursionError):
        pass
    try:
        if text.count(".") <= MOST_DOTS:
            return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        pass
    raise DocumentError(column, "this cell is no value as a document has it")


def _row(table: Mapping[str, Any]) -> dict[str, str]:
    asked = {f"{QUESTION}{key}": value for key, value in table["question"].items()}
    cells = {key: value for key, value in table.items() if key != "question"} | asked
    return {column: _cell(value) for column, value in cells.items() if value is not None}


def _cell(value: Any) -> str:
    """Write a value as a cell that `_value` reads back, and that is no formula."""
    if isinstance(value, str) and value == value.strip() and value and not value.startswith(_VALUE):
        return f"'{value}" if _FORMULA.match(value) else value
    return str(value) if type(value) is int else json.dumps(value, ensure_ascii=False)
