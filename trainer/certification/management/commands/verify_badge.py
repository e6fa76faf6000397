"""`manage.py verify_badge FILE`: whether a badge is sound. Nothing is fetched.

With `--keys` and `--status` not even the database is asked: `--keys` is a file with the public keys, as
/.well-known/jwks.json serves them, and `--status` one with the status list that the badge names.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from trainer.certification import badges, keys


class Command(BaseCommand):
    help = "Check a badge (VC-JWT): signature, claims, dates, status. Exits with 1 when it proves nothing."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the badge, as it was downloaded")
        parser.add_argument("--keys", type=Path, help="a file with the public keys (JWKS), instead of this site's own")
        parser.add_argument("--status", type=Path, help="a file with the signed status list, instead of the database")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            jwks = json.loads(options["keys"].read_text()) if options["keys"] else None
            is_revoked = self._kept_list(options["status"], jwks) if options["status"] else None
            checked = badges.check(file.read_text(errors="replace"), timezone.now(), jwks, is_revoked)
        except (OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        except keys.BadSignature as error:
            raise CommandError("The status list is signed by none of these keys.") from error
        if checked.credential:
            self.stdout.write(f"{checked.name}: {checked.exam}\n{checked.address}")
            self.stdout.write(f"valid from {checked.issued_at} to {checked.expires_at}")
        if checked.problem:
            raise CommandError(str(checked.problem.label))
        self.stdout.write("The badge is sound.")

    def _kept_list(self, file: Path, jwks: dict[str, Any] | None) -> badges.IsRevoked:
        """Return what reads a kept status list, and say of when it is: what was revoked later is not in it."""
        text = file.read_text()
        is_revoked = badges.list_reader(text, jwks)
        self.stdout.write(f"revoked or not as of {keys.verify(''.join(text.split()), jwks)['validFrom']}")
        return is_revoked
