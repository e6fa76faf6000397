"""Amounts of a recorded hand as whole chips: money in hundredths of its unit."""

from __future__ import annotations

import re
from decimal import Decimal

from quizzes.engine.errors import DocumentError

CENTS = 100
AMOUNT = r"[$€£¥]?\d(?:[\d.,]*\d)?(?:\s?€)?"
"""An amount as a text has it, with its sign of currency: a pattern to be built into others."""

_SIGNS = re.compile(r"[$€£¥\s]")
_WITH_POINT = re.compile(r"(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,2})?")
"""1234, 1,234 or 1,234.50: a comma parts thousands, so exactly three digits follow it."""
_WITH_COMMA = re.compile(r"(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+),\d{1,2}")
"""1234,50 or 1.234,50: money where a comma parts the hundredths."""


def chips(text: str, scale: int, line: int) -> int:
    """Return a plain number such as "2.5" times `scale`. Raises DocumentError at the line where that is not whole."""
    found = Decimal(text) * scale
    if found == found.to_integral_value():
        return int(found)
    if scale == 1:
        raise DocumentError(
            f"line {line}", "%(amount)s is no whole number of chips, as the blinds and stacks here are", amount=text
        )
    raise DocumentError(f"line {line}", "%(amount)s is smaller than a hundredth", amount=text)


def plain(text: str, line: int) -> str:
    """Return an amount as a text has it, "$1,234.50" or "1.234,50 €", as a plain number: "1234.50".

    A comma parts thousands where exactly three digits follow it; in money it may part the hundredths. Raises
    DocumentError at the line for what could be several amounts, such as "1,00" without a currency, or "1.000".
    """
    digits = _SIGNS.sub("", text)
    if _WITH_POINT.fullmatch(digits):
        return digits.replace(",", "")
    if digits != text and _WITH_COMMA.fullmatch(digits):
        return digits.replace(".", "").replace(",", ".")
    raise DocumentError(
        f"line {line}",
        "%(amount)s could be several amounts: write thousands as 1,000 and hundredths as 0.50",
        amount=text,
    )


def scale_of(*texts: str) -> int:
    """Return how many chips one unit is: a hundred where an amount is money or has hundredths, else one."""
    return CENTS if any(_is_money(text) for text in texts) else 1


def _is_money(text: str) -> bool:
    return _SIGNS.search(text) is not None or re.search(r"\.\d{1,2}$", text) is not None
