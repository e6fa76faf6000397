"""The same state of the random numbers gives the same spot, in any process (kinds/base.py)."""

from __future__ import annotations

import os
import subprocess
import sys

SPOTS = """
import json, random
from quizzes.engine.notation import to_table
from quizzes.engine.rulesets import ruleset
from quizzes.kinds import KINDS
for kind in KINDS.values():
    for level in (1, 2, 3, 4, 5):
        rng = random.Random(f"{kind.id} {level}")
        for _ in range(4):
            print(json.dumps(to_table(kind.generate(rng, level, ruleset("tda")))))
"""


def spots(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run([sys.executable, "-c", SPOTS], env=environment, capture_output=True, text=True, check=True)
    return run.stdout


def test_a_spot_does_not_depend_on_the_order_in_which_a_process_keeps_its_sets() -> None:
    first = spots("1")
    assert len(first.splitlines()) >= 100
    assert spots("2") == first
