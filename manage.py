#!/usr/bin/env python3
"""Django's commands: `.venv/bin/python manage.py help` lists them."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError


def main() -> None:
    """Run the command that the arguments name; settings that can't be read and a database that doesn't answer are one
    line, not a traceback.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings can't be read: {' '.join(str(error).split())}.")
    except OperationalError as error:
        from trainer.operation import health  # the settings are read by now

        reason = health.why_away() or " ".join(str(error).split())
        sys.exit(f"The database doesn't answer: is `make run` running, or DATABASE_URL right? ({reason})")


if __name__ == "__main__":
    main()
