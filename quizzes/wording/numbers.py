"""Chips, seats and cards as a reader of the language in force writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _


def chips(amount: int) -> str:
    """Return an amount of chips with the language's separators: 12,500."""
    return number_format(amount, force_grouping=True)


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: "A, B and C"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(all_but_last)s and %(last)s") % {"all_but_last": _(", ").join(names[:-1]), "last": names[-1]}


def paid(shares: Mapping[str, int]) -> str:
    """Return who gets how much: "A 117, B 117, C 116"."""
    return _(", ").join(
        _("%(player)s %(chips)s") % {"player": name, "chips": chips(amount)} for name, amount in shares.items()
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
