"""What must be done before the first page: migrations, content, static files. `python -m trainer.prepare`

Two that run at once wait for each other; all of it can be done again without harm.
"""

from __future__ import annotations

import os

import django
from django.core.management import call_command, get_commands
from django.db import connection

LOCK = 0x7AB1E  # one number for this project among the database's advisory locks


def prepare() -> None:
    """Bring database, content and static files to this version of the code."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if "load_content" in get_commands():
                call_command("load_content", verbosity=0)
            call_command("collectstatic", interactive=False, verbosity=0)
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    django.setup()
    prepare()
