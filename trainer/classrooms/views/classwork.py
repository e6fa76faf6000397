"""A learner's pages of what a class is given to do: one assignment, and the scenarios of a set, asked one by one."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import learner_of
from quizzes.practice import Outcome, Served
from quizzes.practising.asking import Choice
from quizzes.showing.feedback import feedback
from quizzes.showing.questions import question
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in, tell_lost
from quizzes.views.practice import spot_url, told
from trainer.classrooms import classwork
from trainer.classrooms.classwork import Given
from trainer.classrooms.models import Assignment
from trainer.classrooms.open_tries import open_try
from trainer.classrooms.views.common import user_of


@require_safe
@login_required
@never_cache
def work(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one's assignment: what is to be done until when, how far it has come, and its parts."""
    one = _found(request, pk)
    context = {"one": one, "parts": classwork.parts(one, user_of(request).pk, timezone.now())}
    return render(request, "classrooms/assignment_work.html", context)


@require_safe
@login_required
@never_cache
def go(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead to where one goes on with an assignment."""
    return redirect(classwork.goes_on_at(_found(request, pk), user_of(request).pk))


@require_safe
@login_required
@never_cache
def own_answer(request: HttpRequest, pk: int, item: int) -> HttpResponse:
    """Show the answer that a scenario of a set is worth once more, with what is right and why."""
    one = _found(request, pk)
    found = None
    try:
        found = classwork.own_answer(one, user_of(request).pk, item, timezone.now())
    except classwork.Untold:
        messages.info(request, _("You still have that question to answer for a class. What is right is told there."))
    if found is None:
        return redirect("assignment_work", pk)
    outcome = found.outcome
    spot = spot_url(outcome.attempt.drill_id, outcome.attempt.ruleset)
    context = {"one": one, "told": feedback(outcome), "outcome": outcome, "spot_url": spot, "kept": found.kept}
    return render(request, "classrooms/assignment_answer.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a scenario of a set or a spot of a pool, and give the feedback on an answer to it: what is right only once no
    try is left.
    """
    one = _found(request, pk)
    if one.assignment.what not in (Assignment.What.SET, Assignment.What.POOL):
        raise Http404
    if request.method == "POST":
        return _answered(request, one)
    item = None
    with suppress(ValueError):
        item = int(request.GET.get("item", ""))
    served = classwork.ask(learner_of(request), one, item, timezone.now())
    return redirect("assignment_work", pk) if served is None else _asked(request, one, served)


def _answered(request: HttpRequest, one: Given) -> HttpResponse:
    learner, raw, token = learner_of(request), filled_in(request), request.POST.get("token", "")
    try:
        outcome = classwork.answer(learner, one, token, raw, timezone.now())
    except IllFormed as error:
        return _asked(request, one, classwork.asked_again(learner, one, token), raw, error)
    except classwork.NoTryLeft:
        messages.info(request, _("No answer to that scenario counts any more."))
        return redirect("assignment_work", one.assignment.pk)
    except BadToken as error:
        tell_lost(request, error)
        return redirect("assignment_ask", one.assignment.pk)
    if not outcome.grade.right:
        user, drill = user_of(request).pk, outcome.attempt.drill_id
        again = classwork.open_item(one, user, drill)
        if again is not None or drill in classwork.open_drills(user, timezone.now()):
            return _open(request, one, outcome, *(again or (None, 0)))
    choice = Choice(outcome.kind.id, outcome.kind.level(outcome.document), outcome.attempt.ruleset)
    following = reverse("assignment_ask", args=[one.assignment.pk])
    context = {**told(outcome, choice), "one": one, "next_url": following, "same_url": ""}
    return render(request, "classrooms/assignment_told.html", context)


def _open(request: HttpRequest, one: Given, outcome: Outcome, item: int | None, left: int | None) -> HttpResponse:
    """Tell of a wrong answer while tries are left, without what is right; no `item` where they are in another set."""
    here = reverse("assignment_ask", args=[one.assignment.pk])
    context = {
        "open": open_try(outcome, left),
        "one": one,
        "kind": outcome.kind.id,
        "elsewhere": item is None,
        "again_url": here if item is None else f"{here}?item={item}",
    }
    return render(request, "classrooms/assignment_again.html", context)


def _asked(
    request: HttpRequest, one: Given, served: Served, raw: Raw | None = None, error: IllFormed | None = None
) -> HttpResponse:
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    context = {"question": asked, "one": one}
    return render(request, "classrooms/assignment_question.html", context, status=422 if error else 200)


def _found(request: HttpRequest, pk: int) -> Given:
    try:
        return classwork.find(user_of(request).pk, pk, timezone.now())
    except Assignment.DoesNotExist as error:
        raise Http404 from error
