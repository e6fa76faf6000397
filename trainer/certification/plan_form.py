"""The form by which people write an exam: its fields are named by the places of a plan, so each fault has its field.

Rows that are left empty are no rows; below those that are filled there is always one more to fill in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
from quizzes.models import HouseRules
from quizzes.wording.games import GAME_NAMES, LIMIT_NAMES
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from trainer.certification.outline import RELEASED_NAMES, WHEN_NAMES
from trainer.certification.plan_texts import ROW, as_table, compressed, count, flat, words
from trainer.certification.plans import (
    LANGUAGES,
    LONGEST_TITLE,
    MOST_PARTS,
    MOST_QUOTAS,
    MOST_SECTIONS,
    OWN_HOUSE,
    RELEASED,
    BadBlueprint,
    Plan,
    chosen,
    load,
)

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
NARROWED: dict[str, tuple[Any, dict[str, Any]]] = {
    "games": (lazy("Games"), GAME_NAMES),
    "limits": (lazy("Limits"), LIMIT_NAMES),
    "levels": (
        lazy("Levels"),
        {str(level): level for level in sorted({n for kind in KINDS.values() for n in kind.levels})},
    ),
}
"""What narrows a kind of question: its name, and what there is to tick."""

LANGUAGE_NAMES = {"en": lazy("English"), "ms": lazy("Malay"), "zh-hant": lazy("Chinese")}


@dataclass(frozen=True, slots=True)
class RowFields:
    """The fields of a kind of question: which and how many, and the boxes that narrow it."""

    fields: list[forms.BoundField]
    narrowed: list[forms.BoundField]

    @property
    def is_narrowed(self) -> bool:
        """Whether a box is ticked, or something is wrong with what is."""
        return any(field.value() or field.errors for field in self.narrowed)


@dataclass(frozen=True, slots=True)
class SectionFields:
    """The fields of a section: its own, and a row for each kind of question."""

    number: int
    fields: list[forms.BoundField]
    rows: list[RowFields]


class Menu(forms.Select):
    """A list to choose from, as Django's looks. No template puts its options together one by one: the largest plan has
    thousands.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        options = ((each["value"], flatatt(each["attrs"]), each["label"]) for each in _each(widget))
        rows = format_html_join("", '<option value="{}"{}>{}</option>', options)
        return format_html('<select name="{}"{}>{}</select>', name, flatatt(widget["attrs"]), rows)


class Ticks(forms.CheckboxSelectMultiple):
    """Boxes to tick, which are kept as one text with commas. They look as Django's do, and are put together as the
    options of a Menu are.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        widget = self.get_context(name, value, attrs)["widget"]
        rows = format_html_join(
            "",
            '<div><label for="{}"><input type="checkbox" name="{}" value="{}"{}> {}</label></div>',
            ((box["attrs"]["id"], name, box["value"], flatatt(box["attrs"]), box["label"]) for box in _each(widget)),
        )
        return format_html('<div id="{}">{}</div>', widget["attrs"]["id"], rows)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[str]:
        return words(data.get(name, ""))

    def format_value(self, value: Any) -> list[str]:
        return words(value) if isinstance(value, str) else [str(each) for each in value or ()]


class PlanForm(forms.Form):
    """An exam as its author writes it. It holds texts alone; `table` makes a plan's plain values of them."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, table: Mapping[str, Any], houses: Sequence[HouseRules]
    ) -> None:
        typed = compressed(data) if data is not None else compressed(flat(table))
        super().__init__(typed if data is not None else None, initial=typed)
        self.typed = typed
        self.sections_shown = min(MOST_SECTIONS, count(typed, "sections") + 1)
        self.parts_shown = min(MOST_PARTS, count(typed, "performance.parts") + 1)
        self.fields["slug"] = _text(
            _("Short name, for the exam’s address"), help=_("Small letters, digits and hyphens, such as dealer-3.")
        )
        for key, label, most in (("title", _("Title"), LONGEST_TITLE), ("about", _("For whom it is"), 600)):
            for code in LANGUAGES:
                self.fields[f"{key}.{code}"] = _text(_in(label, code), most)
        for code in LANGUAGES:
            self.fields[f"about.{code}"].widget = forms.Textarea({"rows": 3})
        self.fields["ruleset"] = _pick(_("House rules"), _houses(houses))
        self.fields["edition"] = _text(_("Edition of the rules"), 20)
        for key, (name, usual) in NUMBERS.items():
            self.fields[key] = _text(str(name), 6, usual)
        self.fields["marking"] = _pick(_("What is worth one point"), MARKING.items())
        carried = _("What a part is worth that follows rightly from a slip in another part")
        self.fields["carried_forward"] = _pick(carried, CARRIED_FORWARD.items())
        for key in RELEASED:
            self.fields[f"release.{key}"] = _pick(str(RELEASED_NAMES[key]).capitalize(), WHEN_NAMES.items())
            self.fields[f"release.{key}"].widget = forms.RadioSelect(choices=list(WHEN_NAMES.items()))
        for place in range(self.parts_shown):
            self._add_part(f"performance.parts[{place}]")
        for place in range(self.sections_shown):
            self._add_section(f"sections[{place}]")
        for field in self.fields.values():
            if isinstance(field.widget, forms.Select):
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
            for key, (label, choices) in NARROWED.items():
                boxes = forms.MultipleChoiceField(label=label, choices=choices.items, required=False, widget=Ticks)
                self.fields[f"{name}.{key}"] = boxes

    def _rows(self, at: str) -> int:
        return min(MOST_QUOTAS, count(self.typed, f"{at}.items") + 1)

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
            rows = [f"{at}.items[{row}]" for row in range(self._rows(at))]
            found.append(SectionFields(place + 1, own, [self._row(row) for row in rows]))
        return found

    def _row(self, at: str) -> RowFields:
        narrowed = self.of(*(f"{at}.{key}" for key in NARROWED))
        return RowFields(self.of(f"{at}.kind", f"{at}.count"), narrowed)

    @property
    def faulty(self) -> list[tuple[str, forms.BoundField]]:
        """The fields with a fault in the order of the page, each with the name of the section or part it is in."""
        asked = (field for section in self.sections for field in self._starting(f"sections[{section.number - 1}]."))
        marked = (field for part in self.parts for field in part)
        fields = (*self.about, *self.terms, *self.how_marked, *asked, self.weight, *marked, *self.release)
        return [(_part_of(field.name), field) for field in fields if field.errors]

    def _starting(self, start: str) -> list[forms.BoundField]:
        return self.of(*(name for name in self.fields if name.startswith(start)))

    def plan(self) -> Plan | None:
        """Return the plan that was typed, None where it can't be: each fault then stands beside its field."""
        try:
            plan = load(self.table())
        except BadBlueprint as fault:
            self.tell(fault)
            return None
        return plan if self.is_valid() else None

    def tell(self, fault: BadBlueprint) -> None:
        """Have a fault, and those told with it, stand beside its field, for a whole part of the plan the first one that
        is asked there; at the top where there is none for it.
        """
        for each in (fault, *fault.others):
            at = each.where if each.where in self.fields else self._first(each.where)
            if at is None or at not in self.errors:
                self.add_error(at, _message(each))

    def _first(self, of: str) -> str | None:
        within = [name for name in self.fields if name.startswith(of)]
        return next((name for name in within if name.endswith(".kind")), within[0] if within else None)

    def table(self) -> dict[str, Any]:
        """Return what was typed as a plan's plain values."""
        return chosen(as_table({place: text for place, text in self.typed.items() if place in self.fields}))


def _each(widget: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the options of a widget as a template would get them."""
    for _name, options, _place in widget["optgroups"]:
        yield from options


def _part_of(place: str) -> str:
    """Return the name of the section or part that a place is in, "" where it is in none."""
    row = ROW.fullmatch(place)
    if row is None:
        return ""
    words = {"number": int(row[2]) + 1}
    return _("Section %(number)s") % words if row[1] == "sections" else _("Part %(number)s") % words


def _message(fault: BadBlueprint) -> str:
    """Return what is wrong, with games and limits by their names."""
    names = NARROWED.get(fault.where.rpartition(".")[2])
    if names is None or not fault.choices:
        return fault.message
    return _("Choose from these: %(all)s.") % {"all": ", ".join(str(names[1][str(each)]) for each in fault.choices)}


def _in(label: str, code: str) -> str:
    return _("%(label)s in %(language)s") % {"label": label, "language": LANGUAGE_NAMES[code]}


def _text(label: str, most: int = 60, usual: object = "", help: str = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=most, initial=usual, help_text=help, required=False)


def _pick(label: str, choices: Iterable[tuple[str, Any]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=list(choices), required=False, widget=Menu)


def _houses(own: Sequence[HouseRules]) -> Iterator[tuple[str, str]]:
    yield from ((id, house_name(ruleset(id))) for id in RULESET_IDS)
    yield from ((row.id_in_drills, str(row)) for row in own)
    yield OWN_HOUSE, _("each house’s own, chosen when it is offered")
