"""The pages of runs: what to run on, the question that is open, and how it went."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import learner_of
from quizzes.learning import runs as rules
from quizzes.limits import limits_answers
from quizzes.models import RunRecord
from quizzes.practising import runs as path
from quizzes.practising.asking import Choice
from quizzes.practising.choices import choice_words, games_drilled, groups, houses_offered, kept_choice, read_choice
from quizzes.showing.questions import question
from quizzes.views.parts import filled_in, is_htmx, template
from quizzes.wording.games import game_name


@require_safe
@never_cache
def runs(request: HttpRequest) -> HttpResponse:
    """Offer a run, and show the personal bests and the latest runs."""
    standing = path.standing(learner_of(request), timezone.now())
    choice = _choice_of(standing.latest[0]) if standing.latest else Choice()
    context = {
        "standing": standing,
        "modes": [(mode, mode_name(mode), standing.bests[mode]) for mode in path.MODES],
        "rows": [(run, mode_name(run.run.mode), choice_words(_choice_of(run))) for run in standing.latest],
        "choice": choice,
        "choice_words": choice_words(choice),
        "groups": groups(),
        "games": [(id, game_name(id)) for id in games_drilled()],
        "houses": houses_offered(choice),
    }
    return render(request, "runs/home.html", context)


@require_POST
@limits_answers
def start(request: HttpRequest) -> HttpResponse:
    """Begin a run, or go on with the one that is open."""
    mode = next((mode for mode in path.MODES if mode == request.POST.get("mode")), path.MODES[0])
    learner = learner_of(request)
    return redirect("quizzes:run", path.start(learner, mode, read_choice(request.POST, learner.user_id)).pk)


@require_safe
@never_cache
def run(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the question that is open in a run, or how the run went."""
    return _shown(request, _found(request, pk))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_answers
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an answer and go on at once; whoever comes back to the address gets the run's page."""
    if request.method != "POST":
        return redirect("quizzes:run", pk)
    raw = filled_in(request)
    try:
        reply = path.answer(learner_of(request), pk, request.POST.get("token", ""), raw)
    except RunRecord.DoesNotExist as error:
        raise Http404 from error
    except IllFormed as error:
        return _shown(request, _found(request, pk), raw, error)
    if reply == "answered":
        messages.info(request, _("That question is answered already. This is the one that is open."))
    elif reply == "over":
        messages.info(request, _("That answer came after the end of the run, so it does not count."))
    return _shown(request, _found(request, pk)) if is_htmx(request) else redirect("quizzes:run", pk)


@require_POST
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop a run."""
    path.give_up(learner_of(request), pk)
    return redirect("quizzes:runs")


def mode_name(mode: rules.Mode) -> str:
    """Return a mode's name as a title."""
    return _("Three minutes") if mode == "clock" else _("Survival")


def _shown(
    request: HttpRequest, record: RunRecord, raw: Raw | None = None, error: IllFormed | None = None
) -> HttpResponse:
    now = timezone.now()
    context = {"record": record, "run": record.run, "mode": mode_name(record.run.mode)}
    if not record.going_on(now) or record.nonce is None:
        context |= {"result": path.result(record, now), "choice": _choice_of(record)}
        return render(request, template(request, "runs/result", "result"), context)
    served = path.served(record)
    context |= {
        "question": question(served.token, served.kind, served.document, raw, error.problems if error else None),
        "verdict": path.verdict(record),
        "clock": _clock(record, now),
    }
    return render(request, template(request, "runs/run", "asking"), context, status=422 if error else 200)


def _clock(record: RunRecord, now: datetime) -> dict[str, Any] | None:
    """What is left of the clock, in seconds and as it reads, and until when; None in survival."""
    left = rules.left(record.run, now)
    if left is None or record.ends_at is None:
        return None
    minutes, seconds = divmod(int(left.total_seconds()), 60)
    until = date_format(timezone.localtime(record.ends_at), "H:i:s T")
    return {"seconds": f"{left.total_seconds():.1f}", "left": f"{minutes}:{seconds:02}", "until": until}


def _found(request: HttpRequest, pk: int) -> RunRecord:
    try:
        return path.find(learner_of(request), pk)
    except RunRecord.DoesNotExist as error:
        raise Http404 from error


def _choice_of(record: RunRecord) -> Choice:
    return kept_choice(record.choice)
