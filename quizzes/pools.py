"""Keep the drill pools filled, and say which drill of a bucket comes next for a learner."""

from __future__ import annotations

import gc
import json
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import lru_cache, reduce
from operator import or_
from random import Random
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from quizzes import kinds, limits
from quizzes.engine.rulesets import RULESET_IDS, Ruleset, ruleset
from quizzes.kinds.base import HOLDEM, Kind, Variant
from quizzes.learning import habits
from quizzes.making import Batch, Disagreement, make_drill
from quizzes.models.drills import DRY_BATCHES, Bucket, Drill
from quizzes.practising.taken import Taken

GENERATION = 200
"""The slots that are put into a learner's own order together; also the drills of a batch."""

AT_HAND = 50
"""Among so many of a learner's next drills one that shows a misconception is looked for."""

FIRST_DEPTH = 20
"""Every pool for practice has so many drills before any gets deep."""

LOW_WATER = GENERATION
"""A pool that learners ask for gets so many drills at once: then each of them has an order of their own."""

QUIET_TARGET = GENERATION
TARGET = 10 * GENERATION
RESERVE_TARGET = 50

DEEP_A_ROUND = 20
"""Batches beyond the first that are asked for at a time: pools get deep over hours, and the machine stays free."""

DEMAND_LASTS = timedelta(days=31)
DEMAND_NOTED_EVERY = timedelta(days=1)

FEWEST_TRIES = 60
MET_AGAIN = 10
TRIES_ON_THE_SPOT = 5

_LOCK = 0x7AB1E

_COPY = f"COPY {Drill._meta.db_table} (bucket_id, slot, fingerprint, document, told_apart) FROM STDIN"

logger = logging.getLogger(__name__)


class Want(NamedTuple):
    """A bucket that wants drills, up to which size, and whether somebody may soon wait for them."""

    bucket_id: int
    size: int
    soon: bool


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
        bank="",
    )
    return bucket


def standard_buckets() -> QuerySet[Bucket]:
    """Make the missing buckets of every drilled kind, game, level and shipped house, and the reserve of each.

    A finite kind has no reserve: to know every spot is to know the rule. Return all buckets of the generators' present
    versions, those of other houses too.
    """
    current = [Q(kind=kind.id, version=kind.version) for kind in kinds.KINDS.values()]
    buckets = Bucket.objects.filter(reduce(or_, current, Q(pk__in=[])), bank="")
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
    """Return how many drills a bucket should have: many where learners asked in the last month, and fewer of all where
    the settings do not want DEEP_POOLS. Of a finite kind, as the written one is, all spots are wanted also where nobody
    asks: they are few, and exams draw from the same pool.
    """
    if settings.DEEP_POOLS:
        quiet = RESERVE_TARGET if bucket.reserve else QUIET_TARGET
        return TARGET if _is_asked(bucket, now) else quiet
    return QUIET_TARGET if _is_asked(bucket, now) or kinds.KINDS[bucket.kind].finite else FIRST_DEPTH


def _is_asked(bucket: Bucket, now: datetime) -> bool:
    asked_at = bucket.last_asked_at
    return not bucket.reserve and asked_at is not None and now - asked_at <= DEMAND_LASTS


def _first_size(bucket: Bucket, now: datetime) -> int:
    """Return how many drills a bucket should have soon. Nobody waits for the reserve: what exams want is asked for by
    themselves.
    """
    if bucket.reserve:
        return 0
    return min(LOW_WATER if _is_asked(bucket, now) else FIRST_DEPTH, target(bucket, now))


def note_demand(bucket: Bucket, now: datetime) -> None:
    """Note that a bucket is asked for, at most once a day: an answer rarely pays for it."""
    if bucket.last_asked_at is None or now - bucket.last_asked_at > DEMAND_NOTED_EVERY:
        Bucket.objects.filter(pk=bucket.pk).update(last_asked_at=now)
        bucket.last_asked_at = now


def below_target() -> list[Want]:
    """Return the buckets that want drills: first all that should have some soon, then a round of those that get deep.

    In both practice comes before the reserve, what was asked for lately before the rest, and of these the emptiest ones
    and low levels.
    """
    now = timezone.now()
    latest_first = F("last_asked_at").desc(nulls_last=True)
    buckets = standard_buckets().filter(dry__lt=DRY_BATCHES).order_by("reserve", latest_first, "size", "level")
    soon, deep = list[Want](), list[Want]()
    for bucket in buckets:
        if bucket.size < (first := _first_size(bucket, now)):
            soon.append(Want(bucket.pk, first, soon=True))
        elif bucket.size < (size := target(bucket, now)):
            deep.append(Want(bucket.pk, size, soon=False))
    return [*soon, *deep[:DEEP_A_ROUND]]


def report(bucket: Bucket) -> dict[str, Told]:
    """Return for each misconception of a bucket's kind how many of its drills show it."""
    counts = {trap.id: Told(0, 0) for trap in kinds.KINDS[bucket.kind].misconceptions}
    for groups in Drill.objects.filter(bucket=bucket).values_list("told_apart", flat=True):
        for group in groups:
            for trap in group:
                shown, alone = counts.get(trap, Told(0, 0))
                counts[trap] = Told(shown + 1, alone + (len(group) == 1))
    return counts


def ordered(bucket: Bucket) -> int:
    """Return how many of a bucket's drills are put into a learner's own order: its whole generations, or all once it is
    full. 0 before the first generation is whole: until then drills come in the order of their making.
    """
    return bucket.size if bucket.full else bucket.size - bucket.size % GENERATION


def next_drill(bucket: Bucket, order_key: str, count: int) -> Drill:
    """Return the drill that comes after a learner has answered `count` of a bucket, in the order that the key seeds.

    Nothing comes twice until all have come. While the first generation is being made, drills come in the order of
    their making, and one more is made here when there is none left, so nobody waits for a worker.
    """
    _keep_back(bucket)
    whole = ordered(bucket)
    if whole:
        slot = slot_for(order_key, count, whole)
    elif count < bucket.size:
        slot = count
    else:
        return _made_on_the_spot(bucket, order_key, count)
    return Drill.objects.get(bucket=bucket, slot=slot)


def telling_drill(
    bucket: Bucket, order_key: str, taken: Taken, telling: Callable[[habits.Told], Any], at_hand: int = AT_HAND
) -> tuple[Drill, int]:
    """Return the drill that is best by `telling` of its `told_apart`, of the next ones in a learner's order that were
    not answered, with its place in the order; of equals the first. All of a turn come before any comes again.
    """
    _keep_back(bucket)
    whole = ordered(bucket)
    places = taken.following(at_hand, (taken.count // whole + 1) * whole if whole else bucket.size)
    slots = {slot_for(order_key, place, whole) if whole else place: place for place in places}
    told = dict(Drill.objects.filter(bucket=bucket, slot__in=slots).values_list("slot", "told_apart"))
    if not told:
        return next_drill(bucket, order_key, taken.count), taken.count
    best = max((slot for slot in slots if slot in told), key=lambda slot: telling(told[slot]))
    return Drill.objects.get(bucket=bucket, slot=best), slots[best]


def other_drill(bucket: Bucket, order_key: str, asked: Sequence[int]) -> Drill:
    """Return the next drill whose slot is not among those `asked`, else what `next_drill` returns.

    The key's order is over all drills that are there, also in a young bucket, whose drills practice asks everybody in
    the order of their making.
    """
    _keep_back(bucket)
    slots = (slot_for(order_key, place, bucket.size) for place in range(bucket.size))
    slot = next((slot for slot in slots if slot not in asked), None)
    if slot is None:
        return next_drill(bucket, order_key, len(asked))
    return Drill.objects.get(bucket=bucket, slot=slot)


def _keep_back(bucket: Bucket) -> None:
    if bucket.reserve:
        raise ValueError("the reserve is for exams: practice never shows it")


def slot_for(order_key: str, count: int, size: int) -> int:
    """Return the slot, of `size` slots, that the key's order has in place `count`.

    Each generation of slots is shuffled by itself, so slots that are added later change nothing before them; a learner
    who is through all of them goes round again in another order. To shuffle 200 numbers takes 30 microseconds, and
    unlike a cipher on the slot numbers it needs no proof that none comes twice.
    """
    turn, place = divmod(count, size)
    generation, place = divmod(place, GENERATION)
    first = generation * GENERATION
    return _shuffled(f"{order_key}/{turn}/{generation}", first, min(first + GENERATION, size))[place]


@lru_cache(maxsize=64)
def _shuffled(seed: str, first: int, end: int) -> tuple[int, ...]:
    """Return the slots from `first` to before `end` in the seed's order. A learner's next places ask for the same."""
    slots = range(first, end)
    return tuple(Random(seed).sample(slots, len(slots)))


def _made_on_the_spot(bucket: Bucket, order_key: str, count: int) -> Drill:
    """Make and store one drill. Return one that is there where the bucket's spots have all been found, or where so many
    are being made that it could only be robots.
    """
    idle = bucket.size and limits.count("made_on_the_spot", "all")
    found = [] if idle else _find(bucket, 1, TRIES_ON_THE_SPOT)
    if _store(bucket, found):
        slot = bucket.size - 1
    else:
        bucket.refresh_from_db()
        if not bucket.size:
            raise RuntimeError(f"no drill could be made for {bucket}")
        slot = slot_for(order_key, count, bucket.size)
    return Drill.objects.get(bucket=bucket, slot=slot)


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
        with _cycles_left_alone():
            found = _find(bucket, wanted, max(FEWEST_TRIES, 3 * wanted))
        added = _store(bucket, found)
        if bucket.dry or not added:
            bucket.dry = 0 if added else bucket.dry + 1
            bucket.save(update_fields=["dry"])
        return added


@contextmanager
def _cycles_left_alone() -> Iterator[None]:
    """Put the search for cycles off: a batch makes a million values, and none that refers to itself."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _find(bucket: Bucket, wanted: int, tries: int) -> list[Drill]:
    """Return up to that many drills which the bucket does not have. Those without agreement are logged, never kept.

    Where ten times as many as are known were met in a row and none was new, there is hardly another to be found.
    """
    known = set(kept_apart(bucket).values_list("fingerprint", flat=True))
    rng = Random(secrets.randbits(64))
    batch, found, met_in_a_row = Batch(), list[Drill](), 0
    for _ in range(tries):
        try:
            drill = make_drill(bucket, rng, batch)
        except Disagreement as fault:
            logger.error("%s", fault)
            continue
        met_in_a_row += 1
        if drill.fingerprint not in known:
            known.add(drill.fingerprint)
            found.append(drill)
            met_in_a_row = 0
        if len(found) == wanted or met_in_a_row >= MET_AGAIN * len(known):
            break
    return found


def _store(bucket: Bucket, drills: Sequence[Drill]) -> int:
    """Put drills into a bucket's next slots, but not those that somebody else has stored meanwhile. Return how many.

    The buckets of this kind and level are locked for that moment, so that slots stay without gaps, and no spot gets
    into practice and into the reserve.
    """
    with transaction.atomic(savepoint=False):
        locked = Bucket.objects.select_for_update(no_key=True).filter(kind=bucket.kind, level=bucket.level)
        bucket.size = {each.pk: each.size for each in locked.order_by("pk")}[bucket.pk]
        prints = [drill.fingerprint for drill in drills]
        taken = set(kept_apart(bucket).filter(fingerprint__in=prints).values_list("fingerprint", flat=True))
        fresh = [drill for drill in drills if drill.fingerprint not in taken]
        _copy(fresh, bucket.size)
        bucket.size += len(fresh)
        bucket.save(update_fields=["size"])
        return len(fresh)


def _copy(drills: Sequence[Drill], first: int) -> None:
    """Write drills into the slots from the first on by COPY, which costs a fifth of what INSERT does."""
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(_COPY) as rows:
        for slot, drill in enumerate(drills, start=first):
            texts = json.dumps(drill.document), json.dumps(drill.told_apart)
            rows.write_row((drill.bucket_id, slot, drill.fingerprint, *texts))


def kept_apart(bucket: Bucket) -> QuerySet[Drill]:
    """Return the drills that must not be found again: the bucket's, and all on the other side of the reserve's wall."""
    across = Q(kind=bucket.kind, level=bucket.level, reserve=not bucket.reserve)
    return Drill.objects.filter(bucket__in=Bucket.objects.filter(Q(pk=bucket.pk) | across))


def _is_first_here(bucket_id: int) -> bool:
    """Take the lock on filling a bucket until the transaction ends; say whether it was to be had."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [_LOCK, bucket_id])
        return bool(cursor.fetchone() == (True,))
