"""Houses as data: the toggles, who plays which value, and where each rule stands.

`rules.toml` is the rule book, `toggles.toml` the toggles, and every other file here is a house: its name, its source
and the few toggles in which it differs from the first value of each.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from quizzes.engine.errors import DocumentError
from quizzes.engine.fields import written

Value = str | int

_HERE = Path(__file__).parent
_SHARED = {"rules", "toggles"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the book: where it is printed, or which house plays it.

    `also` is its place in another book that says the same: book, edition and number.
    """

    id: str
    book: str = ""
    edition: str = ""
    number: str = ""
    house: str = ""
    later: Mapping[str, Any] | None = None
    also: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        """Refuse a citation without its edition: rules are renumbered from one to the next. Raises ValueError."""
        printed = (self.book, self.edition, self.number)
        if any(printed) if self.house else not all(printed):
            raise ValueError(f"the rule {self.id!r} names book, edition and number, or a house")
        if self.later is not None and set(self.later) != {"edition", "number", "confirmed"}:
            raise ValueError(f"a later number of the rule {self.id!r} has its edition and says if it is confirmed")
        if self.also is not None and set(self.also) != {"book", "edition", "number"}:
            raise ValueError(f"the other place of the rule {self.id!r} names book, edition and number")

    def by(self, book: str) -> Rule:
        """Return the rule where a house's own book has it; as it stands where that book doesn't say it."""
        if self.also is None or self.also["book"] != book:
            return self
        return Rule(self.id, book, self.also["edition"], self.also["number"])

    def cite(self) -> dict[str, Any]:
        """Return the citation as the scenario format prints it: of an edition that was read, so confirmed."""
        if self.house:
            return {"house": self.house}
        return {"book": self.book, "edition": self.edition, "number": self.number, "confirmed": True}


@dataclass(frozen=True, slots=True)
class Toggle:
    """A point in which houses differ: its values, the default first, with the rule of each and who plays it."""

    name: str
    rules: Mapping[Value, str | None]
    who: Mapping[Value, tuple[str, ...]]
    silent: bool

    @property
    def default(self) -> Value:
        return next(iter(self.rules))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A house: what it plays at every toggle. `changes` are a document's own overrides of the named house.

    `base` is the shipped house that a room's own rules start from, "" for a shipped house itself.
    """

    id: str
    name: str
    source: str
    toggles: Mapping[str, Value]
    changes: tuple[tuple[str, Value], ...] = ()
    base: str = ""

    @property
    def shipped(self) -> str:
        """The id of the shipped house that this is, or that it starts from."""
        return self.base or self.id

    @property
    def book(self) -> str:
        """The book that a house plays by, "" where it has none of its own: rules are cited from it that are in it."""
        return _book(self.shipped)

    def __getitem__(self, toggle: str) -> Value:
        return self.toggles[toggle]

    def rule(self, toggle: str) -> str:
        """Return the id of the rule that this house's value of the toggle stands for."""
        rule = TOGGLES[toggle].rules[self.toggles[toggle]]
        if rule is None:
            raise KeyError(f"no rule is written for {toggle} = {self.toggles[toggle]}")
        return rule

    def key(self, toggles: tuple[str, ...]) -> str:
        """Return what this house plays at the given toggles, as one line: houses that agree share it."""
        return " ".join(f"{name}={self.toggles[name]}" for name in toggles)


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((_HERE / f"{name}.toml").read_text(encoding="utf-8"))


def _number(text: str) -> Value:
    return int(text) if text.isdigit() else text


def _toggle(name: str, table: dict[str, Any]) -> Toggle:
    silent = bool(table.pop("silent", False))
    values = {_number(value): row for value, row in table.items()}
    rules = {value: row.get("rule") for value, row in values.items()}
    who = {value: tuple(row["who"]) for value, row in values.items()}
    return Toggle(name, MappingProxyType(rules), MappingProxyType(who), silent)


RULES: Mapping[str, Rule] = MappingProxyType({id: Rule(id, **row) for id, row in _read("rules").items()})
TOGGLES: Mapping[str, Toggle] = MappingProxyType({name: _toggle(name, row) for name, row in _read("toggles").items()})
RULESET_IDS: tuple[str, ...] = (
    "tda",
    *sorted(path.stem for path in _HERE.glob("*.toml") if path.stem not in _SHARED | {"tda"}),
)


@cache
def _book(id: str) -> str:
    return str(_read(id).get("book", ""))


@cache
def ruleset(id: str) -> Ruleset:
    """Return the house with this id. Raises KeyError when there is none."""
    if id not in RULESET_IDS:
        raise KeyError(id)
    table = _read(id)
    toggles = {name: toggle.default for name, toggle in TOGGLES.items()} | table.get("toggles", {})
    return Ruleset(id, table["name"], table["source"], MappingProxyType(toggles))


def parse_rules(value: object) -> Ruleset:
    """Read a document's `rules`: an id, or a table that starts from one. Raises DocumentError at the wrong key."""
    where = "rules" if isinstance(value, str) else "rules.base"
    if isinstance(value, str):
        value = {"base": value}
    if not isinstance(value, dict):
        raise DocumentError("rules", 'rules is a ruleset\'s id or a table such as {base = "tda", reopen = "single"}')
    changes = dict(value)
    base_id = changes.pop("base", "tda")
    if base_id not in RULESET_IDS:
        raise DocumentError(
            where,
            "there is no ruleset %(id)s: choose one of %(houses)s",
            id=written(base_id),
            houses=", ".join(RULESET_IDS),
        )
    for name, choice in changes.items():
        _check_choice(name, choice)
    base = ruleset(base_id)
    if not changes:
        return base
    toggles = MappingProxyType({**base.toggles, **changes})
    return Ruleset(base.id, base.name, base.source, toggles, tuple(sorted(changes.items())))


def _check_choice(name: str, choice: object) -> None:
    if name not in TOGGLES:
        raise DocumentError(f"rules.{name}", "there is no toggle %(toggle)s", toggle=repr(name))
    values = TOGGLES[name].rules
    if isinstance(choice, bool) or not isinstance(choice, str | int) or choice not in values:
        listed = ", ".join(str(value) for value in values)
        raise DocumentError(
            f"rules.{name}",
            "%(name)s is one of %(listed)s, not %(value)s",
            name=name,
            listed=listed,
            value=written(choice),
        )
