"""Explanations are kept for all learners: who gets which, and what is never kept.

An explanation follows from the spot, the house and the language. So those who have the three in common may share it,
and nobody else; a spot of the reserve is not to be found anywhere before its exam.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, override_settings
from django.utils import translation

from quizzes.kinds import KINDS
from quizzes.kinds.base import Raw
from quizzes.models import Attempt, Drill
from quizzes.practice import Outcome
from quizzes.showing import explained
from quizzes.showing.explained import Explained, Spot
from quizzes.showing.feedback import prepare
from quizzes.views.parts import afterwards
from tests.site.pages import answer, ask
from tests.site.stand_ins import RIGHT, WRONG, make_bucket, only_drill, opening_bets, store, store_case

URL = "/practice/spot/x/"
Queries = Callable[[int], AbstractContextManager[object]]


@pytest.fixture(autouse=True)
def own_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found that another test has left."""
    monkeypatch.setattr(explained, "VERSION", uuid4().hex)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Explained]:
    """The explanations that were put together, in their order."""
    found: list[Explained] = []
    make = explained._made

    def note(spot: Spot) -> Explained:
        found.append(make(spot))
        return found[-1]

    monkeypatch.setattr(explained, "_made", note)
    return found


def outcome_of(drill: Drill, house: str = "tda", raw: Raw = RIGHT) -> Outcome:
    """What an answer to a drill is worth under a house."""
    kind, document = KINDS[drill.bucket.kind], drill.spot(house)
    response = kind.parse(document, raw)
    attempt = Attempt(drill=drill, ruleset=house, response=response)
    return Outcome(document, kind, response, kind.grade(document, response), kind.solve(document), attempt, False)


def test_a_drill_is_explained_once_whoever_answers_it_and_however(db: None, made: list[Explained]) -> None:
    drill = only_drill()
    first = explained.explained(outcome_of(drill, raw=RIGHT), URL)
    later = explained.explained(outcome_of(drill, raw=WRONG), URL)
    assert len(made) == 1
    assert later == first == made[0]


def test_each_learner_reads_of_their_own_answer_beside_what_is_kept(db: None, made: list[Explained]) -> None:
    only_drill()
    pages = []
    for raw in (RIGHT, WRONG, RIGHT):
        client = Client()
        pages.append(answer(client, ask(client, kind="min_raise", level=1), raw, htmx=True).content.decode())
    assert len(made) == 1
    assert ["2,000" in page for page in pages] == [False, True, False]  # what WRONG says
    assert all(made[0].derivation in page and made[0].houses in page for page in pages)


def test_what_an_answer_waits_for_is_put_together_once_the_question_is_sent(db: None, made: list[Explained]) -> None:
    only_drill()
    client = Client()
    page = ask(client, kind="min_raise", level=1)
    (ahead,) = made
    assert ahead.derivation not in page
    assert ahead.derivation in answer(client, page, RIGHT).content.decode()
    ask(client, kind="min_raise", level=1)
    assert made == [ahead]


def test_a_page_is_closed_also_where_what_comes_after_it_fails() -> None:
    closed: list[str] = []
    response = HttpResponse("the page")
    response.close = lambda: closed.append("closed")  # type: ignore[method-assign]  # to be seen
    with pytest.raises(ZeroDivisionError):
        afterwards(response, lambda: 1 // 0).close()  # type: ignore[arg-type]  # it fails first
    assert (closed, response.content) == (["closed"], b"the page")


def test_what_is_kept_by_all_processes_is_not_put_together_by_another(db: None, made: list[Explained]) -> None:
    outcome = outcome_of(only_drill())
    first = explained.explained(outcome, URL)
    explained._lately.cache_clear()
    assert explained.explained(outcome, URL) == first
    assert len(made) == 1


@pytest.mark.parametrize("change", ["house", "its name", "language", "address", "spot", "version"])
def test_whatever_an_explanation_depends_on_has_its_own(
    db: None, made: list[Explained], monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    drill, other = store(make_bucket(), opening_bets(2))
    explained.explained(outcome_of(drill), URL)
    if change == "language":
        with translation.override("ms"):
            explained.explained(outcome_of(drill), URL)
    elif change == "version":
        monkeypatch.setattr(explained, "VERSION", uuid4().hex)
        explained.explained(outcome_of(drill), URL)
    elif change == "its name":  # a room's own house, under the number of another
        outcome = outcome_of(drill)
        renamed = replace(outcome.document, rules=replace(outcome.document.rules, name="The Club"))
        explained.explained(replace(outcome, document=renamed), URL)
    elif change == "spot":  # under the number of the first, as after another database was put in place
        other.pk = drill.pk
        explained.explained(outcome_of(other), URL)
    else:
        house, address = ("jj", URL) if change == "house" else ("tda", "/practice/spot/y/")
        explained.explained(outcome_of(drill, house), address)
    assert len(made) == 2


def test_a_spot_of_the_reserve_is_never_kept(db: None, made: list[Explained], monkeypatch: pytest.MonkeyPatch) -> None:
    drill = store_case(make_bucket(reserve=True))

    def refuse(*_: object) -> None:
        raise AssertionError("the cache was asked")

    monkeypatch.setattr(cache, "get", refuse)
    monkeypatch.setattr(cache, "set", refuse)
    monkeypatch.setattr(explained, "_lately", refuse)
    prepare(drill, "tda", URL, "en")
    for _ in range(2):
        explained.explained(outcome_of(drill), URL)
    assert len(made) == 2


def test_nothing_is_kept_while_the_code_changes_under_the_site(db: None, made: list[Explained]) -> None:
    drill = only_drill()
    with override_settings(DEBUG=True):
        for _ in range(2):
            explained.explained(outcome_of(drill), URL)
    assert len(made) == 2


def test_what_is_kept_costs_no_query_nor_does_a_drill_that_is_not_at_hand(
    db: None, django_assert_num_queries: Queries
) -> None:
    outcome = outcome_of(only_drill())
    outcome.attempt.drill.bucket  # noqa: B018  it is read with the drill
    fresh = Attempt(drill_id=outcome.attempt.drill_id, ruleset="tda")
    elsewhere = Outcome(outcome.document, outcome.kind, outcome.response, outcome.grade, outcome.solution, fresh, True)
    with django_assert_num_queries(0):
        assert explained.explained(outcome, URL) == explained.explained(outcome, URL)
        assert explained.explained(elsewhere, URL) == explained.explained(outcome, URL)


@pytest.mark.parametrize("path", ["templates/a.html", "quizzes/wording/a.py", "trainer/locale/ms/django.mo"])
def test_a_changed_file_of_the_site_is_another_version(tmp_path: Path, path: str) -> None:
    (tmp_path / "requirements.txt").write_text("django")
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text("one")
    before = explained._version(tmp_path)
    assert explained._version(tmp_path) == before
    file.write_text("two")
    assert explained._version(tmp_path) != before


def test_each_site_has_versions_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("django")
    with override_settings(SECRET_KEY="one"):
        one = explained._version(tmp_path)
    with override_settings(SECRET_KEY="another"):
        assert explained._version(tmp_path) != one
