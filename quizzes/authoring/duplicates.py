"""The same spot a second time: among the drills of all pools, and among the versions of other scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from quizzes.engine.document import Document
from quizzes.fingerprint import fingerprint
from quizzes.kinds.base import Kind
from quizzes.models import Drill, Scenario, ScenarioVersion
from quizzes.practising.sharing import spot_name

BANK = "authored"
"""The bank of the drills that people wrote."""

MOST = 5
"""More than a few of the same tell nothing more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A drill that practice asks: its number, and the name of its page under the house of the document at hand."""

    drill: int
    spot: str


@dataclass(frozen=True, slots=True)
class Duplicates:
    """What holds the same spot.

    scenarios  versions of other scenarios that the author may look at, the newest of each
    drills     drills that practice asks
    hidden     whether there are others, which are somebody's drafts or kept for exams
    """

    scenarios: Sequence[ScenarioVersion] = ()
    drills: Sequence[Asked] = ()
    hidden: bool = False

    @property
    def any(self) -> bool:
        return bool(self.scenarios or self.drills or self.hidden)


def of_kind(kind: str, name: str) -> QuerySet[Drill]:
    """Return the drills of a spot, by its fingerprint.

    Its kind is part of that, so only the kind's own pools are looked through, each by its index.
    """
    return Drill.objects.filter(bucket__kind=kind, fingerprint=name)


def duplicates(document: Document, scenario: Scenario, viewer: int) -> Duplicates:
    """Return what holds a document's spot beside a scenario itself, as far as a viewer may know. Two queries."""
    kind, print_of_it = document.question.kind, fingerprint(document)
    others = (
        ScenarioVersion.objects.filter(fingerprint=print_of_it)
        .exclude(scenario=scenario)
        .select_related("scenario")
        .order_by("scenario_id", "-number")
        .distinct("scenario_id")
    )
    versions = list(others[: MOST + 1])
    seen = [version for version in versions if _may_see(version, viewer)]
    generated = of_kind(kind, print_of_it).filter(Q(bucket__reserve=True) | ~Q(bucket__bank=BANK))
    drills = list(generated.select_related("bucket").order_by("pk")[: MOST + 1])
    shown = [
        Asked(drill.pk, spot_name(drill.pk, document.rules.shipped)) for drill in drills if not drill.bucket.reserve
    ]
    hidden = len(seen) < len(versions) or any(_hidden(drill) for drill in drills)
    return Duplicates(seen[:MOST], shown[:MOST], hidden)


def _hidden(drill: Drill) -> bool:
    """Whether a drill is kept for exams and no scenario tells of it."""
    return drill.bucket.reserve and drill.bucket.bank != BANK


def _may_see(version: ScenarioVersion, viewer: int) -> bool:
    settled = version.state in (ScenarioVersion.State.PUBLISHED, ScenarioVersion.State.RETIRED)
    return (settled and not version.scenario.exam) or viewer in (version.author_id, version.scenario.owner_id)


def across_the_wall(kind: Kind, name: str, exam: bool) -> bool:
    """Return whether a spot is on the other side of the wall: in practice for an exam's, in an exam for the rest.

    Of a finite kind practice asks every spot sooner or later, so there only what people wrote counts.
    """
    drills = of_kind(kind.id, name).filter(bucket__reserve=not exam)
    return (drills.filter(bucket__bank=BANK) if kind.finite else drills).exists()
