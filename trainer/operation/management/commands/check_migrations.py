"""`manage.py check_migrations`: whether the site's migrations let a running site go on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.operation import safe_migrations


class Command(BaseCommand):
    help = "Refuse migrations that lock tables for long, or take away what the version before needs."
    requires_system_checks: tuple[str, ...] = ()

    def handle(self, *args: Any, **options: Any) -> None:
        found = list(safe_migrations.faults())
        for fault in found:
            self.stdout.write(str(fault))
        if found:
            raise CommandError(f"{len(found)} operations would hold up a running site.")
        self.stdout.write("A running site can go on.")
