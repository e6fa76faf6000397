"""`manage.py backup FILE`: the database and the keys in one file, while the site goes on. In a folder the file is named
by its time, and `--keep 14` deletes all but the latest of those.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from trainer.local import Trouble
from trainer.operation import backup, servers


class Command(BaseCommand):
    help = "Write the database and the keys to a new file, which only its owner can read."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a new file, or a folder for a file that is named by its time")
        parser.add_argument("--keep", type=int, help="how many of the backups in the folder are kept, this one too")
        parser.add_argument("--without-keys", action="store_true", help="keep the keys elsewhere yourself")
        parser.add_argument("--programs", type=Path, help="a folder with the pg_dump of the server's version")

    def handle(
        self, *args: Any, file: Path, keep: int | None, without_keys: bool, programs: Path | None, **options: Any
    ) -> None:
        folder = file if file.is_dir() else None
        if keep is not None and (folder is None or keep < 1):
            raise CommandError("--keep wants a folder, and a number from 1 on.")
        path = folder / timezone.now().strftime(backup.NAMED) if folder else file
        try:
            with servers.there("`manage.py backup` is at work"):
                manifest = backup.write(path.resolve(), programs=programs, keys=not without_keys)
            gone = backup.forget_old(folder, keep) if folder and keep else []
        except (backup.BackupError, Trouble, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(manifest.rows.values())
        self.stdout.write(f"{path}: {rows} rows of {len(manifest.rows)} tables, {path.stat().st_size // 1024} KB.")
        if gone:
            self.stdout.write(f"Deleted: {', '.join(old.name for old in gone)}.")
        if without_keys:
            self.stdout.write(f"Not in it: the secret key and the signing keys. {WHY}")


WHY = "Without the first nobody's second factor works, without the others no certificate can be checked."
