"""How much a test does: a sample in `make test`, everything in `make test-long`."""

from __future__ import annotations

import os

LONG = os.environ.get("TABLE_STAKES_LONG") == "1"


def scale(short: int, long: int) -> int:
    """The number of examples, hands or drills that a test goes through."""
    return long if LONG else short
