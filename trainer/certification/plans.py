"""What an exam asks, as a frozen value: read from the plain values of a file or form, all faults told at their places.

A blueprint in TOML:

    slug = "dealer-1"
    ruleset = "tda"           # a house's id; "own" for one whose house is chosen when it is offered
    edition = "2024"
    minutes = 60
    pass_mark = 80            # percent, whole
    wait_days = 7             # days before a retake
    remedial = 5              # right answers in practice, in each kind that was missed, before a retake
    valid_months = 24
    marking = "questions"     # every question is worth one point; "parts": each part of an answer is
    carried_forward = "nothing" # or "earns": what a part counts that follows rightly from a slip in another
    title = {en = "Dealer 1"} # texts by language, English always
    about = {en = "For whom it is."}
    release = {score = "at-once", sections = "at-once", feedback = "after-close", keys = "never"}
    performance = {weight = 20, parts = [{name = {en = "Pitching"}, marks = 10}]}

    [[sections]]
    name = {en = "Raises"}
    must_pass = true
    pass_mark = 70            # the exam's where it is left out
    items = [{kind = "min_raise", games = ["holdem"], limits = ["no-limit"], levels = [2, 3], count = 5}]

`games` and `limits` narrow the variants of a kind, `levels` its levels; left out they are all that it has. `marking` is
"parts" where it is left out. `carried_forward` is "nothing" where a file or the form leaves it out, see `chosen`; a
stored exam without it is of before there was a choice, when a slip counted once, and keeps "earns".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from django.utils.translation import gettext as _

from quizzes import house_rules
from quizzes.kinds import KINDS
from quizzes.kinds.base import Variant

Texts = Mapping[str, str]
"""What authors write, by language."""

When = Literal["at-once", "after-close", "never"]
Marking = Literal["questions", "parts"]
CarriedForward = Literal["earns", "nothing"]

LANGUAGES = ("en", "ms", "zh-hant")
RELEASED = ("score", "sections", "feedback", "keys")
OWN_HOUSE: Final = "own"
"""The ruleset of an exam that each house offers under its own rules."""

LONGEST_TITLE = 80
MOST_SECTIONS = 12
MOST_ITEMS = 120
MOST_QUOTAS = 10
MOST_PARTS = 10
MOST_WEIGHT = 50

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = frozenset({
    "slug", "ruleset", "edition", "minutes", "pass_mark", "wait_days", "remedial", "valid_months", "title", "about",
    "release", "performance", "sections", "marking", "carried_forward",
})  # fmt: skip


class BadBlueprint(ValueError):
    """A blueprint that can't be. `where` is the place, like "sections[0].items[1].kind", `message` a sentence.

    `choices` are what is allowed there, where that is a list. `others` are the faults at further places.
    """

    def __init__(
        self, where: str, message: str, choices: Sequence[Any] = (), others: Sequence[BadBlueprint] = ()
    ) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.message = message
        self.choices = choices
        self.others = others


@dataclass(frozen=True, slots=True)
class Quota:
    """How many questions of a kind are asked, and which: its variants and levels."""

    kind: str
    variants: tuple[Variant, ...]
    levels: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Section:
    """A part of an exam. `pass_mark`, in percent, decides only where it must be passed."""

    name: Texts
    quotas: tuple[Quota, ...]
    must_pass: bool
    pass_mark: int

    @property
    def count(self) -> int:
        return sum(quota.count for quota in self.quotas)


@dataclass(frozen=True, slots=True)
class Release:
    """When a candidate sees what of the result."""

    score: When = "at-once"
    sections: When = "at-once"
    feedback: When = "after-close"
    keys: When = "never"


@dataclass(frozen=True, slots=True)
class Part:
    """What an examiner marks beside the written part, out of so many whole marks."""

    name: Texts
    marks: int


@dataclass(frozen=True, slots=True)
class Plan:
    """All that an exam asks. `weight` is the percent of the total that the performance sheet's `parts` decide.

    `marking` says what is worth one point, a question or each part of an answer. `carried_forward` says what a part is
    worth that is right for a slip in another part: nothing, if the exam does not say otherwise. Practice counts a slip
    once, but there an answer that was made up earns nobody a certificate.
    """

    slug: str
    title: Texts
    about: Texts
    ruleset: str
    edition: str
    minutes: int
    pass_mark: int
    wait_days: int
    remedial: int
    valid_months: int
    release: Release
    weight: int
    parts: tuple[Part, ...]
    sections: tuple[Section, ...]
    marking: Marking = "parts"
    carried_forward: CarriedForward = "nothing"

    @property
    def count(self) -> int:
        return sum(section.count for section in self.sections)


def reaches(points: int | Fraction, out_of: int, mark: int) -> bool:
    """Return whether points reach a mark in whole percent, decided on exact numbers: 79.9 % is not 80 %."""
    return points * 100 >= mark * out_of


@dataclass(frozen=True, slots=True)
class _Place:
    """A table of a blueprint and where it stands. What is wrong in it is noted in `faults`, and read as what would be
    right.
    """

    table: Mapping[str, Any]
    name: str = ""
    faults: list[BadBlueprint] = field(default_factory=list)

    def at(self, key: str) -> str:
        return f"{self.name}.{key}" if self.name else key

    def refuse(self, key: str, message: str, choices: Sequence[Any] = ()) -> None:
        """Note a fault, the first one at a place."""
        if all(fault.where != self.at(key) for fault in self.faults):
            self.faults.append(BadBlueprint(self.at(key), message, choices))

    def only(self, keys: frozenset[str] | set[str]) -> None:
        for key in self.table:
            if key not in keys:
                self.refuse(key, _("There is no such key."))

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        value = self.table.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            words = {"least": least, "most": most}
            self.refuse(key, _("Give a whole number from %(least)s to %(most)s.") % words)
            return least
        return value

    def text(self, key: str, most: int) -> str:
        value = self.table.get(key, "")
        if not isinstance(value, str) or len(value) > most or "\0" in value:
            self.refuse(key, _("Give a text of at most %(most)s signs.") % {"most": most})
            return ""
        return value.strip()

    def texts(self, key: str, most: int, *, needed: bool = True) -> Texts:
        """Read texts by language, those that are empty left out."""
        inner = self.inner(key)
        inner.only(set(LANGUAGES))
        found = {code: text for code in LANGUAGES if (text := inner.text(code, most))}
        if needed and "en" not in found:
            inner.refuse("en", _("Write this in English at least."))
        return found

    def flag(self, key: str) -> bool:
        value = self.table.get(key, False)
        if not isinstance(value, bool):
            self.refuse(key, _("This is true or false."))
            return False
        return value

    def inner(self, key: str) -> _Place:
        value = self.table.get(key, {})
        if not isinstance(value, Mapping):
            self.refuse(key, _("This is a table of keys and values."))
            value = {}
        return _Place(value, self.at(key), self.faults)

    def list_of(self, key: str, allowed: Sequence[Any]) -> tuple[Any, ...]:
        """Read a list of what is allowed, in the order in which that comes; all of it where there is no list."""
        value = self.table.get(key)
        if value is None or value == []:
            return tuple(allowed)
        if not isinstance(value, list) or any(each not in allowed or isinstance(each, bool) for each in value):
            self.refuse(key, _("Choose from these: %(all)s.") % {"all": ", ".join(map(str, allowed))}, allowed)
            return tuple(allowed)
        return tuple(each for each in allowed if each in value)

    def one_of(self, key: str, allowed: Sequence[str], default: str) -> Any:
        """Read one of some words."""
        value = self.table.get(key, default)
        if value not in allowed:
            self.refuse(key, _("Choose from these: %(all)s.") % {"all": ", ".join(allowed)}, allowed)
            return allowed[0]
        return value

    def places(self, key: str, most: int) -> list[_Place]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or len(value) > most or not all(isinstance(each, Mapping) for each in value):
            self.refuse(key, _("This is a list of at most %(most)s entries.") % {"most": most})
            return []
        return [_Place(each, f"{self.at(key)}[{number}]", self.faults) for number, each in enumerate(value)]


def chosen(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the plain values of an exam that is written today with what its author left to the site."""
    return {"carried_forward": "nothing", **table}


def load(table: Mapping[str, Any]) -> Plan:
    """Return the plan that plain values say, as they are stored. Raises BadBlueprint for the first place that is wrong,
    with those for all others.
    """
    top = _Place(table)
    top.only(_KEYS)
    slug, ruleset = _slug(top), _ruleset(top)
    pass_mark = top.number("pass_mark", 1, 100, 80)
    weight, parts = _performance(top)
    plan = Plan(
        slug=slug,
        title=top.texts("title", LONGEST_TITLE),
        about=top.texts("about", 600, needed=False),
        ruleset=ruleset,
        edition=top.text("edition", 20),
        minutes=top.number("minutes", 5, 480),
        pass_mark=pass_mark,
        wait_days=top.number("wait_days", 0, 365, 7),
        remedial=top.number("remedial", 0, 50, 5),
        valid_months=top.number("valid_months", 1, 120, 24),
        release=_release(top.inner("release")),
        weight=weight,
        parts=parts,
        sections=tuple(_section(each, ruleset, pass_mark) for each in top.places("sections", MOST_SECTIONS)),
        marking=top.one_of("marking", get_args(Marking), "parts"),
        carried_forward=top.one_of("carried_forward", get_args(CarriedForward), "earns"),
    )
    asked_rightly = not any(fault.where.startswith("sections") for fault in top.faults)
    if asked_rightly and not 1 <= plan.count <= MOST_ITEMS:
        top.refuse("sections", _("An exam asks 1 to %(most)s questions.") % {"most": MOST_ITEMS})
    for first in top.faults:
        raise BadBlueprint(first.where, first.message, first.choices, top.faults[1:])
    return plan


def _slug(top: _Place) -> str:
    slug = top.text("slug", 60)
    if not _SLUG.fullmatch(slug):
        top.refuse("slug", _("Use small letters, digits and single hyphens."))
    return slug


def _ruleset(top: _Place) -> str:
    ruleset = top.text("ruleset", 40) or "tda"
    if ruleset != OWN_HOUSE and not house_rules.exists(ruleset):
        top.refuse("ruleset", _("There are no house rules of this name."))
        return OWN_HOUSE
    return ruleset


def _release(place: _Place) -> Release:
    place.only(set(RELEASED))
    return Release(**{name: place.one_of(name, get_args(When), "") for name in RELEASED if name in place.table})


def _performance(top: _Place) -> tuple[int, tuple[Part, ...]]:
    place = top.inner("performance")
    place.only({"weight", "parts"})
    weight = place.number("weight", 0, MOST_WEIGHT, 0)
    parts = tuple(_part(each) for each in place.places("parts", MOST_PARTS))
    if bool(weight) != bool(parts) and not any(fault.where.startswith(place.name) for fault in place.faults):
        place.refuse("parts", _("A performance sheet has a weight and parts, or neither."))
    return weight, parts


def _part(place: _Place) -> Part:
    place.only({"name", "marks"})
    return Part(place.texts("name", 60), place.number("marks", 1, 100))


def _section(place: _Place, ruleset: str, pass_mark: int) -> Section:
    place.only({"name", "must_pass", "pass_mark", "items"})
    items = place.places("items", MOST_QUOTAS)
    if not items:
        place.refuse("items", _("A section asks something."))
    quotas = tuple(filter(None, (_quota(each, ruleset) for each in items)))
    name = place.texts("name", 80)
    return Section(name, quotas, place.flag("must_pass"), place.number("pass_mark", 1, 100, pass_mark))


def _quota(place: _Place, ruleset: str) -> Quota | None:
    place.only({"kind", "games", "limits", "levels", "count"})
    kind = KINDS.get(place.text("kind", 40))
    count = place.number("count", 1, 100)
    if kind is None:
        place.refuse("kind", _("There is no such kind of question."))
        return None
    if ruleset != OWN_HOUSE and not kind.asked_by(house_rules.rules_of(ruleset)):
        place.refuse("kind", _("This house has nothing to ask of this kind."))
    games = place.list_of("games", tuple(dict.fromkeys(variant.game for variant in kind.variants)))
    limits = place.list_of("limits", tuple(dict.fromkeys(variant.limit for variant in kind.variants)))
    variants = tuple(each for each in kind.variants if each.game in games and each.limit in limits)
    if not variants:
        place.refuse("limits", _("This kind is not asked of these games with these limits."))
    return Quota(kind.id, variants, place.list_of("levels", kind.levels), count)


def to_table(plan: Plan) -> dict[str, Any]:
    """Return a plan as plain values: `load` makes the same plan of them."""
    return {
        "slug": plan.slug,
        "title": dict(plan.title),
        "about": dict(plan.about),
        "ruleset": plan.ruleset,
        "edition": plan.edition,
        "minutes": plan.minutes,
        "pass_mark": plan.pass_mark,
        "wait_days": plan.wait_days,
        "remedial": plan.remedial,
        "valid_months": plan.valid_months,
        "marking": plan.marking,
        "carried_forward": plan.carried_forward,
        "release": {name: getattr(plan.release, name) for name in RELEASED},
        "performance": {
            "weight": plan.weight,
            "parts": [{"name": dict(part.name), "marks": part.marks} for part in plan.parts],
        },
        "sections": [_section_table(section) for section in plan.sections],
    }


def _section_table(section: Section) -> dict[str, Any]:
    return {
        "name": dict(section.name),
        "must_pass": section.must_pass,
        "pass_mark": section.pass_mark,
        "items": [
            {
                "kind": quota.kind,
                "games": list(dict.fromkeys(variant.game for variant in quota.variants)),
                "limits": list(dict.fromkeys(variant.limit for variant in quota.variants)),
                "levels": list(quota.levels),
                "count": quota.count,
            }
            for quota in section.quotas
        ],
    }
