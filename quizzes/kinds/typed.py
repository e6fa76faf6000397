"""Chips as people type them, in any of the site's languages and a few more."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

MOST_CHARACTERS = 30

_SCALES = {"": 1, "k": 1_000, "m": 1_000_000, "千": 1_000, "萬": 10_000, "万": 10_000}
_NUMBER = re.compile(r"(?P<figures>\d[\d.,' ]*)(?P<scale>[km千萬万]?)")
_SAME_MARKS = str.maketrans({"’": "'", "\u2018": "'", "`": "'", "\u066c": "'", "，": ",", "．": ".", "。": "."})


class Unclear(ValueError):
    """A number that can be read in two ways: "1.000" is one chip with decimals, or a thousand."""

    def __init__(self, readings: tuple[int, ...]) -> None:
        super().__init__(" or ".join(map(str, readings)))
        self.readings = readings


def read_chips(text: str) -> int:
    """Read whole chips: 1000, 1,000, 1.500, 1 000, 1'000, 1k, 2.5k, 500.0, also in wide figures.

    Raises Unclear where two readings are possible, and ValueError for what is no whole number of chips.
    """
    found = readings(text)
    if len(found) > 1:
        raise Unclear(found)
    if not found:
        raise ValueError(text)
    return found[0]


def readings(text: str) -> tuple[int, ...]:
    """Return every whole number of chips that a text can mean, the smallest first; none for no such number."""
    tidy = unicodedata.normalize("NFKC", text).translate(_SAME_MARKS).strip().lower()
    tidy = re.sub(r"\s+", " ", tidy).removeprefix("$").strip()
    match = _NUMBER.fullmatch(tidy.replace(" k", "k").replace(" m", "m"))
    if match is None or len(text) > MOST_CHARACTERS:
        return ()
    scale = _SCALES[match["scale"]]
    values = {value * scale for value in _values(match["figures"].strip(), bool(match["scale"]))}
    return tuple(sorted(int(value) for value in values if value == value.to_integral_value()))


def _values(figures: str, scaled: bool) -> set[Decimal]:
    """Return what figures with marks between them can be: groups of three, or a decimal part after the last mark.

    A comma is a decimal one before a k or an m, and where a full stop groups: "1,00" is a slip, not one chip.
    """
    marks = re.findall(r"[.,' ]", figures)
    if not marks:
        return {Decimal(figures)}
    found: set[Decimal] = set()
    if len(set(marks)) == 1 and _grouped(figures, marks[0]):
        found.add(Decimal(re.sub(r"\D", "", figures)))
    whole, last, decimals = figures.rpartition(marks[-1])
    decimal_point = last == "." or (last == "," and (len(set(marks)) > 1 or (scaled and len(decimals) != 3)))
    if decimal_point and decimals and last not in whole and _plain_or_grouped(whole):
        found.add(Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{decimals}"))
    return found


def _grouped(figures: str, mark: str) -> bool:
    """Return whether figures are groups of three with this mark between them."""
    first, *groups = figures.split(mark)
    return 1 <= len(first) <= 3 and first != "0" and all(len(group) == 3 for group in groups)


def _plain_or_grouped(figures: str) -> bool:
    marks = set(re.findall(r"[.,' ]", figures))
    return not marks or (len(marks) == 1 and _grouped(figures, marks.pop()))
