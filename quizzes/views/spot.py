"""The page of one spot that somebody has shared: asked of anybody, answered with the same feedback, counted nowhere."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes import sharing
from quizzes.asking import Choice
from quizzes.kinds.base import IllFormed, Raw
from quizzes.practice import Served
from quizzes.questions import question
from quizzes.sharing import NoSpot
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in
from quizzes.views.practice import run_picture, told


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def spot(request: HttpRequest, name: str) -> HttpResponse:
    """Ask a shared spot, and give the feedback on an answer to it."""
    try:
        if request.method == "POST":
            return _answered(request, name)
        return _asked(request, name, sharing.shared_spot(name))
    except NoSpot as error:
        raise Http404 from error


def _answered(request: HttpRequest, name: str) -> HttpResponse:
    raw = filled_in(request)
    token = request.POST.get("token", "")
    try:
        outcome = sharing.answer_shared(name, token, raw)
    except IllFormed as error:
        return _asked(request, name, sharing.asked_again(name, token), raw, error)
    except BadToken:
        return redirect("quizzes:spot", name)
    kind, house = outcome.kind, outcome.attempt.ruleset
    choice = Choice(kind.id, kind.level(outcome.document), house)
    context = {**told(outcome, choice), "run": run_picture(request, asking=True)}
    return render(request, "practice/spot_feedback.html", context)


def _asked(
    request: HttpRequest, name: str, served: Served, raw: Raw | None = None, error: IllFormed | None = None
) -> HttpResponse:
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    address = request.build_absolute_uri(request.path)
    context = {"question": asked, "address": address}
    return render(request, "practice/spot.html", context, status=422 if error else 200)
