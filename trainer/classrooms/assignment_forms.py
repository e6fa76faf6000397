"""The forms in which a class is given something to do. Moments are those of the time zone in force, the class's."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext_lazy

from quizzes.authoring.templates import sizes
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS
from quizzes.lessons.pages import listed
from quizzes.models import Lesson, LessonVersion
from quizzes.practising.asking import Choice
from quizzes.practising.choices import games_drilled
from quizzes.wording.games import game_name
from quizzes.wording.kinds import kind_name
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment
from trainer.classrooms.models.assignments import MOST_RIGHT

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Label: TypeAlias = "str | _StrPromise"
What = Assignment.What
TRIES = (
    (1, pgettext_lazy("tries", "one")),
    (2, pgettext_lazy("tries", "two")),
    (3, pgettext_lazy("tries", "three")),
    (0, lazy("as many as one likes")),
)
COMMON = ("name", "opens_at", "due_at", "late", "late_until")
LEAST_FACTOR, MOST_FACTOR = 100, 400
FIRST_YEAR, LAST_YEAR = 2000, 2200


def moment(label: Label, *, required: bool = True, help_text: Label = "") -> forms.DateTimeField:
    """Return the field of a moment, which a browser asks for with a calendar. Years far from ours are refused."""
    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    field = forms.DateTimeField(label=label, required=required, help_text=help_text, widget=widget)
    field.validators.append(_near)
    return field


def _near(moment: datetime) -> None:
    """Refuse the first and last years of the calendar: by the clocks of elsewhere they may be outside of it."""
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        years = {"first": str(FIRST_YEAR), "last": str(LAST_YEAR)}
        raise ValidationError(_("Give a year between %(first)s and %(last)s.") % years)


class AssignmentForm(forms.Form):
    """What all assignments have: a name, when, and what becomes of late answers."""

    name = forms.CharField(label=lazy("Name"), max_length=80)
    opens_at = moment(lazy("Opens"))
    due_at = moment(pgettext_lazy("of an assignment", "Due"))
    late = forms.ChoiceField(
        label=lazy("After that"), choices=Assignment.Late.choices, widget=forms.Select({"class": "select"})
    )
    late_until = moment(lazy("Late answers count until"), required=False, help_text=lazy("If they do until a day."))
    house = forms.BooleanField(required=False)
    everybody = forms.BooleanField(required=False)

    def __init__(self, *args: Any, author: int, **kwargs: Any) -> None:
        """`author` is the account whose templates are offered."""
        super().__init__(*args, **kwargs)
        self.author = author

    def clean(self) -> dict[str, Any]:
        """Hold the moments to their order."""
        found = self.cleaned_data
        opens, due, until = found.get("opens_at"), found.get("due_at"), found.get("late_until")
        if opens and due and due <= opens:
            self.add_error("due_at", _("This is not after the opening."))
        if found.get("late") != Assignment.Late.UNTIL:
            found["late_until"] = None
        elif "late_until" in found and (until is None or (due and until <= due)):
            self.add_error("late_until", _("Say until when: a moment after the assignment is due."))
        return found

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the assignment, once the form is valid."""
        return {name: self.cleaned_data[name] for name in COMMON}

    @property
    def lessons(self) -> list[Lesson]:
        """The lessons that were chosen, in the order of the course, once the form is valid."""
        return []


def wanted_answers(help_text: Label) -> forms.IntegerField:
    """Return the field of how many right answers are wanted."""
    return forms.IntegerField(
        label=lazy("Right answers"), min_value=1, max_value=MOST_RIGHT, initial=20, help_text=help_text
    )


class GoalForm(AssignmentForm):
    """So many right answers in practice, of some skills, on a level.

    One against a mistake, `against`, keeps that and its skill: only how many, the level and the times can be changed.
    """

    kind = forms.MultipleChoiceField(required=False)
    game = forms.MultipleChoiceField(required=False)
    level = forms.TypedChoiceField(
        label=lazy("Level"), coerce=int, empty_value=None, required=False, widget=forms.Select({"class": "select"})
    )
    wanted = wanted_answers(lazy("Right in every part."))
    unaided = forms.BooleanField(required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.against = self.initial.get("mistake", "")
        _choices(self, "kind", [(id, kind_name(id)) for id in KINDS])
        _choices(self, "game", [(id, game_name(id)) for id in games_drilled()])
        _choices(self, "level", [("", _("any")), *((str(level), str(level)) for level in LEVELS)])

    @property
    def choice(self) -> Choice:
        """What is ticked, as the boxes of a page take it."""
        kinds, games = self["kind"].value() or (), self["game"].value() or ()
        return Choice(".".join(id for id in KINDS if id in kinds) or None, game=".".join(games) or None)

    @property
    def settings(self) -> dict[str, Any]:
        found = self.cleaned_data
        asked = {name: found[name] for name in ("level", "wanted", "unaided")}
        if self.against:
            return {**super().settings, **asked}
        kinds = [id for id in KINDS if id in found["kind"]]
        games = [id for id in games_drilled() if id in found["game"]]
        named = {"games": ".".join(games), "kinds": ".".join(kinds) if len(kinds) < len(KINDS) else ""}
        return {**super().settings, **asked, **named}


class SetForm(AssignmentForm):
    """A set of scenarios, which are chosen on a page of their own."""

    tries = forms.TypedChoiceField(
        label=lazy("Tries for each"), coerce=int, choices=TRIES, widget=forms.Select({"class": "select"})
    )

    @property
    def settings(self) -> dict[str, Any]:
        return {**super().settings, "tries": self.cleaned_data["tries"]}


class PoolForm(AssignmentForm):
    """So many different spots of a template that its author has published, each answered right."""

    pool = forms.TypedChoiceField(
        label=lazy("Template"),
        coerce=int,
        widget=forms.Select({"class": "select"}),
        help_text=lazy("Those that you have published. Its spots are asked by the house rules that it names."),
        error_messages={"required": lazy("Choose a template.")},
    )
    wanted = wanted_answers(lazy("Each to another spot, right in every part."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pools = {each.pk: each for each in assignments.pools(self.author, self.initial.get("pool"))}
        _choices(self, "pool", [("", "–"), *((str(pk), each.name) for pk, each in self.pools.items())])

    def clean(self) -> dict[str, Any]:
        """Want no more spots than there are."""
        found = super().clean()
        if (pool := found.get("pool")) and (wanted := found.get("wanted")):
            there = sizes([pool])[pool]
            if wanted > there:
                self.add_error("wanted", _("This template has %(there)s spots.") % {"there": there})
        return found

    @property
    def settings(self) -> dict[str, Any]:
        found = self.cleaned_data
        return {**super().settings, "wanted": found["wanted"], "pool": self.pools[found["pool"]]}


class PathForm(AssignmentForm):
    """Lessons to be read with their checks. Those without a check can't be seen to be read."""

    lesson = forms.MultipleChoiceField(error_messages={"required": lazy("Choose one lesson at least.")})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        checked = LessonVersion.objects.filter(language="en").exclude(checks=[])
        slugs = set(checked.values_list("lesson__slug", flat=True))
        self.parts = [
            (part, [(each.slug, each.title) for each in lessons if each.slug in slugs]) for part, lessons in listed({})
        ]
        _choices(self, "lesson", [choice for _part, choices in self.parts for choice in choices])

    @property
    def lessons(self) -> list[Lesson]:
        return list(Lesson.objects.filter(slug__in=self.cleaned_data["lesson"]).order_by("place", "slug"))


FORMS: Mapping[str, type[AssignmentForm]] = {
    What.GOAL: GoalForm,
    What.SET: SetForm,
    What.POOL: PoolForm,
    What.PATH: PathForm,
}


class ExtensionForm(forms.Form):
    """More time for one learner: for this assignment, and as a share for all that the class is given to do."""

    due_at = moment(
        lazy("Due for them"),
        required=False,
        help_text=lazy("Empty: as for everybody, with their percentage of the time."),
    )
    time_factor = forms.IntegerField(
        label=lazy("Their time, in percent of the usual"),
        min_value=LEAST_FACTOR,
        max_value=MOST_FACTOR,
        help_text=lazy("It holds for everything that this class is given to do."),
    )

    def __init__(self, *args: Any, assignment: Assignment, **kwargs: Any) -> None:
        """`assignment` is what the date is for."""
        super().__init__(*args, **kwargs)
        self.assignment = assignment

    def clean_due_at(self) -> datetime | None:
        """Refuse a date before that of the class, in which it would mean nothing."""
        due: datetime | None = self.cleaned_data["due_at"]
        if due is not None and due < self.assignment.due_at:
            raise forms.ValidationError(_("This is before the class’s date. Give a later one, or leave it empty."))
        return due


def initial(assignment: Assignment) -> dict[str, Any]:
    """Return an assignment as its form shows it before anything is changed."""
    found: dict[str, Any] = {name: getattr(assignment, name) for name in COMMON}
    if assignment.what == What.GOAL:
        kinds, games = assignment.kinds.split("."), assignment.games.split(".")
        asked = {name: getattr(assignment, name) for name in ("level", "wanted", "unaided", "mistake")}
        return {**found, **asked, "kind": kinds, "game": games}
    if assignment.what == What.POOL:
        return {**found, "wanted": assignment.wanted, "pool": assignment.pool_id}
    if assignment.what == What.SET:
        return {**found, "tries": assignment.tries}
    return {**found, "lesson": list(assignment.items.values_list("lesson__slug", flat=True))}


def _choices(form: forms.Form, name: str, choices: list[tuple[str, str]]) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = choices
