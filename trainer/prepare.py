"""What must be done before the first page: migrations, content, a look at what was published before, static files.

Run as `python -m trainer.prepare`. With `--wait 60` the database is waited for that many seconds: on one machine it
starts at the same time. Two that run at once wait for each other; all of it can be done again without harm.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser

import django
from django.core.management import call_command, get_commands
from django.db import connection

LOCK = 0x7AB1E  # one number for this project among the database's advisory locks
FOR_GOOD = ("authentication failed", "no password supplied", "pg_hba.conf", "does not exist", "permission denied")
"""What PostgreSQL and its client say of an address that waiting does not mend."""


def prepare() -> None:
    """Bring database, content and static files to this version of the code."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if "load_content" in get_commands():
                call_command("load_content", verbosity=0)
            call_command("recheck")
            call_command("collectstatic", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


def wait_for_database(patience: float) -> str:
    """Wait for so many seconds at most. Return "" as soon as the database answers, else why it does not: at once where
    that does not mend itself, such as a wrong password.
    """
    from trainer.operation import health  # models are ready only after django.setup()

    until = time.monotonic() + patience
    while why := health.why_away():
        if any(words in why for words in FOR_GOOD) or time.monotonic() >= until:
            return why
        time.sleep(1)
    return ""


def main() -> int:
    """Prepare, and return 1, after one line, where the database can't be reached."""
    parser = ArgumentParser(prog="python -m trainer.prepare", description="Migrations, content and static files.")
    parser.add_argument("--wait", type=float, default=0, help="for how many seconds the database is waited for")
    given = parser.parse_args()
    django.setup()
    why = wait_for_database(given.wait)
    if why:
        sys.stderr.write(f"Error: PostgreSQL can't be reached ({why}): see DATABASE_URL.\n")
        return 1
    prepare()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    sys.exit(main())
