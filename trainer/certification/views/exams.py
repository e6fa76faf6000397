"""The pages of exams for those who want to sit one: which there are, and what one of them asks and asks for."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from quizzes.wording.kinds import kind_name
from trainer.accounts.models import User
from trainer.certification import blueprints, retakes
from trainer.certification.certificates import exam_title
from trainer.certification.models import Blueprint, Sitting
from trainer.certification.outline import outline

A_PAGE = 50


@require_safe
@never_cache
def exams(request: HttpRequest) -> HttpResponse:
    """Show the exams that are offered to whoever asks, and what they sat. Two queries, beside who asks; three for an
    account.
    """
    user = _user(request)
    page = Paginator(blueprints.offered_to(user), A_PAGE).get_page(request.GET.get("page"))
    offered = [(row, outline(blueprints.plan_of(row))) for row in page]
    context = {"page": page, "offered": offered, "open_sitting": _open_sitting(user), "past": _past(user)}
    return render(request, "certification/exams.html", context)


@require_safe
@never_cache
def exam(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what an exam asks, how it goes, what to bring, and what stands before the next try."""
    user = _user(request)
    found = get_object_or_404(blueprints.offered_to(user), slug=slug)
    context = {
        "exam": found,
        "plan": blueprints.plan_of(found),
        "outline": outline(blueprints.plan_of(found)),
        "open_sitting": _open_sitting(user),
        "past": _past(user, slug),
        **_before_next(user, found),
    }
    return render(request, "certification/exam.html", context)


def _user(request: HttpRequest) -> User | None:
    """Return who is signed in, None for a visitor."""
    return request.user if request.user.is_authenticated else None


def _open_sitting(user: User | None) -> Sitting | None:
    """Return the sitting that somebody is in. An account's `exam_until` is set while there is one."""
    if user is None or user.exam_until is None:
        return None
    open_ones = Sitting.objects.filter(user=user, state=Sitting.State.OPEN)
    return open_ones.select_related("blueprint").first()


def _past(user: User | None, slug: str = "") -> list[tuple[Sitting, str]]:
    """Return the last sittings that somebody has handed in, of one exam or of all, each with the exam's title."""
    if user is None:
        return []
    rows: QuerySet[Sitting] = Sitting.objects.filter(user=user).exclude(state=Sitting.State.OPEN)
    if slug:
        rows = rows.filter(blueprint__slug=slug)
    return [(row, exam_title(row.blueprint)) for row in rows.select_related("blueprint").order_by("-pk")[:A_PAGE]]


def _before_next(user: User | None, row: Blueprint) -> dict[str, object]:
    """Return what an account has to wait for and to practise before it may sit this exam again."""
    if user is None:
        return {}
    retake = retakes.before_next(user.pk, row, timezone.now())
    return {"retake": retake, "missed": [(each, kind_name(each.kind)) for each in retake.missed]}
