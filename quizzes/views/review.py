"""The review list: what was missed in runs, to be answered again."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.house_rules import rules_of
from quizzes.kinds.base import IllFormed, Raw
from quizzes.learners import learner_of
from quizzes.models import ReviewItem
from quizzes.practising import review as path
from quizzes.practising.asking import Choice
from quizzes.showing.questions import question
from quizzes.views.parts import filled_in, template
from quizzes.views.practice import told
from quizzes.wording.houses import house_name
from quizzes.wording.kinds import kind_name

A_PAGE = 40


@require_safe
@never_cache
def review(request: HttpRequest) -> HttpResponse:
    """Show what was missed, the latest first."""
    page = Paginator(path.listed(learner_of(request)), A_PAGE).get_page(request.GET.get("page"))
    rows = [(item, kind_name(item.drill.bucket.kind), house_name(rules_of(item.ruleset))) for item in page]
    return render(request, template(request, "runs/review", "list"), {"page": page, "rows": rows})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def item(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask a missed question again, and give the feedback on an answer to it."""
    try:
        if request.method == "POST":
            return _answered(request, pk)
        return _asked(request, pk)
    except ReviewItem.DoesNotExist as error:
        if request.method != "POST":
            raise Http404 from error
        messages.info(request, _("That question is off the list already."))
        return redirect("quizzes:review")


@require_POST
def remove(request: HttpRequest) -> HttpResponse:
    """Take a question off the list."""
    with suppress(ValueError):  # what is no number, or one of thousands of digits, is on no list
        path.remove(learner_of(request), int(request.POST.get("item", "")))
    return redirect("quizzes:review")


def _answered(request: HttpRequest, pk: int) -> HttpResponse:
    raw = filled_in(request)
    try:
        tried = path.try_again(learner_of(request), pk, raw)
    except IllFormed as error:
        return _asked(request, pk, raw, error)
    document = tried.outcome.document
    choice = Choice(tried.outcome.kind.id, None, document.rules.id, document.game.id)
    address = reverse("quizzes:review") if tried.next is None else reverse("quizzes:review_item", args=[tried.next])
    context = {**told(tried.outcome, choice), "tried": tried, "next_url": address}
    return render(request, "runs/review_told.html", context)


def _asked(request: HttpRequest, pk: int, raw: Raw | None = None, error: IllFormed | None = None) -> HttpResponse:
    served = path.asked(learner_of(request), pk)
    asked = question(served.token, served.kind, served.document, raw, error.problems if error else None)
    page = template(request, "runs/review_item", "asking")
    return render(request, page, {"question": asked}, status=422 if error else 200)
