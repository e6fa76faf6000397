"""Spots that an engine of before answered and today's refuses: whoever comes to one is told so, and why."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from quizzes.engine.errors import DocumentError
from quizzes.wording.errors import error_text

logger = logging.getLogger(__name__)


class Middleware:
    """Answers 410 where a stored spot turns out to be refused, in place of a page that broke.

    What people type is answered where they typed it, so that an error which comes as far as here is a stored spot's.
    It is logged with its traceback: `manage.py recheck` should have found it before anybody else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page for a refused spot; htmx loads the page around anew, which is told or goes on without it."""
        if not isinstance(exception, DocumentError):
            return None
        logger.error("a stored spot is refused: %s", exception, exc_info=exception)
        context = {"why": error_text(exception)}
        response = render(request, "quizzes/refused_spot.html", context, status=410)
        response.headers["Cache-Control"] = "no-store"
        if getattr(request, "htmx", False):
            response.headers["HX-Refresh"] = "true"
        return response
