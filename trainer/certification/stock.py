"""Which drills an exam may draw on, how many of them are left, and which buckets want more.

Questions come from the reserve, also those that people wrote for exams. Kinds with few spots have no reserve: exams
draw on their ordinary buckets, since knowing every spot is knowing the rule. A practice exam draws on what practice
asks anyway, so that it shows nothing of the reserve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import reduce
from math import ceil
from operator import or_
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from quizzes import house_rules
from quizzes.authoring.duplicates import BANK
from quizzes.kinds import KINDS
from quizzes.models import Bucket, Drill, ScenarioVersion
from quizzes.wording.authored import in_language
from quizzes.wording.kinds import kind_name
from trainer.certification.models import ExamItem
from trainer.certification.plans import OWN_HOUSE, Plan, Quota

ROOM = 10
"""How many forms without a common question the reserve should hold: so many are needed for no question to be shown to
more than one candidate in ten."""


class Cell(NamedTuple):
    """A kind of question as it is asked in an exam: what its buckets have in common."""

    kind: str
    game: str
    limit: str
    level: int
    rules_key: str

    @property
    def finite(self) -> bool:
        return KINDS[self.kind].finite


class Left(NamedTuple):
    """A drill that an exam may ask, and how many candidates of all exams were shown it."""

    drill: int
    cell: Cell
    reserve: bool
    served: int


def cells(quota: Quota, ruleset: str) -> list[Cell]:
    """Return the cells that a quota draws on under a house, given by its id, level by level."""
    kind, rules = KINDS[quota.kind], house_rules.rules_of(ruleset)
    return [
        Cell(kind.id, *variant, level, rules.key(kind.toggles_in(variant)))
        for level in quota.levels
        for variant in quota.variants
    ]


def buckets_of(wanted: Iterable[Cell], *, practice: bool = False) -> dict[Bucket, Cell]:
    """Return the buckets on which an exam, or a practice exam, draws for some cells. One query."""
    known = set(wanted)
    if not known:
        return {}
    named = [Q(**cell._asdict()) for cell in known]
    found = Bucket.objects.filter(reduce(or_, named), bank__in=("", BANK))
    return {bucket: _cell_of(bucket) for bucket in found if _serves(bucket, practice=practice)}


def left(buckets: Mapping[Bucket, Cell]) -> list[Left]:
    """Return the drills of some buckets that may be asked: neither exposed nor retired. Two queries."""
    by_key = {bucket.pk: bucket for bucket in buckets}
    gone, served = set[int](), dict[int, int]()
    items = ExamItem.objects.filter(drill__bucket__in=by_key)
    for pk, times, exposed, retired in items.values_list("pk", "served", "exposed_at", "retired_at"):
        served[pk] = times
        if exposed or retired:
            gone.add(pk)
    published = Q(scenario_version__state=ScenarioVersion.State.PUBLISHED)
    drills = Drill.objects.filter(published | ~Q(bucket__bank=BANK), bucket__in=by_key).values_list("pk", "bucket")
    return [
        Left(drill, buckets[by_key[bucket]], by_key[bucket].reserve, served.get(drill, 0))
        for drill, bucket in drills.order_by("pk")
        if drill not in gone
    ]


def can_fill(plan: Plan, ruleset: str = "") -> list[str]:
    """Return what is missing for an exam to be offered, a sentence for each quota that can't be filled; three queries.

    `ruleset` is the house where the plan leaves it open. Of the reserve there has to be ROOM times the quota, of kinds
    with few spots the quota itself.
    """
    house = ruleset or plan.ruleset
    if house == OWN_HOUSE:
        return []
    needed = needs(plan, house)
    there = Counter(each.cell for each in left(buckets_of(needed)))
    problems = []
    for section in plan.sections:
        for quota in section.quotas:
            drawn = cells(quota, house)
            have, want = sum(there[cell] for cell in drawn), sum(needed[cell] for cell in drawn)
            if have < want:
                words = {"section": in_language(section.name), "kind": kind_name(quota.kind)}
                told = _("%(section)s, %(kind)s: %(want)s questions are needed, and %(have)s are there.")
                problems.append(told % {**words, "want": want, "have": have})
    return problems


def needs(plan: Plan, ruleset: str, room: int = ROOM) -> Counter[Cell]:
    """Return how many drills an exam wants of each cell: equal shares of each quota, with room for so many forms."""
    found = Counter[Cell]()
    for section in plan.sections:
        for quota in section.quotas:
            drawn = cells(quota, ruleset)
            for cell in drawn:
                found[cell] += ceil(quota.count * (1 if cell.finite else room) / len(drawn))
    return found


def short(offered: Iterable[tuple[Plan, str]]) -> list[tuple[int, int]]:
    """Return the buckets that want more drills for some exams, each given with its house, and up to which size.

    Practice exams want one form of practice's own. Buckets that are not there yet are made. Those that have all spots
    that there are, and those that people write, are left out.
    """
    exams = list(offered)
    wanted = dict[int, int]()
    for practice, room in ((False, ROOM), (True, 1)):
        needed = reduce(or_, (needs(plan, house, room) for plan, house in exams), Counter[Cell]())
        _make_buckets(needed, practice=practice)
        buckets = buckets_of(needed, practice=practice)
        there = Counter(each.cell for each in left(buckets))
        for bucket, cell in buckets.items():
            missing = needed[cell] - there[cell]
            if missing > 0 and not bucket.bank and not bucket.full:
                wanted[bucket.pk] = bucket.size + missing
    return sorted(wanted.items())


def _make_buckets(wanted: Iterable[Cell], *, practice: bool) -> None:
    """Make the buckets of generated drills that are missing: a room's own rules may have none yet."""
    there = buckets_of(wanted, practice=practice).items()
    missing = set(wanted) - {cell for bucket, cell in there if not bucket.bank}
    Bucket.objects.bulk_create(
        [
            Bucket(**cell._asdict(), version=KINDS[cell.kind].version, reserve=not practice and not cell.finite)
            for cell in sorted(missing)
        ],
        ignore_conflicts=True,
    )


def _serves(bucket: Bucket, *, practice: bool) -> bool:
    """Return whether an exam draws on a bucket: on what people wrote for exams, or generators of this version made."""
    kind = KINDS[bucket.kind]
    if bucket.bank == BANK:
        return bucket.reserve and not practice
    return bucket.version == kind.version and bucket.reserve == (not practice and not kind.finite)


def _cell_of(bucket: Bucket) -> Cell:
    return Cell(bucket.kind, bucket.game, bucket.limit, bucket.level, bucket.rules_key)
