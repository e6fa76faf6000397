"""Reports: each goes to the authors with the exact question and answers, and the learner sees what became of it.

What is expected: the issue on feedback, "Report a problem".
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client

from quizzes import limits
from quizzes.kinds import second
from quizzes.models import Drill, Report
from quizzes.practising import sharing
from tests.site.pages import answer, ask, attribute, elements, links, text, tree
from tests.site.people import browser_of, person, sign_up
from tests.site.stand_ins import ILL_FORMED, WRONG, only_drill

pytestmark = pytest.mark.django_db

TOLD = {"about": "answer", "text": "By our house it is 700."}


@pytest.fixture
def drill() -> Drill:
    return only_drill()


def address_of(drill: Drill) -> str:
    return f"/report/{sharing.spot_name(drill.pk, 'tda')}/"


def send(client: Client, drill: Drill, **changes: str) -> Any:
    return client.post(address_of(drill), {**TOLD, **changes})


def test_a_report_holds_the_version_the_drill_and_both_answers_and_is_mailed(
    client: Client, drill: Drill, django_capture_on_commit_callbacks: Any
) -> None:
    answer(client, ask(client, kind="min_raise", level=1), WRONG)
    with django_capture_on_commit_callbacks(execute=True):
        assert send(client, drill).status_code == 302
    report = Report.objects.get()
    assert (report.drill_id, report.ruleset, report.version) == (drill.pk, "tda", drill.bucket.version)
    assert report.answer == second.solve(drill.spot("tda"))
    assert report.response is not None
    assert report.response["raise_to"] != report.answer["raise_to"]
    assert TOLD["text"] in mail.outbox[0].body
    assert str(drill.pk) in mail.outbox[0].body


def test_a_report_is_kept_while_the_mail_server_is_away(client: Client, drill: Drill) -> None:
    """An act that is robust is only logged where it fails: what it follows is stored, and its page is shown."""
    assert send(client, drill).status_code == 302
    flags = [robust for _names, _act, robust in connection.run_on_commit]  # type: ignore[misc]  # not in the stubs
    assert flags == [True]


def test_every_question_and_its_feedback_have_the_link(client: Client, drill: Drill) -> None:
    page = ask(client, kind="min_raise", level=1)
    told = answer(client, page, WRONG).content.decode()
    assert address_of(drill) in links(page)
    assert address_of(drill) in links(told)


def test_htmx_takes_a_report_beside_the_feedback_which_stays(client: Client, drill: Drill) -> None:
    headers = {"HX-Request": "true"}
    form = client.get(address_of(drill), headers=headers).content.decode()
    [taker] = elements(form, "form")
    assert (attribute(taker, "hx-post"), attribute(taker, "hx-target")) == (address_of(drill), "#report")
    assert not list(elements(form, "body", "h1"))
    refused = client.post(address_of(drill), {"about": "answer", "text": ""}, headers=headers)
    assert refused.status_code == 422
    assert list(elements(refused.content.decode(), "form"))
    sent = client.post(address_of(drill), TOLD, headers=headers).content.decode()
    assert links(sent) == {"/reports/"}
    assert Report.objects.count() == 1


def test_feedback_has_one_door_for_what_is_wrong(client: Client, drill: Drill) -> None:
    told = answer(client, ask(client, kind="min_raise", level=1), WRONG).content.decode()
    main = next(elements(told, "main"))
    doors = [attribute(link, "href") or "" for link in elements(main, "a")]
    assert [door for door in doors if door.startswith(("/contact/", "/report/"))] == [address_of(drill)]


def test_the_learner_sees_what_became_of_it(client: Client, drill: Drill) -> None:
    send(client, drill)
    assert "Not looked at yet." in text(tree(client.get("/reports/").content.decode()))
    Report.objects.update(state="stands", reply="TDA 2024 43-A asks for 600.")
    page = text(tree(client.get("/reports/").content.decode()))
    assert "Looked at: the answer stands. TDA 2024 43-A asks for 600." in page


def test_nobody_sees_another_learners_reports(client: Client, drill: Drill) -> None:
    send(client, drill)
    assert TOLD["text"] not in Client().get("/reports/").content.decode()
    assert TOLD["text"] not in browser_of(person()).get("/reports/").content.decode()


def test_a_visitors_reports_come_along_on_signing_up(client: Client, drill: Drill) -> None:
    send(client, drill)
    sign_up(client)
    assert TOLD["text"] in client.get("/reports/").content.decode()
    assert Report.objects.get().user is not None


@pytest.mark.parametrize("changes", [{"text": ""}, {"about": "nonsense"}, {"text": "x" * 2001}])
def test_what_can_not_be_read_is_asked_again_and_kept(client: Client, drill: Drill, changes: dict[str, str]) -> None:
    response = send(client, drill, **changes)
    assert response.status_code == 422
    assert (changes.get("text") or TOLD["text"] if changes.get("text") != "" else "") in response.content.decode()
    assert not Report.objects.exists()


def test_more_than_anybody_could_look_at_is_refused(client: Client, drill: Drill) -> None:
    browser = browser_of(person())
    most = limits.rate("report").amount
    for _ in range(most):
        assert send(browser, drill).status_code == 302
    assert send(browser, drill).status_code == 422
    assert Report.objects.count() == most


def test_a_spot_that_there_is_not_can_not_be_reported(client: Client, drill: Drill) -> None:
    assert client.get(address_of(drill)[:-2] + "x/").status_code == 404
    assert client.get(f"/report/tda-d{drill.pk}-{'0' * 32}/").status_code == 404


def test_the_reports_query_is_one_whatever_their_number(
    client: Client, drill: Drill, django_assert_num_queries: Any
) -> None:
    browser = browser_of(person())
    for _ in range(3):
        send(browser, drill)
    with django_assert_num_queries(2):  # account, reports
        browser.get("/reports/")


def test_an_ill_formed_answer_can_be_reported_too(client: Client, drill: Drill) -> None:
    page = answer(client, ask(client, kind="min_raise", level=1), ILL_FORMED)
    assert address_of(drill) in links(page.content.decode())
