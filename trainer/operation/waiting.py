"""Too many at once: a request that waited too long for a thread is refused, at once and in plain words.

A page for someone who has given up on it costs the next one as much time as any other, so a crowd that is let in
whole makes everybody wait ever longer. Refusing takes a fraction of a millisecond: the queue is empty again soon.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]  # nor has it stubs here

LONGEST = 2.0
"""Seconds that a request may wait: whoever waits longer loads the page again, and is two requests."""

RETRY_AFTER = 5

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]

waited: ContextVar[float] = ContextVar("waited", default=0.0)
"""For how many seconds the request waited that this thread answers."""


class Worker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's worker of some threads, which knows how long each request has waited for one."""

    wsgi: Application

    def load_wsgi(self) -> None:
        super().load_wsgi()
        self.wsgi = refusing(self.wsgi)

    def enqueue_req(self, conn: Any) -> None:
        conn.waits_since = time.monotonic()
        super().enqueue_req(conn)

    def handle(self, conn: Any) -> Any:
        waited.set(time.monotonic() - conn.waits_since)
        return super().handle(conn)


def refusing(application: Application) -> Application:
    """Return an application that refuses what waited too long, but for the probes: a busy process is a healthy one."""
    from trainer.operation.metrics import REFUSED  # models are ready only after the apps
    from trainer.operation.probes import PROBES

    pages = {code: _page(code) for code, _name in settings.LANGUAGES}

    def respond(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        path = environ.get("PATH_INFO", "")
        if waited.get() <= LONGEST or path in PROBES:
            return application(environ, start_response)
        REFUSED.inc()
        return _refuse(path, pages, start_response)

    return respond


def _refuse(path: str, pages: Mapping[str, tuple[bytes, bytes]], start_response: Callable[..., Any]) -> list[bytes]:
    page, line = pages.get(path.lstrip("/").partition("/")[0], pages[settings.LANGUAGE_CODE])
    body, kind = (line, "application/json") if "/api/v1/" in path else (page, "text/html; charset=utf-8")
    headers = [("Content-Type", kind), ("Content-Length", str(len(body))), ("Retry-After", str(RETRY_AFTER))]
    start_response("503 Service Unavailable", [*headers, ("Cache-Control", "no-store")])
    return [body]


def _page(code: str) -> tuple[bytes, bytes]:
    """Return what is said in a language, as a page and as JSON."""
    from quizzes.answering import error_line  # gunicorn reads this module before there are settings

    with override(code):
        said = error_line("server", _("Too many ask at once. Try again in a few seconds."))
        return render_to_string("busy.html").encode(), json.dumps(said).encode()
