"""Keep the drill pools filled, and say which drill of a bucket comes next for a learner."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial, reduce
from operator import or_
from random import Random
from typing import NamedTuple, TypeVar

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from quizzes import kinds
from quizzes.engine.document import Document
from quizzes.engine.errors import DocumentError
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULESET_IDS, TOGGLES, Ruleset, parse_rules, ruleset
from quizzes.fingerprint import fingerprint
from quizzes.kinds.base import HOLDEM, Kind, Variant
from quizzes.models.drills import DRY_BATCHES, Bucket, Drill

GENERATION = 200
"""The slots that are put into a learner's own order together; also the drills of a batch."""

QUIET_TARGET = GENERATION
TARGET = 10 * GENERATION
RESERVE_TARGET = 50
DEMAND_LASTS = timedelta(days=31)
DEMAND_NOTED_EVERY = timedelta(days=1)

PLAIN_ONE_IN = 6
TRIES_FOR_A_SORT = 12
FEWEST_TRIES = 60
TRIES_ON_THE_SPOT = 5

_LOCK = 0x7AB1E

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Disagreement(Exception):
    """Engine and second computation answer a generated document differently, or one can't: a fault in one of them."""

    def __init__(self, kind: Kind, document: Document) -> None:
        super().__init__(f"{kind.id}: no agreement about {json.dumps(to_table(document), ensure_ascii=False)}")
        self.document = document


class Told(NamedTuple):
    """How many drills show a misconception: all, and those in which no other gives the same wrong answer."""

    shown: int
    alone: int


def bucket_for(kind: Kind, level: int, rules: Ruleset, variant: Variant = HOLDEM) -> Bucket:
    """Return the practice bucket of a kind, game and level for a house, made when nobody has asked for it before."""
    bucket, _ = Bucket.objects.get_or_create(
        kind=kind.id,
        game=variant.game,
        limit=variant.limit,
        level=level,
        rules_key=rules.key(kind.toggles_in(variant)),
        version=kind.version,
        reserve=False,
    )
    return bucket


def standard_buckets() -> QuerySet[Bucket]:
    """Make the missing buckets of every drilled kind, game, level and shipped house, and the reserve of each.

    A finite kind has no reserve: to know every spot is to know the rule. Return all buckets of the generators' present
    versions, those of other houses too.
    """
    current = [Q(kind=kind.id, version=kind.version) for kind in kinds.KINDS.values()]
    buckets = Bucket.objects.filter(reduce(or_, current, Q(pk__in=[])))
    there = set(buckets.values_list("kind", "game", "limit", "level", "rules_key", "reserve"))
    wanted = {
        (kind.id, *variant, level, ruleset(house).key(kind.toggles_in(variant)), reserve)
        for kind in kinds.KINDS.values()
        for variant in kind.variants
        for level in kind.levels
        for house in RULESET_IDS
        if kind.asked_by(ruleset(house))
        for reserve in ((False,) if kind.finite else (False, True))
    }
    Bucket.objects.bulk_create(
        [
            Bucket(
                kind=kind,
                game=game,
                limit=limit,
                level=level,
                rules_key=key,
                reserve=reserve,
                version=kinds.KINDS[kind].version,
            )
            for kind, game, limit, level, key, reserve in sorted(wanted - there)
        ],
        ignore_conflicts=True,
    )
    return buckets


def target(bucket: Bucket, now: datetime) -> int:
    """Return how many drills a bucket should have: many where learners asked in the last month."""
    if bucket.reserve:
        return RESERVE_TARGET
    asked = bucket.last_asked_at is not None and now - bucket.last_asked_at <= DEMAND_LASTS
    return TARGET if asked else QUIET_TARGET


def note_demand(bucket: Bucket, now: datetime) -> None:
    """Note that a bucket is asked for, at most once a day: an answer rarely pays for it."""
    if bucket.last_asked_at is None or now - bucket.last_asked_at > DEMAND_NOTED_EVERY:
        Bucket.objects.filter(pk=bucket.pk).update(last_asked_at=now)


def below_target() -> list[int]:
    """Return the ids of the buckets that want drills: practice before the reserve, empty ones and low levels first."""
    now = timezone.now()
    buckets = standard_buckets().filter(dry__lt=DRY_BATCHES).order_by("reserve", "size", "level")
    return [bucket.pk for bucket in buckets if bucket.size < target(bucket, now)]


def report(bucket: Bucket) -> dict[str, Told]:
    """Return for each misconception of a bucket's kind how many of its drills show it."""
    counts = {trap.id: Told(0, 0) for trap in kinds.KINDS[bucket.kind].misconceptions}
    for groups in Drill.objects.filter(bucket=bucket).values_list("told_apart", flat=True):
        for group in groups:
            for trap in group:
                shown, alone = counts.get(trap, Told(0, 0))
                counts[trap] = Told(shown + 1, alone + (len(group) == 1))
    return counts


def next_drill(bucket: Bucket, order_key: str, count: int) -> Drill:
    """Return the drill that comes after a learner has answered `count` of a bucket, in the order that the key seeds.

    Nothing comes twice until all have come. While the first generation is being made, drills come in the order of
    their making, and one more is made here when there is none left, so nobody waits for a worker.
    """
    if bucket.reserve:
        raise ValueError("the reserve is for exams: practice never shows it")
    whole = bucket.size if bucket.full else bucket.size - bucket.size % GENERATION
    if whole:
        slot = slot_for(order_key, count, whole)
    elif count < bucket.size:
        slot = count
    else:
        return _made_on_the_spot(bucket, order_key, count)
    return Drill.objects.get(bucket=bucket, slot=slot)


def slot_for(order_key: str, count: int, size: int) -> int:
    """Return the slot, of `size` slots, that the key's order has in place `count`.

    Each generation of slots is shuffled by itself, so slots that are added later change nothing before them; a learner
    who is through all of them goes round again in another order. To shuffle 200 numbers takes 30 microseconds, and
    unlike a cipher on the slot numbers it needs no proof that none comes twice.
    """
    turn, place = divmod(count, size)
    generation, place = divmod(place, GENERATION)
    first = generation * GENERATION
    slots = range(first, min(first + GENERATION, size))
    return Random(f"{order_key}/{turn}/{generation}").sample(slots, len(slots))[place]


def _made_on_the_spot(bucket: Bucket, order_key: str, count: int) -> Drill:
    """Make and store one drill. Where the bucket's spots have all been found, return one that is there."""
    found = _find(bucket, 1, TRIES_ON_THE_SPOT)
    if stored := _store(bucket, found):
        return stored[0]
    bucket.refresh_from_db()
    if not bucket.size:
        raise RuntimeError(f"no drill could be made for {bucket}")
    return Drill.objects.get(bucket=bucket, slot=slot_for(order_key, count, bucket.size))


def make_drill(bucket: Bucket, rng: Random) -> Drill:
    """Return a drill for a bucket, not stored yet. Raises Disagreement when its answer can't be relied on.

    One in six should be plain, a spot in which the usual mistakes happen to be right, the others diagnostic; where the
    generator does not come by the wanted sort, it is the other.
    """
    kind, house = kinds.KINDS[bucket.kind], _house(bucket.rules_key)
    plain = rng.randrange(PLAIN_ONE_IN) == 0
    for _ in range(TRIES_FOR_A_SORT):
        document = kind.generate(rng, bucket.level, house, Variant(bucket.game, bucket.limit))
        told_apart = _checked(kind, document, kind.told_apart)
        if plain != bool(told_apart):
            break
    if not _checked(kind, document, partial(kinds.agree, kind)):
        raise Disagreement(kind, document)
    table = to_table(document)
    del table["rules"]
    return Drill(bucket=bucket, fingerprint=fingerprint(document), document=table, told_apart=told_apart)


def fill(bucket_id: int, size: int | None = None) -> int:
    """Add a batch of drills to a bucket that has fewer than `size` (its target), and return how many were added.

    All in one transaction: a worker that is killed leaves nothing half done. Of several that fill the same bucket at
    once, one does and the others return 0 at once.
    """
    with transaction.atomic():
        if not _is_first_here(bucket_id):
            return 0
        bucket = Bucket.objects.get(pk=bucket_id)
        missing = (target(bucket, timezone.now()) if size is None else size) - bucket.size
        if bucket.full or missing <= 0:
            return 0
        room = GENERATION - bucket.size % GENERATION
        wanted = min(missing, room)
        added = len(_store(bucket, _find(bucket, wanted, max(FEWEST_TRIES, 3 * wanted))))
        bucket.dry = 0 if added else bucket.dry + 1
        bucket.save(update_fields=["dry"])
        return added


def _find(bucket: Bucket, wanted: int, tries: int) -> list[Drill]:
    """Return up to that many drills which the bucket does not have. Those without agreement are logged, never kept."""
    known = set(_kept_apart(bucket).values_list("fingerprint", flat=True))
    rng = Random(secrets.randbits(64))
    found: list[Drill] = []
    for _ in range(tries):
        try:
            drill = make_drill(bucket, rng)
        except Disagreement as fault:
            logger.error("%s", fault)
            continue
        if drill.fingerprint not in known:
            known.add(drill.fingerprint)
            found.append(drill)
        if len(found) == wanted:
            break
    return found


def _store(bucket: Bucket, drills: Sequence[Drill]) -> list[Drill]:
    """Put drills into a bucket's next slots and return them, without those that somebody else has stored meanwhile.

    The buckets of this kind and level are locked for that moment, so that slots stay without gaps, and no spot gets
    into practice and into the reserve.
    """
    with transaction.atomic():
        locked = Bucket.objects.select_for_update(no_key=True).filter(kind=bucket.kind, level=bucket.level)
        bucket.size = {each.pk: each.size for each in locked.order_by("pk")}[bucket.pk]
        prints = [drill.fingerprint for drill in drills]
        taken = set(_kept_apart(bucket).filter(fingerprint__in=prints).values_list("fingerprint", flat=True))
        fresh = [drill for drill in drills if drill.fingerprint not in taken]
        for slot, drill in enumerate(fresh, start=bucket.size):
            drill.slot = slot
        Drill.objects.bulk_create(fresh)
        bucket.size += len(fresh)
        bucket.save(update_fields=["size"])
        return fresh


def _kept_apart(bucket: Bucket) -> QuerySet[Drill]:
    """The drills that must not be found again: the bucket's own, and all on the other side of the reserve's wall."""
    across = Q(kind=bucket.kind, level=bucket.level, reserve=not bucket.reserve)
    return Drill.objects.filter(bucket__in=Bucket.objects.filter(Q(pk=bucket.pk) | across))


def _checked(kind: Kind, document: Document, work: Callable[[Document], T]) -> T:
    """Return what is worked out from a generated document, which has no reason to be refused."""
    try:
        return work(document)
    except DocumentError as error:
        raise Disagreement(kind, document) from error


def _house(rules_key: str) -> Ruleset:
    """Return a house that plays these toggles; those that are not named matter to nobody who reads the bucket."""
    chosen = dict(pair.split("=") for pair in rules_key.split())
    values = {name: {str(value): value for value in TOGGLES[name].rules}[text] for name, text in chosen.items()}
    return parse_rules(values)


def _is_first_here(bucket_id: int) -> bool:
    """Take the lock on filling a bucket until the transaction ends; say whether it was to be had."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, bucket_id])
        return bool(cursor.fetchone() == (True,))
