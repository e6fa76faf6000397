"""A choice's options as fields of a form: in one language at a time, with their reasons and which of them are right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quizzes.engine.citations import rule_name
from quizzes.engine.fields import LANGUAGES
from quizzes.engine.questions import MOST_OPTIONS
from quizzes.engine.rulesets import RULES
from quizzes.tools.base import Table, Typed
from quizzes.wording.numbers import named
from quizzes.wording.rules import TEXTS, short_cite

FEWEST = 2


@dataclass(frozen=True, slots=True)
class Option:
    """An option's row: its number from 1 on, its text and its reason in the language shown, and whether it is right."""

    number: int
    text: str
    why: str
    right: bool


def language_of(typed: Typed) -> str:
    """Return the language in which the options are shown."""
    return typed["ol"] if typed.get("ol") in LANGUAGES else LANGUAGES[0]


def typed_of(question: Mapping[str, Any], language: str = LANGUAGES[0]) -> dict[str, str]:
    """Return what stands in the fields for a question, its options in a language: `o1` the text, `w1` the reason, `r1`
    whether it is right, `ol` the language, `rule` the rule.
    """
    found: dict[str, str] = {}
    right = question.get("right")
    for number, option in enumerate(_options(question), 1):
        parts = _parts(option)
        found |= {f"o{number}": _in(parts.get("text"), language), f"w{number}": _in(parts.get("why"), language)}
        if isinstance(right, list) and number in right:
            found[f"r{number}"] = "on"
    rule = question.get("rule")
    named = rule if isinstance(rule, str) else _printed(rule)
    return {**found, "rule": named, "ol": language} if "options" in question else {"rule": named}


def _printed(rule: Any) -> str:
    try:
        return rule_name(rule)
    except (KeyError, TypeError, AttributeError):
        return ""


def _options(question: Mapping[str, Any]) -> Sequence[Any]:
    options = question.get("options")
    return options if isinstance(options, list) else []


def _parts(option: Any) -> Mapping[str, Any]:
    return option if isinstance(option, Mapping) and "text" in option else {"text": option}


def _in(words: Any, language: str) -> str:
    texts = words if isinstance(words, Mapping) else {LANGUAGES[0]: words}
    return str(texts.get(language) or "")


def count(typed: Typed) -> int:
    """Return how many options there are in the form."""
    found = max((number for number in range(1, MOST_OPTIONS + 1) if f"o{number}" in typed), default=0)
    return max(found, FEWEST)


def applied(question: Mapping[str, Any], typed: Typed) -> Table:
    """Return a choice's keys with what is typed in them; texts in other languages than the one shown stay."""
    language, before = language_of({"ol": typed.get("ow", "")}), _options(question)
    numbers = range(1, count(typed) + 1)
    options = [
        _option(before[number - 1] if number <= len(before) else {}, typed, number, language) for number in numbers
    ]
    right = [number for number in numbers if typed.get(f"r{number}")]
    rule = typed.get("rule", "").strip()
    kept = question.get("rule")
    return {"rule": kept if _printed(kept) == rule and rule else rule, "right": right, "options": options}


def _option(before: Any, typed: Typed, number: int, language: str) -> Table:
    parts = _parts(before)
    found: Table = {}
    for key, field in (("text", f"o{number}"), ("why", f"w{number}")):
        words = parts.get(key)
        texts = dict(words) if isinstance(words, Mapping) else {LANGUAGES[0]: words} if words else {}
        texts[language] = typed.get(field, "").strip()
        written = {each: text for each, text in texts.items() if text}
        if written or key == "text":
            found[key] = written or {language: ""}
    return found


def changed(typed: Typed, command: str, value: str) -> Typed:
    """Return what is typed after an option was added, or the one of a number was taken away."""
    last = count(typed)
    if command == "more" and last < MOST_OPTIONS:
        return {**typed, f"o{last + 1}": ""}
    if command != "fewer" or last <= FEWEST or value not in map(str, range(1, last + 1)):
        return typed
    kept = [number for number in range(1, last + 1) if number != int(value)]
    found = {key: text for key, text in typed.items() if not (key[:1] in "owr" and key[1:].isdigit())}
    for place, number in enumerate(kept, 1):
        found |= {f"{field}{place}": typed[f"{field}{number}"] for field in "owr" if f"{field}{number}" in typed}
    return found


def options(typed: Typed) -> tuple[Option, ...]:
    """Return the rows of the form."""
    return tuple(
        Option(number, typed.get(f"o{number}", ""), typed.get(f"w{number}", ""), bool(typed.get(f"r{number}")))
        for number in range(1, count(typed) + 1)
    )


def rule_book() -> list[tuple[str, str]]:
    """Return the rules that can be chosen, by their ids, each with its place and its words."""
    return [(id, named(short_cite(id), str(TEXTS[id]))) for id in RULES if id in TEXTS]
