"""What a class is given to do: making and changing assignments, and until when each learner has time for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import transaction
from django.db.models import Exists, F, Q, QuerySet, Subquery
from django.db.models import OuterRef as Outer
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from quizzes.authoring.templates import recipe_of
from quizzes.house_rules import rules_of
from quizzes.kinds import KINDS
from quizzes.models import Lesson, ScenarioVersion, TemplateVersion
from quizzes.practising import choices
from quizzes.practising.asking import Choice
from quizzes.practising.choices import choice_words
from quizzes.reference import mistakes
from quizzes.wording.authored import scenario_name
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name
from quizzes.zones import zone_of
from trainer.accounts.models import User
from trainer.classrooms.classes import by_name
from trainer.classrooms.models import Assignee, Assignment, AssignmentItem, Classroom, Extension, Membership

MOST_ITEMS = 60
SETTINGS = (
    *("name", "kinds", "level", "games", "mistake", "unaided", "pool", "wanted", "tries"),
    *("opens_at", "due_at", "late", "late_until"),
)
DATES = ("opens_at", "due_at", "late_until")

State = Literal["early", "open", "late", "closed"]

Basis = Literal["class", "share", "own", "ended"]
"""By what somebody's time ends: the class's, their share of it, a date of their own, or the assignment's end before."""


class TooMany(Exception):
    """More scenarios than a set takes."""


@dataclass(frozen=True, slots=True)
class Window:
    """When answers count for somebody: on time from `opens_at` to `due_at`, late to `until`, None for ever. `by` is why
    it is due then.
    """

    opens_at: datetime
    due_at: datetime
    until: datetime | None
    by: Basis = "class"

    def state(self, now: datetime) -> State:
        """Return how answers that are given at a moment count."""
        if now < self.opens_at:
            return "early"
        if now <= self.due_at:
            return "open"
        return "late" if self.until is None or now <= self.until else "closed"


def window(assignment: Assignment, factor: int = 100, extended: datetime | None = None) -> Window:
    """Return when answers count for somebody with that time factor, in hundredths, and extension.

    An extension is the date that holds; without one the factor stretches the time from opening to due. An extension
    that the class's own date has overtaken since holds no more: nobody has less time than the class. What is accepted
    late is so by as much later. The end of an assignment is the end of both.
    """
    due, by = _due(assignment, factor, extended)
    until: datetime | None = due
    if assignment.late == Assignment.Late.ALWAYS:
        until = None
    elif assignment.late_until is not None:
        until = assignment.late_until + (due - assignment.due_at)
    if assignment.ended_at is not None:
        due, by = min((due, by), (assignment.ended_at, "ended"), key=lambda ends: ends[0])
        until = min(filter(None, [until, assignment.ended_at]))
    return Window(assignment.opens_at, due, until, by)


def _due(assignment: Assignment, factor: int, extended: datetime | None) -> tuple[datetime, Basis]:
    if extended is not None and extended >= assignment.due_at:
        return extended, "own"
    if factor > 100:
        return assignment.opens_at + (assignment.due_at - assignment.opens_at) * factor / 100, "share"
    return assignment.due_at, "class"


def choice_of(assignment: Assignment) -> Choice:
    """Return what practice asks for a goal. Kinds that are not drilled any more are left out.

    A mistake that the usual house does not know is asked by the house of its page, unless the class has one of its own.
    """
    kinds = [id for id in assignment.kinds.split(".") if id in KINDS]
    if assignment.mistake and kinds and assignment.mistake in choices.shown(kinds[0]):
        kind, trap = KINDS[kinds[0]], mistakes.misconception(kinds[0], assignment.mistake)
        house = assignment.ruleset if assignment.house_id else mistakes.pair(kind.id, trap.id)[0].document.rules.id
        return replace(choices.practised(kind, trap, house), level=assignment.level)
    return Choice(".".join(kinds) or None, assignment.level, assignment.ruleset, assignment.games or None)


@transaction.atomic
def make(
    user: User,
    classroom: Classroom,
    what: str,
    settings: dict[str, Any],
    lessons: Sequence[Lesson] = (),
    learners: Collection[int] | None = None,
) -> Assignment:
    """Make an assignment of a class, asked under its house. `settings` are those of SETTINGS that are given.

    `learners` are the accounts to which it is given, None for all who learn in the class. A set begins without
    scenarios: `add_scenarios` puts them in.
    """
    chosen = {"house_id": classroom.house_id, "made_by": user, "chosen": learners is not None}
    made = Assignment.objects.create(classroom=classroom, what=what, **chosen, **_known(settings))
    Assignee.objects.bulk_create(Assignee(assignment=made, learner_id=learner) for learner in learners or ())
    _set_lessons(made, lessons)
    return made


@transaction.atomic
def change(
    assignment: Assignment,
    settings: dict[str, Any],
    lessons: Sequence[Lesson] = (),
    *,
    house: bool = False,
    everybody: bool = False,
) -> None:
    """Change an assignment's settings, and its lessons where it is a path.

    It goes on under the house that it was made for; with `house` it takes over the one that the class has by now. With
    `everybody` it is given to the whole class from here on.
    """
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    changed = _known(settings)
    if house:
        changed["house_id"] = assignment.classroom.house_id
    if everybody:
        changed["chosen"] = False
        assignment.assignees.all().delete()
    for name, value in changed.items():
        setattr(assignment, name, value)
    assignment.save(update_fields=changed)  # an end that was made meanwhile stays
    if assignment.what == Assignment.What.PATH:
        assignment.items.all().delete()
        _set_lessons(assignment, lessons)


def end(assignment: Assignment, now: datetime | None) -> None:
    """End an assignment at a moment, or take it up again for None. One that has ended keeps its moment."""
    Assignment.objects.filter(pk=assignment.pk, ended_at__isnull=now is not None).update(ended_at=now)


@transaction.atomic
def extend(assignment: Assignment, member: Membership, due_at: datetime | None, factor: int) -> None:
    """Give a learner time for an assignment until a moment, None for the usual one, and a time factor in the class."""
    mine = Extension.objects.filter(assignment=assignment, learner=member.learner_id)
    if due_at is None:
        mine.delete()
    else:
        mine.update_or_create(assignment=assignment, learner_id=member.learner_id, defaults={"due_at": due_at})
    Membership.objects.filter(pk=member.pk).update(time_factor=factor)


def give_to(assignment: Assignment, learners: Collection[int]) -> int:
    """Give an assignment that is for some learners alone to others of the class too, by their accounts; return how many
    did not have it.
    """
    fresh = others_of(assignment).filter(learner__in=learners).values_list("learner_id", flat=True)
    added = [Assignee(assignment=assignment, learner_id=learner) for learner in fresh]
    Assignee.objects.bulk_create(added, ignore_conflicts=True)
    return len(added)


@transaction.atomic
def take_from(assignment: Assignment, learner: int) -> None:
    """Take an assignment that is for some learners alone from one of them, with their time; what was answered stays."""
    Extension.objects.filter(assignment=assignment, learner=learner).delete()
    Assignee.objects.filter(assignment=assignment, learner=learner).delete()


def others_of(assignment: Assignment) -> QuerySet[Membership]:
    """Return those who learn in the class and do not have an assignment that is for some learners alone."""
    learning = Membership.objects.filter(classroom=assignment.classroom_id, role=Membership.Role.LEARNER)
    return learning.exclude(Exists(Assignee.objects.filter(assignment=assignment, learner=Outer("learner"))))


def words_of(assignment: Assignment) -> str:
    """Return what is to be done, in a few words, in the language in force."""
    if assignment.what == Assignment.What.GOAL:
        goal = ngettext(
            "%(wanted)s right answer: %(choice)s", "%(wanted)s right answers: %(choice)s", assignment.wanted
        )
        return goal % {"wanted": assignment.wanted, "choice": choice_words(choice_of(assignment))}
    if assignment.what == Assignment.What.POOL and assignment.pool:
        pool = ngettext(
            "%(wanted)s spot of “%(name)s” answered right",
            "%(wanted)s spots of “%(name)s” answered right",
            assignment.wanted,
        )
        return pool % {"wanted": assignment.wanted, "name": assignment.pool.name}
    return _("A set of scenarios") if assignment.what == Assignment.What.SET else _("Lessons to read")


@dataclass(frozen=True, slots=True)
class Asked:
    """By which house an assignment is asked, by its name, "" where each of its parts is asked by its own; whether
    answers after a hint don't count; and sentences on what is asked in another way than it was chosen.
    """

    house: str = ""
    unaided: bool = False
    unmet: tuple[str, ...] = ()


def asked_of(assignment: Assignment) -> Asked:
    """Return by which rules an assignment is asked, in the language in force."""
    if assignment.what == Assignment.What.GOAL:
        choice = choice_of(assignment)
        return Asked(house_name(rules_of(choice.ruleset)), assignment.unaided, tuple(choices.unmet(choice)))
    return Asked(house_name(rules_of(recipe_of(assignment.pool).house))) if assignment.pool else Asked()


def scenarios(wanted: str = "", kind: str = "") -> QuerySet[ScenarioVersion]:
    """Return the scenarios that a set may have, the latest first: published ones that are not kept for exams."""
    found = ScenarioVersion.objects.filter(state=ScenarioVersion.State.PUBLISHED, scenario__exam=False, kind__in=KINDS)
    if kind:
        found = found.filter(kind=kind)
    return _light(found.filter(title__icontains=wanted) if wanted else found).order_by("-pk")


def pools(author: int, there: int | None = None) -> QuerySet[TemplateVersion]:
    """Return the templates whose pools somebody may give to a class: what they have published, the latest first, and
    the one that is there already, by its id.
    """
    published = Q(template__owner=author, state=TemplateVersion.State.PUBLISHED)
    return TemplateVersion.objects.filter(published | Q(pk=there), kind__in=KINDS).order_by("-published_at", "-pk")


def asked_now(versions: Sequence[ScenarioVersion]) -> list[ScenarioVersion]:
    """Return by which versions the scenarios of a set are asked, each with its drill: what is published of a scenario
    now, else the version that was chosen. One query.
    """
    published = ScenarioVersion.State.PUBLISHED
    shown = Q(scenario__in=[each.scenario_id for each in versions], state=published, kind__in=KINDS)
    rows = ScenarioVersion.objects.filter(shown | Q(pk__in=[each.pk for each in versions]))
    found = {row.pk: row for row in _light(rows).select_related("drill__bucket")}
    newest = {row.scenario_id: row for row in found.values() if row.state == published}
    return [newest.get(each.scenario_id, found[each.pk]) for each in versions]


def scenario_named(version: ScenarioVersion) -> str:
    """Return how lists name a scenario that `scenarios` or `asked_now` found."""
    prompt = version.prompt  # type: ignore[attr-defined]  # annotated by _light
    return scenario_name(version.title, version.scenario_id, kind_name(version.kind), prompt)


def _light(versions: QuerySet[ScenarioVersion]) -> QuerySet[ScenarioVersion]:
    return versions.annotate(prompt=F("document__prompt")).defer("document", "text")


@transaction.atomic
def add_scenarios(assignment: Assignment, versions: Collection[int]) -> int:
    """Put scenarios into a set after those that it has; return how many were not in it, in whatever version. Raises
    TooMany.
    """
    Assignment.objects.select_for_update().get(pk=assignment.pk)
    there = set(assignment.items.values_list("version__scenario", flat=True))
    chosen = scenarios().filter(pk__in=versions).values_list("pk", "scenario")
    fresh = [pk for pk, scenario in chosen if scenario not in there]
    if len(there) + len(fresh) > MOST_ITEMS:
        raise TooMany
    place = max(assignment.items.values_list("place", flat=True), default=0)
    AssignmentItem.objects.bulk_create(
        AssignmentItem(assignment=assignment, version_id=pk, place=number)
        for number, pk in enumerate(sorted(fresh), place + 1)
    )
    return len(fresh)


def take_out(assignment: Assignment, item: int) -> None:
    """Take a scenario out of a set; one that is not in it is out already."""
    assignment.items.filter(pk=item, version__isnull=False).delete()


def given_to(user_id: int) -> QuerySet[Assignment]:
    """Return the assignments of the classes that somebody learns in, what is due first, with the class.

    Each has the time `factor` and the moment to which it was `extended` for them: what `window` needs. One query.
    """
    membership = Membership.objects.filter(classroom=Outer("classroom"), learner=user_id)
    learning = Membership.objects.filter(learner=user_id, role=Membership.Role.LEARNER).values("classroom")
    extension = Extension.objects.filter(assignment=Outer("pk"), learner=user_id)
    mine = Assignee.objects.filter(assignment=Outer("pk"), learner=user_id)
    return (
        Assignment.objects.filter(Q(chosen=False) | Exists(mine), classroom__in=learning)
        .annotate(factor=Subquery(membership.values("time_factor")), extended=Subquery(extension.values("due_at")))
        .select_related("classroom", "pool")
        .order_by("due_at", "pk")
    )


def window_of(assignment: Assignment) -> Window:
    """Return somebody's window of an assignment that `given_to` gave."""
    return window(assignment, assignment.factor, assignment.extended)  # type: ignore[attr-defined]  # annotated there


def waiting(user_id: int, now: datetime) -> list[Assignment]:
    """Return what somebody can do now for their classes, what is due first. One query."""
    opened = given_to(user_id).filter(opens_at__lte=now, ended_at=None)
    return [each for each in opened if window_of(each).state(now) in ("open", "late")]


def unfinished(user_id: int, now: datetime) -> list[Assignment]:
    """Return what somebody can do for their classes, or will when it opens, what is due first. One query."""
    return [each for each in given_to(user_id).filter(ended_at=None) if window_of(each).state(now) != "closed"]


def learners_of(assignment: Assignment) -> Sequence[int]:
    """Return the accounts of the class's learners to whom an assignment is given, by their names: one query."""
    learners = Membership.objects.filter(classroom=assignment.classroom_id, role=Membership.Role.LEARNER)
    if assignment.chosen:
        learners = learners.filter(learner__in=assignment.assignees.values("learner"))
    return by_name(learners.values_list("learner_id", "learner__username"))


def members(
    classroom: Classroom, assignment: Assignment, learners: Iterable[int]
) -> dict[int, tuple[Membership, Window]]:
    """Return the memberships of learners by their accounts, each with when answers count for them: one query."""
    extension = Extension.objects.filter(assignment=assignment, learner=Outer("learner"))
    found = Membership.objects.filter(classroom=classroom, learner__in=learners, role=Membership.Role.LEARNER)
    rows = found.select_related("learner").annotate(extended=Subquery(extension.values("due_at")))
    return {row.learner_id: (row, window(assignment, row.time_factor, row.extended)) for row in rows}


def _known(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: settings[name] for name in SETTINGS if name in settings}


def _set_lessons(assignment: Assignment, lessons: Sequence[Lesson]) -> None:
    AssignmentItem.objects.bulk_create(
        AssignmentItem(assignment=assignment, lesson=lesson, place=place) for place, lesson in enumerate(lessons, 1)
    )


def copy_to(classroom: Classroom, made: Classroom, later: timedelta) -> None:
    """Give a copy of a class the assignments of the class, with their dates later: nobody's extensions go along.

    What is given to some learners alone stays behind, and so do scenarios that have been retired since; one that was
    corrected goes along as it is published by now. The dates keep their time of day in the class's zone.
    """
    asked = AssignmentItem.objects.filter(assignment__classroom=classroom).values("version__scenario")
    published = dict(scenarios().filter(scenario__in=asked).values_list("scenario", "pk"))
    for assignment in Assignment.objects.filter(classroom=classroom, chosen=False).order_by("pk"):
        items = assignment.items.order_by("-place").values_list("lesson", "version__scenario", "place")
        found = {(lesson, published.get(scenario)): place for lesson, scenario, place in items}  # one of each scenario
        assignment.pk, assignment._state.adding, assignment.classroom, assignment.ended_at = None, True, made, None
        for name in DATES:
            moment = getattr(assignment, name)
            setattr(assignment, name, moment and _later(moment, later, classroom))
        assignment.save()
        AssignmentItem.objects.bulk_create(
            AssignmentItem(assignment=assignment, place=place, version_id=version, lesson_id=lesson)
            for (lesson, version), place in found.items()
            if lesson or version
        )


def _later(moment: datetime, later: timedelta, classroom: Classroom) -> datetime:
    """Return a moment so much later by the clocks of a class, on which summer time may have begun or ended."""
    return moment.astimezone(zone_of(classroom.zone)) + later
