"""The public cases through the same door as `manage.py solve`, and a count of those that wait for what isn't built."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from quizzes.answering import solve_table
from quizzes.engine.notation import QUESTION_KEYS
from tests.cases.compare import PUBLIC, Case, load, same

ALL: list[Case] = [json.loads(line) for line in PUBLIC.read_text(encoding="utf-8").splitlines()]
RUN = load(QUESTION_KEYS)
WAITING = [case for case in ALL if case not in RUN]


def group(case: Case) -> tuple[str, str, str]:
    """Return a case's kind, game and limit, the last two with the scenario format's defaults."""
    document = case["doc"]
    return document["question"]["kind"], document.get("game", "holdem"), document.get("limit", "no-limit")


GROUPS = Counter(map(group, WAITING))


@pytest.mark.parametrize("case", RUN, ids=[case["id"] for case in RUN])
def test_a_public_case_is_answered_right(case: Case) -> None:
    line = solve_table(case["doc"])
    assert line["ok"], line
    assert line["kind"] == case["doc"]["question"]["kind"]
    assert same(line["kind"], case["answer"], line["answer"])
    assert line["steps"]
    assert json.loads(json.dumps(line)) == line


@pytest.mark.parametrize(("kind", "game", "limit"), GROUPS, ids=[" ".join(names) for names in GROUPS])
def test_cases_that_wait_for_what_is_not_built_are_counted(kind: str, game: str, limit: str) -> None:
    for case in WAITING:
        if group(case) == (kind, game, limit):
            assert not solve_table(case["doc"])["ok"], f"{case['id']} is answered, so it must be run and held right"
    pytest.skip(f"not built: {GROUPS[kind, game, limit]} public cases of {kind}, {game}, {limit}")


@pytest.mark.parametrize("kind", QUESTION_KEYS)
def test_every_case_of_a_built_kind_is_run(kind: str) -> None:
    """No-limit hold'em is built; a kind that can be asked there leaves none of its cases out."""
    built = [case for case in ALL if group(case) == (kind, "holdem", "no-limit")]
    assert built
    assert [case for case in RUN if group(case)[0] == kind] == built


def test_every_public_case_is_run_or_counted() -> None:
    assert len(ALL) == len(RUN) + GROUPS.total()


@pytest.mark.parametrize("case", [case for case in RUN if len(case["answer"]) > 1][::9], ids=lambda case: case["id"])
def test_the_comparison_notices_an_answer_that_is_wrong(case: Case) -> None:
    kind = case["doc"]["question"]["kind"]
    for field in case["answer"]:
        assert not same(kind, case["answer"], {key: value for key, value in case["answer"].items() if key != field})
