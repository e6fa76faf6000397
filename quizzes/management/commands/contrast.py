"""`manage.py contrast`: find the pair of spots of each misconception that has none yet, and write it into fixtures."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand

from quizzes.engine.document import Document
from quizzes.engine.notation import to_table
from quizzes.kinds import KINDS
from quizzes.reference.contrast import find
from quizzes.reference.mistakes import right_path, wrong_path


class Command(BaseCommand):
    help = "Find a contrasting pair of spots for each misconception without one, and write it into fixtures/mistakes."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--kind", choices=sorted(KINDS), help="only this kind's")
        parser.add_argument("--id", help="only the misconception with this id")
        parser.add_argument("--again", action="store_true", help="also those that have a pair")

    def handle(self, *args: Any, kind: str | None, id: str | None, again: bool, **options: Any) -> None:
        for each in KINDS.values():
            for trap in each.misconceptions:
                named = kind in (None, each.id) and id in (None, trap.id)
                if named and (again or not wrong_path(each.id, trap.id).exists()):
                    pair = find(each, trap)
                    wrong_path(each.id, trap.id).parent.mkdir(parents=True, exist_ok=True)
                    wrong_path(each.id, trap.id).write_text(toml(pair.wrong), encoding="utf-8")
                    right_path(each.id, trap.id).unlink(missing_ok=True)
                    if pair.right is not None:
                        right_path(each.id, trap.id).write_text(toml(pair.right), encoding="utf-8")
                    self.stdout.write(f"{each.id}/{trap.id}{'' if pair.right else ': no second spot'}")


def toml(document: Document) -> str:
    """Return a document as TOML, a line for each key, without the usual house's name."""
    table = {key: value for key, value in to_table(document).items() if (key, value) != ("rules", "tda")}
    width = max(map(len, table))
    return "".join(f"{key:{width}} = {_value(value)}\n" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
