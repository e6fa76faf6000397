"""The questions of an open exam, one a page, and their answers, kept as they are typed."""

from __future__ import annotations

import secrets
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes.kinds.base import Raw
from quizzes.showing.questions import BESIDE
from trainer.certification import closed, sheet, sittings
from trainer.certification.models import Sitting, SittingItem
from trainer.certification.sittings import NotSaved, Over, Saved
from trainer.certification.views.sittings import elsewhere, find, holds, is_over, of_candidate, shown

OURS = BESIDE | {"device", "number", "go", "take"}
"""The form's own fields, beside those of an answer."""

MOST_FIELDS, MOST_TEXTS, MOST_SIGNS = 60, 60, 64
"""What an answer holds at most: more is cut off, since nobody types it."""

KEPT = "exam_typed"
"""Where a session keeps what somebody sent who was signed out meanwhile."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def question(request: HttpRequest, key: UUID, place: int) -> HttpResponse:
    """Show a question of an open sitting; keep what was typed in it, and go on."""
    return _save(request, key, place) if request.method == "POST" else _asked(request, key, place)


@require_safe
@never_cache
def pulse(request: HttpRequest, key: UUID) -> HttpResponse:
    """Tell an open page how its sitting stands: time, grants, and a token for its form after a new sign-in."""
    if not request.user.is_authenticated:
        return _signed_out(request, key, reverse("sitting", args=[key]) if _for_script(request) else request.path)
    sitting = find(request, key)
    is_open = sitting.state == Sitting.State.OPEN
    state = {
        "over": not is_open,
        "left": sheet.seconds_left(sitting.deadline, timezone.now()),
        "until": sheet.clock(sitting.deadline),
        "grants": sheet.grants_of(sitting),
        "token": get_token(request),
    }
    response = JsonResponse(state)
    if is_open and holds(request, sitting):
        closed.mark(response, sitting)  # until the deadline as it is now
    return response


@of_candidate
def _asked(request: HttpRequest, sitting: Sitting, place: int) -> HttpResponse:
    if is_over(sitting):
        return redirect("sitting_done", sitting.key)
    if not holds(request, sitting):
        return elsewhere(request, sitting, place)
    kept = request.session.get(KEPT) or {}
    if (kept.get("key"), kept.get("place")) != (sitting.key.hex, place):
        return _page(request, sitting, place)
    del request.session[KEPT]
    return _page(request, sitting, place, kept["typed"], "kept")


def _page(
    request: HttpRequest, sitting: Sitting, place: int, typed: Raw | None = None, problem: str = ""
) -> HttpResponse:
    """Show a question; `typed` is what is not saved yet, and `problem` says why."""
    try:
        item = sitting.items.get(place=place)
    except SittingItem.DoesNotExist as error:
        raise Http404 from error
    context = {
        **shown(sitting),
        "item": item,
        "device": "" if problem == "elsewhere" else sitting.device,  # whoever lost the exam takes it over in the open
        "question": sheet.asked(sitting, item, typed),
        "saved": sheet.clock(item.saved_at) if item.saved_at and item.response and not problem else "",
        "problem": problem,
        "number": item.saves + 1,
    }
    refused = problem in ("elsewhere", "older")
    return render(request, "certification/sitting.html", context, status=409 if refused else 200)


def _save(request: HttpRequest, key: UUID, place: int) -> HttpResponse:
    """Keep an answer. Whoever was signed out meanwhile signs in again, and finds what was typed."""
    typed = _typed(request)
    if not request.user.is_authenticated:
        if not _for_script(request):
            request.session[KEPT] = {"key": key.hex, "place": place, "typed": typed}
        return _signed_out(request, key, request.path)
    user, taken = request.user.pk, "take" in request.POST
    device = secrets.token_hex(16) if taken else _cut(request.POST.get("device", ""))
    try:
        if taken:
            sittings.take_over(find(request, key), device)
        saved = sittings.save(
            key, place, typed, user_id=user, device=device, number=_number(request), now=timezone.now()
        )
    except Over:
        return redirect("sitting", key)
    except NotSaved as error:
        return _not_saved(request, key, place, typed, error)
    if _for_script(request):
        return _acknowledged(saved, typed)
    return _gone_on(request, find(request, key), place)


def _acknowledged(saved: Saved, typed: Raw) -> HttpResponse:
    """Tell the page that an answer is stored, and when; it is by then. Right or wrong is nowhere in it."""
    answered = any(text.strip() for texts in typed.values() for text in texts)
    readable = not answered or sheet.is_readable(saved.drill, saved.ruleset, typed)
    said = {
        "said": _("Saved %(time)s") % {"time": sheet.clock(saved.at)},
        "note": "" if readable else _("It can’t be read as an answer yet: a part is missing or mistyped."),
        "number": saved.number,
        "answered": answered,
        "left": sheet.seconds_left(saved.deadline, timezone.now()),
    }
    return JsonResponse(said)


def _gone_on(request: HttpRequest, sitting: Sitting, place: int) -> HttpResponse:
    """Lead to where the button that was pressed leads."""
    go, last = request.POST.get("go", "next"), len(sheet.grid(sitting).squares)
    if go == "flag":
        sittings.flag(sitting, place)
    step = {"next": 1, "back": -1}.get(go, 0)
    if go == "review" or place + step > last:
        return redirect("sitting_review", sitting.key)
    address = reverse("sitting_question", args=[sitting.key, max(place + step, 1)])
    if "take" not in request.POST:
        return redirect(f"{address}#flag" if go == "flag" else address)  # back to the button that was pressed
    response = redirect(f"{address}#here")
    closed.mark(response, sitting)
    return response


def _not_saved(request: HttpRequest, key: UUID, place: int, typed: Raw, error: NotSaved) -> HttpResponse:
    """Say why an answer was not saved; it stays in the page."""
    if error.reason == "none":
        raise Http404
    if _for_script(request):
        return JsonResponse({"reason": error.reason, "number": error.number}, status=409)
    sitting = find(request, key)
    if error.reason == "over":
        return redirect("sitting", key)
    response = _page(request, sitting, place, typed, error.reason)
    if "take" in request.POST:
        closed.mark(response, sitting)
    return response


def _signed_out(request: HttpRequest, key: UUID, back: str) -> HttpResponse:
    """Lead to the sign-in and back. Whose account was made for a ticket signs in by that: the proctor gives a PIN."""
    by_ticket = Sitting.objects.filter(key=key, ticket__walk_in=True).exists()
    response = redirect("exam_ticket") if by_ticket else redirect_to_login(back)
    if _for_script(request):
        return JsonResponse({"reason": "signed-out", "login": response.url}, status=401)
    return response


def _number(request: HttpRequest) -> int:
    """Return as which save of the question a form comes; 0, which is older than any, where it doesn't say."""
    text = request.POST.get("number", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0


def _typed(request: HttpRequest) -> dict[str, list[str]]:
    """Return the fields of an answer as they were typed."""
    names = [name for name in request.POST if name not in OURS][:MOST_FIELDS]
    return {_cut(name): [_cut(text) for text in request.POST.getlist(name)[:MOST_TEXTS]] for name in names}


def _cut(text: str) -> str:
    return text[:MOST_SIGNS].replace("\0", "")  # which no database stores


def _for_script(request: HttpRequest) -> bool:
    """Return whether the page's script asks, which shows what comes back itself."""
    return request.headers.get("Accept") == "application/json"
