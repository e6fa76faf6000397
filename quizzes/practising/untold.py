"""What is right is not told yet: drills that an account can still answer where it counts, which other apps know of."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone


class Where(NamedTuple):
    """Where an account can answer a question: a whole sentence that says so, and the address."""

    said: str
    url: str


OPEN: list[Callable[[int, datetime], Mapping[int, Where | None]]] = []
"""Each returns the drills that an account, given by its key, can still answer at a moment, or later, with where: None
where that is not open yet. Other apps add their own.
"""

OPEN_TO: list[Callable[[int, Collection[int], datetime], Collection[int]]] = []
"""Each returns to which of some accounts a drill, given by its key, is so open. Other apps add their own."""


def is_untold(user_id: int | None, drill: int) -> bool:
    """Return whether what is right in a drill is kept from an account yet; nothing is from a visitor, None."""
    return user_id is not None and drill in untold_drills(user_id)


def untold_drills(user_id: int) -> dict[int, Where | None]:
    """Return all drills of which what is right is kept from an account yet, with where it can answer them by now."""
    now = timezone.now()
    return {drill: where for still_open in OPEN for drill, where in still_open(user_id, now).items()}


def untold_to(drill: int, users: Collection[int]) -> set[int]:
    """Return from which of some accounts, given by their keys, what is right in a drill is kept yet."""
    now = timezone.now()
    return {user for still_open in OPEN_TO for user in still_open(drill, users, now)} if users else set()
