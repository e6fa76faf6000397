"""`manage.py rotate_keys`: sign with a new key from here on; what the former one signed stays good."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.certification import keys


class Command(BaseCommand):
    help = "Make a new signing key, and keep the former ones to check by."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            kid = keys.rotate()
        except (keys.BadKeys, OSError) as error:
            raise CommandError(f"No key was made: {error}.") from error
        self.stdout.write(f"{kid} signs from here on. Other machines need the same file.")
