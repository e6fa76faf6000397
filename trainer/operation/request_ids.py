"""Each request has an id: a proxy's own (X-Request-ID) or one made here. It is in the response, in every line of the
logs that the request leads to, and it goes with the tasks that the request asks for.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any
from uuid import uuid4

from celery import signals
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
TASK_HEADER = "request_id"
SENT_HEADER = "sent_at"

current: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that is answered, or that asked for the task that is done; "" outside both."""

_SHAPE = re.compile(r"[\w-]{1,64}", re.ASCII)

requests, tasks = logging.getLogger("trainer.requests"), logging.getLogger("trainer.tasks")


def middleware(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Give a request its id, and write one line about it: which view, which status, how many milliseconds.

    The line names the view and not the address, which may hold a token or a name.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        given = request.headers.get(HEADER, "")
        id = given if _SHAPE.fullmatch(given) else uuid4().hex
        token = current.set(id)
        try:
            response = get_response(request)
            response.headers[HEADER] = id
            if requests.isEnabledFor(logging.INFO):
                details = {
                    "method": request.method,
                    "view": view_of(request),
                    "status": response.status_code,
                    "ms": round(1000 * (time.perf_counter() - begun), 1),
                }
                requests.info("answered", extra={"details": details})
            return response
        finally:
            current.reset(token)

    return respond


def view_of(request: HttpRequest) -> str:
    """Return the name of the view that answered a request, "none" where no address fits."""
    match = request.resolver_match
    return (match.view_name or match.func.__name__) if match else "none"


def follow_tasks() -> None:
    """Send the id with each task that is asked for, take it up in the worker, and write one line when it is done."""
    signals.before_task_publish.connect(_send, dispatch_uid="request ids: send")
    signals.task_prerun.connect(_take_up, dispatch_uid="request ids: take up")
    signals.task_postrun.connect(_put_down, dispatch_uid="request ids: put down")


def _send(headers: dict[str, Any] | None = None, **_signal: Any) -> None:
    if headers is not None:
        headers[SENT_HEADER] = time.time()
        if current.get():
            headers[TASK_HEADER] = current.get()


def _take_up(task_id: str, task: Any, **_signal: Any) -> None:
    if not task.request.called_directly:
        current.set(task.request.get(TASK_HEADER) or task_id)
        task.request.update(begun=time.perf_counter())


def _put_down(task: Any, state: str | None = None, **_signal: Any) -> None:
    if not task.request.called_directly:
        ms = round(1000 * (time.perf_counter() - task.request.get("begun", time.perf_counter())), 1)
        tasks.info("done", extra={"details": {"task": task.name, "state": state, "ms": ms}})
        current.set("")
