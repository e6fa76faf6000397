"""`manage.py doctor`: what is wrong with this deployment, in plain words."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.operation import doctor


class Command(BaseCommand):
    help = (
        "Look at settings, keys, disk, mail, database, broker, workers and pools. Ends with 1 where anything is wrong."
    )
    requires_system_checks: tuple[str, ...] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        faults = 0
        for name, seen in doctor.examine():
            faults += seen.fault
            self.stdout.write(f"{'WRONG' if seen.fault else 'well '} {name}: {seen.words}")
        if faults:
            raise CommandError(f"{faults} things are wrong.", returncode=1)
        self.stdout.write("Nothing is wrong.")
