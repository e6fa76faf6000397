"""`manage.py archive_attempts`: the months of answers that the plan moves away; `--back 2024-03` brings one back."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from datetime import date, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from trainer.operation import archive


class Command(BaseCommand):
    help = f"Move months of answers that are older than {archive.KEPT_MONTHS} months into the schema archive."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--back", type=_month, help="bring this month back, such as 2024-03")
        parser.add_argument("--plan", action="store_true", help="only say which months would be moved")

    def handle(self, *args: Any, back: date | None, plan: bool, **options: Any) -> None:
        try:
            if back:
                self.stdout.write(f"{archive.bring_back(back)} is back.")
                return
        except archive.NoSuchMonth as error:
            raise CommandError(str(error)) from error
        old = archive.old(timezone.now().date())
        if not old:
            self.stdout.write(f"No month is older than {archive.KEPT_MONTHS} months.")
        for month in old:
            moved = f"{month:%Y-%m} would be moved." if plan else f"{archive.move_away(month)} holds {month:%Y-%m}."
            self.stdout.write(moved)


def _month(text: str) -> date:
    try:
        return datetime.strptime(text, "%Y-%m").date()
    except ValueError:
        raise ArgumentTypeError(f"{text} is no month, such as 2024-03") from None
