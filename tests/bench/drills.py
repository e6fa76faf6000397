"""How many drills a second are generated, checked twice and stored, beside pokerkit's hands; and how memory goes.

Run as `python -m tests.bench.drills`, on servers of its own. Batches go through `pools.fill`, as a worker's do: spots
are generated, answered by the engine and by the second computation, their mistakes worked out, fingerprinted and
stored. The CPU time of this process and of its database backend is compared with pokerkit's for hands of the same game
and limit, played before and after; where pokerkit is not asked to play that limit, under the one that is the game's
custom: for kinds that are drilled without betting, and for Omaha hi-lo in pot-limit.

`python -m tests.bench.drills fill` fills pools of all kinds with 100,000 drills, or with as many as are named, and
prints the memory of the process on the way.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING

import django
from django.core.management import call_command
from django.db import connection

from tests import servers

if TYPE_CHECKING:
    from quizzes.kinds.base import Kind, Variant
    from quizzes.models import Bucket

WANTED = 8
ROUNDS = 3
DRILLS = 200
HANDS = 20
FILLED = 100_000
SHOWN_EVERY = 10_000

versions = count(1_000_000)
"""Numbers that no generator has, so that each batch goes into an empty bucket."""


def main() -> None:
    """Print the rate of each kind in its first game and its ratio, and the ratio over all its games."""
    from quizzes.kinds import KINDS

    print(f"{'drills':20}{'a second':>10}{'x pokerkit':>12}{'all games':>12}{'wanted':>8}")
    ratios = []
    for kind in KINDS.values():
        rounds = [one_round(kind, kind.variants[0], number) for number in range(ROUNDS)]
        others = [one_round(kind, variant, place) for place, variant in enumerate(kind.variants[1:])]
        rate, ratio = (median(side) for side in zip(*rounds, strict=True))
        everywhere = 1 / (sum(1 / each for each in [ratio, *(other for _, other in others)]) / len(kind.variants))
        ratios.append((ratio, everywhere))
        print(f"{kind.id:20}{rate:>10,.0f}{ratio:>12.1f}{everywhere:>12.1f}{WANTED:>8}", flush=True)
    first, everywhere = (median(side) for side in zip(*ratios, strict=True))
    print(f"{'median of the kinds':20}{'':>10}{first:>12.1f}{everywhere:>12.1f}{WANTED:>8}")


def one_round(kind: Kind, variant: Variant, number: int) -> tuple[float, float]:
    """Fill a bucket of each level. Return the drills a second, and by how much that is more than pokerkit's hands."""
    from quizzes import pools

    buckets = list(new_buckets(kind, [variant]))
    rng = Random(number)
    before = seconds_of_pokerkit(rng, variant)
    start = seconds_of_cpu()
    added = sum(pools.fill(bucket.pk, DRILLS) for bucket in buckets)
    ours = added / (seconds_of_cpu() - start)
    return ours, ours * (before + seconds_of_pokerkit(rng, variant)) / 2


def seconds_of_pokerkit(rng: Random, variant: Variant) -> float:
    """Return how long pokerkit takes for a hand of a game."""
    from tests.bench.play import play_with_pokerkit
    from tests.engine.pokerkit_play import VARIANTS

    custom = next(played for played in VARIANTS if played[0] == variant.game)
    game, limit = variant if variant in VARIANTS else custom
    start = process_time()
    for _ in range(HANDS):
        play_with_pokerkit(rng, game, limit)
    return (process_time() - start) / HANDS


def new_buckets(kind: Kind, variants: Sequence[Variant]) -> Iterator[Bucket]:
    """Make an empty bucket of each level for the first house that has what the kind asks about."""
    from quizzes.engine.rulesets import RULESET_IDS, ruleset
    from quizzes.models import Bucket

    house = next(ruleset(id) for id in RULESET_IDS if kind.asked_by(ruleset(id)))
    for variant in variants:
        for level in kind.levels:
            yield Bucket.objects.create(
                kind=kind.id,
                game=variant.game,
                limit=variant.limit,
                level=level,
                rules_key=house.key(kind.toggles_in(variant)),
                version=next(versions),
            )


def seconds_of_cpu() -> float:
    """Return what this process and its database backend have used so far."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone() or (0,)
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return process_time() + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fill(wanted: int) -> None:
    """Fill the pools of all kinds batch by batch and print the memory in use, the first time at 10,000 drills."""
    from quizzes import pools
    from quizzes.kinds import KINDS

    buckets = [bucket for kind in KINDS.values() for bucket in new_buckets(kind, kind.variants)]
    print(f"{'drills':>10}{'MB in use':>12}{'a second':>10}")
    filled, shown, start = 0, 0, perf_counter()
    for size in count(pools.GENERATION, pools.GENERATION):
        for bucket in buckets:
            filled += pools.fill(bucket.pk, size)
            if filled // SHOWN_EVERY > shown or filled >= wanted:
                shown = filled // SHOWN_EVERY
                print(f"{filled:>10,}{in_use():>12.1f}{filled / (perf_counter() - start):>10,.0f}", flush=True)
            if filled >= wanted:
                return


def in_use() -> float:
    """Return the megabytes of memory that this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    with servers.STARTED:
        servers.start_servers()
        django.setup()
        call_command("migrate", verbosity=0)
        if sys.argv[1:2] == ["fill"]:
            fill(int(sys.argv[2]) if sys.argv[2:] else FILLED)
        else:
            main()
        connection.close()
