"""Readers of a document's single values: each returns the value, or says at its place what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quizzes.engine.cards import UNKNOWN, Card, parse_card
from quizzes.engine.errors import DocumentError

MOST_AMOUNT = 10**12
MOST_DEPTH = 8

LANGUAGES = ("en", "ms", "zh-hant")

_NEVER_KEPT = re.compile("[\0\ud800-\udfff]")


def check_bounds(value: Any, where: str, depth: int = 1) -> None:
    """Refuse what no key may hold: nesting without end, a number too long to print, a text that can't be stored."""
    if depth > MOST_DEPTH:
        raise DocumentError(where, "a document is not nested this deep")
    if isinstance(value, int) and abs(value) > MOST_AMOUNT:
        raise DocumentError(where, "an amount is at most 10^12 chips")
    if isinstance(value, str) and _NEVER_KEPT.search(value):
        raise DocumentError(where, "a text has no null and no half characters in it")
    if isinstance(value, Mapping):
        for key, item in value.items():
            check_bounds(item, f"{where}.{key}", depth + 1)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            check_bounds(item, f"{where}[{place}]", depth + 1)


def whole(value: Any, where: str, least: int = 0) -> int:
    """Read a number of chips."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(where, f"{value!r} is no whole number of chips")
    if not least <= value <= MOST_AMOUNT:
        raise DocumentError(where, f"an amount here is {least} to 10^12 chips, not {value}")
    return value


def amount(table: Mapping[str, Any], key: str, default: int, least: int = 0) -> int:
    """Read the chips under a key, or the default where it is left out."""
    return whole(table.get(key, default), key, least)


def choice(table: Mapping[str, Any], key: str, choices: tuple[str, ...], default: str, where: str = "") -> str:
    """Read one of several words under a key, or the default where it is left out."""
    value = table.get(key, default)
    if value not in choices:
        raise DocumentError(where or key, f"{key} is one of {', '.join(choices)}, not {value!r}")
    return str(value)


def rows(value: Any, where: str, message: str) -> list[Any]:
    """Read a list."""
    if not isinstance(value, list):
        raise DocumentError(where, message)
    return value


def seat_name(value: Any, names: tuple[str, ...], where: str) -> str:
    """Read the name of one of these seats."""
    if not isinstance(value, str) or value not in names:
        raise DocumentError(where, f"no player sits at {value!r}")
    return value


def seat_names(value: Any, players: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Read a list of these seats' names, none of them twice."""
    listed = rows(value, where, f"{where} is a list of seats")
    found = tuple(seat_name(name, players, f"{where}[{place}]") for place, name in enumerate(listed))
    if len(set(found)) != len(found):
        raise DocumentError(where, f"a seat stands twice in {where}")
    return found


def card_texts(value: Any, where: str) -> list[str]:
    """Read cards as texts, from a line or from a list."""
    texts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise DocumentError(where, 'cards are written "As Kd" or as a list')
    return texts


def card(text: str, deck: tuple[Card, ...], where: str) -> Card:
    """Read a card of this deck."""
    try:
        found = parse_card(text)
    except ValueError as error:
        raise DocumentError(where, str(error)) from error
    if found not in deck:
        raise DocumentError(where, f"the card {text} is not in this game's deck")
    return found


def hole_card(text: str, deck: tuple[Card, ...], where: str) -> Card | None:
    """Read a card that may be unknown."""
    return None if text == UNKNOWN else card(text, deck, where)


def words(value: Any, where: str) -> None:
    """Refuse what is no text and no table of texts by language."""
    texts = value if isinstance(value, Mapping) else {"en": value}
    if not texts or not all(language in LANGUAGES and isinstance(text, str) for language, text in texts.items()):
        raise DocumentError(where, f"{where} is a text, or a table of texts by {', '.join(LANGUAGES)}")
