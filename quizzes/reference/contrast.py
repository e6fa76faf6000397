"""A misconception in two spots: one that its wrong method gets wrong, and one close to it that it gets right."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from heapq import nsmallest
from random import Random
from typing import Any, NamedTuple

from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import agree
from quizzes.kinds.base import Answer, Kind, Misconception
from quizzes.reference.spot_changes import changed

EACH = 40
"""So many spots of each game, limit and level are looked at."""

FIRST, TURNED, TWICE = 12, 60, 2
"""So many of the plainest spots that show a misconception are set beside those in which it is right, so many beside
those in which it is made right by one change, and so many beside those with two changes.
"""

SENSELESS = (DocumentError, ValueError, LookupError, AssertionError, TypeError, StopIteration)
"""What a method raises in a spot that it is not meant for."""

COMPANY, OUT_OF_PLACE, ELSEWHERE, EMPTY, BROKE, NEARNESS = 6.0, 4.0, 6.0, 4.0, 4.0, 2.0
"""What counts against a pair beside its size: another mistake with the same number in the first spot, a second spot in
which nobody would think of the method, another house there, an answer that is none where the first has one, a stack
that its post takes away, and each difference between the two.
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """`wrong` shows the misconception; in `right` its method gives the right answer.

    Where the method never does, the right answer of `right` is what the method gave in `wrong`; None where there is no
    such spot either.
    """

    wrong: Document
    right: Document | None


class Seen(NamedTuple):
    """A spot with what is needed to hold it beside others: its parts, its weight, and its answer's empty places."""

    spot: Document
    parts: Counter[str]
    weight: float
    empty: int
    broke: int


def answered(trap: Misconception, document: Document) -> Answer | None:
    """Return what a misconception's method answers in a spot, None where it has no answer there."""
    try:
        return trap.solve(document) if trap.known_in(document.game.id, document.limit) else None
    except SENSELESS:
        return None


def gives(kind: Kind, trap: Misconception, document: Document) -> Mapping[str, Any] | None:
    """Return the values of what a misconception's method answers in a spot, None where it has no answer there."""
    wrong = answered(trap, document)
    try:
        return None if wrong is None else kind.values(document, kind.solve(document).answer, wrong)
    except SENSELESS:
        return None


def right_values(kind: Kind, document: Document) -> Mapping[str, Any]:
    """Return the right answer's values in a spot."""
    answer = kind.solve(document).answer
    return kind.values(document, answer, answer)


def is_right(kind: Kind, trap: Misconception, document: Document) -> bool:
    """Return whether a misconception's method gives the right answer in a spot."""
    return gives(kind, trap, document) == right_values(kind, document)


def find(kind: Kind, trap: Misconception) -> Pair:
    """Return the plainest pair among generated spots and those one or two changes away.

    The houses are gone through in turn until one has a spot in which the method is right; where none has, it is the
    first one's pair. Raises LookupError where no spot shows the misconception.
    """
    found: list[Pair] = []
    for house in (id for id in RULESET_IDS if kind.asked_by(ruleset(id))):
        spots = [spot for spot in _spots(kind, house) if trap.known_in(spot.game.id, spot.limit)]
        shown = [_seen(kind, spot, _company(kind, trap, spot)) for spot in spots if trap.id in kind.mistaken(spot)]
        first = nsmallest(TURNED, shown, key=lambda seen: seen.weight)
        if first:
            found.append(_paired(kind, trap, first, spots))
            if found[-1].right is not None and is_right(kind, trap, found[-1].right):
                return found[-1]
    if not found:
        raise LookupError(f"no spot shows {trap.id} of {kind.id}")
    return found[0]


@cache
def _spots(kind: Kind, house: str) -> tuple[Document, ...]:
    rng = Random(f"{kind.id} {house}")
    return tuple(
        kind.generate(rng, level, ruleset(house), variant)
        for variant in kind.variants
        for level in kind.levels
        for _ in range(EACH)
    )


def _paired(kind: Kind, trap: Misconception, first: list[Seen], spots: list[Document]) -> Pair:
    """Return the best pair of one of the first spots and another in which the method is right, or is made right."""
    near = [(seen, list(_asked(kind, changed(seen.spot)))) for seen in first[:FIRST]]
    holds = [_beside(kind, trap, spot) for spot in spots if is_right(kind, trap, spot)]
    pairs = [(seen, other) for seen in first[:FIRST] for other in holds]
    pairs += [
        (seen, _beside(kind, trap, spot)) for seen, around in near for spot in around if is_right(kind, trap, spot)
    ]
    if not pairs:
        once = ((seen, _asked(kind, changed(seen.spot))) for seen in first)
        pairs = [pair for seen, around in once for pair in _turned(kind, trap, seen, around)]
    if not pairs:
        twice = ((seen, _asked(kind, changed(spot))) for seen, around in near[:TWICE] for spot in around)
        pairs = [pair for seen, around in twice for pair in _turned(kind, trap, seen, around)]
    for seen, other in sorted(pairs, key=_cost):
        if agree(kind, other.spot):
            return Pair(seen.spot, other.spot)
    return Pair(first[0].spot, None)


def _asked(kind: Kind, spots: Iterable[Document]) -> Iterator[Document]:
    """Yield the spots whose question can be asked."""
    for spot in spots:
        try:
            kind.level(spot)
            kind.solve(spot)
            yield spot
        except SENSELESS:
            continue


def _turned(kind: Kind, trap: Misconception, seen: Seen, around: Iterable[Document]) -> Iterator[tuple[Seen, Seen]]:
    """Yield a spot with each of those around it whose right answer is what the method gave in it."""
    given = gives(kind, trap, seen.spot)
    for spot in around:
        if right_values(kind, spot) == given:
            yield seen, _beside(kind, trap, spot)


def _seen(kind: Kind, spot: Document, besides: float) -> Seen:
    parts = _parts(spot)
    blind = spot.blinds[1] if spot.blinds else 0
    empty = sum(value is None or value is False for value in right_values(kind, spot).values())
    broke = sum(seat.stack is not None and seat.stack <= blind for seat in spot.seats)
    return Seen(spot, parts, _size(parts) + besides, empty, broke)


def _company(kind: Kind, trap: Misconception, spot: Document) -> float:
    """Return what counts against a spot because other mistakes give the same answer in it."""
    return COMPANY * next(len(group) - 1 for group in kind.told_apart(spot) if trap.id in group)


def _beside(kind: Kind, trap: Misconception, spot: Document) -> Seen:
    return _seen(kind, spot, 0.0 if trap.applies(spot) else OUT_OF_PLACE)


def _cost(pair: tuple[Seen, Seen]) -> float:
    first, second = pair
    apart = ((first.parts - second.parts) + (second.parts - first.parts)).total()
    return (
        first.weight
        + second.weight
        + NEARNESS * apart
        + ELSEWHERE * (first.spot.rules != second.spot.rules)
        + EMPTY * max(0, second.empty - first.empty)
        + BROKE * max(0, second.broke - first.broke)
    )


def _size(parts: Counter[str]) -> float:
    """Return how many parts there are to read, an amount the longer the more figures it has before its zeros."""
    figures = sum(len(number.rstrip("0")) for part in parts.elements() for number in re.findall(r"\d+", part))
    return parts.total() + 0.25 * figures


def _parts(document: Document) -> Counter[str]:
    """Return what there is to read in a spot, part by part: seats, cards, actions."""
    return Counter(_texts("", to_table(document)))


def _texts(where: str, value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        owner = f"{where} {value['name']}" if "name" in value else where
        for key, inner in value.items():
            yield from _texts(f"{owner} {key}", inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(where, inner)
    elif isinstance(value, str):
        words = value.split(", ") if where.endswith("actions") else value.split()
        yield from (f"{where} {word}" for word in words)
    else:
        yield f"{where} {json.dumps(value)}"
