"""A place in a document in words, for people who fill in a form and write no documents."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.wording.base import Message

KEYS: dict[str, Message] = {
    "game": lazy("Game"),
    "limit": lazy("Limit"),
    "rules": lazy("House rules"),
    "blinds": lazy("Blinds"),
    "bets": lazy("Small bet and big bet"),
    "ante": lazy("Ante"),
    "ante_by": lazy("Who posts the ante"),
    "straddle": lazy("Straddle"),
    "straddle_by": lazy("Who straddles"),
    "bring_in": lazy("Bring-in"),
    "chip": lazy("Smallest chip"),
    "unit": lazy("Smallest chip"),
    "seats": lazy("Players"),
    "button": lazy("Button"),
    "street": lazy("The betting begins"),
    "pot": lazy("Pot before this street"),
    "board": lazy("Board"),
    "actions": lazy("What has happened"),
    "put_in": lazy("Chips put in"),
    "folded": lazy("Who has folded"),
    "order": lazy("The hands in order"),
    "order_low": lazy("The low hands in order"),
    "pushed": lazy("The chips pushed out, and what was said"),
    "question": lazy("Question"),
    "question.kind": lazy("Question"),
    "question.player": lazy("Asked about"),
    "question.street": lazy("Street asked about"),
    "question.reason": lazy("Why chips are owed"),
    "question.whose": lazy("Whose hand"),
    "question.found": lazy("Found"),
    "question.control": lazy("Typed as"),
    "question.gone": lazy("Seats that left"),
    "question.options": lazy("The answers to choose from"),
    "question.right": lazy("Which answers are right"),
    "question.rule": lazy("Rule"),
    "title": lazy("Title"),
    "prompt": lazy("Question in your own words"),
    "note": lazy("Note, shown with the answer"),
    "source": lazy("Source"),
    "tags": lazy("Tags"),
    "level": lazy("Level"),
}

_SEAT_KEYS: dict[str, Message] = {
    "name": lazy("Player"),
    "stack": lazy("Starting stack"),
    "cards": lazy("Cards"),
    "up": lazy("Open cards"),
    "empty": lazy("Whether the seat is empty"),
}

LANGUAGE_NAMES = {"en": "English", "ms": "Bahasa Melayu", "zh-hant": "繁體中文"}
"""The languages that a document's words can be in, each by its own name."""


def place_text(where: str) -> str:
    """Return a key path of a document in words: "Seat 3: Starting stack"; one that has none as it is written."""
    for pattern, said in _PATTERNS:
        found = re.fullmatch(pattern, where)
        if found:
            return said(*found.groups())
    parent, _dot, language = where.rpartition(".")
    if parent in KEYS and language in LANGUAGE_NAMES:
        return _("%(what)s (%(language)s)") % {"what": KEYS[parent], "language": LANGUAGE_NAMES[language]}
    return str(KEYS.get(where, where))


def _seat(place: str, key: str | None) -> str:
    seat = _("Seat %(number)s") % {"number": int(place) + 1}
    return _("%(who)s: %(label)s") % {"who": seat, "label": _SEAT_KEYS[key]} if key else seat


def _action(place: str) -> str:
    return _("Action %(number)s") % {"number": int(place) + 1}


def _option(place: str, part: str | None, language: str | None) -> str:
    said = _("Answer %(number)s") % {"number": int(place) + 1}
    if part == "why":
        said = _("%(who)s: %(label)s") % {"who": said, "label": _("Why it is right or wrong")}
    if language:
        return _("%(what)s (%(language)s)") % {"what": said, "language": LANGUAGE_NAMES[language]}
    return said


_PATTERNS: tuple[tuple[str, Callable[..., str]], ...] = (
    (rf"seats\[(\d+)\](?:\.({'|'.join(_SEAT_KEYS)}))?", _seat),
    (r"actions\[(\d+)\]", _action),
    (rf"question\.options\[(\d+)\](?:\.(text|why))?(?:\.({'|'.join(LANGUAGE_NAMES)}))?", _option),
)
