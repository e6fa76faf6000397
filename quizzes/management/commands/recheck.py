"""`manage.py recheck`: after an upgrade, retire what people published and this version of the engine refuses."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from quizzes.authoring import rechecking


class Command(BaseCommand):
    help = "Retire published scenarios and written exam items that today's engine refuses, and tell their authors."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in rechecking.recheck():
            self.stdout.write(line)
