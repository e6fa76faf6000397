"""The book of rules: every rule that the site cites, where it stands by edition, and what leads on from it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from quizzes import kinds
from quizzes.engine.notation import loads
from quizzes.engine.rulesets import RULES, RULESET_IDS, TOGGLES, Rule, ruleset
from quizzes.engine.steps import Solution
from quizzes.kinds import KINDS
from quizzes.models import Findable
from quizzes.reference import rulebook
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.rules import rule_text, short_cite
from quizzes.wording.toggles import toggle_name

FIXTURES = Path(__file__).parents[2] / "fixtures"
CONVENTION = "table-stakes"
"""The house of the rules that card rooms have in common and no book numbers."""

Link = tuple[str, str]
"""What a link leads to, by its name in addresses, and its words."""


@dataclass(frozen=True, slots=True)
class Restated:
    """A rule in our own words, and what leads on from it: lessons, points in which houses differ, and drills."""

    id: str
    text: str
    lessons: tuple[Link, ...]
    toggles: tuple[Link, ...]
    drills: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """One number of a book with the rules restated from it; `later` is its number in the edition that follows.

    number   "" where there is none
    later    "2026: 49-A", "" where it is not known
    """

    number: str
    later: str
    confirmed: bool
    rules: tuple[Restated, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """An edition of a rule book; the rules of houses and the conventions of card rooms are each like one."""

    anchor: str
    name: str
    numbers: tuple[Numbered, ...]


def books() -> list[Book]:
    """Return all rules in the language in force, the book with the most rules first. One query."""
    lessons = _lessons()
    parts: dict[tuple[str, str], list[Rule]] = defaultdict(list)
    for rule in RULES.values():
        parts[_book_of(rule)].append(rule)
    printed = sorted((part for part in parts if part[0]), key=lambda part: -len(parts[part]))
    order = [*printed, *(part for part in (("", CONVENTION), ("", "")) if part in parts)]
    return [_book(part, parts[part], lessons) for part in order]


def _book_of(rule: Rule) -> tuple[str, str]:
    """Return a book and its edition; a rule without one is a convention of card rooms, or else a house's."""
    return (rule.book, rule.edition) if rule.book else ("", CONVENTION if rule.house == CONVENTION else "")


def _book(part: tuple[str, str], rules: Iterable[Rule], lessons: Mapping[str, tuple[Link, ...]]) -> Book:
    book, edition = part
    if book:
        name = _("%(book)s %(edition)s") % {"book": book, "edition": edition}
    else:
        name = _("Conventions of card rooms") if edition else _("Rules of single houses")
    grouped: dict[tuple[str, str, bool], list[Restated]] = defaultdict(list)
    for rule in rules:
        grouped[_number(rule)].append(_restated(rule.id, lessons))
    numbers = [Numbered(*key, tuple(grouped[key])) for key in sorted(grouped, key=lambda key: _natural(key[0]))]
    anchor = re.sub(r"\W+", "-", f"book {book} {edition}".strip().lower())
    return Book(anchor, name, tuple(numbers))


def _number(rule: Rule) -> tuple[str, str, bool]:
    """Return a rule's number, the one in a later edition and whether that is confirmed; of a house's rule its name."""
    if rule.house:
        return (house_name(ruleset(rule.house)) if rule.house in RULESET_IDS else ""), "", True
    later = rule.later
    if later is None:
        return rule.number, "", True
    said = _("%(edition)s: %(number)s") % {"edition": later["edition"], "number": later["number"]}
    return rule.number, said, later["confirmed"]


def _natural(number: str) -> tuple[bool, list[tuple[int, str]]]:
    """Return a key that sorts 5, 10-A, 54, RP-4, "no-limit" as a reader counts them: what begins with a digit first."""
    parts = re.findall(r"\d+|\D+", number)
    return not number[:1].isdigit(), [(int(part), "") if part.isdigit() else (0, part) for part in parts]


def _restated(id: str, lessons: Mapping[str, tuple[Link, ...]]) -> Restated:
    toggles = tuple((name, toggle_name(name)) for name, toggle in TOGGLES.items() if id in toggle.rules.values())
    drills = tuple((kind, kind_name(kind)) for kind in KINDS if kind in citing().get(id, ()))
    return Restated(id, rule_text(id), lessons.get(id, ()), toggles, drills)


def _lessons() -> dict[str, tuple[Link, ...]]:
    """Return for each rule the lessons that cite it, with their titles in the language in force."""
    language = get_language() or "en"
    found = Findable.objects.filter(about=Findable.About.LESSON, language__in=("en", language))
    own = {
        name: (title, rules)
        for name, title, rules in _own_last(found.values_list("language", "name", "title", "rules"))
    }
    cited: dict[str, list[Link]] = defaultdict(list)
    for slug, (title, rules) in sorted(own.items(), key=lambda item: item[1][0]):
        for rule in rules:
            cited[rule].append((slug, title))
    return {rule: tuple(links) for rule, links in cited.items()}


def _own_last(rows: Iterable[tuple[str, str, str, list[str]]]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield lessons in English before those in another language, so that these take their places."""
    for _language, name, title, rules in sorted(rows, key=lambda row: row[0] != "en"):
        yield name, title, rules


@cache
def citing() -> Mapping[str, frozenset[str]]:
    """Return for each rule the kinds whose derivations cite it in the documents of the site, solved once a process."""
    found: dict[str, set[str]] = defaultdict(set)
    for kind, solution in _solutions():
        for step in solution.steps:
            found[step.rule].add(kind)
    return {rule: frozenset(names) for rule, names in found.items()}


def _solutions() -> Iterator[tuple[str, Solution]]:
    for folder in ("worked", "mistakes", "scenarios"):
        for path in sorted((FIXTURES / folder).rglob("*.toml")):
            document = loads(path.read_text(encoding="utf-8"))
            yield document.question.kind, kinds.solve(document)
    for toggle in TOGGLES:
        for spot in rulebook.spots(toggle):
            for ruling in spot.rulings.values():
                if ruling.solution is not None:
                    yield spot.document.question.kind, ruling.solution


def place_text(id: str) -> str:
    """Return where a rule stands, as short as a title: "TDA 2024, rule 47-A", and of a book's section its name."""
    rule = RULES[id]
    if rule.house == CONVENTION:
        return _("A convention of card rooms")
    if rule.house:
        return (
            _("House rule: %(house)s") % {"house": house_name(ruleset(rule.house))}
            if rule.house in RULESET_IDS
            else _("A house’s rule")
        )
    return short_cite(id)
