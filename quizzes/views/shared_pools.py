"""A template's pool by its link: a question, the feedback on an answer, and the next question."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import learner_of
from quizzes.models import Drill, TemplateVersion
from quizzes.practice import Served
from quizzes.practising import shared_pools
from quizzes.practising.asking import Choice
from quizzes.practising.shared_pools import Done
from quizzes.showing.questions import question
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in, tell_lost
from quizzes.views.practice import told


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def pool(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the next drill of a pool, and give the feedback on an answer to it."""
    try:
        version = shared_pools.find(pk)
        if request.method == "POST":
            return _answered(request, version)
        asked = shared_pools.ask(learner_of(request), version)
    except (TemplateVersion.DoesNotExist, Drill.DoesNotExist) as error:
        raise Http404("no such pool") from error
    return _asked(request, version, asked.served, asked.done)


def _answered(request: HttpRequest, version: TemplateVersion) -> HttpResponse:
    learner, raw, token = learner_of(request), filled_in(request), request.POST.get("token", "")
    here = reverse("quizzes:pool", args=[version.template_id])
    try:
        outcome = shared_pools.answer(learner, version, token, raw)
    except IllFormed as error:
        return _asked(request, version, shared_pools.shown(learner, version, token), None, raw, error)
    except BadToken as error:
        tell_lost(request, error)
        return redirect(here)
    choice = Choice(outcome.kind.id, outcome.kind.level(outcome.document), outcome.attempt.ruleset)
    context = {**told(outcome, choice), "version": version, "next_url": here, "same_url": ""}
    return render(request, "practice/pool_told.html", context)


def _asked(
    request: HttpRequest,
    version: TemplateVersion,
    served: Served,
    done: Done | None,
    raw: Raw | None = None,
    error: IllFormed | None = None,
) -> HttpResponse:
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    context = {"question": asked, "version": version, "done": done}
    return render(request, "practice/pool.html", context, status=422 if error else 200)
