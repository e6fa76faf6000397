"""A candidate's pages around the questions of an exam: the start, what is left to do, handing in, and afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from redis.exceptions import ConnectionError, TimeoutError

from quizzes.views.practice import report_url, spot_url
from trainer.accounts.models import User
from trainer.certification import blueprints, candidates, closed, feedback, grading, results, retakes, sheet, sittings
from trainer.certification.candidates import NameForm
from trainer.certification.models import Blueprint, Candidate, ItemResult, Sitting
from trainer.certification.outline import outline
from trainer.certification.sittings import NotYet

LEFT_EVERY = 3  # seconds between two notes that a candidate left the tab
GRADES_ITSELF = 30  # seconds after which a page grades what no worker has graded

View = Callable[..., HttpResponse]


def of_candidate(view: View) -> View:
    """Give a view the sitting that its address names: its candidate's alone, with 404 for everybody else."""

    @wraps(view)
    def found(request: HttpRequest, key: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, find(request, key), *args, **kwargs)

    return login_required(found)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what happens before an exam begins, ask for the name, and begin it."""
    user = cast(User, request.user)
    blueprint = next((row for row in blueprints.offered_to(user) if row.slug == slug), None)
    if blueprint is None:
        raise Http404(slug)
    candidate, practice = candidates.candidate_of(user), _is_practice(request)
    names = {"name": candidate.name, "printed_name": candidate.printed_name}
    form = NameForm(request.POST if "name" in request.POST else None, initial=names)
    if form.is_valid():
        candidates.name(candidate, form.cleaned_data["name"], form.cleaned_data["printed_name"])
    if request.method != "POST" or form.errors or not (practice or candidates.is_named(candidate)):
        return _start_page(request, blueprint, candidate, form, status=422 if form.errors else 200)
    device = secrets.token_hex(16)
    try:
        sitting = sittings.start(user, blueprint, practice=practice, device=device, now=timezone.now())
    except NotYet as error:
        return _start_page(request, blueprint, candidate, form, error, status=409)
    return begun(sitting) if sitting.device == device else redirect("sitting", sitting.key)


@require_safe
@never_cache
@login_required
def current(request: HttpRequest) -> HttpResponse:
    """Lead to the sitting that is open, or to the exams."""
    sitting = sittings.current(cast(User, request.user).pk)
    return redirect("sitting", sitting.key) if sitting else redirect("exams")


@require_safe
@never_cache
@of_candidate
def sitting(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Lead to the first question without an answer, or to the page of what was handed in."""
    if is_over(sitting):
        return redirect("sitting_done", sitting.key)
    return redirect("sitting_question", sitting.key, sheet.grid(sitting).first_open)


@require_safe
@never_cache
@of_candidate
def review(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show what is answered, missing, unreadable and flagged, before a sitting is handed in."""
    if is_over(sitting):
        return redirect("sitting_done", sitting.key)
    if not holds(request, sitting):
        return elsewhere(request, sitting)
    return render(request, "certification/sitting_review.html", shown(sitting))


@require_POST
@of_candidate
def submit(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Hand a sitting in. Sent twice it is the same."""
    sittings.submit(sitting, timezone.now())
    response = redirect("sitting_done", sitting.key)
    closed.unmark(request, response, sitting)
    return response


@require_POST
@of_candidate
def take(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Go on with a sitting in this window, with the question that the form names or the first without an answer."""
    try:
        sittings.take_over(sitting, secrets.token_hex(16))
    except sittings.Over:
        return redirect("sitting_done", sitting.key)
    grid, place = sheet.grid(sitting), request.POST.get("place", "")
    places = {str(square.place): square.place for square in grid.squares}
    return begun(sitting, places.get(place, grid.first_open))


@require_POST
@of_candidate
def left(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Note that the candidate left the exam's tab, or came back."""
    away = request.POST.get("away") == "1"
    if sitting.state == Sitting.State.OPEN and _is_news(sitting, away):
        sittings.leave(sitting, away)
    return HttpResponse(status=204)


@require_safe
@never_cache
@of_candidate
def done(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Say what became of a sitting that is over. What no worker has graded for a while is graded now."""
    now = timezone.now()
    if not is_over(sitting):
        return redirect("sitting", sitting.key)
    handed_in = sitting.submitted_at
    if sitting.points is None and handed_in and (now - handed_in).total_seconds() > GRADES_ITSELF:
        grading.grade(sitting.pk, now)
        sitting.refresh_from_db()
    points, sections = results.of_practice(sitting) if _is_told(sitting) else (None, ())
    closed_now = _is_told(sitting) and closed.is_closed_to(request)
    context = {
        "sitting": sitting,
        "title": sheet.title_of(sitting),
        "handed_in": handed_in and sheet.clock(handed_in),
        "closed": closed_now,
        "rows": feedback.rows(sitting) if _is_told(sitting) and not closed_now else (),
        "points": points,
        "sections": sections,
        "failed": [section.name for section in sections if section.reached is False],
    }
    response = render(request, "certification/sitting_done.html", context)
    closed.unmark(request, response, sitting)
    return response


@require_safe
@never_cache
@of_candidate
def told(request: HttpRequest, sitting: Sitting, place: int) -> HttpResponse:
    """Explain a question of a practice exam that is graded."""
    if not _is_told(sitting):
        raise Http404
    try:
        found = feedback.told(sitting, place)
    except ItemResult.DoesNotExist as error:
        raise Http404 from error
    drill = found.outcome.attempt.drill_id
    context = {
        "sitting": sitting,
        "title": sheet.title_of(sitting),
        "place": place,
        "told": found.answer,
        "outcome": found.outcome,
        "spot_url": spot_url(drill, sitting.ruleset),
        "report_url": report_url(drill, sitting.ruleset),
    }
    return render(request, "certification/sitting_told.html", context)


def find(request: HttpRequest, key: UUID) -> Sitting:
    """Return the sitting of whoever asks. Raises Http404 for what is another's."""
    try:
        return sittings.find(key, cast(User, request.user).pk)
    except Sitting.DoesNotExist as error:
        raise Http404 from error


def begun(sitting: Sitting, place: int = 1) -> HttpResponse:
    """Lead to a question of a sitting in the window that holds it from here on."""
    response = redirect(f"{reverse('sitting_question', args=[sitting.key, place])}#here")
    closed.mark(response, sitting)
    return response


def is_over(sitting: Sitting) -> bool:
    """Return whether nothing can be answered any more. What is out of time is handed in by whoever asks first."""
    now = timezone.now()
    if sitting.state == Sitting.State.OPEN and sitting.deadline <= now:
        sittings.submit(sitting, now, late=True)
        sitting.refresh_from_db(fields=["state", "deadline", "submitted_at"])
    return sitting.state != Sitting.State.OPEN


def holds(request: HttpRequest, sitting: Sitting) -> bool:
    """Return whether a sitting goes on in this browser."""
    marked = closed.read_mark(request)
    return marked is not None and (marked.user, marked.device) == (sitting.user_id, sitting.device)


def elsewhere(request: HttpRequest, sitting: Sitting, place: int = 0) -> HttpResponse:
    """Say that a sitting goes on in another browser, and offer to go on in this one."""
    context = {"sitting": sitting, "title": sheet.title_of(sitting), "place": place}
    return render(request, "certification/sitting_elsewhere.html", context, status=409)


def shown(sitting: Sitting) -> dict[str, Any]:
    """Return what all pages of an open sitting show. Three queries."""
    now = timezone.now()
    left = sheet.seconds_left(sitting.deadline, now)
    return {
        "sitting": sitting,
        "title": sheet.title_of(sitting),
        "grid": sheet.grid(sitting, sheet.unread(sitting)),
        "grants": sheet.grants_of(sitting),
        "time": sheet.time_given(sitting),
        "seconds": f"{left:.1f}",
        "left": sheet.time_left(left),
        "now": sheet.clock(now),
    }


def _is_news(sitting: Sitting, away: bool) -> bool:
    """Return whether leaving or coming back was not noted a moment ago. It is noted where the cache can't say."""
    try:
        return bool(cache.add(f"exam-left:{sitting.pk}:{away}", 1, LEFT_EVERY))
    except (ConnectionError, TimeoutError):
        return True


def _is_practice(request: HttpRequest) -> bool:
    return "practice" in request.GET or "practice" in request.POST


def _is_told(sitting: Sitting) -> bool:
    """Return whether a sitting's questions are explained: those of practice, once they are graded."""
    return sitting.practice and sitting.state == Sitting.State.GRADED


def _start_page(
    request: HttpRequest,
    blueprint: Blueprint,
    candidate: Candidate,
    form: NameForm,
    error: NotYet | None = None,
    *,
    status: int,
) -> HttpResponse:
    user, practice = cast(User, request.user), _is_practice(request)
    named = practice or candidates.is_named(candidate)
    factor, plan = sittings.factor_of(user), blueprints.plan_of(blueprint)
    context = {
        "exam": blueprint,
        "outline": outline(plan),
        "in_room_only": bool(plan.weight) and not practice,
        "practice": practice,
        "stuck": not named and not candidates.may_name(candidate),
        "form": form,
        "factor": factor if factor != sittings.USUAL_FACTOR else None,
        "time": sheet.time_in_words(sittings.seconds_for(blueprint, factor)),
        "usual_time": sheet.time_in_words(sittings.seconds_for(blueprint, sittings.USUAL_FACTOR)),
        "ready": practice or retakes.before_next(user.pk, blueprint, timezone.now()).ready,
        "error": error,
    }
    return render(request, "certification/sitting_start.html", context, status=status)
