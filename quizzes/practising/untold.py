"""What is right is not told yet: drills that an account can still answer where it counts, which other apps know of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

OPEN: list[Callable[[int, datetime], set[int]]] = []
"""Each returns the drills that an account, given by its key, can still answer at a moment. Other apps add their own."""


def is_untold(user_id: int | None, drill: int) -> bool:
    """Return whether what is right in a drill is kept from an account yet; nothing is from a visitor, None."""
    return user_id is not None and drill in untold_drills(user_id)


def untold_drills(user_id: int) -> set[int]:
    """Return all drills of which what is right is kept from an account yet."""
    now = timezone.now()
    return {drill for still_open in OPEN for drill in still_open(user_id, now)}
