"""How much faster two and four worker processes fill pools than one.

Run as `python -m tests.bench.workers`, on servers of its own: a minute. Empty pools of all kinds that have many spots
are asked for by one task each, as the schedule asks for them, and filled by real Celery workers with one process each.
The database takes its part of the cores, so that as many workers as there are cores can't be quite as many times as
fast, and more of them gain nothing; on a machine that is busy with other work they take a larger part of it. What a
drill costs the workers in CPU says whether they get into each other's way.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import django
from django.core.management import call_command
from django.db import connection
from django.db.models import Q, Sum

from tests import servers

if TYPE_CHECKING:
    from quizzes.models import Bucket

WORKERS = (1, 2, 4)
DEPTH = 100


def main() -> None:
    """Print the drills a second and the ratio for each number of workers."""
    print(f"{'workers':>10}{'drills a second':>18}{'x one':>8}{'CPU ms a drill':>18}   on {os.cpu_count()} cores")
    first = 0.0
    for number in WORKERS:
        rate, cpu = filled_by(number)
        first = first or rate
        print(f"{number:>10}{rate:>18,.0f}{rate / first:>8.2f}{1000 * cpu:>18.2f}", flush=True)


def filled_by(number: int) -> tuple[float, float]:
    """Have so many workers fill empty pools. Return the drills a second and the workers' seconds of CPU for each drill,
    after all is seen to be in order.
    """
    from quizzes.models import Bucket
    from quizzes.tasks import fill_bucket
    from tests.bench.sitting import cpu_of
    from tests.worker import worker
    from trainer.operation.models import FailedTask

    buckets = empty_buckets()
    with ExitStack() as stack:
        workers = [stack.enter_context(worker(f"bench-{number}-{place}")) for place in range(number)]
        begun, before = time.perf_counter(), sum(map(cpu_of, workers))
        for bucket in buckets:
            fill_bucket.apply_async((bucket.pk, DEPTH))
        untouched = Bucket.objects.filter(pk__in=[bucket.pk for bucket in buckets]).filter(Q(size=0, dry=0))
        while untouched.exists():
            assert not FailedTask.objects.filter(tries__gt=0).exists(), FailedTask.objects.get(tries__gt=0).message
            time.sleep(0.05)
        took, cpu = time.perf_counter() - begun, sum(map(cpu_of, workers)) - before
    drills = assert_in_order(buckets)
    return drills / took, cpu / drills


def empty_buckets() -> list[Bucket]:
    """Make empty pools of all kinds with many spots, a level and a game of each."""
    from quizzes.kinds import KINDS
    from tests.bench.drills import new_buckets

    return [bucket for kind in KINDS.values() if not kind.finite for bucket in new_buckets(kind, kind.variants[:1])]


def assert_in_order(buckets: list[Bucket]) -> int:
    """Raise AssertionError where a drill is missing or there twice. Return how many there are."""
    from quizzes.models import Bucket, Drill

    keys = [bucket.pk for bucket in buckets]
    sizes: int = Bucket.objects.filter(pk__in=keys).aggregate(Sum("size"))["size__sum"]
    drills = Drill.objects.filter(bucket__in=keys)
    assert sizes == drills.count() == drills.values("bucket", "fingerprint").distinct().count()
    return sizes


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        call_command("migrate", verbosity=0)
        main()
        connection.close()
