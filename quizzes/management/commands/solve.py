"""Answer scenario documents on the command line, without a database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from codecs import BOM_UTF8
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import count, islice
from pathlib import Path
from traceback import format_exc
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.translation import gettext as _

from quizzes.answering import error_line, solve_text
from quizzes.engine.notation import MOST_BYTES

LONGEST = MOST_BYTES + len("\r\n") + 1
"""As much of a line or a file as tells that it is too long for a document."""


class Command(BaseCommand):
    help = "Answer scenario documents: one line of JSON for each, in order. - reads JSON Lines from standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="TOML, JSON or JSON Lines (.jsonl), or -")
        parser.add_argument("--lang", default="en", choices=[code for code, _ in settings.LANGUAGES])

    def handle(self, *args: Any, **options: Any) -> None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is, whatever the terminal speaks
        status = 0
        with translation.override(options["lang"]):
            for name in options["files"]:
                status = max(status, self._answer_file(name))
        sys.exit(status)

    def _answer_file(self, name: str) -> int:
        """Print a line for each document of a file; return 0, 1 when one was not answered, 2 when it can't be read."""
        status = 0
        try:
            for place, raw, as_json in _documents(name):
                line = self._answer(raw, place, as_json)
                self.stdout.write(json.dumps(line, ensure_ascii=False))
                self.stdout.flush()
                status = max(status, 0 if line["ok"] else 1)
        except OSError as error:
            self.stderr.write(f"{name} can't be read: {error}")
            return 2
        return status

    def _answer(self, raw: bytes, place: int, as_json: bool) -> dict[str, Any]:
        """Answer a document. A fault of the engine's own stops none of the others: it is told in full beside them."""
        try:
            return solve_text(raw, place, as_json=as_json)
        except Exception:  # noqa: BLE001  whatever it is, those after it are answered
            self.stderr.write(format_exc())
            return error_line(f"line {place}", _("a fault of the program keeps it from answering this document"))


def _documents(name: str) -> Iterator[tuple[int, bytes, bool]]:
    """Yield each document of a file with the line that it begins on, and whether it is one of JSON Lines: every line of
    these, else the whole file.
    """
    if name == "-":
        yield from _lines(sys.stdin.buffer)
        return
    with Path(name).open("rb") as file:
        in_lines = name.endswith((".jsonl", ".ndjson")) or _is_in_lines(file)
        file.seek(0)
        if in_lines:
            yield from _lines(file)
        else:
            yield 1, file.read(LONGEST), False


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """Yield the lines that are not blank, as they come. A line that is too long comes cut, but still too long."""
    for number in count(1):
        line = file.readline(LONGEST)
        if not line:
            return
        if line.strip():
            yield number, line.rstrip(b"\r\n"), True
        while len(line) == LONGEST and not line.endswith(b"\n"):
            line = file.readline(LONGEST)


def _is_in_lines(file: BinaryIO) -> bool:
    """Say whether a file holds JSON Lines, whatever it is called: one of its first two lines is a whole document.

    One that can't be read is whole where it closes all that it opens: its error leaves the other lines theirs.
    """
    lines = [line.removeprefix(BOM_UTF8).strip() for _number, line, _ in islice(_lines(file), 2)]
    first = lines[0] if lines else b""
    whole = first.startswith(b"{") and first.endswith(b"}") and first.count(b"{") <= first.count(b"}")
    return whole or _is_table(first) or (not first.startswith(b"{") and any(map(_is_table, lines)))


def _is_table(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
