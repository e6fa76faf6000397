"""How the logs are written: lines of JSON on a public site, plain ones on one's own machine.

No line holds an address as it was asked for, nor what a database's error says of a row: both may hold names or tokens.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any

from celery.signals import setup_logging
from django.http import HttpRequest

from trainer.operation.request_ids import current

_OF_A_ROW = re.compile(r"(\\n|\n)\s*(DETAIL|CONTEXT):.*", re.DOTALL)


class Marked(logging.Filter):
    """Puts the request's id on a record, and the pattern of an address in the place of the address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current.get() or "-"
        request = getattr(record, "request", None)
        if isinstance(record.args, tuple) and isinstance(request, HttpRequest):
            pattern = _pattern(request)
            record.args = tuple(pattern if each == request.path else each for each in record.args)
        return True


class Json(logging.Formatter):
    """One line of JSON a record. Of an error: its type, its message, and where it passed through the code."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": without_rows(record.getMessage()),
            "request": getattr(record, "request_id", "-"),
            **getattr(record, "details", {}),
        }
        if record.exc_info and record.exc_info[1]:
            said["errors"] = list(_chain(record.exc_info[1]))
        return json.dumps(said, ensure_ascii=False, default=str)


def without_rows(message: str) -> str:
    """Return a message without what PostgreSQL adds about the row that was refused."""
    return _OF_A_ROW.sub("", message)


def configuration(json_lines: bool, debug: bool) -> dict[str, Any]:
    """Return Django's LOGGING. One line about each request and each task is written only as JSON: a person at a
    terminal reads what goes wrong.
    """
    plain = {"format": "{asctime} {levelname} {name} [{request_id}]: {message}", "style": "{"}
    handler = {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["marked"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"marked": {"()": "trainer.operation.logs.Marked"}},
        "formatters": {"lines": {"()": "trainer.operation.logs.Json"} if json_lines else plain},
        "handlers": {"console": handler},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["console"], "level": "INFO" if debug else "ERROR", "propagate": False},
            "django.security.DisallowedHost": {"level": "CRITICAL"},  # robots try names; that is nobody's fault here
            "gunicorn.http.wsgi": {"level": "ERROR"},  # warns at each HEAD, whose page it leaves out
            "gunicorn.error": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "psycopg.pool": {"level": "ERROR"},  # warns at each try to connect
            "trainer.requests": {"level": "INFO" if json_lines else "WARNING"},
            "trainer.tasks": {"level": "INFO" if json_lines else "WARNING"},
        },
    }


@setup_logging.connect
def keep(**_signal: Any) -> None:
    """Keep Celery from setting up logs of its own: Django has done it by then, and the worker's lines are the same."""


def _pattern(request: HttpRequest) -> str:
    """Return the pattern that an address fits, such as `join/<slug:code>/`; "?" where none does."""
    return f"/{request.resolver_match.route}" if request.resolver_match else "?"


def _chain(error: BaseException | None) -> Iterator[dict[str, Any]]:
    """Yield an error and those that led to it, the last first."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        frames = extract_tb(error.__traceback__)
        yield {
            "type": type(error).__name__,
            "message": without_rows(str(error)),
            "where": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
        }
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
