"""The one page that other sites may frame: a spot with its question, and the feedback in the same frame."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from quizzes.kinds.base import IllFormed
from quizzes.limits import limited
from quizzes.practising import embedding
from quizzes.practising.sharing import NoSpot
from quizzes.showing.feedback import feedback
from quizzes.showing.questions import question
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "frame-ancestors *",
        "base-uri 'none'",
    )
)
"""No script at all runs in another site's frame; beside that it is the site's own policy."""


@csrf_exempt
@xframe_options_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def embed(request: HttpRequest, name: str) -> HttpResponse:
    """Ask a shared spot, and give the feedback on an answer."""
    response = _page(request, name)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@limited("visitor_answer")
def _page(request: HttpRequest, name: str) -> HttpResponse:
    try:
        if request.method == "POST":
            return _answered(request, name)
        token, kind, document = embedding.token_for(name)
    except NoSpot:
        return render(request, "embed/none.html", status=404)
    except BadToken:
        return redirect(request.get_full_path())
    return _shown(request, name, {"question": question(token, kind, document)})


def _answered(request: HttpRequest, name: str) -> HttpResponse:
    token = request.POST.get("token", "")
    raw = filled_in(request)
    try:
        outcome = embedding.graded(name, token, raw)
    except IllFormed as error:
        kind, document = embedding.asked_by(name, token)
        asked = question(token, kind, document, raw, error.problems)
        return _shown(request, name, {"question": asked}, status=422)
    return _shown(request, name, {"told": feedback(outcome), "outcome": outcome})


def _shown(request: HttpRequest, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    context["spot"] = request.build_absolute_uri(reverse("quizzes:spot", args=[name]))
    template = "embed/told.html" if "told" in context else "embed/question.html"
    return render(request, template, context, status=status)
