"""`manage.py restore FILE`: a backup into an empty database, its keys where none are."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.local import Trouble
from trainer.operation import backup, restoring, servers


class Command(BaseCommand):
    help = "Restore a backup. The web servers and the workers must be stopped."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="delete what is in the database")
        parser.add_argument("--programs", type=Path, help="a folder with the pg_restore of the server's version")

    def handle(self, *args: Any, file: Path, replace: bool, programs: Path | None, **options: Any) -> None:
        try:
            with servers.there("`manage.py restore` is at work"):
                done = restoring.restore(file, programs=programs, replace=replace)
        except (backup.BackupError, Trouble, OSError) as error:
            raise CommandError(str(error)) from error
        for note in done.notes:
            self.stdout.write(note)
        rows = sum(done.manifest.rows.values())
        self.stdout.write(
            f"Restored {rows} rows of {done.manifest.made_at}. `make run` brings it up to date, on a public site"
            " `systemctl restart table-stakes-prepare`; then start the web servers and the workers again."
        )
