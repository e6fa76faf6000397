"""Answer scenario documents on the command line, without a database."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from quizzes.answering import error_line, solve_table
from quizzes.engine import notation
from quizzes.engine.errors import DocumentError


class Command(BaseCommand):
    help = "Answer scenario documents: one line of JSON for each, in order. - reads JSON Lines from standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="TOML, JSON or JSON Lines (.jsonl), or -")
        parser.add_argument("--lang", default="en", choices=[code for code, _ in settings.LANGUAGES])

    def handle(self, *args: Any, **options: Any) -> None:
        status = 0
        with translation.override(options["lang"]):
            for name in options["files"]:
                status = max(status, self._answer_file(name))
        sys.exit(status)

    def _answer_file(self, name: str) -> int:
        """Print a line for each document of a file; return 0, 1 when one was not answered, 2 when it can't be read."""
        status = 0
        try:
            for text in _texts(name):
                line = _answer(text)
                self.stdout.write(json.dumps(line, ensure_ascii=False))
                self.stdout.flush()
                status = max(status, 0 if line["ok"] else 1)
        except (OSError, UnicodeDecodeError) as error:
            self.stderr.write(f"{name} can't be read: {error}")
            return 2
        return status


def _texts(name: str) -> Iterator[str]:
    """Yield each document's text: every line of JSON Lines, else the whole file."""
    if name == "-":
        yield from (line for line in sys.stdin if line.strip())
    elif name.endswith((".jsonl", ".ndjson")):
        with Path(name).open(encoding="utf-8") as lines:
            yield from (line for line in lines if line.strip())
    else:
        yield Path(name).read_text(encoding="utf-8")


def _answer(text: str) -> dict[str, Any]:
    try:
        return solve_table(notation.load_table(text))
    except DocumentError as error:
        return error_line(error)
