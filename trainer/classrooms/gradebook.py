"""What the learners of a class have done, skill by skill and assignment by assignment, as a page and as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial
from itertools import compress
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from quizzes.kinds import KINDS
from quizzes.models import SkillState
from quizzes.practising.progress import Tally
from quizzes.wording.kinds import kind_name
from trainer.classrooms.assignment_progress import Done, Task, progress
from trainer.classrooms.assignments import window
from trainer.classrooms.models import Assignee, Assignment, Classroom, Extension, Membership

PAGE = 50


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner of a class, with the time factor in hundredths."""

    pk: int
    name: str
    time_factor: int


class Work(NamedTuple):
    """How much of an assignment a learner has done. `right` is None where only what is right counts as done."""

    done: int
    of: int
    late: int
    right: int | None


@dataclass(frozen=True, slots=True)
class Row:
    """A learner with what was done of each assignment, None where it was not given to them, and what was tried in each
    kind, both in the columns' order.
    """

    learner: Learner
    work: tuple[Work | None, ...]
    tallies: tuple[Tally, ...]

    @property
    def total(self) -> Tally:
        return Tally(sum(tally.tries for tally in self.tallies), sum(tally.right for tally in self.tallies))


@dataclass(frozen=True, slots=True)
class Gradebook:
    """Some learners of a class, with the columns: what the class was given to do, and the names of the kinds."""

    assignments: tuple[Assignment, ...]
    kinds: tuple[str, ...]
    rows: tuple[Row, ...]


def learners(classroom: Classroom) -> list[Learner]:
    """Return the learners of a class in the order of their names. One query; the database knows no language's order."""
    members = Membership.objects.filter(classroom=classroom, role=Membership.Role.LEARNER)
    found = [Learner(*row) for row in members.values_list("learner", "learner__username", "time_factor")]
    return sorted(found, key=lambda learner: (learner.name.casefold(), learner.pk))


def page(classroom: Classroom, number: str | int) -> tuple[Page[Learner], Gradebook]:
    """Return a page of a class's learners, and what they have done, of the kinds those that one of them has tried. As
    many queries for fifty learners as for one.
    """
    found = Paginator(learners(classroom), PAGE).get_page(number)
    return found, _tried(gradebook(classroom, list(found)))


def _tried(found: Gradebook) -> Gradebook:
    """Return a gradebook without the columns in which nobody has tried anything."""
    tried = [any(row.tallies[place].tries for row in found.rows) for place in range(len(found.kinds))]
    rows = tuple(replace(row, tallies=tuple(compress(row.tallies, tried))) for row in found.rows)
    return replace(found, kinds=tuple(compress(found.kinds, tried)), rows=rows)


def gradebook(classroom: Classroom, those: Sequence[Learner]) -> Gradebook:
    """Return what some learners of a class have done, skills out of summaries alone.

    Three queries, one more where something was given to some learners alone, and what the progress of assignments
    takes; none of them depends on how many learners there are.
    """
    assignments = tuple(Assignment.objects.filter(classroom=classroom).order_by("due_at", "pk"))
    states = SkillState.objects.filter(user__in=[learner.pk for learner in those], kind__in=KINDS)
    tallies = {
        (user, kind): Tally(tries, right)
        for user, kind, tries, right in states.values_list("user", "kind", "tries", "right").iterator()
    }
    done = progress(_tasks(classroom, assignments, those))
    columns, nothing = [(each.pk, each.what == Assignment.What.SET) for each in assignments], Tally()
    rows = (
        Row(
            learner,
            tuple(_work(done.get((assignment, learner.pk)), is_set) for assignment, is_set in columns),
            tuple(tallies.get((learner.pk, kind), nothing) for kind in KINDS),
        )
        for learner in those
    )
    return Gradebook(assignments, tuple(map(kind_name, KINDS)), tuple(rows))


def _work(done: Done | None, is_set: bool) -> Work | None:
    """Return what is told of an assignment: a scenario of a set is done with its last try, right or wrong."""
    return None if done is None else Work(done.done, done.of, done.late, done.right if is_set else None)


def _tasks(classroom: Classroom, assignments: Sequence[Assignment], those: Sequence[Learner]) -> list[Task]:
    """Return each assignment for each learner to whom it was given, with their own time for it."""
    extensions = Extension.objects.filter(assignment__classroom=classroom)
    extended: dict[tuple[int, int], datetime] = {
        (assignment, learner): due
        for assignment, learner, due in extensions.values_list("assignment", "learner", "due_at")
    }
    chosen = [each.pk for each in assignments if each.chosen]
    given = set(Assignee.objects.filter(assignment__in=chosen).values_list("assignment", "learner") if chosen else ())
    tasks = list[Task]()
    for each in assignments:
        pk, windows = each.pk, cache(partial(window, each))  # there are few time factors, and thousands of learners
        tasks += (
            Task(each, one.pk, windows(one.time_factor, extended.get((pk, one.pk))))
            for one in those
            if not each.chosen or (pk, one.pk) in given
        )
    return tasks


def _cells(work: Work | None, columns: int) -> Sequence[str | int]:
    """Return the cells of an assignment that has so many columns, empty ones for whom it was not given to."""
    return [""] * columns if work is None else [number for number in work if number is not None]


def _names(found: Gradebook) -> Iterator[str]:
    """Yield the assignments' names for the head of a file: the second of a name is "Bets (2)". So is a set that has a
    skill's name, since both have a column for what is right.
    """
    taken, skills = set[str](), {*found.kinds}
    for assignment in found.assignments:
        name, number = assignment.name, 2
        while name in taken or (assignment.what == Assignment.What.SET and name in skills):
            name, number = f"{assignment.name} ({number})", number + 1
        taken.add(name)
        yield name


def sheet(classroom: Classroom) -> Iterator[list[str | int]]:
    """Yield the whole gradebook as the rows of a file, a head first, numbers as numbers."""
    found = gradebook(classroom, learners(classroom))
    head = [_("Learner"), _("Tries"), _("Right")]
    for assignment, name in zip(found.assignments, _names(found), strict=True):
        named = {"assignment": name}
        head += [_("%(assignment)s: done") % named, _("%(assignment)s: of") % named, _("%(assignment)s: late") % named]
        head += [_("%(assignment)s: right") % named] if assignment.what == Assignment.What.SET else []
    for skill in found.kinds:
        head += [_("%(skill)s: tries") % {"skill": skill}, _("%(skill)s: right") % {"skill": skill}]
    yield [*head]
    columns = [4 if assignment.what == Assignment.What.SET else 3 for assignment in found.assignments]
    for row in found.rows:
        work = [cell for each, many in zip(row.work, columns, strict=True) for cell in _cells(each, many)]
        skills = [number for tally in row.tallies for number in (tally.tries, tally.right)]
        yield [row.learner.name, row.total.tries, row.total.right, *work, *skills]
