"""Where a pass mark should be, and how well an exam measures: pure functions, each with where its formula stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

ENOUGH_JUDGES = 2
"""One judge has no spread, so no standard error."""

ENOUGH_SITTINGS = 30
"""Sittings below which no reliability is shown: the standard error of a coefficient near 0.8 is about 0.06 there, by
Fisher's transformation."""

ENOUGH_ITEMS = 2
"""A section of one question says nothing of how its questions agree."""


@dataclass(frozen=True, slots=True)
class CutScore:
    """What a round of judges comes to, in percent.

    `judges` are the pass marks that each would set, `mean` theirs, `error` its standard error, None for one judge.
    `widest` are the places of the questions on which they differ most, from 0 on, the furthest apart first.
    """

    judges: Mapping[str, float]
    mean: float
    error: float | None
    widest: tuple[int, ...]

    @property
    def suggested(self) -> int:
        """The mean as whole points of percent, as a blueprint takes it; a half counts up."""
        return floor(self.mean + 0.5)


def cut_score(ratings: Mapping[str, Sequence[int]], weights: Sequence[int] = (), most: int = 5) -> CutScore:
    """Return the pass mark that judges' ratings give: for each question how many percent of those who just qualify get
    it right, by judge. `weights` are what the questions are worth, each the same where there are none.

    A judge's mark is the mean over the questions by their worth, the panel's the mean over the judges (Angoff, Scales,
    Norms, and Equivalent Scores, in Thorndike (ed.), Educational Measurement, 2nd ed. 1971, p. 515). Its standard error
    is the judges' standard deviation, with n - 1, over the root of their number (Cizek and Bunch, Standard Setting,
    2007).
    """
    judges = {judge: fmean(chances, weights or None) for judge, chances in ratings.items()}
    marks = list(judges.values())
    error = stdev(marks) / sqrt(len(marks)) if len(marks) >= ENOUGH_JUDGES else None
    spreads = [max(chances) - min(chances) for chances in zip(*ratings.values(), strict=True)]
    widest = sorted((place for place, spread in enumerate(spreads) if spread), key=lambda place: -spreads[place])
    return CutScore(judges, fmean(marks), error, tuple(widest[:most]))


class Scored(NamedTuple):
    """A sitting's questions of a section: how many, the sum of their scores from 0 to 1, and of the scores' squares."""

    items: int
    total: float
    squares: float


@dataclass(frozen=True, slots=True)
class Quality:
    """How well a section measures, out of several sittings; None where there are too few.

    `mean` is the share of the points, `reliability` how much of the differences between candidates would come again
    on other questions, `error` the standard error of measurement of one candidate's share.
    """

    sittings: int
    items: float
    mean: float
    reliability: float | None
    error: float | None


def quality(rows: Sequence[Scored]) -> Quality | None:
    """Return how well a section measures; None where nobody sat it.

    Every candidate has questions of their own, so items are nested in persons and a coefficient that compares items
    across persons (KR-20) has nothing to compare. With MS(p) the mean square between persons and MS(i:p) that of the
    items within them, reliability is 1 - MS(i:p) / MS(p) and the error of a mean over n items sqrt(MS(i:p) / n)
    (Brennan, Generalizability Theory, 2001, the i:p design). For items that are right or wrong the error is the mean
    of Lord's binomial error (Do Tests of the Same Length Have the Same Standard Error of Measurement?, Educational and
    Psychological Measurement 17, 1957). Persons count by their numbers of items, which quotas make the same.
    """
    counted = [row for row in rows if row.items]
    if not counted:
        return None
    items = sum(row.items for row in counted)
    grand = sum(row.total for row in counted) / items
    mean_items = items / len(counted)
    few = Quality(len(counted), mean_items, grand, None, None)
    within_freedom = items - len(counted)
    if len(counted) < ENOUGH_SITTINGS or mean_items < ENOUGH_ITEMS:
        return few
    within = sum(max(0.0, row.squares - row.total**2 / row.items) for row in counted) / within_freedom
    between = sum(row.items * (row.total / row.items - grand) ** 2 for row in counted) / (len(counted) - 1)
    reliability = 1 - within / between if between > 0 else None
    return Quality(len(counted), mean_items, grand, reliability, sqrt(within / mean_items))
