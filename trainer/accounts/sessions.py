"""Sessions as Django keeps them, in the cache and in the database, that are also read where the cache is away.

Django reads such a session from the database, and then fails to put it into the cache: nobody who is signed in would
get a page, not even in an open exam.
"""

from __future__ import annotations

from typing import Any

from django.contrib.sessions.backends import cached_db, db
from redis.exceptions import ConnectionError, TimeoutError


class SessionStore(cached_db.SessionStore):
    def load(self) -> dict[str, Any]:
        """Return a session's data, from the database alone where the cache can't be reached."""
        try:
            return super().load()
        except (ConnectionError, TimeoutError):
            return db.SessionStore.load(self)
