"""Tables out as XLSX, in which text is never a formula. CSV is in sheets.py, and so is what is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO

import xlsxwriter  # type: ignore[import-untyped]  # it has no stubs
from django.http import HttpResponse

TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def xlsx_response(name: str, rows: Iterable[Sequence[str | int]]) -> HttpResponse:
    """Return rows as a workbook of that name with one sheet, whose first row and column stay in view.

    Text is written as text whatever it begins with, so nothing has to be put before it. Each row goes to a temporary
    file before the next one comes: a class of thousands has a million cells.
    """
    made = BytesIO()
    book = xlsxwriter.Workbook(made, {"constant_memory": True})
    sheet = book.add_worksheet()
    sheet.freeze_panes(1, 1)
    for number, row in enumerate(rows):
        for column, value in enumerate(row):
            if isinstance(value, int):
                sheet.write_number(number, column, value)
            elif value:
                sheet.write_string(number, column, value)
    book.close()
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(made.getvalue(), content_type=TYPE, headers=headers)
