"""`manage.py verify_audit`: whether the chains of events, their published heads and all digests hold."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from trainer.certification import proving
from trainer.certification.models import Event, Head


class Command(BaseCommand):
    help = "Check the audit of all sittings and certificates. Says what is wrong, one line each, and then ends with 1."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--kept", type=Path, action="append", default=[], help="a day's heads that you kept, as JSON"
        )

    def handle(self, *args: Any, kept: list[Path], **options: Any) -> None:
        with _one_moment():
            self._check(kept)

    def _check(self, kept: list[Path]) -> None:
        wrong = 0
        beside = (fault for path in kept for fault in proving.against(json.loads(path.read_text())))
        for fault in chain(proving.faults(), beside):
            self.stdout.write(fault)
            wrong += 1
        if wrong:
            raise CommandError(f"{wrong} things are wrong with the audit.", returncode=1)
        chains, heads = Event.objects.filter(number=1).count(), Head.objects.count()
        self.stdout.write(f"{Event.objects.count()} events in {chains} chains and the heads of {heads} days hold.")


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it stood at one moment: exams go on while it is checked."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
