"""The API's addresses, and the page that explains it with examples."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from quizzes import api, limits
from quizzes.api import Reply, refusal, reply
from quizzes.engine.notation import MOST_BYTES
from quizzes.openapi import description
from quizzes.showing.worked import FOLDER

EXAMPLE = "reopen"
FAULTY = """{
  "seats": [{"name": "A"}, {"name": "B"}],
  "blinds": [50, 100],
  "actions": "B raises to 150",
  "question": {"kind": "min_raise"}
}"""
"""A raise from 100 to 150: less than the full raise to 200 (TDA 2024 43-A)."""


@csrf_exempt
def solve(request: HttpRequest) -> HttpResponse:
    """Answer the document in the body. No session is read, and every reply is a line of JSON."""
    return _sent(_reply(request))


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Describe the API for programs."""
    return JsonResponse(description(request.build_absolute_uri("/").rstrip("/")))


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Explain the API for people, with calls that are answered when the page is made."""
    document = (FOLDER / f"{EXAMPLE}.toml").read_text(encoding="utf-8").strip()
    language = request.LANGUAGE_CODE
    with translation.override("en"):  # a call says in its query which language it wants
        address = reverse("quizzes:api_solve")
    context = {
        "solve": request.build_absolute_uri(address),
        "document": document,
        "answer": reply(document.encode(), language),
        "faulty": FAULTY,
        "error": reply(FAULTY.encode(), language),
        "languages": api.languages(),
        "language": language,
        "calls": api.calls_a_minute(),
        "kilobytes": MOST_BYTES // 1024,
    }
    return render(request, "reference/api.html", context)


def _reply(request: HttpRequest) -> Reply:
    if request.method != "POST":
        return refusal(405, "method", _("Only POST is answered here."), Allow="POST")
    if limited := api.too_many(limits.address_of(request)):
        return limited
    language = request.GET.get("lang", "en")
    if unread := api.refused(request.content_type or "", language):
        return unread
    # One byte more than a document may have is enough to tell that it is too long.
    return reply(request.read(MOST_BYTES + 1), language)


def _sent(reply: Reply) -> HttpResponse:
    return HttpResponse(reply.body, "application/json", reply.status, headers=dict(reply.headers))
