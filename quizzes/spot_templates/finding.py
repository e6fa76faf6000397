"""The spots of a template: written, held to what it asks for, worked out twice, each once."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import Ruleset
from quizzes.fingerprint import fingerprint
from quizzes.kinds import KINDS, agree
from quizzes.kinds.spots import NoSpot
from quizzes.spot_templates.conditions import unmet
from quizzes.spot_templates.ranges import Recipe
from quizzes.spot_templates.writing import write

logger = logging.getLogger(__name__)

NO_SPOT = "no-spot"
NO_ANSWER = "no-answer"
AGAIN = "again"
DROPPED = "dropped"
"""Why a spot is not kept, beside what `conditions.unmet` names: none came about, it has no answer, it was there or was
dropped before.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A spot that fits: its document, with the house's rules in it, its fingerprint, its level and the mistakes that it
    tells apart.
    """

    document: Document
    fingerprint: str
    level: int
    told_apart: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What came of a search: the spots, how many were tried, and how often each reason kept one out.

    A spot that leaves several things unmet counts for each of them.
    """

    spots: tuple[Found, ...]
    tried: int
    kept_out: Counter[str]


def search(
    recipe: Recipe,
    rules: Ruleset,
    seed: str,
    wanted: int,
    tries: int,
    known: Collection[str] = (),
    dropped: Collection[str] = (),
    writer: Callable[[Random, Recipe, Ruleset], Document] = write,
) -> Search:
    """Return up to so many spots of a recipe under a house, the same for the same seed, after so many tries at most.

    `known` and `dropped` are fingerprints of spots that are not found again.
    """
    rng = Random(seed)
    spots: dict[str, Found] = {}
    kept_out: Counter[str] = Counter()
    tried = 0
    while tried < tries and len(spots) < wanted:
        tried += 1
        try:
            document = writer(rng, recipe, rules)
        except NoSpot:
            kept_out[NO_SPOT] += 1
            continue
        name = fingerprint(document)
        failing = [AGAIN] if name in spots or name in known else [DROPPED] if name in dropped else []
        failing = failing or _failing(recipe, document)
        kept_out.update(failing)
        if not failing:
            kind = KINDS[recipe.kind]
            spots[name] = Found(document, name, kind.level(document), kind.told_apart(document))
    return Search(tuple(spots.values()), tried, kept_out)


def _failing(recipe: Recipe, document: Document) -> list[str]:
    """Return why a spot does not do, [] where it fits and both computations agree about its answer."""
    kind = KINDS[recipe.kind]
    try:
        kind.solve(document)
        failing = unmet(recipe, document)
        if failing or agree(kind, document):
            return failing
    except DocumentError:
        return [NO_ANSWER]
    logger.error("%s: no agreement about a template's spot: %s", kind.id, to_table(document))
    return [NO_ANSWER]
