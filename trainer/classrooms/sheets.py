"""Tables in and out: rows of a CSV or XLSX file as text, and a CSV file that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from django.http import HttpResponse
from django.utils.translation import gettext as _
from openpyxl import load_workbook

LARGEST = 1_000_000
"""Bytes of a file, packed as it is."""

LARGEST_UNPACKED = 4_000_000
"""A list of 5,000 people has a fourth of it; what is made to keep the reader busy is read for a second at most."""

MOST_PARTS = 200
MOST_ROWS = 5_000
MOST_COLUMNS = 20

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What spreadsheets take for the beginning of a formula; the wide signs where Chinese and Japanese are written."""

Row = tuple[str, ...]


class NotASheet(Exception):
    """What was sent can't be read as a table; the message says why, in the reader's language."""


def read(file: IO[bytes], name: str) -> list[Row]:
    """Return the rows of a CSV file or of an XLSX file's first sheet that say something. Raises NotASheet.

    Formulas are text, and nothing works them out.
    """
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise NotASheet(_("The file is larger than 1 MB."))
    rows = _xlsx(content) if name.lower().endswith(".xlsx") else _csv(content)
    found = [row for row in rows if any(row)]
    if len(found) > MOST_ROWS + 1:
        raise NotASheet(_("The file has more than %(count)s rows.") % {"count": MOST_ROWS})
    return found


def _csv(content: bytes) -> Iterator[Row]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotASheet(_("The file is neither XLSX nor CSV in UTF-8. Save it as one of these.")) from error
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        for row in csv.reader(io.StringIO(text.replace("\0", "")), delimiter=delimiter):
            yield tuple(_plain(cell) for cell in row[:MOST_COLUMNS])
    except csv.Error as error:
        raise NotASheet(_("The file is no CSV: a cell of it never ends.")) from error


def _xlsx(content: bytes) -> Iterator[Row]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise NotASheet(_("The file is too large once it is unpacked."))
        book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False, keep_vba=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what the file says of its size need not be so
        rows = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS, values_only=True)
        yield from (tuple("" if cell is None else _plain(str(cell)) for cell in row) for row in rows)
    except NotASheet:
        raise
    except Exception as error:  # a file that was made by hand fails in any way inside the library
        raise NotASheet(_("The file can't be read as XLSX.")) from error


def _plain(cell: str) -> str:
    """Return a cell without what stands around it: spaces, and the mark that `safe` puts before a formula's sign."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_SIGNS) else cell


def safe(cell: object) -> str:
    """Return a cell that no spreadsheet works out: what would be a formula begins with an apostrophe."""
    text = str(cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


def csv_response(name: str, rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return rows as a CSV file of that name, in UTF-8 with the mark by which spreadsheets know it."""
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    csv.writer(response).writerows([safe(cell) for cell in row] for row in rows)
    return response
