"""How able a learner is and how hard an item, on one scale of logits, and what each answer says about both (Elo).

P(right) = floor + (1 - floor) * sigmoid(ability - difficulty): the floor is what guessing gives. An answer moves both
ratings along the gradient of its log-likelihood, by a step that shrinks with the tries behind a rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from typing import Any

AMOUNT_FLOOR = 0.02
"""Guessing a typed amount, a set of cards or a grid of amounts."""

TARGET = 0.825
"""The share of right answers at which people learn most: the middle of 80 to 85 %."""

PRIOR_DIFFICULTIES: Mapping[int, float] = {1: -1.5, 2: -0.75, 3: 0.0, 4: 0.75, 5: 1.5}
"""By level. A learner of ability 0 gets 82 % of level 1 right without guessing."""

ABILITY_STEP, ABILITY_STEP_LEAST = 0.9, 0.5
ITEM_STEP, ITEM_STEP_LEAST = 0.5, 0.02
"""The step of a rating's first try, and the least that it comes down to."""

SHRINK = 0.15
"""How fast a step shrinks: about the information that one answer near P = 0.8 gives."""

LEARNT = 0.12
"""What a skill's first answer and its feedback teach, in logits; later ones teach less."""

OTHERS_WEIGHT = 2.0
"""How many tries an ability of 0 is worth against a learner's other skills, when a skill is begun."""

SIBLINGS_WEIGHT = 3.0
"""How many answers the difficulty that a level has of itself is worth against what is known of the other levels."""

COUNTED_TRIES = 10
"""More tries than these make no other rating weigh more in a start."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An ability or a difficulty in logits, and on how many answers it rests."""

    value: float = 0.0
    tries: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"value": round(self.value, 4), "tries": self.tries}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rating:
        return cls(float(data["value"]), int(data["tries"]))


def choice_floor(options: int) -> float:
    """Return what guessing gets right of so many options, one of which is right: 0.5 for yes or no."""
    return 1 / options


def item(level: int, siblings: Mapping[int, Rating] | None = None) -> Rating:
    """Return the rating of an item that nobody has answered yet.

    `siblings` are the ratings of the same kind, game and limit by level: as much harder or easier as the answered ones
    are than their levels would have them, so is this, drawn towards its level's own difficulty.
    """
    others = [(rating.value - PRIOR_DIFFICULTIES[other], rating.tries) for other, rating in (siblings or {}).items()]
    return Rating(PRIOR_DIFFICULTIES[level] + _drawn_to_zero(others, SIBLINGS_WEIGHT))


def begun(others: Iterable[Rating]) -> Rating:
    """Return the ability at the start of a skill, from a learner's other skills: their mean, drawn towards 0."""
    return Rating(_drawn_to_zero([(rating.value, rating.tries) for rating in others], OTHERS_WEIGHT))


def _drawn_to_zero(values: Iterable[tuple[float, int]], weight: float) -> float:
    weighed = [(value, min(tries, COUNTED_TRIES)) for value, tries in values]
    return sum(value * tries for value, tries in weighed) / (sum(tries for _, tries in weighed) + weight)


def expected(ability: float, difficulty: float, floor: float) -> float:
    """Return the chance of a right answer."""
    return floor + (1 - floor) / (1 + exp(difficulty - ability))


def gradient(ability: float, difficulty: float, floor: float, right: bool) -> float:
    """Return the slope of an answer's log-likelihood over the ability; over the difficulty it is the negative.

    Without a floor it is right - P. With one, a right answer counts for less the more it may have been a guess.
    """
    chance = expected(ability, difficulty, floor)
    return (right - chance) * (chance - floor) / (chance * (1 - floor))


def update(ability: Rating, difficulty: Rating, floor: float, right: bool) -> tuple[Rating, Rating]:
    """Return both ratings after an answer, to be asked for logged-in, first, unaided tries only.

    The ability rises a little whatever the answer was, by what its feedback teaches, and its steps never get very
    small: learners learn. Items stay as they are. Where others may have moved a difficulty meanwhile, add the change.
    """
    slope = gradient(ability.value, difficulty.value, floor, right)
    up = slope * _step(ABILITY_STEP, ABILITY_STEP_LEAST, ability.tries)
    down = slope * _step(ITEM_STEP, ITEM_STEP_LEAST, difficulty.tries)
    learnt = LEARNT / (1 + SHRINK * ability.tries)
    return Rating(ability.value + up + learnt, ability.tries + 1), Rating(difficulty.value - down, difficulty.tries + 1)


def _step(first: float, least: float, tries: int) -> float:
    return max(least, first / (1 + first * SHRINK * tries))


def level_for(
    ability: float, difficulties: Mapping[int, float], floor: float, target: float = TARGET, shift: int = 0
) -> int:
    """Return the level, of those with a difficulty, at which the chance of a right answer is nearest the target.

    A level is taken to be no easier than those below it, and of equals the highest is asked: otherwise a learner could
    be kept below a level that happens to be rated easier. `shift` is the learner's wish: so many levels harder, or
    easier where negative, as far as there are any.
    """
    levels = sorted(difficulties)
    hardest = accumulate((difficulties[level] for level in levels), max)
    off = [abs(expected(ability, difficulty, floor) - target) for difficulty in hardest]
    near = min(range(len(levels)), key=lambda place: (off[place], -place))
    return levels[min(max(near + shift, 0), len(levels) - 1)]
