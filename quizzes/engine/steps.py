"""A derivation: which rule, which numbers, which operation, what comes out. No prose; `quizzes.wording` has that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Op = Literal["sum", "difference", "least", "share", "compare", "layer", "state"]
"""How `values` give `out`:

sum         the one outcome is the sum of all values
difference  the one outcome is the first value less the second
least       the one outcome is the smallest value
share       an amount divided into equal parts, odd chips one each to the first named
compare     the one outcome says whether the first value reaches the second, or which hand is best
layer       every seat's chips between two levels are one pot, for the live seats that reach the upper one
state       a fact read off the document, the ruleset or an earlier outcome, as it stands
"""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a derivation.

    `rule` is an id of the rule book (`rulesets.RULES`). Every value is in the document, in the ruleset or an earlier
    step's outcome. `seat` is the player the step speaks of, if it speaks of one.
    """

    rule: str
    op: Op
    values: Mapping[str, Any]
    out: Mapping[str, Any]
    seat: str | None = None


Outcome = str | tuple[str, bool]
"""What a step gives: a field by its name, whatever its value, or with the one value that is meant."""


@dataclass(frozen=True, slots=True)
class Solution:
    """An answer in the words of the scenario format, and the steps that give it."""

    answer: Mapping[str, Any]
    steps: tuple[Step, ...] = field(default=())

    @property
    def told(self) -> tuple[Step, ...]:
        """The steps that are told: not those that only gather what the others gave, unless there are no others."""
        return tuple(step for step in self.steps if step.values != step.out) or self.steps

    def deciding(self, outcomes: Iterable[Outcome]) -> Step:
        """Return the told step that gives the earliest named of these outcomes, and where none does the first step."""
        return next((step for outcome in outcomes for step in self.told if _gives(step, outcome)), self.told[0])


def _gives(step: Step, outcome: Outcome) -> bool:
    if isinstance(outcome, str):
        return outcome in step.out
    name, value = outcome
    return name in step.out and bool(step.out[name] == value)


def total(rule: str, out: str, values: Mapping[str, int], seat: str | None = None) -> Step:
    """Return the step that adds the values up."""
    return Step(rule, "sum", values, {out: sum(values.values())}, seat)


def difference(rule: str, out: str, values: Mapping[str, int], seat: str | None = None) -> Step:
    """Return the step that takes the second value from the first."""
    first, second = values.values()
    return Step(rule, "difference", values, {out: first - second}, seat)


def numbers(value: Any) -> set[int]:
    """Return every whole number in a value, however deep it lies."""
    found: set[int] = set()
    _collect(value, found)
    return found


def _collect(value: Any, found: set[int]) -> None:
    """Add the whole numbers of a value to those found. What is met most is asked for first."""
    if isinstance(value, (str, bool)):
        return
    if isinstance(value, int):
        found.add(value)
    elif isinstance(value, (dict, Mapping)):
        for item in value.values():
            _collect(item, found)
    elif isinstance(value, (list, tuple, Sequence)):
        for item in value:
            _collect(item, found)


def needed(background: Iterable[Step], derivation: Iterable[Step]) -> tuple[Step, ...]:
    """Return the derivation after those background steps whose numbers it uses, each step once.

    The background of a hand says where each amount came from (an all-in is what was left of a stack); a derivation
    shows only what it rests on, directly or through one another.
    """
    steps: list[Step] = []
    for step in derivation:
        if not _is_among(step, steps):
            steps.append(step)
    earlier = list(background)
    if not earlier:
        return tuple(steps)
    wanted = numbers([step.values for step in steps])
    kept: list[Step] = []
    for step in reversed(earlier):
        if not numbers(step.out).isdisjoint(wanted):
            if _is_among(step, kept):
                kept.remove(step)  # one between the two may rest on it, so it stands where it came first
            kept.append(step)
            _collect(step.values, wanted)
    return (*reversed(kept), *(step for step in steps if not _is_among(step, kept)))


def _is_among(step: Step, steps: list[Step]) -> bool:
    """Return whether a step is among others: few are of the same rule, and to compare all of a step takes long."""
    rule = step.rule
    return step in [other for other in steps if other.rule == rule]
