"""The house's rules on a sheet: what a card room plays in each point in which houses differ."""

from __future__ import annotations

from dataclasses import dataclass

from quizzes.engine.rulesets import Ruleset
from quizzes.wording import toggles as words


@dataclass(frozen=True, slots=True)
class Point:
    """A toggle in words: what it asks, what the house plays, what that means, and where it stands."""

    name: str
    question: str
    plays: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """Points that are about the same thing."""

    name: str
    points: tuple[Point, ...]


def sheet(house: Ruleset) -> list[Chapter]:
    """Return a house's rules point by point, in the language in force."""
    return [Chapter(str(name), tuple(_point(house, toggle) for toggle in toggles)) for name, toggles in words.GROUPS]


def _point(house: Ruleset, toggle: str) -> Point:
    value = house[toggle]
    return Point(
        name=words.toggle_name(toggle),
        question=words.toggle_question(toggle),
        plays=words.value_words(toggle, value),
        text=words.value_text(toggle, value),
        source=words.value_source(toggle, value, house),
    )
