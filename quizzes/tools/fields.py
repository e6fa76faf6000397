"""The fields of a tool's form: what stands in them, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from unicodedata import east_asian_width

from django.utils.translation import gettext as _

from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.tools.base import Problems, Typed, names
from quizzes.wording.houses import house_name

MOST_LETTERS = 14
"""As many letters as a list shows whole in half of a phone's width."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to be typed: figures, or with `letters` a name, cards or words."""

    name: str
    label: str
    value: str
    problem: str
    hint: str = ""
    letters: bool = False


@dataclass(frozen=True, slots=True)
class Pick:
    """Something to be chosen from a list of ids and words."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    value: str
    problem: str

    @property
    def wide(self) -> bool:
        """Whether it holds words that half of a phone's width would cut off."""
        return max(map(_letters, (words for _id, words in self.choices))) > MOST_LETTERS


def _letters(words: str) -> int:
    """Return how many letters wide words are, where a Chinese character takes the room of two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)


class Fields:
    """Makes a form's fields out of what was typed."""

    def __init__(self, typed: Typed, problems: Problems) -> None:
        self._typed, self._problems = typed, problems

    def number(self, name: str, label: str, hint: str = "") -> Entry:
        """A number of chips."""
        return Entry(name, label, self._typed.get(name, ""), self._problems.get(name, ""), hint)

    def text(self, name: str, label: str, hint: str = "") -> Entry:
        """A name, cards or words."""
        return Entry(name, label, self._typed.get(name, ""), self._problems.get(name, ""), hint, letters=True)

    def pick(self, name: str, label: str, choices: Iterable[tuple[str, Any]], usual: str = "") -> Pick:
        """One of several: where nothing is chosen the usual one, or the first."""
        offered = tuple((id, str(words)) for id, words in choices)
        value, ids = self._typed.get(name, ""), [id for id, _ in offered]
        chosen = value if value in ids else usual if usual in ids else offered[0][0]
        return Pick(name, label, offered, chosen, self._problems.get(name, ""))

    def house(self) -> Pick:
        """The house whose rules hold."""
        return self.pick("h", _("House rules"), ((id, house_name(ruleset(id))) for id in RULESET_IDS))

    def button(self, row_keys: tuple[str, ...]) -> Pick:
        """The player with the button: the last one where nobody is chosen."""
        players = [(str(row), name) for row, name in enumerate(names(self._typed, row_keys), 1)] or [("", "")]
        return self.pick("d", _("Button"), players, usual=players[-1][0])
