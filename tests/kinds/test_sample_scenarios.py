"""The sample documents in fixtures/scenarios are public cases, written as an author would write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from quizzes import kinds
from quizzes.engine.notation import loads
from tests.cases.compare import load, same

FOLDER = Path(__file__).parents[2] / "fixtures" / "scenarios"
CASES = {
    "incomplete-all-in": "seed-ms-1-A-reopen",
    "two-short-all-ins": "seed-ms-2-A-min_raise",
    "folded-money": "seed-wiki-pots",
}


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.toml")))
def test_a_sample_is_answered_as_its_case_is(name: str) -> None:
    document = loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    (case,) = [case for case in load([document.question.kind]) if case["id"] == CASES[name]]
    assert same(document.question.kind, case["answer"], kinds.solve(document).answer)
