"""The rule that a step or an author names: one of the rule book's by its id, or a place in an author's own words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from quizzes.engine.rulesets import RULES, Rule, Ruleset

PRINTED_KEYS = ("book", "edition", "number")

_PRINTED = re.compile(r"(?P<book>\D+?)\s+(?P<edition>(?:19|20)\d\d)\s+(?:rule\s+)?(?P<number>\S.*)")


def rule_name(value: str | Mapping[str, str]) -> str:
    """Return how a step names the rule of a question: its id, or the author's citation as one text."""
    return value.strip() if isinstance(value, str) else " ".join(value[key].strip() for key in PRINTED_KEYS)


def rule_named(name: str, house: Ruleset | None = None) -> Rule:
    """Return the rule with this id or, of an author's citation such as "TDA 2024 35-A", the place that it names.

    A house's own book comes first where it says the same.
    A text that names no book with its edition and number is a house's rule in the author's words.
    """
    if name in RULES:
        return RULES[name].by(house.book) if house else RULES[name]
    printed = _PRINTED.fullmatch(name)
    if printed is None:
        return Rule(name, house=name)
    return Rule(name, printed["book"], printed["edition"], printed["number"])


def cited(name: str, house: Ruleset) -> dict[str, Any]:
    """Return a rule's citation under a house as the scenario format prints it. Nobody has confirmed an author's own."""
    found = rule_named(name, house).cite()
    return found if name in RULES or "house" in found else {**found, "confirmed": False}
