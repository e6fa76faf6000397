"""Problem reports on the author's desk: seen again in one click, answered, and the reporter told (issue 7)."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from quizzes.kinds import second
from quizzes.models import Drill, Notice, Report, Scenario, ScenarioVersion
from quizzes.wording.numbers import chips
from tests.site.pages import elements, links, text, tree
from tests.site.people import browser_of, person
from tests.site.stand_ins import CASE, only_drill
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

REPLY = {"state": "stands", "reply": "TDA 2024 43-A asks for 1900."}


@pytest.fixture
def author() -> User:
    return person("Author", role="instructor")


@pytest.fixture
def drill() -> Drill:
    return only_drill()


def reported(drill: Drill, **changes: Any) -> Report:
    """A report of somebody who answered 2000, 800 and 1800; our answer was the right one."""
    values = {
        "drill": drill,
        "ruleset": "tda",
        "version": 1,
        "answer": dict(CASE["answer"]),
        "response": {"raise_to": 2000, "raise_by": 800, "adds": 1800},
        "about": "answer",
        "text": "By our house it is 2000.",
        "made_at": timezone.now(),
        **changes,
    }
    return Report.objects.create(**values)


def cells(page: str) -> list[list[str]]:
    """The answers beside each other: the learner's, ours then, ours now."""
    table = next(elements(page, "table"))
    return [[text(cell) for cell in elements(row, "td")] for row in elements(table, "tr")][1:]


def test_a_report_shows_the_spot_both_answers_and_how_it_is_worked_out(drill: Drill, author: User) -> None:
    page = browser_of(author).get(f"/author/reports/{reported(drill).pk}/").content.decode()
    right = second.solve(drill.spot("tda"))
    fields = ("raise_to", "raise_by", "adds")
    ours = [chips(right[field]) for field in fields]
    assert cells(page) == [[his, mine, mine] for his, mine in zip(["2,000", "800", "1,800"], ours, strict=True)]
    assert "By our house it is 2000." in page
    assert "Our answer has changed since." not in page
    assert '<ol class="steps">' in page
    assert next(elements(page, "svg"), None) is not None
    assert any(link.startswith("/spot/") for link in links(page))


def test_the_document_and_the_command_line_give_our_answer_again(drill: Drill, author: User) -> None:
    page = browser_of(author).get(f"/author/reports/{reported(drill).pk}/").content.decode()
    document, command = (unescape(code) for code in re.findall(r"<pre[^>]*><code>(.*?)</code>", page, re.DOTALL))
    printed, _, program = command.partition(" | ")
    assert program == ".venv/bin/python manage.py solve -"
    said = subprocess.run(["sh", "-c", printed], capture_output=True, check=True, text=True).stdout
    assert json.loads(said) == tomllib.loads(document)


def test_a_changed_answer_of_ours_is_marked(drill: Drill, author: User) -> None:
    row = reported(drill, answer={**CASE["answer"], "raise_to": 2400}, response=None)
    page = browser_of(author).get(f"/author/reports/{row.pk}/").content.decode()
    assert "Our answer has changed since." in page
    assert cells(page)[0] == ["–", "2,400", "1,900"]  # CASE is min_raise-007-mr of the public cases
    assert "The learner had not answered it." in page


def test_the_reporter_is_told_and_reads_the_reply(drill: Drill, author: User) -> None:
    learner = person("Lea")
    row, browser = reported(drill, user=learner), browser_of(author)
    for _twice in range(2):
        assert browser.post(f"/author/reports/{row.pk}/", REPLY)["Location"] == "/author/reports/"
    row.refresh_from_db()
    assert (row.state, row.reply) == ("stands", REPLY["reply"])
    assert Notice.objects.count() == 1
    hers = browser_of(learner)
    assert "/reports/" in links(hers.get("/progress/").content.decode())
    assert REPLY["reply"] in hers.get("/reports/").content.decode()


@pytest.mark.parametrize("sent", [{"state": "stands", "reply": " "}, {"state": "any", "reply": "kept"}])
def test_a_reply_that_says_nothing_is_asked_again_and_kept(drill: Drill, author: User, sent: dict[str, str]) -> None:
    row = reported(drill)
    response = browser_of(author).post(f"/author/reports/{row.pk}/", sent)
    assert response.status_code == 422
    assert sent["reply"].strip() in response.content.decode()
    assert "field-error" in response.content.decode()
    row.refresh_from_db()
    assert (row.state, row.reply) == ("open", "")


def test_the_list_has_the_open_ones_and_all_when_asked(drill: Drill, author: User) -> None:
    reported(drill, text="still open")
    reported(drill, text="long done", state="noted")
    browser = browser_of(author)
    page = browser.get("/author/reports/").content.decode()
    assert ("still open" in page, "long done" in page) == (True, False)
    page = browser.get("/author/reports/?state=all").content.decode()
    assert ("still open" in page, "long done" in page) == (True, True)


def test_an_author_without_review_sees_the_own_scenarios_reports_alone(
    drill: Drill, author: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzes.authoring.oversight.REVIEWER", "quizzes.nobody_has_it")
    row, browser = reported(drill), browser_of(author)
    assert browser.get(f"/author/reports/{row.pk}/").status_code == 404
    assert browser.post(f"/author/reports/{row.pk}/", REPLY).status_code == 404
    assert row.text not in browser.get("/author/reports/").content.decode()
    scenario = Scenario.objects.create(owner=author)
    ScenarioVersion.objects.create(scenario=scenario, number=1, state="published", drill=drill, house="tda")
    found = browser.get(f"/author/reports/{row.pk}/").content.decode()
    assert f"/author/scenarios/{scenario.pk}/" in links(found)
    assert "of the generator" not in found
    assert row.text in browser.get("/author/reports/").content.decode()


def test_learners_and_visitors_do_not_get_in(drill: Drill) -> None:
    pages = ["/author/reports/", f"/author/reports/{reported(drill).pk}/"]
    lea = browser_of(person("Lea"))
    assert {lea.get(page).status_code for page in pages} == {403}
    assert {Client().get(page).status_code for page in pages} == {302}


def test_the_list_asks_as_much_of_two_reports_as_of_sixty(
    drill: Drill, author: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = browser_of(author)
    for number in (2, 58):
        for _ in range(number):
            reported(drill)
        with django_assert_num_queries(5):  # account, its permissions twice; how many; a page of them
            page = browser.get("/author/reports/").content.decode()
    assert text(tree(page)).count("By our house it is 2000.") == 50
    last = reported(drill).pk
    with django_assert_num_queries(4):  # account, its permissions twice; report
        browser.get(f"/author/reports/{last}/")
