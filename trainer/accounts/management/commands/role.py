"""`manage.py role NAME instructor`: what an account may do."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from trainer.accounts.models import User


class Command(BaseCommand):
    help = f"Give an account a role: {' or '.join(User.Role.values)}."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the account's user name")
        parser.add_argument("role", help=" or ".join(User.Role.values))

    def handle(self, *args: Any, name: str, role: str, **options: Any) -> None:
        if role not in User.Role.values:
            raise CommandError(f"There is no role {role}: it is {' or '.join(User.Role.values)}.")
        if not User.objects.filter(username=name).update(role=role):
            raise CommandError(f"There is no account named {name}.")
        self.stdout.write(f"{name} is {role} from here on.")
