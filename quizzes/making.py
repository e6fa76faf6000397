"""A drill is made: a spot that the generator finds, checked by a second computation."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple, TypeVar

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import TOGGLES, Ruleset, parse_rules
from quizzes.fingerprint import fingerprint
from quizzes.kinds.base import Answer, Kind, Variant
from quizzes.models.drills import Bucket, Drill

PLAIN_ONE_IN = 6
TRIES_FOR_A_SORT = 12
SPOTS_TO_KNOW_SORTS = 4 * TRIES_FOR_A_SORT

T = TypeVar("T")


class Disagreement(Exception):
    """Engine and second computation answer a generated document differently, or one can't: a fault in one of them."""

    def __init__(self, kind: Kind, document: Document) -> None:
        super().__init__(f"{kind.id}: no agreement about {json.dumps(to_table(document), ensure_ascii=False)}")
        self.document = document


class Spot(NamedTuple):
    """A generated document, the misconceptions that it tells apart (plain where there are none), and its answer.

    The answer is not checked yet: many spots lie aside for a while, and some are never wanted.
    """

    document: Document
    told_apart: tuple[tuple[str, ...], ...]
    answer: Answer


@dataclass(slots=True)
class Batch:
    """What making the drills of one batch leaves behind.

    `aside` are the spots that were met while the other sort was looked for: they are drills that come later. `met`
    counts the spots of each sort; both are by whether a spot is plain.
    """

    aside: dict[bool, deque[Spot]] = field(default_factory=lambda: {True: deque(), False: deque()})
    met: Counter[bool] = field(default_factory=Counter)

    def tries(self, plain: bool) -> int:
        """Return how many spots are looked at for one of a sort: one too rare to be found so comes as it may."""
        met = self.met.total()
        rare = met >= SPOTS_TO_KNOW_SORTS and self.met[plain] * TRIES_FOR_A_SORT < met
        return 1 if rare else TRIES_FOR_A_SORT


def make_drill(bucket: Bucket, rng: Random, batch: Batch) -> Drill:
    """Return a drill for a bucket, not stored yet. Raises Disagreement when its answer can't be relied on.

    One in six should be plain, a spot in which the usual mistakes happen to be right, the others diagnostic; where the
    generator does not come by the wanted sort, it is the other.
    """
    kind = kinds.KINDS[bucket.kind]
    document, told_apart, answer = _spot(bucket, rng, batch)
    if not _checked(kind, document, partial(kinds.agree, kind, answer=answer)):
        raise Disagreement(kind, document)
    table = to_table(document)
    del table["rules"]
    return Drill(bucket_id=bucket.pk, fingerprint=fingerprint(document), document=table, told_apart=told_apart)


def _spot(bucket: Bucket, rng: Random, batch: Batch) -> Spot:
    """Return a spot that is plain or diagnostic, as chance wants it where it can be had."""
    kind, house = kinds.KINDS[bucket.kind], house_playing(bucket.rules_key)
    plain = rng.randrange(PLAIN_ONE_IN) == 0
    for _ in range(batch.tries(plain)):
        if batch.aside[plain]:
            break
        document = kind.generate(rng, bucket.level, house, Variant(bucket.game, bucket.limit))
        spot = _checked(kind, document, partial(_worked_out, kind))
        batch.aside[not spot.told_apart].append(spot)
        batch.met[not spot.told_apart] += 1
    return batch.aside[plain if batch.aside[plain] else not plain].popleft()


def _worked_out(kind: Kind, document: Document) -> Spot:
    return Spot(document, kind.told_apart(document), kind.solve(document).answer)


def _checked(kind: Kind, document: Document, work: Callable[[Document], T]) -> T:
    """Return what is worked out from a generated document, which has no reason to be refused."""
    try:
        return work(document)
    except DocumentError as error:
        raise Disagreement(kind, document) from error


@lru_cache
def house_playing(rules_key: str) -> Ruleset:
    """Return a house that plays these toggles; those that are not named matter to nobody who reads the bucket."""
    chosen = dict(pair.split("=") for pair in rules_key.split())
    values = {name: {str(value): value for value in TOGGLES[name].rules}[text] for name, text in chosen.items()}
    return parse_rules(values)
