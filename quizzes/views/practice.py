"""The learner's pages: the first one, a question, its feedback."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import practice as path
from quizzes.drawing.pips import RunPicture, draw_run
from quizzes.engine.rulesets import RULESET_IDS, ruleset
from quizzes.feedback import feedback
from quizzes.kinds import KINDS
from quizzes.kinds.base import LEVELS, IllFormed
from quizzes.practice import Choice
from quizzes.questions import Question, question
from quizzes.tokens import BadToken
from quizzes.wording.kinds import kind_name


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, and a question that can be answered at once."""
    choice = Choice(kind="min_raise", level=1)
    served = path.next_question(path.learner_of(request), choice)
    asked = question(served.token, served.kind, served.document)
    return render(request, "quizzes/home.html", _context(request, asked, Choice()))


@require_safe
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """The next question of the learner's choice."""
    choice = _choice(request.GET)
    served = path.next_question(path.learner_of(request), choice)
    asked = question(served.token, served.kind, served.document)
    return render(request, _page(request, "practice", "spot"), _context(request, asked, choice))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def answer(request: HttpRequest) -> HttpResponse:
    """Grade an answer and show the feedback; an answer that can't be read is asked again with what was typed.

    Whoever comes back to the address without an answer gets a question.
    """
    if request.method != "POST":
        return redirect("quizzes:practice")
    choice = _choice(request.POST)
    learner = path.learner_of(request)
    raw = {name: request.POST.getlist(name) for name in request.POST}
    token = request.POST.get("token", "")
    try:
        outcome = path.answer(learner, token, raw)
    except IllFormed as error:
        shown = path.shown(learner, token)
        asked = question(token, shown.kind, shown.document, raw, error.problems)
        return render(request, _page(request, "practice", "spot"), _context(request, asked, choice), status=422)
    except BadToken:
        messages.info(request, _("That question is too old to be answered. Here is another one."))
        return redirect(_next_url(choice))
    context = {
        "told": feedback(outcome),
        "outcome": outcome,
        "run": _run(request, asking=False),
        "next_url": _next_url(choice),
        "same_url": _next_url(Choice(outcome.kind.id, outcome.kind.level(outcome.document), choice.ruleset)),
        "dispute": _("%(kind)s, question %(number)s, %(house)s")
        % {
            "kind": kind_name(outcome.kind.id),
            "number": outcome.attempt.drill_id,
            "house": outcome.document.rules.name,
        },
    }
    return render(request, _page(request, "feedback", "told"), context)


def _page(request: HttpRequest, name: str, partial: str) -> str:
    """The whole page, or for htmx the part of it that is swapped."""
    fragment = getattr(request, "htmx", False)
    return f"quizzes/{name}.html#{partial}" if fragment else f"quizzes/{name}.html"


def _choice(query: QueryDict) -> Choice:
    """Read what the learner wants to practise; what there is not is left to the mix."""
    kind, level, house = query.get("kind", ""), query.get("level", ""), query.get("ruleset", "")
    return Choice(
        kind=kind if kind in KINDS else None,
        level=int(level) if level in map(str, LEVELS) else None,
        ruleset=house if house in RULESET_IDS else "tda",
    )


def _next_url(choice: Choice) -> str:
    parts = {"kind": choice.kind, "level": choice.level, "ruleset": None if choice.ruleset == "tda" else choice.ruleset}
    query = urlencode({name: value for name, value in parts.items() if value is not None})
    address = redirect("quizzes:practice").url
    return f"{address}?{query}" if query else address


def _run(request: HttpRequest, asking: bool) -> RunPicture:
    return draw_run(path.session_pips(request.session).results, path.RUN_LENGTH, asking)


def _context(request: HttpRequest, asked: Question, choice: Choice) -> dict[str, Any]:
    return {
        "question": asked,
        "choice": choice,
        "run": _run(request, asking=True),
        "kinds": [(id, kind_name(id)) for id in KINDS],
        "levels": LEVELS,
        "houses": [(id, ruleset(id).name) for id in RULESET_IDS],
    }
