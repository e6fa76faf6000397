"""The sheets on which judges rate the questions of an exam, and what is read from them and from its sittings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import SystemRandom
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, F, FloatField, Sum
from django.db.models.functions import Cast

from quizzes.kinds import KINDS
from quizzes.models import Drill
from trainer.accounts.models import User
from trainer.certification import items
from trainer.certification.models import Blueprint, CutRating, CutSheet, ItemResult, Sitting
from trainer.certification.standards import CutScore, Quality, Scored, cut_score, quality

MOST_JUDGES = 40


class NotTaken(Exception):
    """Ratings that were not kept: the judge has rated this round already, or there is no such round."""


class Redrawn(Exception):
    """Another sheet than the one that was to be replaced is the newest: the same form sent twice, or somebody's."""


@transaction.atomic
def draw(blueprint: Blueprint, by: User, instead_of: int = 0, reason: str = "") -> CutSheet:
    """Draw a form of an exam for judges out of what practice asks, so that no judge sees the reserve.

    It takes the place of the sheet that has the number `instead_of`, 0 for none: that one stays on record with its
    ratings, and the new one with the reason. Raises Redrawn, and items.Exhausted where practice has too few drills yet.
    """
    Blueprint.objects.select_for_update(no_key=True).get(pk=blueprint.pk)
    newest = sheet_of(blueprint)
    if (newest.pk if newest else 0) != instead_of:
        raise Redrawn
    form = items.assemble(blueprint, set(), SystemRandom(), practice=True)
    pairs = [[asked.section, asked.drill.pk] for asked in form]
    return CutSheet.objects.create(blueprint=blueprint, items=pairs, made_by=by, reason=reason)


def sheet_of(blueprint: Blueprint) -> CutSheet | None:
    """Return the newest sheet of an exam, of whichever version."""
    sheets = CutSheet.objects.filter(blueprint__slug=blueprint.slug).select_related("made_by")
    return sheets.order_by("-pk").first()


def drills_of(sheet: CutSheet) -> list[tuple[int, Drill]]:
    """Return the sections and drills of a sheet in their order. One query."""
    drills = Drill.objects.select_related("bucket").in_bulk([drill for _section, drill in sheet.items])
    return [(section, drills[drill]) for section, drill in sheet.items]


def parts_of(drills: Iterable[Drill], ruleset: str) -> list[int]:
    """Return how many parts the right answer to each question has, by the house with this id."""
    found = []
    for drill in drills:
        kind, document = KINDS[drill.bucket.kind], drill.spot(ruleset)
        answer = kind.solve(document).answer
        found.append(len(kind.values(document, answer, answer)))
    return found


def rounds(sheet: CutSheet, weights: Sequence[int] = ()) -> dict[int, CutScore]:
    """Return what each round of judges comes to, by its number, with what the questions are worth. One query."""
    found: defaultdict[int, dict[str, Sequence[int]]] = defaultdict(dict)
    for row in sheet.ratings.order_by("round", "judge"):
        found[row.round][row.judge] = row.chances
    return {number: cut_score(ratings, weights) for number, ratings in found.items()}


def rate(sheet: CutSheet, number: int, judge: str, chances: Sequence[int]) -> CutRating:
    """Keep what a judge thinks in a round: for each question, in percent, how many of those who just qualify get it
    right. The same sent twice is kept once.

    A round begins once the one before has ratings. Raises NotTaken.
    """
    if len(chances) != len(sheet.items):
        raise NotTaken
    last = max(sheet.ratings.values_list("round", flat=True), default=0)
    full = sheet.ratings.filter(round=number).count() >= MOST_JUDGES
    if not 1 <= number <= last + 1 or full:
        raise NotTaken
    try:
        with transaction.atomic():
            return CutRating.objects.create(sheet=sheet, round=number, judge=judge, chances=list(chances))
    except IntegrityError as error:
        there = sheet.ratings.get(round=number, judge=judge)
        if there.chances != list(chances):
            raise NotTaken from error
        return there


def quality_by_section(blueprint: Blueprint) -> dict[int, Quality]:
    """Return how well each section of an exam's version measures, by its number from 0 on. One query.

    Practice exams and void sittings don't count.
    """
    score = Cast(F("points"), FloatField()) / F("out_of")
    graded = ItemResult.objects.filter(
        item__sitting__blueprint=blueprint,
        item__sitting__practice=False,
        item__sitting__state=Sitting.State.GRADED,
        out_of__gt=0,
    )
    sums = graded.values_list("item__section", "item__sitting").annotate(
        Count("pk"), total=Sum(score), squares=Sum(score * score)
    )
    rows: defaultdict[int, list[Scored]] = defaultdict(list)
    for section, _sitting, number, total, squares in sums.order_by("item__section"):
        rows[section].append(Scored(number, total, squares))
    found: dict[int, Any] = {section: quality(scored) for section, scored in rows.items()}
    return {section: each for section, each in found.items() if each is not None}
