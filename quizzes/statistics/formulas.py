"""The figures of an item, out of first tries: pure functions, each with where its formula stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, ceil, erfc, exp, lgamma, log, sqrt
from statistics import NormalDist, fmean, median
from typing import Literal, NamedTuple

Alarm = Literal["key", "easy", "drift"]

ENOUGH = 30
"""Tries, each of another learner, below which no share is shown: its standard error is up to 9 in 100 there."""

ENOUGH_SCORED = 50
"""Tries of learners with a score below which no discrimination is shown: its standard error is about 0.14 there."""

ENOUGH_OTHERS = 10
"""Other items that a learner must have tried to have a score."""

ENOUGH_TO_DRIFT = 90
"""Tries below which no drift is looked for: each third of them is then enough for a share."""

STRONG = 0.27
"""The part of the learners that are called strong (Kelley, The Selection of Upper and Lower Groups for the Validation
of Test Items, Journal of Educational Psychology 30, 1939)."""

TOO_EASY = 0.95
"""A facility above which an item tells hardly anybody apart."""

SURE = NormalDist().inv_cdf(0.975)
"""How many standard errors are taken for more than chance: one time in twenty is accepted, on both sides together."""

SURE_BELOW = NormalDist().inv_cdf(0.95)
"""The same where only one side counts."""

LONGEST = 600
"""Seconds above which a try lay open: it says nothing of how long an item takes."""

MOST_ANSWERS = 8
"""The answers that are kept of an item, the most common ones."""


class Try(NamedTuple):
    """A learner's first try at an item, without a hint.

    `answer` is the same number for equal answers. `others` are the other items that this learner tried first and
    without a hint, `others_right` those of them that were right.
    """

    right: bool
    answer: int
    misconceptions: tuple[str, ...]
    seconds: int
    others: int
    others_right: int

    @property
    def score(self) -> float | None:
        """The learner's score with this item left out, None where too few others were tried."""
        return self.others_right / self.others if self.others >= ENOUGH_OTHERS else None


class Answer(NamedTuple):
    """An answer, whether it is right, how many tries gave it, and how many of these were strong learners'."""

    answer: int
    right: bool
    tries: int
    strong: int


@dataclass(frozen=True, slots=True)
class Figures:
    """How an item does; a figure is None below its least number of tries. `scored` are tries of learners with a score.

    `first` and `last` are the facilities in the first and the newest third.
    """

    tries: int
    right: int
    facility: float | None
    scored: int
    discrimination: float | None
    seconds: float | None
    answers: tuple[Answer, ...]
    misconceptions: dict[str, int]
    first: float | None
    last: float | None
    alarms: tuple[Alarm, ...]


def figures(tries: Sequence[Try]) -> Figures:
    """Return the figures of an item out of the first tries at it, in the order in which they were made."""
    enough = len(tries) >= ENOUGH
    scored = [(each.right, score) for each in tries if (score := each.score) is not None]
    strength = discrimination(scored) if len(scored) >= ENOUGH_SCORED else None
    timed = [each.seconds for each in tries if each.seconds <= LONGEST]
    right = sum(each.right for each in tries)
    answers = _answers(tries)
    thirds = _thirds(tries)
    return Figures(
        tries=len(tries),
        right=right,
        facility=right / len(tries) if enough else None,
        scored=len(scored),
        discrimination=strength,
        seconds=median(timed) if len(timed) >= ENOUGH else None,
        answers=answers[:MOST_ANSWERS] if enough else (),
        misconceptions=dict(Counter(id for each in tries for id in each.misconceptions)) if enough else {},
        first=thirds[0] if thirds else None,
        last=thirds[1] if thirds else None,
        alarms=_alarms(tries, strength, len(scored), answers, thirds) if enough else (),
    )


def discrimination(scored: Sequence[tuple[bool, float]]) -> float | None:
    """Return the point-biserial correlation of an item with the score on the other items.

    r = (M1 - M0) / s * sqrt(p q): the mean scores of those who were right and of those who were wrong, the standard
    deviation of all scores (with n), and both shares (Lord and Novick, Statistical Theories of Mental Test Scores,
    1968, ch. 15). The item is left out of the score, or it would be compared with itself (Henrysson, Correction of
    Item-Total Correlations in Item Analysis, Psychometrika 28, 1963). None where all were right, all wrong, or all
    scores are the same.
    """
    ones = [score for right, score in scored if right]
    zeros = [score for right, score in scored if not right]
    if not ones or not zeros:
        return None
    mean = fmean([*ones, *zeros])
    deviation = sqrt(fmean((score - mean) ** 2 for _, score in scored))
    if deviation == 0:
        return None
    share = len(ones) / len(scored)
    return (fmean(ones) - fmean(zeros)) / deviation * sqrt(share * (1 - share))


def surely_negative(correlation: float, number: int) -> bool:
    """Return whether a correlation out of so many pairs is below 0 by more than chance.

    By Fisher's transformation: atanh(r) has the standard error 1 / sqrt(n - 3) (Fisher, On the Probable Error of a
    Coefficient of Correlation Deduced from a Small Sample, Metron 1, 1921).
    """
    if number <= 3 or correlation >= 0:
        return False
    return correlation <= -1 or atanh(correlation) * sqrt(number - 3) < -SURE_BELOW


def interval(right: int, tries: int) -> tuple[float, float]:
    """Return the shares between which the true one lies 19 times out of 20.

    Wilson's interval, which holds for small numbers and near 0 and 1 too (Wilson, Probable Inference, the Law of
    Succession, and Statistical Inference, Journal of the American Statistical Association 22, 1927).
    """
    share, square = right / tries, SURE**2 / tries
    middle = (share + square / 2) / (1 + square)
    half = SURE / (1 + square) * sqrt(share * (1 - share) / tries + square / (4 * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def difference(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Return how many standard errors the second share lies above the first, each given as (right, tries).

    The test of two proportions with a common variance (Fleiss, Statistical Methods for Rates and Proportions, 1981,
    ch. 2). 0 where both are all right or all wrong.
    """
    share = (first[0] + second[0]) / (first[1] + second[1])
    error = sqrt(share * (1 - share) * (1 / first[1] + 1 / second[1]))
    return 0.0 if error == 0 else (second[0] / second[1] - first[0] / first[1]) / error


def chance_of(chi_square: float, freedom: int) -> float:
    """Return the probability that chi-square with so many degrees of freedom is at least this.

    The finite sums for whole degrees (Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.4.4 and
    26.4.5).
    """
    half = chi_square / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    powers = [number + odd / 2 for number in range(freedom // 2)]
    total = sum(exp(power * log(half) - half - lgamma(power + 1)) for power in powers)
    return min(1.0, total + (erfc(sqrt(half)) if odd else 0.0))


def _answers(tries: Sequence[Try]) -> tuple[Answer, ...]:
    """Return the answers that were given, the most common first."""
    given, strong = Counter(each.answer for each in tries), Counter(each.answer for each in _strong(tries))
    right = {each.answer for each in tries if each.right}
    found = [Answer(answer, answer in right, number, strong[answer]) for answer, number in given.items()]
    return tuple(sorted(found, key=lambda each: (-each.tries, each.answer)))


def _strong(tries: Sequence[Try]) -> list[Try]:
    """Return the tries of strong learners: those whose score is that of the upper part, or equal to the last in it."""
    scores = sorted((score for each in tries if (score := each.score) is not None), reverse=True)
    if len(scores) < ENOUGH:
        return []
    least = scores[ceil(STRONG * len(scores)) - 1]
    return [each for each in tries if each.score is not None and each.score >= least]


def _thirds(tries: Sequence[Try]) -> tuple[float, float, float] | None:
    """Return the facilities of the first and the newest third, and by how many standard errors they differ."""
    if len(tries) < ENOUGH_TO_DRIFT:
        return None
    third = len(tries) // 3
    first, last = (sum(each.right for each in part) for part in (tries[:third], tries[-third:]))
    return first / third, last / third, difference((first, third), (last, third))


def _alarms(
    tries: Sequence[Try],
    strength: float | None,
    scored: int,
    answers: Sequence[Answer],
    thirds: tuple[float, float, float] | None,
) -> tuple[Alarm, ...]:
    """Return what is suspicious about an item.

    The key is when stronger learners get it wrong more often, or when one wrong answer is more common among the strong
    than the right ones together.
    """
    found: list[Alarm] = []
    strong_right = sum(each.strong for each in answers if each.right)
    strong_wrong = max((each.strong for each in answers if not each.right), default=0)
    if (strength is not None and surely_negative(strength, scored)) or strong_wrong > strong_right:
        found.append("key")
    if sum(each.right for each in tries) > TOO_EASY * len(tries):
        found.append("easy")
    if thirds is not None and abs(thirds[2]) > SURE:
        found.append("drift")
    return tuple(found)
