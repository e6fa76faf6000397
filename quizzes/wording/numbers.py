"""Chips, seats and cards as a reader of the language in force writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any
from unicodedata import east_asian_width

from babel.numbers import format_decimal
from django.utils.translation import get_language, pgettext, to_locale
from django.utils.translation import gettext as _


def chips(amount: int) -> str:
    """Return an amount of chips as the language in force writes it: 12,500."""
    return _figures(amount, get_language() or "en")


def with_tenths(tenths: int) -> str:
    """Return a number given in tenths, as the language in force writes it: 125 is 12.5, and 120 is 12."""
    return format_decimal(Decimal(tenths) / 10, "#,##0.#", locale=to_locale(get_language() or "en"))


@lru_cache(maxsize=4096)
def _figures(amount: int, language: str) -> str:
    return format_decimal(amount, "#,##0", locale=to_locale(language))


def comma(texts: Iterable[str]) -> str:
    """Return texts one after the other: "A, B, C"."""
    return pgettext("between the items of a list", ", ").join(texts)


def semicolon(texts: Iterable[str]) -> str:
    """Return texts that have commas in them one after the other: "A, B; C"."""
    return pgettext("between sentences that belong together", "; ").join(texts)


def sentences(texts: Iterable[str]) -> str:
    """Return whole sentences one after the other; those that are empty are left out. Nothing follows the wide full stop
    of Chinese, which has its space in it.
    """
    return "".join(text if wide(text[-1]) else f"{text} " for text in filter(None, texts)).rstrip(" ")


def wide(letter: str) -> bool:
    """Return whether a character is as wide as it is high, as those of Chinese are."""
    return east_asian_width(letter) in ("W", "F")


def named(name: str, value: str) -> str:
    """Return what something is called with what it is: "Dead: 50"."""
    return _("%(point)s: %(value)s") % {"point": name, "value": value}


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(all_but_last)s and %(last)s") % {"all_but_last": comma(names[:-1]), "last": names[-1]}


def beside(words: str, more: str) -> str:
    """Return words and what comes after them, with a space between; Chinese needs none between two of its characters."""
    together = bool(words and more) and wide(words[-1]) and wide(more[0])
    return f"{words}{more}" if together else f"{words} {more}".strip()


def paid(shares: Mapping[str, int]) -> str:
    """Return who gets how much: "A 117, B 117, C 116"."""
    return comma(
        [_("%(player)s %(chips)s") % {"player": name, "chips": chips(amount)} for name, amount in shares.items()]
    )


def shown(value: Any) -> Any:
    """Return a step's value as words for a sentence."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return chips(value)
    if isinstance(value, Mapping):
        return paid(value) if all(isinstance(item, int) for item in value.values()) else value
    if isinstance(value, Sequence) and not isinstance(value, str) and all(isinstance(item, str) for item in value):
        return listed(value)
    return value
