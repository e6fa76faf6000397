#!/usr/bin/env python3
"""Django's commands: `.venv/bin/python manage.py help` lists them."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line
from django.db import OperationalError


def main() -> None:
    """Run the command that the arguments name; a database that doesn't answer is one line, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    try:
        execute_from_command_line(sys.argv)
    except OperationalError as error:
        reason = " ".join(str(error).split())
        sys.exit(f"The database doesn't answer: is `make run` running, or DATABASE_URL right? ({reason})")


if __name__ == "__main__":
    main()
