"""Help with a question that is open: the next hint, and a drill of its sort worked out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from quizzes import practice as path
from quizzes.learners import learner_of
from quizzes.practising import examples, hints
from quizzes.practising.asking import Choice
from quizzes.practising.choices import read_choice
from quizzes.showing.questions import question
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in, is_htmx, tell_lost, template
from quizzes.views.practice import practice_url, question_context


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hint(request: HttpRequest) -> HttpResponse:
    """Show the hints to a question up to the one asked for, and note that they were used.

    htmx gets the hints alone; else the question comes again with them, and with what was typed.
    """
    if request.method != "POST":
        return redirect("quizzes:practice")
    learner = learner_of(request)
    choice = read_choice(request.POST, learner.user_id)
    token, number = request.POST.get("token", ""), request.POST.get("hint", "")
    try:
        served = path.shown(learner, token)
    except BadToken as error:
        return _lost(request, choice, error)
    wanted = int(number) if number in map(str, hints.NUMBERS) else 1
    hints.note(learner.session, served.drill.pk, served.place, wanted)
    if is_htmx(request):
        used = hints.used(learner.session, served.drill.pk, served.place)
        ladder = hints.ladder(used, served.kind, served.document)
        return render(request, "practice/hint.html#hints", {"hints": ladder})
    raw = filled_in(request)
    served = path.shown(learner, token, choice)
    context = question_context(request, served, choice, question(token, served.kind, served.document, raw))
    return render(request, "practice/question.html", context)


@require_safe
@never_cache
def example(request: HttpRequest) -> HttpResponse:
    """Show another drill of a question's sort, worked out as far as the learner's examples have not faded."""
    learner = learner_of(request)
    choice = read_choice(request.GET, learner.user_id)
    try:
        served = path.shown(learner, request.GET.get("token", ""))
    except BadToken as error:
        return _lost(request, choice, error)
    context = {"example": examples.for_question(learner, served, choice.mistake), "back_url": practice_url(choice)}
    return render(request, template(request, "practice/example", "worked"), context)


def _lost(request: HttpRequest, choice: Choice, error: BadToken) -> HttpResponse:
    """Lead to another question, as an answer to such a token does."""
    tell_lost(request, error)
    url = practice_url(choice)
    return HttpResponseClientRedirect(url) if is_htmx(request) else redirect(url)
