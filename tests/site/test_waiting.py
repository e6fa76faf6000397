"""What waited too long for a thread is refused: quickly, in plain words, with when to come back; probes never are."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]  # no stubs
from prometheus_client import REGISTRY

from trainer.operation import waiting

SITE = b"the site"


@pytest.fixture
def came(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Have the next requests come so many seconds ago."""

    def ago(seconds: float) -> None:
        conn = SimpleNamespace()
        worker = waiting.Worker.__new__(waiting.Worker)
        begun = time.monotonic()
        monkeypatch.setattr(ThreadWorker, "enqueue_req", lambda *_: None)
        monkeypatch.setattr(ThreadWorker, "handle", lambda *_: True)
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda: begun)
            worker.enqueue_req(conn)
            patched.setattr(time, "monotonic", lambda: begun + seconds)
            assert worker.handle(conn)

    return ago


def asked(path: str) -> tuple[str, dict[str, str], bytes]:
    """What comes back for a path: the status, the headers and the body."""
    found: list[Any] = []

    def site(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [])
        return [SITE]

    body = waiting.refusing(site)({"PATH_INFO": path}, lambda *said: found.extend(said))
    return found[0], dict(found[1]), b"".join(body)


def test_who_did_not_wait_long_gets_the_page(came: Callable[[float], None]) -> None:
    came(waiting.LONGEST - 0.1)
    assert asked("/practice/")[::2] == ("200 OK", SITE)


@pytest.mark.parametrize(
    ("path", "language"), [("/practice/", "en"), ("/ms/practice/", "ms"), ("/zh-hant/", "zh-hant")]
)
def test_who_waited_too_long_is_told_to_come_back(came: Callable[[float], None], path: str, language: str) -> None:
    came(waiting.LONGEST + 0.1)
    status, headers, page = asked(path)
    assert status == "503 Service Unavailable"
    assert headers["Retry-After"] == str(waiting.RETRY_AFTER)
    assert headers["Content-Length"] == str(len(page))
    assert headers["Cache-Control"] == "no-store"
    assert f'lang="{language}"' in page.decode()


@pytest.mark.parametrize("path", ["", "*", "/"])
def test_a_path_that_names_no_language_gets_the_usual_one(came: Callable[[float], None], path: str) -> None:
    came(waiting.LONGEST + 0.1)
    assert 'lang="en"' in asked(path)[2].decode()


def test_what_is_refused_is_counted(came: Callable[[float], None]) -> None:
    def refused() -> float:
        return REGISTRY.get_sample_value("table_stakes_refused_total") or 0

    before = refused()
    came(waiting.LONGEST - 0.1)
    asked("/practice/")
    assert refused() == before
    came(waiting.LONGEST + 0.1)
    asked("/practice/")
    assert refused() == before + 1


def test_a_program_that_waited_too_long_gets_an_error_line(came: Callable[[float], None]) -> None:
    came(waiting.LONGEST + 0.1)
    status, headers, said = asked("/api/v1/solve")
    assert (status, headers["Content-Type"]) == ("503 Service Unavailable", "application/json")
    assert json.loads(said)["ok"] is False


def test_a_busy_process_is_a_healthy_one(came: Callable[[float], None]) -> None:
    came(waiting.LONGEST + 0.1)
    assert asked("/healthz")[::2] == ("200 OK", SITE)
