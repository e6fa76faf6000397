"""Amounts of a recorded hand as whole chips: money in hundredths of its unit."""

from __future__ import annotations

import re
from decimal import Decimal

from quizzes.engine.errors import DocumentError

CENTS = 100
AMOUNT = r"[$€£¥]?\d[\d,]*(?:\.\d+)?(?:\s?€)?"
"""An amount as a text has it, with its sign of currency: a pattern to be built into others."""

_MARKS = re.compile(r"[^\d.]")


def chips(text: str, scale: int, line: int) -> int:
    """Return an amount times `scale`. Raises DocumentError at the line where that is no whole number."""
    found = Decimal(_MARKS.sub("", text)) * scale
    if found != found.to_integral_value():
        raise DocumentError(f"line {line}", "%(amount)s is smaller than a hundredth", amount=text)
    return int(found)


def scale_of(*texts: str) -> int:
    """Return how many chips one unit is: a hundred where an amount is money or has hundredths, else one."""
    return CENTS if any(_is_money(text) for text in texts) else 1


def _is_money(text: str) -> bool:
    return any(sign in text for sign in "$€£¥") or bool(Decimal(_MARKS.sub("", text) or 0) % 1)
