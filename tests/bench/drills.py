"""How many drills a second are generated, checked twice and made ready to store, beside pokerkit's hands.

Run as `python -m tests.bench.drills`. A drill is what `pools` stores: generated at each level in turn, answered by the
engine and by the second computation, its mistakes worked out, fingerprinted and written as JSON. The database is left
out: a batch is one statement.
"""

from __future__ import annotations

import json
import os
import resource
from random import Random
from statistics import median
from time import process_time

import django

ROUNDS = 3
DRILLS = 100


def main() -> None:
    """Print the rate of each kind, its ratio, and how much memory grew."""
    from quizzes import kinds
    from quizzes.engine.rulesets import ruleset
    from tests.bench.play import play_with_pokerkit

    rng = Random(11)
    print(f"{'drills':20}{'a second':>10}{'x pokerkit':>12}{'wanted':>8}")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ratios = []
    for kind in kinds.KINDS.values():
        rounds = []
        for _ in range(ROUNDS):
            start = process_time()
            for place in range(DRILLS):
                make(kind, rng, kind.levels[place % len(kind.levels)], ruleset("tda"))
            ours = DRILLS / (process_time() - start)
            start = process_time()
            for _ in range(8):
                play_with_pokerkit(rng)
            rounds.append((ours, ours / (8 / (process_time() - start))))
        rate, ratio = median(ours for ours, _ in rounds), median(ratio for _, ratio in rounds)
        ratios.append(ratio)
        print(f"{kind.id:20}{rate:>10,.0f}{ratio:>12.1f}{8:>8}")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{'all kinds':20}{'':>10}{median(ratios):>12.1f}{8:>8}   memory grew by {grown // 1024} MB")


def make(kind: object, rng: Random, level: int, rules: object) -> str:
    """Make one drill and return it as it would be stored. Raises AssertionError where the computations differ."""
    from quizzes import kinds
    from quizzes.engine.notation import to_table
    from quizzes.engine.rulesets import Ruleset
    from quizzes.fingerprint import fingerprint
    from quizzes.kinds.base import Kind

    assert isinstance(kind, Kind)
    assert isinstance(rules, Ruleset)
    document = kind.generate(rng, level, rules)
    told_apart = kind.told_apart(document)
    assert kinds.agree(kind, document), document
    return json.dumps([to_table(document), told_apart, fingerprint(document)])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trainer.settings")
    django.setup()
    main()
