"""The questions of exams: their keys, a form of its own for each candidate, and how a question leaves the reserve.

Keys are worked out when a drill is taken up and lie in a table of their own. Nothing here writes a key, a document or
an answer to a log.
"""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import chain, cycle, islice, zip_longest
from random import Random
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from quizzes import kinds
from quizzes.authoring.duplicates import BANK
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import parse
from quizzes.engine.steps import Solution, Step
from quizzes.fingerprint import fingerprint
from quizzes.making import house_playing
from quizzes.models import Attempt, Drill, ScenarioVersion
from trainer.certification import exposure, stock
from trainer.certification.models import (
    Appeal,
    Blueprint,
    Correction,
    ExamItem,
    ItemUse,
    Sitting,
    SittingItem,
)
from trainer.certification.plans import Plan, Quota, load
from trainer.certification.stock import Cell, Left

SHOWN_TO_ONE_IN = 10
"""No question is shown to more than one in ten of an exam's candidates: ten of them together have seen one form."""

SHOWN_AT_LEAST = 5
"""So many candidates may always be shown a question: before fifty have come, one in ten of them is no measure."""

_LOCK = 0xE8A3

logger = logging.getLogger(__name__)


class Asked(NamedTuple):
    """A question of a form: the number of its section, from 0 on, and its drill with its bucket."""

    section: int
    drill: Drill


class Exhausted(Exception):
    """There are too few questions left that a candidate has not met, and that were not shown too often."""

    def __init__(self, section: int, kind: str) -> None:
        super().__init__(f"section {section}: no {kind} is left")
        self.section = section
        self.kind = kind


class Unsound(Exception):
    """Engine and second computation answer a drill differently, so that it has no key. It names the drill alone."""


@transaction.atomic
def assemble(blueprint: Blueprint, avoid: set[int], rng: Random, *, practice: bool = False) -> list[Asked]:
    """Return a form of an exam for one candidate, section by section: by quota, at random, least shown questions first.

    `avoid` are the drills that the candidate has met (see `met_by`); of a kind with few spots they come last, of others
    never. What is shown is counted at once. A practice exam draws on practice and counts nothing. Candidates of the
    same exam are served one after the other. Raises Exhausted where the questions don't suffice.
    """
    plan, house = load(blueprint.plan), blueprint.ruleset
    if not practice:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_LOCK, blueprint.slug])
    there = stock.left(stock.buckets_of(stock.needs(plan, house), practice=practice))
    if not practice:
        there = _seldom_shown(blueprint, there)
    while True:
        chosen = _form(plan, house, there, avoid, rng)
        keyless = _keep_keys([drill for _section, drill in chosen])
        if not keyless:
            break
        there = [each for each in there if each.drill not in keyless]
    drills = Drill.objects.select_related("bucket").in_bulk([drill for _section, drill in chosen])
    form = [Asked(section, drills[drill]) for section, drill in chosen]
    if not practice:
        _count(blueprint, [drill for _section, drill in form])
    return form


def met_by(user_id: int, *, practice: bool = False) -> set[int]:
    """Return the drills that an account has met in sittings, and of the reserve those whose spots it had in practice,
    whose keys it knows as an author or a reviewer, and those of which it read an appeal or made a correction.

    Five queries; for a practice exam one, since what practice asked is no reason against it.
    """
    mine = SittingItem.objects.filter(Q(sitting__user=user_id) | Q(sitting__candidate__user=user_id))
    met = set(mine.values_list("drill", flat=True))
    if not practice:
        practised = Drill.objects.filter(pk__in=Attempt.objects.filter(user=user_id).values("drill"))
        seen = ExamItem.objects.filter(fingerprint__in=practised.values("fingerprint"))
        met.update(seen.values_list("pk", flat=True), _known_to(user_id))
    return met


def _known_to(user_id: int) -> Iterator[int]:
    """Yield the drills of the reserve whose keys an account knows from work on exams. Three queries."""
    wrote = Q(author=user_id) | Q(scenario__owner=user_id)
    read = Q(reviewer=user_id) | Q(scenario__readers__user=user_id)
    kept = ScenarioVersion.objects.filter(scenario__exam=True).exclude(drill=None)
    yield from kept.filter(wrote | read).values_list("drill", flat=True)
    judged = Q(answered_by=user_id) | Q(readers=user_id)
    yield from Appeal.objects.filter(judged).values_list("item__drill", flat=True)
    yield from Correction.objects.filter(made_by=user_id).values_list("drill", flat=True)


def key_of(drill: Drill) -> ExamItem:
    """Return the item of a drill, with its key; one that is worked out now where it has none yet. Raises Unsound."""
    found = ExamItem.objects.filter(pk=drill.pk).first()
    if found is None:
        _keep_keys([drill.pk])
        found = ExamItem.objects.get(pk=drill.pk)
    if not found.answer:
        raise Unsound(f"drill {drill.pk}")
    return found


def solution_of(item: ExamItem) -> Solution:
    """Return an item's key as `solve` gave it."""
    return Solution(item.answer, tuple(Step(**json.loads(step)) for step in item.steps))


def plain_step(step: Step) -> str:
    """Return a step as an item's `steps` hold it: as JSON text, since the database keeps no order of keys, and a
    step's values have one.
    """
    return json.dumps(asdict(step))


def take_up(bucket_id: int) -> int:
    """Work out the keys of a bucket's drills that have none yet, ahead of the exam. Return how many there were."""
    keyed = ExamItem.objects.filter(drill__bucket=bucket_id).values("pk")
    waiting = list(Drill.objects.filter(bucket=bucket_id).exclude(pk__in=keyed).values_list("pk", flat=True))
    _keep_keys(waiting)
    return len(waiting)


def retire(drill: int) -> None:
    """Take an item out of the reserve for good: it is given to nobody any more. Its key stays for what was graded."""
    ExamItem.objects.filter(pk=drill, retired_at=None).update(retired_at=timezone.now())


def recheck() -> Iterator[str]:
    """Retire the written items to which this version of the engine has another key, or none, than the one that was
    kept; yield a line for each. Generated ones need no look: another generator's version has a reserve of its own.
    """
    written = ExamItem.objects.filter(retired_at=None, drill__bucket__bank=BANK)
    for item in written.select_related("drill__bucket").order_by("pk").iterator():
        if _item(item.drill).answer != item.answer:
            retire(item.pk)
            yield f"the exam item of drill {item.pk} is retired: its key was another"


def _seldom_shown(blueprint: Blueprint, there: Sequence[Left]) -> list[Left]:
    """Return the drills that may be shown to one candidate of this exam more. Two queries."""
    candidates = Sitting.objects.filter(blueprint__slug=blueprint.slug, practice=False).count()
    most = max(SHOWN_AT_LEAST, candidates // SHOWN_TO_ONE_IN)
    often = ItemUse.objects.filter(slug=blueprint.slug, served__gte=most).values_list("item", flat=True)
    too_often = set(often)
    return [each for each in there if not each.reserve or each.drill not in too_often]


def _form(plan: Plan, house: str, there: Sequence[Left], avoid: set[int], rng: Random) -> list[tuple[int, int]]:
    """Return sections and drills by the quotas of a plan, in a random order within each section."""
    shelves: defaultdict[Cell, list[int]] = defaultdict(list)
    for each in sorted(there, key=lambda each: (each.drill in avoid, each.served if each.reserve else 0, rng.random())):
        if not each.reserve or each.drill not in avoid:
            shelves[each.cell].append(each.drill)
    for shelf in shelves.values():
        shelf.reverse()
    chosen = []
    for number, section in enumerate(plan.sections):
        asked = [drill for quota in section.quotas for drill in _by_quota(quota, house, number, shelves, rng)]
        rng.shuffle(asked)
        chosen += [(number, drill) for drill in asked]
    return chosen


def _by_quota(quota: Quota, house: str, section: int, shelves: Mapping[Cell, list[int]], rng: Random) -> list[int]:
    """Take as many drills from the ends of the shelves as a quota wants. Raises Exhausted where they are empty."""
    order = _dealt(stock.cells(quota, house), rng)
    chosen: list[int] = []
    for cell in islice(cycle(order), quota.count):
        shelf = next((shelves[each] for each in (cell, *order) if shelves.get(each)), None)
        if shelf is None:
            raise Exhausted(section, quota.kind)
        chosen.append(shelf.pop())
    return chosen


def _dealt(cells: Iterable[Cell], rng: Random) -> list[Cell]:
    """Return cells so that any first few of them are spread over the levels, then over the games: forms are as hard as
    one another.
    """
    levels: defaultdict[int, list[Cell]] = defaultdict(list)
    for cell in cells:
        levels[cell.level].append(cell)
    columns = list(levels.values())
    rng.shuffle(columns)
    for column in columns:
        rng.shuffle(column)
    return [cell for cell in chain.from_iterable(zip_longest(*columns)) if cell is not None]


def _count(blueprint: Blueprint, drills: Sequence[Drill]) -> None:
    """Count that a candidate is shown these drills, and have what people type compared with them from here on."""
    keys = [drill.pk for drill in drills]
    kept_back = {drill.pk: drill for drill in drills if drill.bucket.reserve}
    # In one order, whichever exam it is: two that share items never wait for each other.
    rows = list(ExamItem.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
    items = [row for row in rows if row.pk in kept_back]
    ExamItem.objects.filter(pk__in=keys).update(served=F("served") + 1, last_served_at=timezone.now())
    ItemUse.objects.bulk_create([ItemUse(slug=blueprint.slug, item=item) for item in items], ignore_conflicts=True)
    ItemUse.objects.filter(slug=blueprint.slug, item__in=items).update(served=F("served") + 1)
    for item in items:
        item.drill = kept_back[item.pk]
    exposure.watch(items)


def _keep_keys(drills: Iterable[int]) -> set[int]:
    """Store the keys of those drills that have none yet. Return the drills to which there is none: they are retired."""
    wanted = set(drills)
    known = dict(ExamItem.objects.filter(pk__in=wanted).values_list("pk", "answer"))
    rows = Drill.objects.select_related("bucket").filter(pk__in=wanted - known.keys()).order_by("pk")
    fresh = [_item(drill) for drill in rows]
    ExamItem.objects.bulk_create(fresh, ignore_conflicts=True)
    known |= {item.pk: item.answer for item in fresh}
    return {pk for pk, answer in known.items() if not answer}


def _item(drill: Drill) -> ExamItem:
    """Return a drill as an item: with the key on which both computations agree, else retired and without one."""
    kind = kinds.KINDS[drill.bucket.kind]
    document = replace(parse(drill.document), rules=house_playing(drill.bucket.rules_key))
    item = ExamItem(
        drill=drill, fingerprint=fingerprint(document), spot=exposure.spot_of(document), answer={}, steps=[]
    )
    try:
        agreed = kinds.agree(kind, document)
    except DocumentError:
        agreed = False
    if not agreed:
        logger.error("drill %s has no key: the computations disagree", drill.pk)
        item.retired_at = timezone.now()
        return item
    solution = kind.solve(document)
    item.answer, item.steps = dict(solution.answer), [plain_step(step) for step in solution.steps]
    return item
