"""The pages for what goes wrong here, which need neither database nor session: 503 where a server behind the site is
away, 500 otherwise; and 400 for what makes no sense.
"""

from __future__ import annotations

import sys

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults
from kombu.exceptions import KombuError
from redis.exceptions import ConnectionError, TimeoutError

from quizzes.answering import error_line

AWAY = (OperationalError, InterfaceError, ConnectionError, TimeoutError, KombuError)
"""What is raised where PostgreSQL or Valkey can't be reached, or has no room for one more."""

RETRY_AFTER = 10


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a request in which an error was raised: a page, and JSON to programs."""
    away = isinstance(sys.exc_info()[1], AWAY)
    status = 503 if away else 500
    if "/api/v1/" in request.path:
        said = _("The site can't answer at the moment. Try again soon.")
        response: HttpResponse = JsonResponse(error_line("server", said), status=status)
    else:
        response = HttpResponse(render_to_string(f"{status}.html"), status=status)
    if away:
        response.headers["Retry-After"] = str(RETRY_AFTER)
    response.headers["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that makes no sense. One for another site's name gets a line: any page would name that site."""
    if isinstance(exception, DisallowedHost):
        return HttpResponse("No site of this name is here.\n", status=400, content_type="text/plain; charset=utf-8")
    return defaults.bad_request(request, exception)
