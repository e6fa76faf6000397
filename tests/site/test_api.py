"""The API: a document in, the line of `manage.py solve` out, described in OpenAPI and limited by address.

What is expected: issue 6, "JSON"; scenario-format.md; the public cases, which name their rules.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from quizzes import api
from quizzes.engine.questions import QUESTION_KEYS
from quizzes.showing.worked import FOLDER
from tests.cases.compare import load, same
from tests.site.pages import elements, links, text
from tests.site.schemas import faults, references, resolved

SOLVE = "/api/v1/solve"
TOML = (FOLDER / "reopen.toml").read_text(encoding="utf-8")
"""Fixed-limit, a bet of 100 and an all-in to 140: TDA 2024 47-B asks for half a bet, and 40 is less than 50."""


@pytest.fixture
def stranger() -> Client:
    """Another program, at an address of its own, whose calls carry no mark of a form."""
    return Client(enforce_csrf_checks=True, REMOTE_ADDR=f"2001:db8:{uuid4().hex[:4]}::1")


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    found: dict[str, Any] = Client().get("/api/v1/openapi.json").json()
    return found


def send(client: Client, body: str | bytes, kind: str = "application/json", query: str = "", **more: Any) -> Any:
    return client.generic("POST", f"{SOLVE}{query}", body, kind, **more)


def printed(path: Path, *arguments: str) -> str:
    """What the command prints for a file."""
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("solve", str(path), *arguments, stdout=out)
    return out.getvalue().rstrip("\n")


def unfit(described: Mapping[str, Any], name: str, value: Any) -> list[str]:
    return list(faults({"$ref": f"#/components/schemas/{name}"}, value, described))


def test_every_public_case_is_answered_as_it_should_and_as_the_description_says(
    stranger: Client, described: dict[str, Any]
) -> None:
    for case in load(QUESTION_KEYS):
        kind = case["doc"]["question"]["kind"]
        response = send(stranger, json.dumps(case["doc"]))
        line = response.json()
        assert response.status_code == 200, case["id"]
        assert same(kind, case["answer"], line["answer"]), case["id"]
        assert unfit(described, f"solved_{kind}", line) == [], case["id"]
        assert unfit(described, "Document", case["doc"]) == [], case["id"]


@pytest.mark.parametrize("kind", QUESTION_KEYS)
def test_a_document_of_each_kind_gets_the_line_that_the_command_prints(
    stranger: Client, described: dict[str, Any], kind: str
) -> None:
    path = FOLDER / f"{kind}.toml"
    response = send(stranger, path.read_bytes(), "application/toml; charset=utf-8")
    assert response.content.decode() == printed(path)
    assert response.headers["Content-Type"] == "application/json"
    assert unfit(described, "Solved", response.json()) == []


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_steps_come_in_the_language_that_is_asked_for(stranger: Client, language: str) -> None:
    response = send(stranger, TOML, "application/toml", f"?lang={language}", HTTP_ACCEPT_LANGUAGE="ms")
    assert response.content.decode() == printed(FOLDER / "reopen.toml", "--lang", language)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        (b"\n", "seats"),
        (b"{", "line 1"),
        (b"[1, 2]", "line 1"),
        (b'{\n"seats": }', "line 2"),
        (b"\xff\xfe", "line 1"),
        (b"{" * 5000, "line 1"),
        (TOML.replace("all-in to 140", "raises to 140").encode(), "actions[1]"),
    ],
    ids=["nothing", "half", "a list", "no JSON", "no text", "deep", "an illegal raise"],
)
def test_what_is_no_document_or_can_not_be_answered_is_told_as_the_command_tells_it(
    stranger: Client, described: dict[str, Any], tmp_path: Path, body: bytes, where: str
) -> None:
    path = tmp_path / "document"
    path.write_bytes(body)
    response = send(stranger, body)
    assert response.status_code == 422
    assert response.content.decode() == printed(path)
    assert response.json()["error"]["where"] == where
    assert unfit(described, "Refused", response.json()) == []


def test_a_document_may_have_64_kilobytes_and_no_more(stranger: Client) -> None:
    """The format's bound, counted in bytes."""
    full = json.dumps({"note": ""})
    fits = full.replace('""', f'"{"x" * (64 * 1024 - len(full))}"')
    assert len(fits) == 64 * 1024
    assert send(stranger, fits).json()["error"]["where"] != "line 1"
    longer = send(stranger, fits + " ")
    assert (longer.status_code, longer.json()["error"]["where"]) == (413, "line 1")
    assert "64 KB" in longer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("method", "kind", "query", "status", "where"),
    [
        ("GET", "application/json", "", 405, "method"),
        ("PUT", "application/json", "", 405, "method"),
        ("POST", "application/x-www-form-urlencoded", "", 415, "Content-Type"),
        ("POST", "", "", 415, "Content-Type"),
        ("POST", "application/json", "?lang=tlh", 400, "lang"),
    ],
)
def test_what_is_no_call_at_all_is_refused_in_the_same_form(
    stranger: Client, described: dict[str, Any], method: str, kind: str, query: str, status: int, where: str
) -> None:
    response = stranger.generic(method, f"{SOLVE}{query}", "{}", kind)
    assert (response.status_code, response.json()["error"]["where"]) == (status, where)
    assert unfit(described, "Refused", response.json()) == []
    assert response.headers.get("Allow") == ("POST" if status == 405 else None)


@pytest.mark.django_db
def test_no_cookie_is_set_and_a_session_says_only_whether_an_exam_is_open(stranger: Client) -> None:
    """That it is closed then is in test_closed.py. No other test here can reach the database and its sessions."""
    stranger.cookies[settings.SESSION_COOKIE_NAME] = "a" * 32
    response = send(stranger, TOML, "application/toml")
    assert response.status_code == 200
    assert not response.cookies
    assert "Cookie" not in response.headers.get("Vary", "")


@pytest.fixture
def few() -> Iterator[time_machine.Traveller]:
    """Three calls a minute, at 20 seconds past it."""
    three = {**settings.ACCOUNT_RATE_LIMITS, "solve": "3/m/ip"}
    with override_settings(ACCOUNT_RATE_LIMITS=three), time_machine.travel("2031-05-04 12:00:20Z", tick=False) as clock:
        yield clock


def test_an_address_that_calls_too_often_has_to_wait_for_the_next_minute(
    stranger: Client, described: dict[str, Any], few: time_machine.Traveller
) -> None:
    codes = [send(stranger, TOML, "application/toml").status_code for _ in range(3)]
    limited = send(stranger, TOML, "application/toml")
    assert [*codes, limited.status_code] == [200, 200, 200, 429]
    assert limited.headers["Retry-After"] == "40"
    assert unfit(described, "Refused", limited.json()) == []
    assert send(Client(REMOTE_ADDR="2001:db9::1"), TOML, "application/toml").status_code == 200
    few.shift(40)
    assert send(stranger, TOML, "application/toml").status_code == 200


def test_behind_a_proxy_each_caller_is_counted_by_its_own_address(
    stranger: Client, few: time_machine.Traveller
) -> None:
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=1):
        for end in range(5):
            forwarded = {"HTTP_X_FORWARDED_FOR": f"203.0.113.{end}"}
            assert send(stranger, TOML, "application/toml", **forwarded).status_code == 200


def test_a_class_of_forty_behind_one_address_is_not_limited() -> None:
    """Forty people who each send a document every five seconds."""
    assert api.calls_a_minute() >= 40 * 60 / 5


def test_the_description_holds_together(described: dict[str, Any]) -> None:
    """OpenAPI 3.1: what every description must have, and references that lead somewhere."""
    assert described["openapi"].startswith("3.1.")
    assert {"title", "version"} <= described["info"].keys()
    assert described["servers"] == [{"url": "http://testserver"}]
    assert {f"solved_{kind}" for kind in QUESTION_KEYS} <= described["components"]["schemas"].keys()
    for reference in references(described):
        assert isinstance(resolved(described, reference), dict)
    call = described["paths"][SOLVE]["post"]
    assert set(call["requestBody"]["content"]) == set(api.CONTENT_TYPES)
    assert all(response["description"] for response in call["responses"].values())
    assert set(call["responses"]) == {"200", "400", "405", "413", "415", "422", "429"}


def test_the_description_is_not_met_by_what_is_no_answer(described: dict[str, Any]) -> None:
    """The check of the other tests can fail: a number as text, a key too many, a field left out, another kind's."""
    line = json.loads(printed(FOLDER / "min_raise.toml"))
    assert unfit(described, "Solved", line) == []
    answer = line["answer"]
    for wrong in ({**answer, "adds": "400"}, {**answer, "more": 1}, {"raise_to": 1, "raise_by": 1}, {"right": [1]}):
        assert unfit(described, "Solved", {**line, "answer": wrong})


def test_the_help_shows_a_call_with_its_answer_and_an_error_worked_out(client: Client) -> None:
    page = client.get("/api/").content.decode()
    lines = [json.loads(shown) for each in elements(page, "pre") if (shown := text(each)).startswith('{"ok"')]
    assert [line["ok"] for line in lines] == [True, False]
    assert lines[0]["answer"] == {"may_raise": False, "facing": 40, "needed": 50, "raise_min_to": None}  # TDA 2024 47-B
    assert lines[1]["error"]["where"] == "actions[0]"  # a raise of 50 over a blind of 100: TDA 2024 43-A
    assert "http://testserver/api/v1/solve" in page
    assert {"/api/v1/openapi.json", "/documents/", "/rules/book/"} <= links(page)


def test_a_call_from_an_address_that_nobody_can_tell_is_answered_in_json(client: Client) -> None:
    response = client.post("/api/v1/solve", b"{}", content_type="application/json", REMOTE_ADDR="")
    assert response["Content-Type"].startswith("application/json")
    assert response.status_code == 422
