"""Whether variants of one question are equally hard: drills of a bucket are given out by chance, so they should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from quizzes.statistics.formulas import chance_of

LEAST_EXPECTED = 5
"""So many right and wrong tries are expected of a variant at least, or chi-square says nothing (Cochran, Some Methods
for Strengthening the Common Chi-Square Tests, Biometrics 10, 1954)."""

UNEQUAL = 0.01
"""A probability below which a spread is no chance: hundreds of buckets are looked at every night."""

FAR = 3.0
"""Standardised difference beyond which a variant stands out from the others."""

MOST_FURTHEST = 10


class Variant(NamedTuple):
    """A drill with its first tries, and how many of them were right."""

    drill: int
    right: int
    tries: int


@dataclass(frozen=True, slots=True)
class Fairness:
    """How far the facilities of variants lie apart.

    `spread` is the standard deviation of the facility that chance does not explain. `furthest` are the variants that
    stand out, each with its standardised difference, the furthest first.
    """

    drills: int
    tries: int
    facility: float
    chi_square: float
    chance: float
    spread: float
    furthest: tuple[tuple[Variant, float], ...]

    @property
    def unequal(self) -> bool:
        return self.chance < UNEQUAL


def fairness(variants: Sequence[Variant]) -> Fairness | None:
    """Return how equal variants are, out of those that were tried often enough; None where fewer than two were.

    Pearson's test of homogeneity: the sum of (right - n p)^2 / (n p q) over k variants is chi-square with k - 1 degrees
    of freedom (Pearson, On the Criterion, Philosophical Magazine 50, 1900). The spread beyond chance is the estimate
    of moments of DerSimonian and Laird (Meta-Analysis in Clinical Trials, Controlled Clinical Trials 7, 1986).
    """
    counted = _often_enough(variants)
    tries, right = sum(each.tries for each in counted), sum(each.right for each in counted)
    if len(counted) < 2:
        return None
    share = right / tries
    one = share * (1 - share)
    chi_square = sum((each.right - each.tries * share) ** 2 / (each.tries * one) for each in counted)
    freedom = len(counted) - 1
    room = tries - sum(each.tries**2 for each in counted) / tries
    far = [(each, _standardised(each, share, tries)) for each in counted]
    return Fairness(
        drills=len(counted),
        tries=tries,
        facility=share,
        chi_square=chi_square,
        chance=chance_of(chi_square, freedom),
        spread=sqrt(max(0.0, one * (chi_square - freedom) / room)),
        furthest=tuple(sorted((each for each in far if abs(each[1]) > FAR), key=_distance)[:MOST_FURTHEST]),
    )


def _often_enough(variants: Sequence[Variant]) -> list[Variant]:
    """Return the variants of which enough right and wrong tries are expected, by the share of those that are left."""
    counted = [each for each in variants if each.tries]
    while counted:
        tries = sum(each.tries for each in counted)
        share = sum(each.right for each in counted) / tries
        kept = [each for each in counted if each.tries * min(share, 1 - share) >= LEAST_EXPECTED]
        if len(kept) == len(counted):
            break
        counted = kept
    return counted


def _standardised(each: Variant, share: float, tries: int) -> float:
    """Return a variant's adjusted residual (Haberman, The Analysis of Residuals in Cross-Classified Tables, Biometrics
    29, 1973): how many standard errors it lies from what the share of all expects.
    """
    return (each.right - each.tries * share) / sqrt(each.tries * share * (1 - share) * (1 - each.tries / tries))


def _distance(found: tuple[Variant, float]) -> tuple[float, int]:
    return -abs(found[1]), found[0].drill
