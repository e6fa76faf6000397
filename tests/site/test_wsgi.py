"""What a web server calls, asked as one does (PEP 3333): nothing of a request outlives its response."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock, patch
from weakref import ref

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.test import RequestFactory

from quizzes.views.parts import afterwards
from trainer.wsgi import Request, application


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    """Let nothing go but what nobody holds any more; the test's connection stays open, as Django's client has it."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.django_db
def test_a_request_lets_go_of_what_points_back_at_it_when_its_response_is_closed() -> None:
    environ = RequestFactory().get("/").environ
    held: list[ref[Any]] = []
    load = application.get_response

    def noted(request: HttpRequest) -> HttpResponseBase:
        assert isinstance(request, Request)
        response = load(request)
        assert request.user.is_anonymous  # which points back at the request
        held.append(ref(request.session))
        return response

    with patch.object(application, "get_response", noted):
        response: Any = application(environ, Mock())
    assert response.status_code == 200
    assert held[0]() is not None
    response.close()
    assert held[0]() is None


def test_a_response_after_which_something_was_done_is_gone_with_the_last_who_holds_it() -> None:
    done: list[str] = []
    response = afterwards(afterwards(HttpResponse("page"), lambda: done.append("first")), lambda: done.append("last"))
    gone = ref(response)
    response.close()
    assert done == ["last", "first"]
    del response
    assert gone() is None
