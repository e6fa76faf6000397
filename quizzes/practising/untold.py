"""What is right is not told yet: drills that an account can still answer where it counts, which other apps know of."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

OPEN: list[Callable[[int, datetime], set[int]]] = []
"""Each returns the drills that an account, given by its key, can still answer at a moment. Other apps add their own."""


def is_untold(user_id: int | None, drill: int) -> bool:
    """Return whether what is right in a drill is kept from an account yet; nothing is from a visitor, None."""
    if user_id is None:
        return False
    now = timezone.now()
    return any(drill in still_open(user_id, now) for still_open in OPEN)
