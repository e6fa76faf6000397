"""The form by which people write an exam: its fields are named by the places of a plan, so each fault has its field.

Rows that are left empty are no rows; below those that are filled there is always one more to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.models import HouseRules
from quizzes.wording.games import game_name
from quizzes.wording.kinds import kind_name
from quizzes.wording.rules import house_name
from trainer.certification.outline import RELEASED_NAMES, WHEN_NAMES
from trainer.certification.plans import (
    LANGUAGES,
    LONGEST_TITLE,
    MOST_PARTS,
    MOST_QUOTAS,
    MOST_SECTIONS,
    OWN_HOUSE,
    RELEASED,
    BadBlueprint,
    chosen,
)

Typed = dict[str, str]
"""What stands in the fields, by their places."""

NUMBERS = {
    "minutes": (lazy("Minutes"), 60),
    "pass_mark": (lazy("Pass mark in percent"), 80),
    "wait_days": (lazy("Days before a retake"), 7),
    "remedial": (lazy("Right answers in practice before a retake, in each kind that was missed"), 5),
    "valid_months": (lazy("Months for which a certificate is valid"), 24),
    "performance.weight": (lazy("Percent of the result that an examiner’s sheet decides, 0 for no sheet"), 0),
}
MARKING = {
    "questions": lazy("each question, whatever it asks"),
    "parts": lazy("each part of an answer"),
}
CARRIED_FORWARD = {
    "nothing": lazy("nothing"),
    "earns": lazy("what a right part is worth: a slip counts once"),
}
LANGUAGE_NAMES = {"en": lazy("English"), "ms": lazy("Malay"), "zh-hant": lazy("Chinese")}

_ROW = re.compile(r"(sections|performance\.parts)\[(\d+)\](?:\.items\[(\d+)\])?\.(.+)")
_RANGE = re.compile(r"(\d)\s*-\s*(\d)")


@dataclass(frozen=True, slots=True)
class SectionFields:
    """The fields of a section: its own, and a row for each kind of question."""

    number: int
    fields: list[forms.BoundField]
    rows: list[list[forms.BoundField]]


class PlanForm(forms.Form):
    """An exam as its author writes it. It holds texts alone; `table` makes a plan's plain values of them."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, table: Mapping[str, Any], houses: Sequence[HouseRules]
    ) -> None:
        typed = compressed(data) if data is not None else compressed(flat(table))
        super().__init__(typed if data is not None else None, initial=typed)
        self.typed = typed
        self.sections_shown = min(MOST_SECTIONS, _count(typed, "sections") + 1)
        self.parts_shown = min(MOST_PARTS, _count(typed, "performance.parts") + 1)
        self.fields["slug"] = _text(
            _("Short name, for the exam’s address"), help=_("Small letters, digits and hyphens, such as dealer-3.")
        )
        for key, label, most in (("title", _("Title"), LONGEST_TITLE), ("about", _("For whom it is"), 600)):
            for code in LANGUAGES:
                self.fields[f"{key}.{code}"] = _text(_in(label, code), most)
        self.fields["ruleset"] = _pick(_("House rules"), _houses(houses))
        self.fields["edition"] = _text(_("Edition of the rules"), 20)
        for key, (name, usual) in NUMBERS.items():
            self.fields[key] = _text(str(name), 6, usual)
        self.fields["marking"] = _pick(_("What is worth one point"), MARKING.items())
        carried = _("What a part is worth that follows rightly from a slip in another part")
        self.fields["carried_forward"] = _pick(carried, CARRIED_FORWARD.items())
        for key in RELEASED:
            self.fields[f"release.{key}"] = _pick(str(RELEASED_NAMES[key]).capitalize(), WHEN_NAMES.items())
        for place in range(self.parts_shown):
            self._add_part(f"performance.parts[{place}]")
        for place in range(self.sections_shown):
            self._add_section(f"sections[{place}]")
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.widget.attrs["class"] = "select"

    def _add_part(self, at: str) -> None:
        for code in LANGUAGES:
            self.fields[f"{at}.name.{code}"] = _text(_in(_("What is watched"), code), 60)
        self.fields[f"{at}.marks"] = _text(_("Marks"), 4)

    def _add_section(self, at: str) -> None:
        for code in LANGUAGES:
            self.fields[f"{at}.name.{code}"] = _text(_in(_("Section"), code), 80)
        self.fields[f"{at}.must_pass"] = forms.BooleanField(label=_("Must be passed by itself"), required=False)
        self.fields[f"{at}.pass_mark"] = _text(_("With so many percent"), 4)
        for row in range(self._rows(at)):
            name = f"{at}.items[{row}]"
            kinds = [("", _("none")), *((kind, kind_name(kind)) for kind in KINDS)]
            self.fields[f"{name}.kind"] = _pick(_("Kind of question"), kinds)
            self.fields[f"{name}.count"] = _text(_("How many"), 4)
            self.fields[f"{name}.games"] = _text(_("Games"), 120)
            self.fields[f"{name}.limits"] = _text(_("Limits"), 60)
            self.fields[f"{name}.levels"] = _text(_("Levels"), 20)

    def _rows(self, at: str) -> int:
        return min(MOST_QUOTAS, _count(self.typed, f"{at}.items") + 1)

    def of(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names]

    @property
    def about(self) -> list[forms.BoundField]:
        """The fields of what it is and for whom."""
        texts = (f"{key}.{code}" for key in ("title", "about") for code in LANGUAGES)
        return self.of("slug", *texts, "ruleset", "edition")

    @property
    def terms(self) -> list[forms.BoundField]:
        """The fields of time, marks and retakes."""
        return self.of(*(key for key in NUMBERS if "." not in key))

    @property
    def how_marked(self) -> list[forms.BoundField]:
        """The fields of how answers are marked. In a template a field goes before a property of its name."""
        return self.of("marking", "carried_forward")

    @property
    def weight(self) -> forms.BoundField:
        return self["performance.weight"]

    @property
    def release(self) -> list[forms.BoundField]:
        return self.of(*(f"release.{key}" for key in RELEASED))

    @property
    def parts(self) -> list[list[forms.BoundField]]:
        """The fields of the performance sheet, part by part."""
        return [self._starting(f"performance.parts[{place}].") for place in range(self.parts_shown)]

    @property
    def sections(self) -> list[SectionFields]:
        found = []
        for place in range(self.sections_shown):
            at = f"sections[{place}]"
            own = [field for field in self._starting(f"{at}.") if not field.name.startswith(f"{at}.items")]
            rows = [self._starting(f"{at}.items[{row}].") for row in range(self._rows(at))]
            found.append(SectionFields(place + 1, own, rows))
        return found

    @property
    def game_words(self) -> list[tuple[str, str]]:
        """The games as a field takes them, each with its name."""
        games = dict.fromkeys(variant.game for kind in KINDS.values() for variant in kind.variants)
        return [(game, game_name(game)) for game in games]

    @property
    def limit_words(self) -> list[str]:
        """The limits as a field takes them."""
        return list(dict.fromkeys(variant.limit for kind in KINDS.values() for variant in kind.variants))

    def _starting(self, start: str) -> list[forms.BoundField]:
        return self.of(*(name for name in self.fields if name.startswith(start)))

    def tell(self, fault: BadBlueprint) -> None:
        """Have a fault stand beside its field, at the top where there is none for it."""
        known = fault.where in self.fields
        self.add_error(fault.where if known else None, fault.message)

    def table(self) -> dict[str, Any]:
        """Return what was typed as a plan's plain values."""
        made: dict[str, Any] = {}
        for place, text in self.typed.items():
            if place not in self.fields:
                continue
            _put(made, re.findall(r"[^.\[\]]+", place), _value(place, text))
        return chosen(made)


def flat(table: Mapping[str, Any], at: str = "") -> Typed:
    """Return a plan's plain values as texts by their places."""
    found: Typed = {}
    for key, value in table.items():
        place = f"{at}.{key}" if at else key
        if isinstance(value, Mapping):
            found |= flat(value, place)
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            for number, row in enumerate(value):
                found |= flat(row, f"{place}[{number}]")
        elif isinstance(value, list):
            found[place] = ", ".join(map(str, value))
        elif isinstance(value, bool):
            found |= {place: "on"} if value else {}
        else:
            found[place] = str(value)
    return found


def compressed(data: Mapping[str, Any]) -> Typed:
    """Return what was typed without empty fields, and without the rows that are empty: others move up."""
    filled = {place: text for place in data if (text := str(data[place]).strip()) and place != "csrfmiddlewaretoken"}
    renamed: dict[str, dict[str, str]] = {}
    found: Typed = {}
    for place, text in sorted(filled.items(), key=lambda pair: _order(pair[0])):
        row = _ROW.fullmatch(place)
        if row is None:
            found[place] = text
            continue
        outer = _moved(renamed, row[1], row[2])
        inner = f".items[{_moved(renamed, f'{row[1]}[{row[2]}]', row[3])}]" if row[3] else ""
        found[f"{row[1]}[{outer}]{inner}.{row[4]}"] = text
    return found


def _moved(renamed: dict[str, dict[str, str]], of: str, number: str) -> str:
    """Return the number that a row gets: rows are met in their order."""
    known = renamed.setdefault(of, {})
    return known.setdefault(number, str(len(known)))


def _order(place: str) -> tuple[int, int]:
    row = _ROW.fullmatch(place)
    return (int(row[2]), int(row[3] or -1)) if row else (-1, -1)


def _count(typed: Typed, of: str) -> int:
    numbers = re.compile(re.escape(of) + r"\[(\d+)\]")
    return max((int(found[1]) + 1 for place in typed if (found := numbers.match(place))), default=0)


def _value(place: str, text: str) -> Any:
    """Return what a field says, as a plan has it; a text where it says no number, for `plans.load` to refuse."""
    key = re.split(r"[.\]]", place)[-1]
    if key == "must_pass":
        return True
    if key == "levels":
        return [int(level) if level.isdecimal() else level for level in _words(_RANGE.sub(_levels, text))]
    if key in ("games", "limits"):
        return _words(text)
    number = key in ("marks", "count") or key in NUMBERS or place in NUMBERS
    return int(text) if number and text.isdecimal() and len(text) < 10 else text


def _words(text: str) -> list[str]:
    return re.findall(r"[^\s,;]+", text)


def _levels(found: re.Match[str]) -> str:
    return " ".join(map(str, range(int(found[1]), int(found[2]) + 1)))


def _put(made: dict[str, Any], path: list[str], value: Any) -> None:
    """Put a value to its place in tables and lists, which are made on the way."""
    at: Any = made
    for key, following in zip(path, [*path[1:], ""], strict=True):
        last = not following
        if isinstance(at, list):
            while len(at) <= int(key):
                at.append({})
            at = at[int(key)]
        elif last:
            at[key] = value
        else:
            at = at.setdefault(key, [] if following.isdecimal() else {})


def _in(label: str, code: str) -> str:
    return _("%(label)s in %(language)s") % {"label": label, "language": LANGUAGE_NAMES[code]}


def _text(label: str, most: int = 60, usual: object = "", help: str = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=most, initial=usual, help_text=help, required=False)


def _pick(label: str, choices: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), required=False)


def _houses(own: Sequence[HouseRules]) -> Iterator[tuple[str, str]]:
    yield from ((id, house_name(ruleset(id))) for id in RULESET_IDS)
    yield from ((row.id_in_drills, str(row)) for row in own)
    yield OWN_HOUSE, _("each house’s own, chosen when it is offered")
