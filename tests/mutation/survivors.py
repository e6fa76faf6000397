"""The list of mutants that survive, as survivors.md has it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).parent / "survivors.md"
MODULES = (
    *(f"quizzes/engine/{name}.py" for name in ("pots", "betting", "sizes", "fitting", "awarding")),
    *(f"quizzes/engine/{name}.py" for name in ("showdown", "hands", "lows")),
    "quizzes/kinds/base.py",
)
"""What decides about chips and grades."""


def listed() -> dict[str, str]:
    """Return the reason given for each survivor, by its module and change."""
    found: dict[str, str] = {}
    module = ""
    for line in LIST.read_text().splitlines():
        if heading := re.fullmatch(r"## `(.+)`", line):
            module = heading[1]
        elif entry := re.fullmatch(r"- (`[^`]+`: `[^`]+` -> `[^`]+`): (.+)", line):
            found[f"{module} {entry[1]}"] = entry[2]
    return found
