"""Files of documents in: all or nothing, line by line, and nothing lost or doubled when a worker dies.

What is expected: the issue on instructors, "In and out".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.utils import timezone

from quizzes import exchange, tasks
from quizzes.authoring import checks, exporting, importing
from quizzes.authoring.desk import Search
from quizzes.authoring.drafts import begin, begin_with
from quizzes.authoring.importing import NotReady, TooMany
from quizzes.engine.document import Action, Document
from quizzes.engine.errors import DocumentError
from quizzes.models import ImportJob, Scenario, ScenarioVersion
from tests.site.people import person
from tests.site.stand_ins import only_drill
from trainer.accounts.models import User

pytestmark = pytest.mark.django_db

SPOT: dict[str, Any] = {
    "seats": [{"name": "A", "stack": 5000}, {"name": "B", "stack": 5000}, {"name": "C", "stack": 5000}],
    "blinds": [50, 100],
    "question": {"kind": "min_raise"},
}
TRUE_FALSE = b"::Burns::Exactly one card is burned before each street.{TRUE}"


@pytest.fixture
def ann() -> User:
    return person("Ann", role=User.Role.INSTRUCTOR)


def spots(count: int) -> list[dict[str, Any]]:
    """So many different spots: the button raises B's blind of 100 to another amount in each, a full raise or more."""
    return [{**SPOT, "actions": f"C raises to {200 + number}"} for number in range(count)]


def lines_of(tables: Sequence[Any]) -> bytes:
    return "\n".join(map(json.dumps, tables)).encode()


def taken(owner: User, tables: Sequence[Any], **kept: Any) -> ImportJob:
    return importing.take(owner.pk, "spots.jsonl", lines_of(tables), "en", **kept)


def checked(owner: User, tables: Sequence[Any]) -> ImportJob:
    job = taken(owner, tables)
    importing.go_on(job.pk)
    job.refresh_from_db()
    return job


def imported(owner: User, tables: Sequence[Any], *, twins: bool = False) -> ImportJob:
    job = checked(owner, tables)
    importing.confirm(job.pk, owner.pk, twins=twins)
    importing.go_on(job.pk)
    job.refresh_from_db()
    return job


def drafts() -> list[str]:
    return list(ScenarioVersion.objects.order_by("pk").values_list("document__actions", flat=True))


def test_every_document_of_a_confirmed_file_becomes_a_draft_of_its_owner(ann: User) -> None:
    job = imported(ann, spots(3))
    assert job.state == "done"
    assert job.made == 3
    assert drafts() == [f"C raises to {200 + number}" for number in range(3)]
    version = ScenarioVersion.objects.first()
    assert version is not None
    assert (version.state, version.number, version.author, version.scenario.owner) == ("draft", 1, ann, ann)
    assert (version.kind, version.house, version.document["blinds"]) == ("min_raise", "tda", [50, 100])


def test_nothing_is_made_before_it_is_confirmed(ann: User) -> None:
    job = checked(ann, spots(2))
    importing.go_on(job.pk)
    assert job.state == "ready"
    assert not Scenario.objects.exists()


def test_one_wrong_line_refuses_the_whole_file_and_says_where_and_why(ann: User) -> None:
    # 150 over a big blind of 100 is less than a full raise (TDA 2024 43-A)
    job = checked(ann, [*spots(2), {**SPOT, "actions": "C raises to 150"}, *spots(1)])
    assert job.state == "refused"
    line = job.lines.get(result="error")
    assert (line.number, line.place, line.where) == (3, "line 3", "actions[0]")
    assert "200" in line.message
    with pytest.raises(NotReady):
        importing.confirm(job.pk, ann.pk, twins=True)
    assert not Scenario.objects.exists()


def test_a_question_that_has_no_answer_is_an_error_at_its_line(ann: User) -> None:
    # the scenario format: `reopen` is asked of a player who has acted
    job = checked(ann, [{**SPOT, "question": {"kind": "reopen", "player": "C"}}])
    assert job.lines.get().where == "question"


def test_the_same_spot_is_told_where_it_is_already(ann: User) -> None:
    imported(ann, spots(1))
    other_names = {**SPOT, "seats": [{"name": name, "stack": 5000} for name in "XYZ"]}
    job = checked(ann, [*spots(2), {**other_names, "actions": "Z raises to 201"}])
    first, second, third = job.lines.order_by("number")
    assert (first.result, first.twin_version) == ("twin", ScenarioVersion.objects.get())
    assert second.result == "new"
    assert (third.result, third.twin_line) == ("twin", "line 2")


@pytest.mark.parametrize(("twins", "made"), [(False, 1), (True, 3)])
def test_spots_that_are_there_already_come_in_only_when_they_are_wanted(ann: User, twins: bool, made: int) -> None:
    imported(ann, spots(1))
    assert imported(ann, [*spots(2), *spots(1)], twins=twins).made == made


def test_a_drill_of_practice_is_the_same_spot_and_one_of_the_reserve_is_not_told(ann: User) -> None:
    drill = only_drill()
    table = {**drill.document, "rules": "tda"}
    assert checked(ann, [table]).lines.get().twin_drill == drill
    ImportJob.objects.all().delete()
    drill.bucket.reserve = True
    drill.bucket.save()
    assert checked(ann, [table]).lines.get().result == "new"


def test_another_authors_drafts_and_exam_scenarios_are_not_told(ann: User) -> None:
    imported(person("Bob", role=User.Role.INSTRUCTOR), spots(1))
    assert checked(ann, spots(1)).lines.get().result == "new"


class Killed(BaseException):
    """What ends a worker between two statements."""


def killed_in(name: str, after: int) -> Any:
    """Have a function of the module end the worker when it is called once more than so often."""
    real, calls = getattr(importing, name), iter(range(after))

    def dying(*args: Any) -> Any:
        if next(calls, None) is None:
            raise Killed
        return real(*args)

    return patch.object(importing, name, dying)


def test_a_worker_killed_between_batches_or_within_one_leaves_nothing_out_and_nothing_twice(ann: User) -> None:
    job = taken(ann, spots(10))
    with patch.object(importing, "BATCH", 3):
        for name, after in (("_check_batch", 1), ("_line", 2), ("_find_twins", 1), ("_line", 3)):
            with killed_in(name, after), pytest.raises(Killed):
                importing.go_on(job.pk)
            numbers = list(job.lines.order_by("number").values_list("number", flat=True))
            job.refresh_from_db()
            assert numbers == list(range(1, job.checked + 1))
        importing.go_on(job.pk)
    assert list(job.lines.order_by("number").values_list("number", flat=True)) == list(range(1, 11))
    importing.confirm(job.pk, ann.pk, twins=False)
    with patch.object(importing, "BATCH", 3):
        with killed_in("_drafted", 2), pytest.raises(Killed):
            importing.go_on(job.pk)
        assert not Scenario.objects.exists()
        importing.go_on(job.pk)
    assert drafts() == [f"C raises to {200 + number}" for number in range(10)]


def test_a_task_that_is_delivered_twice_does_its_work_once(ann: User) -> None:
    job = taken(ann, spots(3))
    for _ in range(2):
        tasks.import_file(job.pk)
    assert job.lines.count() == 3
    importing.confirm(job.pk, ann.pk, twins=False)
    for _ in range(2):
        tasks.import_file(job.pk)
    assert Scenario.objects.count() == 3


def test_a_file_sent_twice_and_confirmed_twice_is_imported_once(ann: User) -> None:
    assert taken(ann, spots(2)) == taken(ann, spots(2))
    job = imported(ann, spots(2))
    assert importing.confirm(job.pk, ann.pk, twins=True).state == "done"
    importing.go_on(job.pk)
    assert Scenario.objects.count() == 2


def test_files_under_way_are_asked_for_again_and_those_that_are_done_are_not(ann: User) -> None:
    checking, _ready = taken(ann, spots(1)), checked(ann, spots(2))
    saving = checked(ann, spots(3))
    importing.confirm(saving.pk, ann.pk, twins=False)
    assert importing.unfinished() == [checking.pk, saving.pk]
    with patch.object(tasks.import_file, "apply_async") as sent:
        tasks.resume_imports()
    assert [call.args[0] for call in sent.call_args_list] == [(checking.pk,), (saving.pk,)]


def test_old_files_are_forgotten_and_their_drafts_stay(ann: User) -> None:
    imported(ann, spots(1))
    fresh = checked(ann, spots(2))
    ImportJob.objects.exclude(pk=fresh.pk).update(made_at=timezone.now() - 2 * importing.KEPT)
    assert importing.forget() == 1
    assert ImportJob.objects.get() == fresh
    assert Scenario.objects.count() == 1


def test_a_person_has_so_many_files_under_way_and_no_more(ann: User) -> None:
    for number in range(importing.MOST_OPEN):
        taken(ann, spots(number + 1))
    with pytest.raises(TooMany):
        taken(ann, spots(30))


@pytest.mark.parametrize("rule", ["", "one-burn"])
def test_an_own_export_in_gift_is_known_again_though_it_keeps_neither_seats_nor_rule(ann: User, rule: str) -> None:
    drafts_made = [begin_with(ann.pk, "choice") for _ in range(2)]
    tables = exporting.tables_of(exporting.scenarios(ann.pk, Search()))
    raw = exporting.export(tables[:1], "gift", timezone.now()).body
    other = raw.replace(b"=One card is burned", b"=Two cards are burned")
    another = raw.replace(b"{", b"And then? {", 1)
    for sent, result, version in ((raw, "twin", drafts_made[1].pk), (other, "new", None), (another, "new", None)):
        job = importing.take(ann.pk, "back.gift", sent, "en", rule=rule)
        importing.go_on(job.pk)
        line = job.lines.get()
        assert (line.result, line.twin_version_id) == (result, version)


@pytest.mark.parametrize(
    "first", ['"Fold. "', '" [moodle] Fold."', '{text = " Fold.", why = "x"}', '{en = "Fold.\\n "}']
)
def test_an_own_export_in_gift_is_known_again_whatever_spaces_and_marks_its_texts_begin_with(
    ann: User, first: str
) -> None:
    question = f'{{kind = "choice", options = [{first}, "Call."], right = [1], rule = "one-burn"}}'
    seats = '[{name = "Ann", stack = 900}, {name = "Ben", stack = 700}]'
    begin(ann.pk, f'seats = {seats}\nprompt = " May he\\n\\nfold? "\nquestion = {question}\n')
    tables = exporting.tables_of(exporting.scenarios(ann.pk, Search()))
    job = importing.take(ann.pk, "back.gift", exporting.export(tables, "gift", timezone.now()).body, "en")
    importing.go_on(job.pk)
    assert job.lines.get().result == "twin"


def test_a_question_of_a_gift_file_gets_the_files_rule(ann: User) -> None:
    job = importing.take(ann.pk, "burns.gift", TRUE_FALSE, "en", rule="one-burn")
    importing.go_on(job.pk)
    importing.confirm(job.pk, ann.pk, twins=False)
    importing.go_on(job.pk)
    version = ScenarioVersion.objects.get()
    assert version.document["question"]["rule"] == "one-burn"
    assert (version.kind, version.title) == ("choice", "Burns")


def test_without_a_rule_it_becomes_a_draft_that_is_no_document_yet(ann: User) -> None:
    job = importing.take(ann.pk, "burns.gift", TRUE_FALSE, "en")
    importing.go_on(job.pk)
    importing.confirm(job.pk, ann.pk, twins=False)
    importing.go_on(job.pk)
    version = ScenarioVersion.objects.get()
    assert (version.document, version.kind) == ({}, "")
    assert "Exactly one card is burned" in version.text
    for rule in ("", "one-burn"):
        again = importing.take(ann.pk, "burns.gift", TRUE_FALSE, "en", rule=rule)
        importing.go_on(again.pk)
        assert again.lines.get().twin_version == version


def test_a_file_that_can_not_be_read_as_a_whole_is_refused_before_it_is_kept(ann: User) -> None:
    for name, raw in (("a.pdf", b"{}"), ("a.zip", b"PK"), ("a.csv", b"x,y\n"), ("a.jsonl", b"\n"), ("a.toml", b"\xff")):
        with pytest.raises(DocumentError):
            importing.take(ann.pk, name, raw, "en")
    with patch.object(exchange, "MOST_FILE_BYTES", 10), pytest.raises(DocumentError, match="at most"):
        taken(ann, spots(1))
    assert not ImportJob.objects.exists()


def test_texts_with_nulls_are_errors_that_can_be_kept(ann: User) -> None:
    job = checked(ann, [{**SPOT, "a\0b": 1}, {**SPOT, "title": "a\0b"}])
    assert list(job.lines.values_list("result", flat=True)) == ["error", "error"]


def test_ten_thousand_documents_are_split_at_once_and_more_are_refused(ann: User) -> None:
    line = json.dumps(SPOT)
    assert importing.take(ann.pk, "a.jsonl", "\n".join([line] * 10_000).encode(), "en").size == 10_000
    with pytest.raises(DocumentError, match="10000"):
        importing.take(ann.pk, "a.jsonl", "\n".join([line] * 10_001).encode(), "en")


def test_a_document_over_which_the_site_breaks_has_an_error_and_the_others_are_checked(
    ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(document: Document) -> None:
        if document.actions[0] == Action("C", "raise-to", 201):
            raise ZeroDivisionError
        checks.checked(document)

    monkeypatch.setattr(importing, "checked", breaks)
    job = checked(ann, spots(3))
    assert (job.state, bytes(job.raw)) == ("refused", b"")
    assert [line.result for line in job.lines.order_by("number")] == ["new", "error", "new"]
    assert "fault of the site" in job.lines.get(result="error").message
    assert not drafts()


@pytest.mark.parametrize("stage", ["_find_twins", "_drafted"])
def test_a_file_over_which_the_site_breaks_ends_with_a_word_and_can_be_sent_again(
    ann: User, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(importing, stage, lambda *_: 1 // 0)
        job = checked(ann, spots(3))
        if stage == "_drafted":
            importing.confirm(job.pk, ann.pk, twins=False)
            importing.go_on(job.pk)
            job.refresh_from_db()
    assert job.state == "refused"
    assert "Nothing was imported" in job.lines.get(result="error").message
    assert (drafts(), importing.unfinished()) == ([], [])
    assert imported(ann, spots(3)).state == "done"


def test_a_database_that_is_away_leaves_a_file_as_it_was(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object) -> None:
        raise OperationalError

    job = taken(ann, spots(3))
    monkeypatch.setattr(importing, "_find_twins", away)
    with pytest.raises(OperationalError):
        importing.go_on(job.pk)
    assert importing.unfinished() == [job.pk]
