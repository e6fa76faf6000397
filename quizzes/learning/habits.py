"""Which misconceptions a learner has, from diagnostic drills: those on which a wrong method gives itself away.

For each misconception there is the log-odds that the learner holds it. An answer moves it by the log of how much
likelier the answer is from somebody who does than from somebody who doesn't. Wrong methods that give the same wrong
answer share the blame: the more one of them is believed, the less an answer says about the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, log, prod
from typing import Any, NamedTuple

Told = Sequence[Sequence[str]]
"""A drill's `told_apart`: the misconceptions that it shows, those with the same wrong answer in one group."""

PRIOR = -2.0
"""Log-odds before any answer: one learner in eight holds a given misconception."""

FLAGGED_AT = 2.0
"""Log-odds from which on a misconception is told: 88 in 100."""

LEAST, MOST = -3.0, 3.5
"""Where the log-odds stop, so that a few answers show that a learner has learnt, or has slipped into a habit."""

FEWEST_EXHIBITS = 2
CLEARED_BY = 3
"""Successes in a row, on drills that would have shown the misconception, after which it is taken for overcome."""

HELD_SHOWS = 0.8
"""How often a misconception that is held gives its wrong answer where it can."""

RIGHT_WEIGHT, NAMED_WEIGHT, UNNAMED_WEIGHT = 1.0, 0.3, 0.1
"""How much it counts against a misconception that its answer was not given: the right one was, that of another, or one
that nothing explains, which holders of one give too.
"""

EXPECTED_LEAST = 0.7
"""A misconception keeps the ratings low; that must not make its own wrong answers look like chance."""

COINCIDENCE = 0.3
"""How often a wrong answer is a known method's by chance, where few other answers can be given more often."""

LEAST_CHANCE = 0.02
"""No answer is rarer than that by chance."""

WANTED_WEIGHT = 4
"""How much more the group of the wanted misconception counts than another, in how much a drill tells."""

MISSES = 10
"""So many of the latest misses in a skill are remembered."""

WINDOW = 4
"""Of so many it is told how often a misconception was behind them."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of one misconception: the log-odds, how many drills showed it, how often its answer was given and
    how many successes in a row there were since, and whether it is flagged.
    """

    odds: float = PRIOR
    shown: int = 0
    exhibits: int = 0
    successes: int = 0
    flagged: bool = False

    @property
    def belief(self) -> float:
        """The chance that the learner holds it."""
        return 1 / (1 + exp(-self.odds))

    @property
    def suspected(self) -> bool:
        """Whether its answer was given, and neither flagged nor overcome yet."""
        return bool(self.exhibits) and not self.flagged


@dataclass(frozen=True, slots=True)
class Habits:
    """All that is known of a learner's misconceptions in one skill, and what the last misses there were named as."""

    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    misses: tuple[tuple[str, ...], ...] = ()

    @property
    def flagged(self) -> tuple[str, ...]:
        """The misconceptions to tell the learner of, the surest first."""
        held = [(-each.odds, id) for id, each in self.evidence.items() if each.flagged]
        return tuple(id for _, id in sorted(held))

    def to_json(self) -> dict[str, Any]:
        evidence = {
            id: [round(each.odds, 3), each.shown, each.exhibits, each.successes, each.flagged]
            for id, each in self.evidence.items()
        }
        return {"evidence": evidence, "misses": [list(ids) for ids in self.misses]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Habits:
        evidence = {id: Evidence(*values) for id, values in data["evidence"].items()}
        return cls(evidence, tuple(tuple(ids) for ids in data["misses"]))


class Share(NamedTuple):
    """How often a misconception was behind the latest misses: "3 of your last 4 misses"."""

    times: int
    misses: int


def after(
    habits: Habits, told_apart: Told, named: Sequence[str], *, right: bool, expected: float, floor: float
) -> Habits:
    """Return the habits after an unaided answer.

    `named` are the misconceptions whose wrong answer was given, `expected` is the chance of a right answer that the
    ratings give, `floor` that of guessing. A plain drill, which shows none, says nothing of any.
    """
    misses = habits.misses if right else (*habits.misses, tuple(named))[-MISSES:]
    by_chance = _by_chance(expected, floor, len(told_apart))
    evidence = dict(habits.evidence)
    for group in told_apart:
        for id in group:
            before, exhibit = _of(habits, id), id in named
            if exhibit:
                same = max((_of(habits, other).belief for other in group if other != id), default=0.0)
                moved = _blamed(before.belief, same, by_chance)
            else:
                moved = _cleared(_rival(habits, told_apart, group), right, bool(named))
            evidence[id] = _moved(before, moved, exhibit, right)
    return Habits(evidence, misses)


def _of(habits: Habits, id: str) -> Evidence:
    return habits.evidence.get(id, Evidence())


def _by_chance(expected: float, floor: float, groups: int) -> float:
    """Return how often somebody who holds no misconception gives just the wrong answer of one group."""
    match = max(min(1.0, floor / (1 - floor)), COINCIDENCE / groups if groups else 0.0)
    return max((1 - max(expected, EXPECTED_LEAST)) * match, LEAST_CHANCE)


def _rival(habits: Habits, told_apart: Told, group: Sequence[str]) -> float:
    """Return the greatest belief in a misconception that a drill shows with another wrong answer than the group's."""
    return max((_of(habits, id).belief for other in told_apart if other != group for id in other), default=0.0)


def _blamed(belief: float, same: float, by_chance: float) -> float:
    """Return by how much the log-odds rise when the wrong answer of a misconception is given.

    `same` is the greatest belief in another with that answer: as far as it is greater, that one explains the answer.
    """
    explained = max(0.0, same - belief) * HELD_SHOWS
    otherwise = by_chance + (1 - by_chance) * explained
    return log(HELD_SHOWS / min(otherwise, HELD_SHOWS))


def _cleared(rival: float, right: bool, named: bool) -> float:
    """Return by how much the log-odds of a misconception change, downwards, when another answer is given.

    The more a rival is believed, the less: who holds two gives the wrong answer of one or the other.
    """
    pulled = rival / 2
    weight = RIGHT_WEIGHT if right else NAMED_WEIGHT if named else UNNAMED_WEIGHT
    return min(0.0, weight * log((1 - HELD_SHOWS * (1 - pulled)) / (1 - pulled)))


def _moved(before: Evidence, by: float, exhibit: bool, right: bool) -> Evidence:
    """Return the evidence with its log-odds moved and its counts kept; three successes in a row begin it afresh."""
    odds = min(max(before.odds + by, LEAST), MOST)
    successes = before.successes + 1 if right else 0
    if successes >= CLEARED_BY:
        return Evidence(min(odds, PRIOR), before.shown + 1, successes=successes)
    exhibits = before.exhibits + exhibit
    flagged = before.flagged or (odds >= FLAGGED_AT and exhibits >= FEWEST_EXHIBITS)
    return Evidence(odds, before.shown + 1, exhibits, successes, flagged)


def to_show(habits: Habits, known: Sequence[str]) -> str | None:
    """Return which of the known misconceptions the next diagnostic drill should show, None where none is known.

    Those that an answer has pointed at come first, then those that have been shown least.
    """

    def order(id: str) -> tuple[bool, float, int, int]:
        each = _of(habits, id)
        return (not each.suspected, -each.odds if each.suspected else 0.0, each.shown, known.index(id))

    return min((id for id in known if not _of(habits, id).flagged), key=order, default=None)


def telling(habits: Habits, told_apart: Told, wanted: str | None = None) -> tuple[bool, float]:
    """Return how much an answer to a drill would tell: of several drills the one with the greatest value is best.

    First whether it shows what is wanted, then how open it is which of its wrong answers would be given, that of the
    wanted one above all. What is believed already gets in the way of the others.
    """
    openness = 0.0
    for group in told_apart:
        none = prod(1 - _of(habits, id).belief for id in group)
        open_to_see = none * (1 - none) * (1 - _rival(habits, told_apart, group) / 2)
        openness += open_to_see * (WANTED_WEIGHT if wanted in group else 1)
    return any(wanted in group for group in told_apart), openness


def share(habits: Habits, id: str) -> Share:
    """Return how many of the last misses a misconception was behind.

    They are the last four; where it was behind fewer than two of these, as many as it takes to count two.
    """
    latest = [id in ids for ids in habits.misses[::-1]]
    enough = (n for n in range(WINDOW, len(latest)) if sum(latest[:n]) >= FEWEST_EXHIBITS)
    window = next(enough, len(latest))
    return Share(sum(latest[:window]), window)
