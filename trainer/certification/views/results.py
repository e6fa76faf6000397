"""A candidate's result, its questions as far as they are released, and appeals against them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from trainer.certification import appeals, corrections, grading, retakes
from trainer.certification import results as path
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import exam_title
from trainer.certification.models import Appeal, ItemResult, Sitting
from trainer.certification.outline import marking_told
from trainer.certification.plans import Plan
from trainer.classrooms.views.common import user_of

View = Callable[..., HttpResponse]


class AppealForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What is wrong with the question, or with how your answer was marked"),
        max_length=appeals.LONGEST,
        widget=forms.Textarea({"rows": 5}),
    )


def of_candidate(view: View) -> View:
    """Give a view the sitting that its address names: its candidate's alone, with 404 for everybody else."""

    @wraps(view)
    def found(request: HttpRequest, key: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            sitting = path.find(key, user_of(request).pk)
        except Sitting.DoesNotExist as error:
            raise Http404 from error
        return view(request, sitting, *args, **kwargs)

    return login_required(never_cache(found))


@require_safe
@of_candidate
def result(request: HttpRequest, sitting: Sitting) -> HttpResponse:
    """Show a result as far as it is released. What waits for a room that is closed is released now."""
    if sitting.state == Sitting.State.GRADED and sitting.released_at is None:
        grading.release_waiting(timezone.now(), pk=sitting.pk)
        sitting.refresh_from_db(fields=["released_at"])
    told, plan = path.result(sitting), plan_of(sitting.blueprint)
    certificate = sitting.certificates.order_by("-pk").first() if told.shown.verdict else None
    made = {appeal.item.place: appeal for appeal in appeals.of(sitting)} if told.shown.verdict else {}
    may_appeal = appeals.may_appeal(sitting, timezone.now())
    context = {
        "sitting": sitting,
        "exam": exam_title(sitting.blueprint),
        "pass_mark": sitting.blueprint.pass_mark,
        "result": told,
        "waited_for": sitting.state == Sitting.State.VOID and retakes.is_waited_for(sitting),
        "certificate": certificate,
        "appeals": made.values(),
        "may_appeal": may_appeal,
        "answered_by": appeals.answered_by(sitting) if may_appeal else "",
        "weight": plan.weight,
        "failed": [section.name for section in told.sections if section.reached is False],
        "by_section": _failed_by_a_section(sitting, told),
        "marking": marking_told(plan),
        "by_question": plan.marking == "questions",
        "places": [place for place in range(1, plan.count + 1) if place not in made],
    }
    return render(request, "certification/result.html", context)


def _sent_to(who: str) -> str:
    """Say with whom an appeal is that was just sent, see `appeals.answered_by`."""
    if who == "author":
        return _("Your appeal is with the author of the exam. The answer appears here.")
    if who == "reviewer":
        return _("Your appeal is with whoever reviews this site’s exams. The answer appears here.")
    return _("Your appeal is with the managers of this site. The answer appears here.")


def _failed_by_a_section(sitting: Sitting, told: path.Result) -> bool:
    """Return whether an exam was not passed although the points that its candidate sees reach the mark."""
    if sitting.passed or told.points is None:
        return False
    return Fraction(told.points.total) >= sitting.blueprint.pass_mark


@require_http_methods(["GET", "HEAD", "POST"])
@of_candidate
def question(request: HttpRequest, sitting: Sitting, place: int) -> HttpResponse:
    """Show a question of a released result as far as it is released, and appeal it."""
    plan = plan_of(sitting.blueprint)
    shown = path.shown(sitting, plan)
    try:
        row = path.row_at(sitting, place)
    except ItemResult.DoesNotExist as error:
        raise Http404 from error
    if not shown.verdict:
        raise Http404
    form = AppealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            appeals.appeal(row, form.cleaned_data["text"], timezone.now())
        except appeals.TooLate:
            messages.warning(request, _("The time for appeals is over: the result stands."))
        else:
            messages.success(request, _sent_to(appeals.answered_by(sitting)))
        return redirect("sitting_result_question", sitting.key, place)
    seen = shown.feedback or shown.keys
    told = path.answered(row, sitting.ruleset) if seen else None
    made: Appeal | None = getattr(row.item, "appeal", None)
    may_appeal = appeals.may_appeal(sitting, timezone.now())
    context = {
        "sitting": sitting,
        "exam": exam_title(sitting.blueprint),
        "place": place,
        "by_question": plan.marking == "questions",
        "shown": shown,
        "row": row if seen else None,
        "told": told,
        "why_more": corrections.why_more(row, plan) if seen else "",
        "carried": carried_told(told, plan) if told else "",
        "appeal": made,
        "to_correct": made is not None and appeals.waits_for_correction(made),
        "may_appeal": may_appeal,
        "answered_by": appeals.answered_by(sitting) if may_appeal else "",
        "form": form,
    }
    return render(request, "certification/result_question.html", context, status=422 if form.errors else 200)


def carried_told(told: path.Answered, plan: Plan) -> str:
    """Say what it means that a part of an answer follows from a slip, and whether it counts; "" where none does."""
    if all(part.verdict != "follows" for part in told.rows):
        return ""
    if plan.carried_forward == "earns":
        return _("“Follows” means right for what was answered in another part: a slip is counted once.")
    return _(
        "“Follows” means right for what was answered in another part. It comes from a slip there, and does not count "
        "in this exam."
    )
