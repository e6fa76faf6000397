"""`manage.py role NAME instructor`: what an account may do.

To review what is kept for exams, an instructor is chosen: `--exam-items`, and `--no-exam-items` for the end of it.
"""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction
from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError

from quizzes.authoring.oversight import EXAM_REVIEWER
from trainer.accounts.models import User


class Command(BaseCommand):
    help = f"Give an account a role: {' or '.join(User.Role.values)}."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the account's user name")
        parser.add_argument("role", help=" or ".join(User.Role.values))
        parser.add_argument(
            "--exam-items", action=BooleanOptionalAction, help="choose an instructor to review what is kept for exams"
        )

    def handle(self, *args: Any, name: str, role: str, exam_items: bool | None = None, **options: Any) -> None:
        if role not in User.Role.values:
            raise CommandError(f"There is no role {role}: it is {' or '.join(User.Role.values)}.")
        if exam_items and role != User.Role.INSTRUCTOR:
            raise CommandError(f"Only an instructor reviews, so {role} is not chosen for what is kept for exams.")
        if not User.objects.filter(username=name).update(role=role):
            raise CommandError(f"There is no account named {name}.")
        self.stdout.write(f"{name} is {role} from here on.")
        if exam_items is not None:
            self._choose(User.objects.get(username=name), exam_items)

    def _choose(self, user: User, chosen: bool) -> None:
        reviewing = Permission.objects.get(content_type__app_label="quizzes", codename=EXAM_REVIEWER)
        change = user.user_permissions.add if chosen else user.user_permissions.remove
        change(reviewing)
        self.stdout.write(f"{user.username} reviews {'also what' if chosen else 'nothing that'} is kept for exams.")
