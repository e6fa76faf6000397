"""The help on documents: one of each kind, its answer worked out.

The answers expected here are the rules' own, for the kinds that no public case asks.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from quizzes.engine.notation import loads
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.kinds import second
from quizzes.showing.worked import FOLDER, worked
from tests.site.pages import text, tree

BY_RULE: dict[str, dict[str, Any]] = {
    # TDA 2024 32: Ben had the big blind and is gone: a dead small blind; the button goes to the last small blind
    "next_button": {"button": "Ann", "small_blind": None, "big_blind": "Cho"},
    # RRoP 11: both blinds missed are the big blind live and the small blind dead
    "posting": {"live": 100, "dead": 50},
    # TDA 2024 18-B: who called the river and still has cards has the right to see the last aggressor's
    "may_see": {"may": True, "right": True},
    # TDA 2024 53: Ben's raise changed the action, so Cho is free again; 43-A: 300 and the raise of 200 make 500
    "out_of_turn": {"binding": False, "may_raise": True, "raise_min_to": 500},
    # TDA 2024 52 with 43-A: found on the same street the raise over 200 is made up to 400
    "correction": {"stands": False, "to": 400},
    # TDA 2024 38: one burn a street, bets or none; the fourth option says so
    "choice": {"right": [4]},
}


def test_every_kind_that_can_be_asked_has_its_document() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(QUESTION_KEYS) == {each.kind for each in worked()}


@pytest.mark.parametrize("kind", BY_RULE)
def test_the_answer_is_the_rules(kind: str) -> None:
    shown = next(each for each in worked() if each.kind == kind)
    assert json.loads(shown.answer) == BY_RULE[kind]
    assert shown.steps


@pytest.mark.parametrize("kind", sorted(set(QUESTION_KEYS) - set(BY_RULE)))
def test_the_other_answers_are_those_of_the_second_computation(kind: str) -> None:
    document = loads((FOLDER / f"{kind}.toml").read_text(encoding="utf-8"))
    answer = json.loads(next(each for each in worked() if each.kind == kind).answer)
    other = second.solve(document)
    assert {key: answer[key] for key in other} == json.loads(json.dumps(dict(other)))


def test_the_page_shows_each_document_and_answer_without_a_query(client: Client) -> None:
    page = text(tree(client.get("/documents/").content.decode()))
    for each in worked():
        assert each.answer in page
        assert " ".join(each.text.split()) in page
