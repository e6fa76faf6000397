"""The same state of the random numbers gives the same spot, in any process (kinds/base.py)."""

from __future__ import annotations

import os
import subprocess
import sys

SPOTS = """
import json, random
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.kinds import KINDS
for kind in KINDS.values():
    house = next(ruleset(id) for id in RULESET_IDS if kind.asked_by(ruleset(id)))
    for level in kind.levels:
        for variant in kind.variants:
            rng = random.Random(f"{kind.id} {level}")
            for _ in range(2):
                print(json.dumps(to_table(kind.generate(rng, level, house, variant))))
"""


def spots(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run([sys.executable, "-c", SPOTS], env=environment, capture_output=True, text=True, check=True)
    return run.stdout


def test_a_spot_does_not_depend_on_the_order_in_which_a_process_keeps_its_sets() -> None:
    first = spots("1")
    assert len(first.splitlines()) >= 100
    assert spots("2") == first
