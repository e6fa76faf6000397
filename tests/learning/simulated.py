"""Simulated learners whose abilities and misconceptions are known, in a world of drills shaped like the real kinds'.

`shapes.json` holds for each kind the guess floor of its answers and, by level, how often which misconceptions were told
apart by 120 generated drills: "a+b|c" is a drill on which a and b give the same wrong answer and c another.

Two simulators, so that the model is not only judged by its own picture of a learner. `Modelled` answers as the ratings
assume. `Other` has another response curve, slips, guesses outright, drifts from answer to answer and forgets overnight.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple

from quizzes.learning import habits, ratings
from quizzes.learning.choosing import Offer
from quizzes.learning.habits import Habits
from quizzes.learning.ratings import Rating

Told = tuple[tuple[str, ...], ...]
Item = tuple[str, int]

AT_HAND = 50
"""Drills of a level among which one that shows a misconception is looked for."""

CONFUSABLE = (
    ("min_raise", "reopen"),
    ("min_raise", "legal_actions"),
    ("side_pots", "awards"),
    ("read_hand", "winner"),
    ("winner", "ranking"),
    ("action_order", "show_order"),
    ("show_order", "may_see"),
    ("nuts", "outs"),
)


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind as the simulators know it: guess floor, and by level the drills of its pool."""

    floor: float
    levels: Mapping[int, tuple[tuple[Told, int], ...]]

    @property
    def shows(self) -> dict[str, tuple[int, ...]]:
        """By misconception the levels on which a drill shows it."""
        found: dict[str, list[int]] = {}
        for level, drills in self.levels.items():
            for id in sorted({id for told, _ in drills for group in told for id in group}):
                found.setdefault(id, []).append(level)
        return {id: tuple(levels) for id, levels in found.items()}


@cache
def shapes() -> dict[str, Shape]:
    """Return the kinds by their ids."""
    table = json.loads(Path(__file__).with_name("shapes.json").read_text())
    return {
        kind: Shape(
            shape["floor"],
            {
                int(level): tuple((_told(text), count) for text, count in drills.items())
                for level, drills in shape["levels"].items()
            },
        )
        for kind, shape in table.items()
    }


def _told(text: str) -> Told:
    return tuple(tuple(group.split("+")) for group in text.split("|")) if text else ()


class Response(NamedTuple):
    """What a simulated learner answers: right, or wrong as these misconceptions would have it."""

    right: bool
    named: tuple[str, ...] = ()


@dataclass
class Modelled:
    """A learner as the ratings assume one: 3PL, and a held misconception shows in most drills where it can."""

    rng: Random
    abilities: dict[str, float]
    held: dict[str, frozenset[str]] = field(default_factory=dict)
    gain: float = 0.0
    ceiling: float = 3.0
    unlearns: float = 0.0

    shows = 0.85
    lands_on_a_method = 0.1

    def chance(self, kind: str, difficulty: float, floor: float) -> float:
        """Return the chance of a right answer where no misconception is in the way."""
        return floor + (1 - floor) / (1 + exp(difficulty - self.abilities[kind]))

    def answer(self, kind: str, difficulty: float, floor: float, told: Told) -> Response:
        """Answer a drill, and learn from its feedback."""
        response = self._answered(kind, difficulty, floor, told)
        self.abilities[kind] += self.gain * (self.ceiling - self.abilities[kind])
        return response

    def _answered(self, kind: str, difficulty: float, floor: float, told: Told) -> Response:
        held = self.held.get(kind, frozenset())
        shown = [group for group in told if held & set(group)]
        if shown and self.rng.random() < self.shows:
            given = self.rng.choice(shown)
            if self.rng.random() < self.unlearns:
                self.held[kind] = held - set(given)
            return Response(False, given)
        if self.rng.random() < self.chance(kind, difficulty, floor):
            return Response(True)
        return Response(False, self._by_chance(floor, told))

    def _by_chance(self, floor: float, told: Told) -> tuple[str, ...]:
        """Return what a wrong answer without a method happens to look like."""
        each = max(floor / (1 - floor), self.lands_on_a_method / max(1, len(told)))
        place = self.rng.random() / each
        return told[int(place)] if place < len(told) else ()

    def sleep(self) -> None:
        """Let a night pass."""


@dataclass
class Other(Modelled):
    """A learner whom the ratings don't foresee."""

    slip: float = 0.05
    guesses: float = 0.05
    drift: float = 0.08
    forgets: float = 0.0
    peak: dict[str, float] = field(default_factory=dict)

    shows = 0.75
    lands_on_a_method = 0.25

    def chance(self, kind: str, difficulty: float, floor: float) -> float:
        """Return the chance of a right answer: a curve steeper above than below, with slips and outright guesses."""
        knows = 1 - exp(-exp(0.8 * (self.abilities[kind] - difficulty) - 0.37))
        worked_out = floor + (1 - floor - self.slip) * knows
        return self.guesses * floor + (1 - self.guesses) * worked_out

    def answer(self, kind: str, difficulty: float, floor: float, told: Told) -> Response:
        response = super().answer(kind, difficulty, floor, told)
        self.abilities[kind] += self.rng.gauss(0, self.drift)
        self.peak[kind] = max(self.abilities[kind], self.peak.get(kind, -9.0))
        return response

    def sleep(self) -> None:
        """Forget a part of what is known beyond the barest."""
        for kind in self.abilities:
            self.abilities[kind] -= self.forgets * max(0.0, self.abilities[kind] + 1)


@dataclass
class World:
    """The items' true difficulties, which the model is not told, and the ratings that it has of them."""

    truth: Mapping[Item, float]
    rated: dict[Item, Rating]

    def rating(self, kind: str, level: int) -> Rating:
        """Return what the model thinks of an item; where nobody has answered it, from the kind's other levels."""
        rated = self.rated[kind, level]
        if rated.tries:
            return rated
        return ratings.item(level, {other: self.rated[kind, other] for other in shapes()[kind].levels})

    def offer(self, kind: str) -> Offer:
        """Return a kind as it is offered to `choose`."""
        shape = shapes()[kind]
        difficulties = {level: self.rating(kind, level).value for level in shape.levels}
        return Offer(kind, shape.floor, difficulties, max(shape.levels), shape.shows)


def world(rng: Random) -> World:
    """Return a world in which each kind is harder or easier, steeper or flatter by level than the model supposes."""
    truth: dict[Item, float] = {}
    for kind, shape in shapes().items():
        base, slope = rng.gauss(0, 0.6), rng.uniform(0.5, 1.0)
        for level in shape.levels:
            truth[kind, level] = base + slope * (level - 3) + rng.gauss(0, 0.3)
    return World(truth, {item: ratings.item(item[1]) for item in truth})


def drill(rng: Random, kind: str, level: int, known: Habits, wanted: str | None) -> Told:
    """Return the `told_apart` of the most telling of a level's next drills."""
    pool = shapes()[kind].levels[level]
    following = rng.choices([told for told, _ in pool], [count for _, count in pool], k=AT_HAND)
    return max(following, key=lambda told: habits.telling(known, told, wanted)) if wanted else following[0]
