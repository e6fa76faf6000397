"""`manage.py backup FILE`: the database and the keys in one file, while the site goes on."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.local import Trouble
from trainer.operation import backup, servers


class Command(BaseCommand):
    help = "Write the database and the keys to a new file, which only its owner can read."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--without-keys", action="store_true", help="keep the keys elsewhere yourself")
        parser.add_argument("--programs", type=Path, help="a folder with the pg_dump of a newer PostgreSQL server")

    def handle(self, *args: Any, file: Path, without_keys: bool, programs: Path | None, **options: Any) -> None:
        try:
            with servers.there("`manage.py backup` is at work"):
                manifest = backup.write(file.resolve(), programs=programs, keys=not without_keys)
        except (backup.BackupError, Trouble) as error:
            raise CommandError(str(error)) from error
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{file}: {rows} rows of {len(manifest.rows)} tables, {file.stat().st_size // 1024} KB.")
        if without_keys:
            self.stdout.write(f"Not in it: the secret key and the signing keys. {WHY}")


WHY = "Without the first nobody's second factor works, without the others no certificate can be checked."
