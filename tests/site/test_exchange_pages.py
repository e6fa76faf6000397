"""The pages of documents in and out: what they take, show and send, to whom, and in how many queries.

What is expected: the issue on instructors, "In and out" and its last lines.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from quizzes import tasks
from quizzes.authoring import exporting, importing
from quizzes.engine.notation import load_table
from quizzes.exchange import READERS
from quizzes.models import Bucket, ImportJob, Scenario, ScenarioVersion
from quizzes.views import author_imports
from tests.site.pages import attribute, links, text, tree, with_attribute, with_class
from tests.site.people import browser_of, person
from tests.site.stand_ins import make_bucket, only_drill, opening_bets, store
from tests.site.test_importing import SPOT, drafts, imported, lines_of, spots
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

BAD = {**SPOT, "actions": "C raises to 150"}
"""Less than a full raise over the big blind of 100 (TDA 2024 43-A)."""


@pytest.fixture
def ann() -> User:
    return person("Ann", role=User.Role.INSTRUCTOR)


@pytest.fixture
def browser(ann: User) -> Client:
    return browser_of(ann)


def send(browser: Client, tables: list[Any], name: str = "spots.jsonl", **fields: str) -> Any:
    return browser.post("/author/imports/", {"file": SimpleUploadedFile(name, lines_of(tables)), **fields})


def test_a_file_is_sent_looked_at_and_confirmed(browser: Client) -> None:
    sent = send(browser, spots(3))
    assert sent.status_code == 302
    page = browser.get(sent.url).content.decode()
    assert len(with_class(page, "exchange-new")) == 3
    assert not Scenario.objects.exists()
    for _ in range(2):
        assert browser.post(f"{sent.url}confirm", {}).status_code == 302
    assert len(drafts()) == 3


def test_a_file_with_an_error_shows_it_at_its_line_and_can_not_be_confirmed(browser: Client) -> None:
    sent = send(browser, [*spots(2), BAD])
    page = browser.get(sent.url).content.decode()
    (line,) = with_class(page, "exchange-error")
    assert text(line).startswith("line 3 Action 1:")
    assert f"{sent.url}confirm" not in page
    browser.post(f"{sent.url}confirm", {})
    assert not Scenario.objects.exists()
    browser.post(f"{sent.url}discard", {})
    assert browser.get(sent.url).status_code == 404


def test_what_is_no_file_of_documents_is_told_at_the_field(browser: Client) -> None:
    for name, raw in (("a.pdf", b"x"), ("a.json", b"\xff\xfe"), ("a.zip", b"no archive"), ("a.csv", b"")):
        sent = browser.post("/author/imports/", {"file": SimpleUploadedFile(name, raw), "exam": "on"})
        assert sent.status_code == 422
        page = sent.content.decode()
        assert with_class(page, "field-error")
        assert [attribute(box, "checked") for box in with_attribute(page, "name", "exam")] == [""]
    assert browser.post("/author/imports/", {}).status_code == 422


def test_a_file_that_is_far_too_large_is_refused_unread(browser: Client) -> None:
    with patch.object(author_imports, "UNREAD", 100):
        assert send(browser, spots(10)).status_code == 413
    assert not ImportJob.objects.exists()


def test_a_file_is_not_taken_from_another_site(ann: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ann)
    assert send(browser, spots(1)).status_code == 403
    assert not ImportJob.objects.exists()


def test_a_large_file_goes_to_the_worker_and_its_page_asks_every_two_seconds(
    browser: Client, django_capture_on_commit_callbacks: Any
) -> None:
    with patch.object(importing, "AT_ONCE", 1), patch.object(tasks.import_file, "delay") as queued:
        with django_capture_on_commit_callbacks(execute=True):
            sent = send(browser, spots(2))
        job = ImportJob.objects.get()
        queued.assert_called_once_with(job.pk)
    page = browser.get(sent.url).content.decode()
    assert 'hx-trigger="every 2s"' in page
    assert 'http-equiv="refresh"' in page
    tasks.import_file(job.pk)
    fragment = browser.get(sent.url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "every 2s" not in fragment
    assert "hx-swap-oob" in fragment


def test_a_large_file_is_taken_while_the_broker_is_away(browser: Client) -> None:
    """An act that is robust is only logged where it fails: the schedule asks for the file again."""
    with patch.object(importing, "AT_ONCE", 1):
        assert send(browser, spots(2)).status_code == 302
    flags = [robust for _names, _act, robust in connection.run_on_commit]  # type: ignore[misc]  # not in the stubs
    assert flags == [True]


def test_only_authors_get_in_and_nobody_sees_anothers_file(ann: User, browser: Client) -> None:
    job = imported(ann, spots(1))
    other = browser_of(person("Bob", role=User.Role.INSTRUCTOR))
    for address in (f"/author/imports/{job.pk}/", "/author/imports/999/"):
        assert other.get(address).status_code == 404
    assert other.post(f"/author/imports/{job.pk}/confirm").status_code == 404
    other.post(f"/author/imports/{job.pk}/discard")
    assert ImportJob.objects.filter(pk=job.pk).exists()
    learner = browser_of(person("Lea"))
    for address in ("/author/imports/", f"/author/imports/{job.pk}/", "/author/exports/", "/author/exports/file"):
        assert learner.get(address).status_code == 403
        assert Client().get(address).status_code == 302


@pytest.mark.parametrize("count", [2, 60])
def test_the_pages_ask_the_database_as_often_for_few_as_for_many(
    ann: User, browser: Client, count: int, django_assert_num_queries: Any
) -> None:
    job = imported(ann, [*spots(count), *spots(count)], twins=True)
    ImportJob.objects.bulk_create(
        ImportJob(owner=ann, name="a.json", format="json", state="done", digest=str(n), size=1, raw=b"")
        for n in range(count)
    )
    for address, queries in ((f"/author/imports/{job.pk}/", 7), ("/author/imports/", 5), ("/author/exports/", 5)):
        browser.get(address)
        with django_assert_num_queries(queries):
            assert browser.get(address).status_code == 200


def exported(browser: Client, **query: Any) -> Any:
    return browser.get("/author/exports/file", query)


def test_ones_own_scenarios_come_out_and_what_is_in_an_exam_or_anothers_does_not(ann: User, browser: Client) -> None:
    imported(ann, spots(2))
    imported(person("Bob", role=User.Role.INSTRUCTOR), spots(4)[2:])
    kept = ScenarioVersion.objects.get(document__actions="C raises to 201")
    Scenario.objects.filter(pk=kept.scenario_id).update(exam=True)
    reply = exported(browser, all="1", format="jsonl")
    assert [json.loads(line)["actions"] for line in reply.content.splitlines()] == ["C raises to 200"]
    assert reply["Content-Disposition"] == 'attachment; filename="scenario.jsonl"'


def test_of_each_scenario_the_newest_version_comes_out(ann: User, browser: Client) -> None:
    imported(ann, spots(1))
    first = ScenarioVersion.objects.get()
    drill = only_drill()
    ScenarioVersion.objects.filter(pk=first.pk).update(state="retired", drill=drill)
    later = {**first.document, "actions": "C raises to 700"}
    ScenarioVersion.objects.create(scenario=first.scenario, number=2, kind="min_raise", document=later)
    assert json.loads(exported(browser, all="1", format="json").content)["actions"] == "C raises to 700"


def test_those_ticked_come_out_and_no_others(ann: User, browser: Client) -> None:
    imported(ann, spots(3))
    version = ScenarioVersion.objects.get(document__actions="C raises to 201")
    reply = exported(browser, id=[version.pk, "x", "9" * 30], format="toml")
    assert load_table(reply.content.decode()) == version.document


def test_what_can_not_be_written_in_a_format_is_told(ann: User, browser: Client) -> None:
    imported(ann, spots(2))
    for query in ({"format": "gift", "all": "1"}, {"format": "toml", "all": "1"}, {"format": "zip"}, {"format": "exe"}):
        reply = exported(browser, **query)
        assert reply.status_code == 422
        assert reply["Content-Type"].startswith("text/html")


def test_more_than_a_file_may_hold_is_told_and_not_cut_off(ann: User, browser: Client) -> None:
    imported(ann, spots(3))
    with patch.object(exporting, "MOST_DOCUMENTS", 2):
        assert exported(browser, all="1", format="zip").status_code == 422


@pytest.fixture
def pool() -> Bucket:
    bucket = make_bucket()
    store(bucket, opening_bets(3))
    return bucket


POOL = {"drills": "1", "drill-kind": "min_raise", "drill-level": "1", "drill-variant": "holdem no-limit"}


def test_drills_of_practice_come_out_as_whole_documents_and_those_of_the_reserve_do_not(
    browser: Client, pool: Bucket
) -> None:
    query = {**POOL, "drill-house": "tda", "drill-most": "2", "format": "zip"}
    reply = exported(browser, **query)
    with ZipFile(BytesIO(reply.content)) as archive:
        tables = [load_table(archive.read(name).decode()) for name in archive.namelist()]
    assert [table["actions"] for table in tables] == ["A bets 300", "A bets 400"]
    assert {table["rules"] for table in tables} == {"tda"}
    pool.reserve = True
    pool.save()
    assert exported(browser, **query).status_code == 422
    assert exported(browser, **{**query, "drill-most": "x"}).status_code == 422


@pytest.mark.parametrize("format", ["jsonl", "json", "zip", "csv"])
def test_what_comes_out_comes_back_in(ann: User, browser: Client, format: str) -> None:
    imported(ann, spots(3))
    reply = exported(browser, all="1", format=format)
    tables = [found.table for found in READERS[format](reply.content)]
    stored = ScenarioVersion.objects.order_by("-changed_at", "-pk").values_list("document", flat=True)
    assert tables == list(stored)


def test_the_pages_lead_to_each_other_and_to_the_desk(browser: Client) -> None:
    for address, other in (("/author/imports/", "/author/exports/"), ("/author/exports/", "/author/imports/")):
        page = browser.get(address).content.decode()
        assert tree(page)
        assert {"/author/", other} <= links(page)
