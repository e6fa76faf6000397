"""The author's desk for appeals: what was asked, its key, what was answered; an answer to it, and a correction."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes.wording.kinds import kind_name
from quizzes.wording.mistakes import known, mistake_name
from quizzes.wording.numbers import semicolon
from trainer.certification import appeals as path
from trainer.certification import corrections, correctors, results
from trainer.certification.blueprints import plan_of
from trainer.certification.certificates import exam_title
from trainer.certification.models import Appeal, Correction
from trainer.certification.rooms import A_PAGE
from trainer.certification.views.results import carried_told
from trainer.classrooms.views.common import user_of


class AnswerForm(forms.Form):
    state = forms.ChoiceField(
        label=gettext_lazy("The appeal is"),
        choices=[("", gettext_lazy("Choose")), *((state.value, state.label) for state in path.ANSWERS)],
        widget=forms.Select({"class": "select"}),
    )
    reply = forms.CharField(
        label=gettext_lazy("Your answer, which the candidate reads"),
        max_length=path.LONGEST,
        widget=forms.Textarea({"rows": 5}),
    )


class CorrectionForm(forms.Form):
    way = forms.ChoiceField(
        label=gettext_lazy("Mark the answers"),
        choices=Correction.Way.choices,
        widget=forms.Select({"class": "select"}),
    )
    mode = forms.ChoiceField(
        label=gettext_lazy("How"), choices=Correction.Mode.choices, widget=forms.Select({"class": "select"})
    )


class ReasonForm(CorrectionForm):
    reason = forms.CharField(
        label=gettext_lazy("Reason, for the record of each sitting"),
        max_length=1000,
        widget=forms.Textarea({"rows": 3}),
    )
    known = forms.IntegerField(min_value=0)


@require_safe
@login_required
@never_cache
def appeals(request: HttpRequest) -> HttpResponse:
    """Show the appeals that somebody answers, first those that wait for something."""
    user = user_of(request)
    rows = path.desk(user)
    page = Paginator(rows.defer("item__drill__document"), A_PAGE).get_page(request.GET.get("page"))
    told = [(row, exam_title(row.item.sitting.blueprint), kind_name(row.item.drill.bucket.kind)) for row in page]
    waiting, to_correct = rows.filter(state=Appeal.State.OPEN).count(), rows.filter(path.to_correct_by(user)).count()
    context = {"page": page, "rows": told, "waiting": waiting, "to_correct": to_correct}
    return render(request, "certification/appeals.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an appeal with the question, its key and the answer that was given, and answer it."""
    found = path.find(user_of(request), pk)
    barred = correctors.barred(found.item.drill, user_of(request))
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            path.answer(found, form.cleaned_data["state"], form.cleaned_data["reply"], user_of(request), timezone.now())
        except path.Answered:
            messages.warning(request, _("Somebody has answered this appeal already."))
            return redirect("appeal", pk)
        found.refresh_from_db(fields=["state"])
        return redirect("appeal_correct" if path.waits_for_correction(found) and not barred else "appeal", pk)
    row, plan = path.row_of(found), plan_of(found.item.sitting.blueprint)
    told = results.answered(row, found.item.sitting.ruleset)
    kind = found.item.drill.bucket.kind
    context = {
        **_head(found),
        "row": row,
        "by_question": plan.marking == "questions",
        "told": told,
        "carried": carried_told(told, plan),
        "mistakes": [mistake_name(kind, id) for id in row.misconceptions if known(kind, id)],
        "corrections": corrections.of(found.item.drill_id)[:A_PAGE],
        "why_more": corrections.why_more(row, plan),
        "to_correct": path.waits_for_correction(found),
        "barred": barred,
        "form": form,
    }
    return render(request, "certification/appeal.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def correct(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a correction of an appealed question would change, and correct it when asked to."""
    found = path.find(user_of(request), pk)
    drill, first = found.item.drill, {"way": Correction.Way.KEY.value, "mode": Correction.Mode.RAISE.value}
    form = ReasonForm(request.POST) if request.method == "POST" else CorrectionForm({**first, **request.GET.dict()})
    asked = {**first, **{name: form.cleaned_data[name] for name in first if name in _cleaned(form)}}
    context: dict[str, Any] = {**_head(found), "form": form, "asked": asked, "reason_form": ReasonForm(asked)}
    context |= {"reason": request.POST.get("reason", ""), "query": f"{urlencode(asked)}&"}
    context["looked_at"] = semicolon(
        str(each.label) for each in (Correction.Way(asked["way"]), Correction.Mode(asked["mode"]))
    )
    context["corrections"] = corrections.of(drill.pk)
    context["known"] = len(context["corrections"])
    context["to_correct"] = path.waits_for_correction(found)
    try:
        if request.method == "POST" and form.is_valid():
            return _correct(
                request, found, **asked, reason=form.cleaned_data["reason"], known=form.cleaned_data["known"]
            )
        context["found"] = corrections.dry_run(drill, asked["way"], asked["mode"], user_of(request))
        context["page"] = Paginator(context["found"].changes, A_PAGE).get_page(request.GET.get("page"))
    except corrections.Unfit as error:
        context["refused"] = str(error)
    except correctors.Barred as error:
        context["barred"] = str(error)
    wrong = request.method == "POST" and (form.errors or "barred" in context)
    return render(request, "certification/appeal_correct.html", context, status=422 if wrong else 200)


@require_safe
@login_required
@never_cache
def correction(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a correction of an appealed question: what it changed."""
    found = path.find(user_of(request), pk)
    made = corrections.find(found.item.drill_id, number)
    page = Paginator(made.changes, A_PAGE).get_page(request.GET.get("page"))
    return render(request, "certification/appeal_corrected.html", {**_head(found), "made": made, "page": page})


def _correct(request: HttpRequest, found: Appeal, way: str, mode: str, reason: str, known: int) -> HttpResponse:
    """Correct an appealed question, and lead to what that changed. Raises Unfit and Barred."""
    drill = found.item.drill
    try:
        made = corrections.correct(drill, way, mode, reason, user_of(request), timezone.now(), known)
    except corrections.Corrected:
        made = corrections.of(drill.pk)[0]
        messages.warning(
            request, _("This question was corrected a moment ago. Look at that before you correct it again.")
        )
    else:
        messages.success(request, _corrected(len(made.changes)))
    return redirect("appeal_correction", found.pk, made.pk)


def _head(found: Appeal) -> dict[str, Any]:
    item = found.item
    return {
        "appeal": found,
        "exam": exam_title(item.sitting.blueprint),
        "kind": kind_name(item.drill.bucket.kind),
    }


def _corrected(count: int) -> str:
    said = ngettext("Corrected: %(count)s result changed.", "Corrected: %(count)s results changed.", count)
    return said % {"count": count}


def _cleaned(form: forms.Form) -> dict[str, Any]:
    """Return what is well-formed in a form."""
    form.is_valid()
    return form.cleaned_data
