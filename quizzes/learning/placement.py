"""A placement test: twelve questions over the skills, each on the level that tells most, and the abilities at its end.

While it lasts a learner has one ability for all skills, by Bayes on a grid; at the end each skill that was asked is
moved from there by its own answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp, prod
from random import Random
from typing import NamedTuple

from quizzes.learning import ratings
from quizzes.learning.choosing import Offer
from quizzes.learning.ratings import Rating

QUESTIONS = 12

SPREAD = 1.2
"""The standard deviation of learners' abilities in logits."""

WORTH = 3
"""How many tries in a skill the general ability of a placement test is worth."""

GRID = tuple(step / 5 for step in range(-20, 21))


class Answered(NamedTuple):
    """A question of the test: what was asked, how hard it was, what guessing gives, whether it was right."""

    skill: str
    level: int
    difficulty: float
    floor: float
    right: bool


class Question(NamedTuple):
    """What the test asks next."""

    skill: str
    level: int


def general(answers: Sequence[Answered]) -> float:
    """Return the ability that the answers speak for, one for all skills; 0 before the first."""
    weights = [exp(-((value / SPREAD) ** 2) / 2) * _likelihood(value, answers) for value in GRID]
    return sum(value * weight for value, weight in zip(GRID, weights, strict=True)) / sum(weights)


def _likelihood(ability: float, answers: Sequence[Answered]) -> float:
    chances = [(ratings.expected(ability, each.difficulty, each.floor), each.right) for each in answers]
    return prod(chance if right else 1 - chance for chance, right in chances)


def next_question(answers: Sequence[Answered], offers: Sequence[Offer], seed: str) -> Question | None:
    """Return what comes next, None after the twelfth answer. Raises ValueError when nothing is offered.

    Every skill comes once, in an order that the seed gives, before one comes again. The level is that on which the
    answer is most open: halfway between guessing and certain.
    """
    if not offers:
        raise ValueError("nothing is offered")
    if len(answers) >= QUESTIONS:
        return None
    times = Counter(each.skill for each in answers)
    order = Random(seed).sample(sorted(offers, key=lambda offer: offer.skill), len(offers))
    offer = min(order, key=lambda each: times[each.skill])
    target = (1 + offer.floor) / 2
    return Question(offer.skill, ratings.level_for(general(answers), offer.difficulties, offer.floor, target=target))


def abilities(answers: Sequence[Answered], skills: Sequence[str]) -> dict[str, Rating]:
    """Return where a learner starts in each of the skills, asked or not, after the test."""
    start = general(answers)
    found = {skill: Rating(start, WORTH) for skill in skills}
    for each in answers:
        if each.skill in found:
            item = Rating(each.difficulty)
            found[each.skill], _ = ratings.update(found[each.skill], item, each.floor, each.right)
    return found
