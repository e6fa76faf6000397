"""Readers of a document's single values: each returns the value, or says at its place what is wrong with it."""

from __future__ import annotations

import json
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


def written(value: Any) -> str:
    """Return a value as a document writes it: true, null or a date; a text in quotes."""
    return repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def whole(value: Any, where: str, least: int = 0) -> int:
    """Read a number of chips."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise DocumentError(where, "%(value)s is no whole number of chips", value=written(value))
    if not least <= value <= MOST_AMOUNT:
        raise DocumentError(
            where, "an amount here is %(least)s to 10^12 chips, not %(value)s", least=least, value=value
        )
    return value


def amount(table: Mapping[str, Any], key: str, default: int, least: int = 0) -> int:
    """Read the chips under a key, or the default where it is left out."""
    return whole(table.get(key, default), key, least)


def choice(table: Mapping[str, Any], key: str, choices: tuple[str, ...], default: str, where: str = "") -> str:
    """Read one of several words under a key, or the default where it is left out."""
    value = table.get(key, default)
    if value not in choices:
        raise DocumentError(
            where or key,
            "%(key)s is one of %(choices)s, not %(value)s",
            key=key,
            choices=", ".join(choices),
            value=written(value),
        )
    return str(value)


def rows(value: Any, where: str, shape: str) -> list[Any]:
    """Read a list. `shape` is the sentence that says what stands at `where`."""
    if not isinstance(value, list):
        raise DocumentError(where, shape, where=where)
    return value


def seat_name(value: Any, names: tuple[str, ...], where: str) -> str:
    """Read the name of one of these seats."""
    if not isinstance(value, str) or value not in names:
        raise DocumentError(where, "no player sits at %(value)s", value=written(value))
    return value


def seat_names(value: Any, players: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Read a list of these seats' names, none of them twice."""
    listed = rows(value, where, "%(where)s is a list of seats")
    found = tuple(seat_name(name, players, f"{where}[{place}]") for place, name in enumerate(listed))
    if len(set(found)) != len(found):
        raise DocumentError(where, "a seat stands twice in %(where)s", where=where)
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
        raise DocumentError(
            where, "%(text)s is no card: write a rank and a suit, such as Kd or Ts", text=repr(text)
        ) from error
    if found not in deck:
        raise DocumentError(where, "the card %(card)s is not in this game's deck", card=text)
    return found


def hole_card(text: str, deck: tuple[Card, ...], where: str) -> Card | None:
    """Read a card that may be unknown."""
    return None if text == UNKNOWN else card(text, deck, where)


def words(value: Any, where: str) -> None:
    """Refuse what is no text and no table of texts by language."""
    texts = value if isinstance(value, Mapping) else {"en": value}
    if not texts or not all(language in LANGUAGES and isinstance(text, str) for language, text in texts.items()):
        raise DocumentError(
            where,
            "%(where)s is a text, or a table of texts by %(languages)s",
            where=where,
            languages=", ".join(LANGUAGES),
        )
