"""The learner's pages: the first one, a question, its feedback, and how the run went."""

from __future__ import annotations

from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import practice as path
from quizzes.drawing.pips import RunPicture, draw_run
from quizzes.house_rules import rules_of
from quizzes.kinds.base import LEVELS, IllFormed
from quizzes.learners import Learner, learner_of
from quizzes.limits import limits_answers
from quizzes.practice import Outcome, Served
from quizzes.practising import examples, hints, places, sharing
from quizzes.practising.asking import Choice
from quizzes.practising.choices import (
    choice_query,
    choice_words,
    game_of,
    games_drilled,
    groups,
    houses_offered,
    kept_choice,
    read_choice,
    rotations,
    unmet,
)
from quizzes.practising.summary import summary as summary_of
from quizzes.practising.why import why
from quizzes.showing.feedback import feedback, prepare
from quizzes.showing.questions import Question, question
from quizzes.tokens import BadToken
from quizzes.views.parts import afterwards, filled_in, tell_lost, template
from quizzes.wording.games import game_name
from quizzes.wording.houses import house_name


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The first page: what this is, a question that can be answered at once, and the way back to where one was."""
    learner = learner_of(request)
    served = path.next_question(learner, Choice(kind="min_raise", level=1))
    last = _last_choice(learner)
    context = {
        "question": question(served.token, served.kind, served.document),
        "choice": last or Choice(),
        "run": run_picture(request, asking=True),
        "resume": _offer(last),
    }
    return _asked(render(request, "practice/home.html", context), served)


@require_safe
@never_cache
def practice(request: HttpRequest) -> HttpResponse:
    """The next question of the learner's choice; without one a mix by the rules of the class, and the way back."""
    learner = learner_of(request)
    start = None if request.GET else places.starts_under(learner.session, learner.user_id)
    choice = Choice(ruleset=start.id_in_drills) if start else read_choice(request.GET, learner.user_id)
    if learner.user_id and "ruleset" in request.GET:
        places.choose_house(learner.session, choice.ruleset)
    served = path.next_question(learner, choice)
    context = question_context(request, served, choice, question(served.token, served.kind, served.document))
    context["start"] = start
    if not request.GET:
        last = _last_choice(learner)
        context["resume"] = _offer(last) if last != choice else None
    elif learner.key:
        places.remember(learner.session, learner.user_id, choice_query(choice))
    return _asked(render(request, template(request, "practice/question", "spot"), context), served)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_answers
def answer(request: HttpRequest) -> HttpResponse:
    """Grade an answer and show the feedback; an answer that can't be read is asked again with what was typed.

    Whoever comes back to the address without an answer gets a question.
    """
    if request.method != "POST":
        return redirect("quizzes:practice")
    learner = learner_of(request)
    choice = read_choice(request.POST, learner.user_id)
    raw = filled_in(request)
    token = request.POST.get("token", "")
    try:
        outcome = path.answer(learner, token, raw)
    except IllFormed as error:
        served = path.shown(learner, token, choice)
        asked = question(token, served.kind, served.document, raw, error.problems)
        context = question_context(request, served, choice, asked)
        return render(request, template(request, "practice/question", "spot"), context, status=422)
    except BadToken as error:
        tell_lost(request, error)
        return redirect(practice_url(choice))
    places.remember(learner.session, learner.user_id, choice_query(choice))
    context = {**told(outcome, choice), "run": run_picture(request, asking=False)}
    return render(request, template(request, "practice/feedback", "told"), context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def summary(request: HttpRequest) -> HttpResponse:
    """Show how the run went; POST ends it before it is full, and the next question begins another."""
    learner = learner_of(request)
    choice = _last_choice(learner) or Choice()
    if request.method == "POST":
        path.end_run(learner.session)
        return redirect(practice_url(choice))
    found = summary_of(learner.session)
    context = {
        "summary": found,
        "run": run_picture(request, asking=False),
        "next_url": practice_url(choice),
        "choice_words": choice_words(choice),
        "missed": [(house_name(rules_of(missed.ruleset)), practice_url(missed)) for missed in found.missed_choices],
    }
    return render(request, "practice/summary.html", context)


def told(outcome: Outcome, choice: Choice) -> dict[str, Any]:
    """Return what a feedback page shows about an outcome; `choice` is what the next question is asked of."""
    attempt, kind, document, language = outcome.attempt, outcome.kind, outcome.document, get_language()
    same = Choice(kind.id, kind.level(document), choice.ruleset, game_of(document))
    spot, report = _urls(attempt.drill_id, attempt.ruleset, language)
    return {
        "told": feedback(outcome),
        "outcome": outcome,
        "next_url": _practice_url(choice, language),
        "same_url": _practice_url(same, language),
        "spot_url": spot,
        "report_url": report,
    }


def practice_url(choice: Choice) -> str:
    """Return the address of the next question of a choice."""
    return _practice_url(choice, get_language())


@lru_cache(maxsize=2048)
def _practice_url(choice: Choice, _language: str) -> str:
    query, address = choice_query(choice), reverse("quizzes:practice")
    return f"{address}?{query}" if query else address


def spot_url(drill: int, house: str) -> str:
    """Return the address by which anybody can answer a drill under a house."""
    return _urls(drill, house, get_language())[0]


def report_url(drill: int, house: str) -> str:
    """Return the address at which a problem with a drill under a house is reported."""
    return _urls(drill, house, get_language())[1]


@lru_cache(maxsize=2048)
def _urls(drill: int, house: str, _language: str) -> tuple[str, str]:
    """The addresses of a spot and of its reports. A question's page has them, and so has what follows its answer."""
    name = sharing.spot_name(drill, house)
    return reverse("quizzes:spot", args=[name]), reverse("quizzes:report", args=[name])


def run_picture(request: HttpRequest, asking: bool) -> RunPicture:
    """Return the picture of the run in the header, as far as it has come."""
    return draw_run(path.session_pips(request.session).results, path.RUN_LENGTH, asking)


def question_context(request: HttpRequest, served: Served, choice: Choice, asked: Question) -> dict[str, Any]:
    """Return what a question page shows; `asked` is the question with what was typed before."""
    learner = learner_of(request)
    used = hints.used(learner.session, served.drill.pk, served.place)
    return {
        "question": asked,
        "hints": hints.ladder(used, served.kind, served.document),
        "example": examples.offered(learner, served),
        "example_url": f"{reverse('quizzes:example')}?{urlencode({'token': served.token})}&{choice_query(choice)}",
        "choice": choice,
        "choice_words": choice_words(choice),
        "unmet": unmet(choice),
        "why": why(served.chosen, timezone.localtime()) if served.chosen else None,
        "run": run_picture(request, asking=True),
        "newcomer": served.chosen is not None and not (served.chosen.known.answered or served.chosen.known.placed),
        "groups": groups(),
        "rotations": rotations(),
        "games": [(id, game_name(id)) for id in games_drilled()],
        "levels": LEVELS,
        "houses": houses_offered(choice),
        "spot_url": spot_url(served.drill.pk, served.document.rules.id),
        "report_url": report_url(served.drill.pk, served.document.rules.id),
    }


def _asked(response: HttpResponse, served: Served) -> HttpResponse:
    """Return a question's page; once it is sent, what will be said of an answer is put together."""
    drill, house, language = served.drill, served.document.rules.id, get_language()
    return afterwards(response, lambda: prepare(drill, house, spot_url(drill.pk, house), language))


def _last_choice(learner: Learner) -> Choice | None:
    query = places.last_choice(learner.session, learner.user_id)
    return None if query is None else kept_choice(query)


def _offer(last: Choice | None) -> dict[str, str] | None:
    """The way back to a choice, in which the question that was open is asked again."""
    return {"words": choice_words(last), "url": practice_url(last)} if last else None
