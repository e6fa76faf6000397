"""Which rules a staff misses: the sections of its released exams with their points, and the mistakes by name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from django.db.models import Count, Exists, F, Func, OuterRef, Q, QuerySet, TextField

from quizzes.kinds import KINDS
from quizzes.wording.authored import in_language
from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known, mistake_name
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import exam_title
from trainer.certification.models import Blueprint, ItemResult, Sitting, Staff, StaffMember
from trainer.certification.scores import Marked, mixed, score

LOOKED_BACK = timedelta(days=2 * 365)
"""As long as most certificates are valid."""

MOST_MISTAKES = 20


@dataclass(frozen=True, slots=True)
class SectionMissed:
    """A section of an exam: the points of all who sat it together, as the exam counts them. Sections of several
    versions stand one by one.
    """

    exam: str
    name: str
    points: Fraction
    out_of: int

    @property
    def percent(self) -> int:
        """Points in percent, rounded down."""
        return 100 * self.points // self.out_of

    @property
    def written(self) -> str:
        """The points, written out exactly."""
        return mixed(self.points)


@dataclass(frozen=True, slots=True)
class MistakeMissed:
    """A mistake by its name: how many of the staff made it, how often, and where it is explained."""

    name: str
    kind_name: str
    kind: str
    mistake: str
    people: int
    times: int


def sections(staff: Staff, now: datetime) -> list[SectionMissed]:
    """Return the sections in which points were missed, the one with the least share of them first. Two queries."""
    by_exam = ("item__sitting__blueprint", "item__section")
    found = _released(staff, now, "sections").values_list(*by_exam, "points", "out_of").annotate(times=Count("pk"))
    marked: defaultdict[tuple[int, int], list[Marked]] = defaultdict(list)
    for exam, section, points, out_of, times in found.order_by():
        marked[exam, section] += [Marked(section, points, out_of)] * times
    exams = Blueprint.objects.in_bulk({exam for exam, _section in marked})
    told = [_section(exams[exam], number, rows) for (exam, number), rows in marked.items()]
    told = [section for section in told if section.points < section.out_of]
    return sorted(told, key=lambda section: (section.points / section.out_of, section.exam, section.name))


def mistakes(staff: Staff, now: datetime) -> list[MistakeMissed]:
    """Return the mistakes that were made, those of the most people first. One query."""
    each = Func(F("misconceptions"), function="jsonb_array_elements_text", output_field=TextField())
    each.set_returning = True
    made = _released(staff, now, "feedback").annotate(one=each).values("one", kind=F("item__drill__bucket__kind"))
    counted = made.annotate(people=Count("item__sitting__candidate", distinct=True), times=Count("pk"))
    return [
        MistakeMissed(
            name=mistake_name(row["kind"], row["one"]),
            kind_name=kind_name(row["kind"]),
            kind=row["kind"],
            mistake=row["one"],
            people=row["people"],
            times=row["times"],
        )
        for row in counted.order_by("-people", "-times", "kind", "one")[:MOST_MISTAKES]
        if row["kind"] in KINDS and known(row["kind"], row["one"])
    ]


def _section(exam: Blueprint, number: int, rows: Sequence[Marked]) -> SectionMissed:
    plan = plan_of(exam)
    got = score(plan, rows)
    return SectionMissed(exam_title(exam), in_language(plan.sections[number].name), got.points, got.out_of)


def _released(staff: Staff, now: datetime, what: str) -> QuerySet[ItemResult]:
    """Return the results of the members' exams whose sections, or feedback, they see themselves."""
    members = StaffMember.objects.filter(staff=staff).values("user")
    policy = f"item__sitting__blueprint__plan__release__{what}"
    room = "item__sitting__ticket__room"
    sitting_on = Sitting.objects.filter(ticket__room=OuterRef(room), state=Sitting.State.OPEN)
    over = Q(**{f"{room}__isnull": True}) | (Q(**{f"{room}__closed_at__isnull": False}) & ~Exists(sitting_on))
    return ItemResult.objects.filter(
        Q(**{policy: "at-once"}) | (Q(**{policy: "after-close"}) & over),
        item__sitting__candidate__user__in=members,
        item__sitting__practice=False,
        item__sitting__state=Sitting.State.GRADED,
        item__sitting__released_at__gt=now - LOOKED_BACK,
    )
