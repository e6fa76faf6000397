"""The pages of the placement test: what it is, the question that is open, and what it found."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from quizzes.drawing.charts import draw_stack
from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import learner_of
from quizzes.learning.placement import QUESTIONS
from quizzes.limits import limits_answers
from quizzes.practising import placing
from quizzes.practising.placed import result
from quizzes.practising.placing import Sitting
from quizzes.showing.questions import question
from quizzes.views.parts import filled_in, is_htmx, template


@require_safe
@never_cache
def placement(request: HttpRequest) -> HttpResponse:
    """Show the question that is open, else what the last test found, else what a test is."""
    return _shown(request, placing.sitting(learner_of(request)))


@require_POST
@limits_answers
def start(request: HttpRequest) -> HttpResponse:
    """Begin a test, or go on with the one that is open."""
    placing.start(learner_of(request))
    return redirect("quizzes:placement")


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Forget the test."""
    placing.stop(learner_of(request))
    return redirect("quizzes:placement")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_answers
def answer(request: HttpRequest) -> HttpResponse:
    """Take an answer, or none, and go on at once; whoever comes back to the address gets the test's page."""
    if request.method != "POST":
        return redirect("quizzes:placement")
    raw = None if "skip" in request.POST else filled_in(request)
    learner = learner_of(request)
    try:
        reply = placing.answer(learner, request.POST.get("token", ""), raw)
    except placing.NoQuestion:
        return redirect("quizzes:placement")
    except IllFormed as error:
        return _shown(request, placing.sitting(learner), raw, error)
    if reply == "answered":
        messages.info(request, _("That question is answered already. This is the one that is open."))
    found = placing.sitting(learner)
    if not is_htmx(request):
        return redirect("quizzes:placement")
    if found is None or found.open is None:
        return HttpResponseClientRedirect(reverse("quizzes:placement"))  # the site's whole header comes back with it
    return _shown(request, found)


def _shown(
    request: HttpRequest, found: Sitting | None, raw: Raw | None = None, error: IllFormed | None = None
) -> HttpResponse:
    context: dict[str, Any] = {"length": QUESTIONS}
    if found is None:
        return render(request, template(request, "practice/placement", "about"), context)
    if found.open is None:
        told = result(found)
        stacks = [(group, draw_stack(group.level)) for group in told.groups]
        return render(request, "practice/placement_result.html", {**context, "told": told, "groups": stacks})
    try:
        served = placing.served(found)
    except placing.NoQuestion:
        placing.stop(learner_of(request))
        return _shown(request, None)
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    context |= {"question": asked, "answered": len(found.kept), "number": len(found.kept) + 1}
    return render(
        request, template(request, "practice/placement_question", "asking"), context, status=422 if error else 200
    )
