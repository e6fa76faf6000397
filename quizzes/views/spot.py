"""The page of one spot by its link: asked of anybody, answered with the same feedback, counted nowhere."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes.kinds.base import IllFormed, Raw
from quizzes.limits import limits_answers
from quizzes.practice import Served
from quizzes.practising import sharing
from quizzes.practising.asking import Choice
from quizzes.practising.sharing import NoSpot
from quizzes.practising.untold import is_untold
from quizzes.showing.questions import question
from quizzes.tokens import BadToken
from quizzes.views.parts import filled_in
from quizzes.views.practice import run_picture, told

BACK = {
    "summary": lazy("Back to how it went"),
    "runs": lazy("Back to the runs"),
    "reports": lazy("Back to your reports"),
    "progress": lazy("Progress"),
}
"""The pages that lead to spots which one had oneself: `?from=summary` says from where, and the way back there."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limits_answers
def spot(request: HttpRequest, name: str) -> HttpResponse:
    """Ask a spot, and give the feedback on an answer to it: not to whoever has it to answer where it counts."""
    try:
        if is_untold(request.user.pk, sharing.read_name(name)[0]):
            messages.info(
                request, _("You still have that question to answer for a class. What is right is told there.")
            )
            return redirect("quizzes:practice")
        if request.method == "POST":
            return _answered(request, name)
        return _asked(request, name, sharing.shared_spot(name))
    except NoSpot as error:
        raise Http404 from error


def _answered(request: HttpRequest, name: str) -> HttpResponse:
    raw = filled_in(request)
    token = request.POST.get("token", "")
    try:
        outcome = sharing.answer_shared(name, token, raw)
    except IllFormed as error:
        return _asked(request, name, sharing.asked_again(name, token), raw, error)
    except BadToken:
        return redirect(request.get_full_path())
    kind, house = outcome.kind, outcome.attempt.ruleset
    choice = Choice(kind.id, kind.level(outcome.document), house)
    context = {**told(outcome, choice), "run": run_picture(request, asking=True), "back": _back(request)}
    return render(request, "practice/spot_feedback.html", context)


def _asked(
    request: HttpRequest, name: str, served: Served, raw: Raw | None = None, error: IllFormed | None = None
) -> HttpResponse:
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    address = request.build_absolute_uri(request.path)
    context = {"question": asked, "address": address, "back": _back(request)}
    return render(request, "practice/spot.html", context, status=422 if error else 200)


def _back(request: HttpRequest) -> dict[str, str] | None:
    """Return the way back to the page from which one came to a spot that one had; None for a link that was shared."""
    page = request.GET.get("from", "")
    return {"url": reverse(f"quizzes:{page}"), "said": str(BACK[page])} if page in BACK else None
