"""The pages of phones that answer what is on the wall of a class: whoever has its code may, with no account."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from allauth.core.ratelimit import consume_or_429, respond_429
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseStopPolling, reswap

from quizzes import limits
from quizzes.kinds.base import IllFormed, Raw
from quizzes.showing.feedback import feedback
from quizzes.views.parts import filled_in, is_htmx, template
from quizzes.views.practice import spot_url
from trainer.classrooms import projector
from trainer.classrooms.models import Wall, WallSpot

State = WallSpot.State


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def walls(request: HttpRequest) -> HttpResponse:
    """Ask for the code of a wall, and lead there."""
    code = projector.tidy(request.POST.get("code", ""))
    if request.method != "POST":
        return render(request, "classrooms/projector_code.html")
    if limited := _too_many_codes(request):
        return limited
    if code.isalnum() and projector.mark_of(code):
        return redirect("wall", code)
    _note_miss(request, code)
    return render(request, "classrooms/projector_code.html", {"code": code}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a phone: the question, then that it was answered, and what is right once the teacher shows it.

    The page asks for itself again and again: nothing comes back while what it shows is what there is. What is right
    stays there to be read when the wall ends: then the page is told to ask no more.
    """
    if request.method != "POST" and is_htmx(request) and projector.mark_of(code) == request.GET.get("mark"):
        return HttpResponse(status=204)
    if limited := _too_many_codes(request):
        return limited
    spot = projector.spot_on(code)
    if spot is None:
        _note_miss(request, code)
        if request.method != "POST" and is_htmx(request) and request.GET.get("mark", "").endswith(f".{State.WORKED}"):
            return reswap(HttpResponseStopPolling(), "none")
        page = template(request, "classrooms/projector_over", "over")
        return render(request, page, status=200 if is_htmx(request) else 404)
    if request.method != "POST":
        return _phone_page(request, spot)
    if limited := consume_or_429(request, action="wall_answer"):
        return limited
    return _answered(request, spot)


def _too_many_codes(request: HttpRequest) -> HttpResponse | None:
    """Return the page that says so where an address has tried too many codes that no class and no wall has."""
    return respond_429(request) if limits.reached("join_misses", limits.address_of(request)) else None


def _note_miss(request: HttpRequest, code: str) -> None:
    """Count a code that no wall ever had: to look at one that is over is no guess."""
    if not projector.was_there(code):
        limits.count("join_misses", limits.address_of(request))


def _answered(request: HttpRequest, spot: WallSpot) -> HttpResponse:
    """Take a phone's answer; one that comes too late, or to a spot that is gone, shows what there is in its place."""
    raw = filled_in(request)
    if raw.get("token") != [projector.token(spot)]:
        return _phone_page(request, spot, late=True)
    try:
        projector.answer(spot, _phone(request, spot.wall), raw)
    except IllFormed as error:
        return _phone_page(request, spot, raw, error)
    except projector.TooLate:
        return _phone_page(request, spot, late=True)
    return _phone_page(request, spot) if is_htmx(request) else redirect("wall", spot.wall.code)


def _phone_page(
    request: HttpRequest, spot: WallSpot, raw: Raw | None = None, error: IllFormed | None = None, late: bool = False
) -> HttpResponse:
    given = spot.answers.filter(phone=_phone(request, spot.wall)).first()
    context: dict[str, Any] = {"spot": spot, "mark": projector.mark(spot), "given": given, "late": late}
    if spot.state == State.WORKED:
        outcome = projector.outcome(spot, given.response if given else None)
        context |= {"told": feedback(outcome), "outcome": outcome, "spot_url": spot_url(spot.drill_id, spot.ruleset)}
    elif spot.state == State.ASKING and given is None:
        context["question"] = projector.asked(spot, raw, error.problems if error else None)
    page = template(request, "classrooms/projector_phone", "phone")
    return render(request, page, context, status=422 if error else 200)


def _phone(request: HttpRequest, wall: Wall) -> str:
    """Return what tells a phone's answer from others: the account's, or this browser's, which gets a key now."""
    if request.user.is_authenticated:
        return projector.phone_of(wall, f"user {request.user.pk}")
    if "wall" not in request.session:
        request.session["wall"] = uuid4().hex
    return projector.phone_of(wall, request.session["wall"])
