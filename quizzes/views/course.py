"""What a learner wishes for: easier or harder questions, and how many skills a day because they are due.

For htmx the question that is open stays as it is, with what was typed; else it comes again, or another that suits.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from quizzes.learners import learner_of
from quizzes.practising import course
from quizzes.practising.choices import read_choice
from quizzes.practising.why import due_of, wish_of
from quizzes.views.parts import is_htmx
from quizzes.views.practice import practice_url


@require_POST
@never_cache
def wish(request: HttpRequest) -> HttpResponse:
    """Have questions asked easier or harder."""
    learner = learner_of(request)
    course.wish(learner, _number(request, "wish"))
    return _changed(request, "wish", {"wish": wish_of(course.known(learner))})


@require_POST
@never_cache
def cap(request: HttpRequest) -> HttpResponse:
    """Have so many skills asked on a day because they are due."""
    learner = learner_of(request)
    course.cap(learner, _number(request, "cap"))
    return _changed(request, "due", {"due": due_of(course.known(learner), timezone.localtime())})


def _number(request: HttpRequest, name: str) -> int:
    """Return a number that a form sent, 0 where it is none."""
    try:
        return int(request.POST.get(name, ""))
    except ValueError:
        return 0


def _changed(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    choice = read_choice(request.POST, learner_of(request).user_id)
    if not is_htmx(request):
        return redirect(practice_url(choice))
    return render(request, f"practice/{name}.html", {**context, "choice": choice, "changed": True})
