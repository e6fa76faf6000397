"""The public cases through the same door as `manage.py solve`."""

from __future__ import annotations

import json

import pytest

from quizzes.answering import solve_table
from quizzes.engine.questions import QUESTION_KEYS
from tests.cases.compare import PUBLIC, Case, load, same

ALL: list[Case] = [json.loads(line) for line in PUBLIC.read_text(encoding="utf-8").splitlines()]
RUN = load(QUESTION_KEYS)


@pytest.mark.parametrize("case", RUN, ids=[case["id"] for case in RUN])
def test_a_public_case_is_answered_right(case: Case) -> None:
    line = solve_table(case["doc"])
    assert line["ok"], line
    assert line["kind"] == case["doc"]["question"]["kind"]
    assert same(line["kind"], case["answer"], line["answer"])
    assert line["steps"]
    assert json.loads(json.dumps(line)) == line


def test_every_public_case_is_run() -> None:
    assert len(ALL) > 400
    assert [case["id"] for case in ALL if case not in RUN] == []


@pytest.mark.parametrize("case", [case for case in RUN if len(case["answer"]) > 1][::9], ids=lambda case: case["id"])
def test_the_comparison_notices_an_answer_that_is_wrong(case: Case) -> None:
    kind = case["doc"]["question"]["kind"]
    for field in case["answer"]:
        assert not same(kind, case["answer"], {key: value for key, value in case["answer"].items() if key != field})
