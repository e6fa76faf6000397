"""Spots, kinds and learners that tests of the site's storage use in place of the real ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import TypeVar
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import connection
from django.utils import timezone

from quizzes.engine.document import Document
from quizzes.engine.notation import loads, parse, to_table
from quizzes.engine.rulesets import Ruleset, ruleset
from quizzes.fingerprint import fingerprint
from quizzes.kinds.base import HOLDEM, Kind, Raw, Variant
from quizzes.kinds.min_raise import KIND
from quizzes.learners import Learner
from quizzes.models import Bucket, Drill
from quizzes.practice import next_question
from quizzes.practising.asking import Choice
from tests.cases.compare import load
from tests.site.pages import usual

T = TypeVar("T")

CASE = next(case for case in load(["min_raise"]) if case["id"] == "min_raise-007-mr")
"""BTN raises to 500, SB to 1200, blinds 100/200: the big blind raises to 1900 at least (BARGE; TDA 2024 43-A)."""

RIGHT: Raw = {field: [str(CASE["answer"][field])] for field in ("raise_to", "raise_by", "adds")}
WRONG: Raw = {"raise_to": ["2000"], "raise_by": ["1"], "adds": ["2"]}
IN_PART: Raw = {**RIGHT, "adds": ["2"]}
ILL_FORMED: Raw = {"raise_to": ["a lot"], "raise_by": [""], "adds": ["1700"]}


CHOICE = Choice(kind="min_raise", level=1)


def opening_bets(number: int) -> list[Document]:
    """That many different spots: a bet on the turn, each of another size."""
    spot = 'seats = [{{name = "A"}}, {{name = "B"}}]\nstreet = "turn"\nblinds = [100, 200]\nactions = "A bets {}"\n'
    question = 'question = {kind = "min_raise"}\n'
    return [loads(spot.format(300 + 100 * size) + question) for size in range(number)]


def kind_of(spots: Sequence[Document]) -> Kind:
    """A kind that knows these spots and no other."""

    def generate(rng: Random, level: int, rules: Ruleset, variant: Variant = HOLDEM) -> Document:
        return replace(rng.choice(spots), rules=rules)

    return replace(KIND, generate=generate)


def make_bucket(kind: Kind = KIND, level: int = 1, *, reserve: bool = False) -> Bucket:
    """The bucket of a kind for the house that it is usually asked under, asked for a moment ago."""
    asked = usual(kind, level)
    return Bucket.objects.create(
        kind=kind.id,
        game=asked.variant.game,
        limit=asked.variant.limit,
        level=asked.level,
        rules_key=ruleset(asked.house).key(kind.toggles_in(asked.variant)),
        version=kind.version,
        reserve=reserve,
        last_asked_at=timezone.now(),
    )


def store(bucket: Bucket, spots: Sequence[Document]) -> list[Drill]:
    """Put spots into an empty bucket's slots, as they are."""
    for slot, spot in enumerate(spots):
        table = {key: value for key, value in to_table(spot).items() if key != "rules"}
        Drill.objects.create(bucket=bucket, slot=slot, fingerprint=fingerprint(spot), document=table)
    bucket.size = len(spots)
    bucket.save()
    return list(Drill.objects.filter(bucket=bucket).order_by("slot"))


def store_case(bucket: Bucket) -> Drill:
    """Put the spot of CASE into an empty bucket."""
    return store(bucket, [parse(json.loads(json.dumps(CASE["doc"])))])[0]


def only_drill() -> Drill:
    """The spot of CASE, as the one drill of the bucket that CHOICE leads to, which is full with it."""
    bucket = make_bucket()
    drill = store_case(bucket)
    Bucket.objects.filter(pk=bucket.pk).update(dry=2)
    return drill


def visitor() -> Learner:
    """A visitor who has been here before."""
    key = uuid4()
    return Learner({"visitor": key.hex}, visitor=key)


def account(name: str = "ann") -> Learner:
    """Somebody who is signed in."""
    return Learner({}, get_user_model().objects.create_user(name).pk)


def ask(learner: Learner) -> str:
    """Have a learner shown the question of CHOICE, and return its token."""
    return next_question(learner, CHOICE).token


def together(*works: Callable[[], T]) -> list[T]:
    """Do things at the same time, each with a connection of its own, and return what they return."""

    def with_connection(work: Callable[[], T]) -> T:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(with_connection, works))
