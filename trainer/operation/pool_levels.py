"""How full the drill pools are, kind by kind."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from quizzes import kinds, pools
from quizzes.models import Bucket


class Level(NamedTuple):
    """The pools of a kind for practice or for exams: the drills in them, how many are missing to their targets, and how
    many of the pools have none at all.
    """

    kind: str
    reserve: bool
    drills: int
    missing: int
    empty: int


def levels(now: datetime) -> list[Level]:
    """Return how full the pools of the generators' present versions are. One query."""
    found: dict[tuple[str, bool], list[Bucket]] = defaultdict(list)
    for bucket in Bucket.objects.filter(bank="").order_by("kind", "reserve"):
        if bucket.kind in kinds.KINDS and bucket.version == kinds.KINDS[bucket.kind].version:
            found[bucket.kind, bucket.reserve].append(bucket)
    return [
        Level(
            kind,
            reserve,
            drills=sum(bucket.size for bucket in buckets),
            missing=sum(_missing(bucket, now) for bucket in buckets),
            empty=sum(not bucket.size and not bucket.full for bucket in buckets),
        )
        for (kind, reserve), buckets in found.items()
    ]


def _missing(bucket: Bucket, now: datetime) -> int:
    """Return how many drills a pool wants; none where its generator has no further spot."""
    return 0 if bucket.full else max(0, pools.target(bucket, now) - bucket.size)
