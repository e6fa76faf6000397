"""Reading what is chosen from lists: seats by their names, and a word out of several."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from quizzes.kinds.base import IllFormed, Raw, one

NOBODY = "-"
"""What a form sends for nobody; no seat's name, since names are shown and this is none."""


def read_seats(raw: Raw, fields: Sequence[str], names: Collection[str], nobody: bool = False) -> dict[str, str | None]:
    """Read a seat from each field, or None for nobody where that can be chosen. Raises IllFormed where none is."""
    found: dict[str, str | None] = {}
    problems: dict[str, str] = {}
    for field in fields:
        chosen = one(raw, field)
        if chosen in names:
            found[field] = chosen
        elif nobody and chosen == NOBODY:
            found[field] = None
        else:
            problems[field] = "no-choice"
    if problems:
        raise IllFormed(problems)
    return found


def read_words(raw: Raw, choices: Mapping[str, Collection[str]]) -> dict[str, str]:
    """Read one of its words from each field. Raises IllFormed at all that hold none."""
    found = {field: one(raw, field) for field in choices}
    problems = {field: "no-choice" for field, words in choices.items() if found[field] not in words}
    if problems:
        raise IllFormed(problems)
    return found
