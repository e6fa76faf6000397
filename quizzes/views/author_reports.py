"""Problem reports on the author's desk: each with all that it takes to see the problem again, and the reply to it."""

from __future__ import annotations

import json
import shlex
from typing import Any

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes.authoring import reporting
from quizzes.authoring.oversight import at_the_desk
from quizzes.engine.notation import to_table
from quizzes.exchange import toml
from quizzes.kinds import KINDS
from quizzes.models import Report
from quizzes.practising import dealt, sharing
from quizzes.showing.responses import beside
from quizzes.showing.worked_spot import worked_spot
from quizzes.views.author_statistics import item_name

A_PAGE = 50


class ReplyForm(forms.Form):
    """What became of a report, and what its reporter is told."""

    state = forms.ChoiceField(
        label=lazy("What became of it"), choices=Report.State.choices, widget=forms.Select(attrs={"class": "select"})
    )
    reply = forms.CharField(
        label=lazy("Reply"),
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=lazy("The reporter reads it. Name the rule and its edition."),
    )

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if told.get("state") != Report.State.OPEN and not told.get("reply"):
            self.add_error("reply", _("Say what became of it and why."))
        return told


@require_safe
@never_cache
@at_the_desk
def reports(request: HttpRequest) -> HttpResponse:
    """Show the reports about the drills that one looks after: the open ones, the oldest first; or all, the latest."""
    everything = request.GET.get("state") == "all"
    rows = reporting.for_desk(request.user).defer("drill__document")
    rows = rows.order_by("-made_at", "-pk") if everything else rows.filter(state="open").order_by("made_at", "pk")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "rows": [(row, item_name(row.drill)) for row in page], "everything": everything}
    return render(request, "author/reports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@at_the_desk
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a report with the spot as it was shown, the learner's answer, ours then and now; POST answers it."""
    row = get_object_or_404(reporting.for_desk(request.user), pk=pk)
    form = ReplyForm(
        request.POST if request.method == "POST" else None, initial={"state": row.state, "reply": row.reply}
    )
    if request.method == "POST" and form.is_valid():
        reporting.answer(row, form.cleaned_data["state"], form.cleaned_data["reply"])
        messages.success(request, _("Kept. The reporter sees it under their reports."))
        return redirect("quizzes:author_reports")
    context = {"form": form, "report": row, "name": item_name(row.drill), **_reproduced(row)}
    return render(request, "author/reports_one.html", context, status=422 if form.errors else 200)


def _reproduced(row: Report) -> dict[str, Any]:
    """What it takes to see the problem again: nothing where questions of its kind are not asked any more."""
    if row.drill.bucket.kind not in KINDS:
        return {}
    document, solution = dealt.dealt(row.drill, row.ruleset)
    table = to_table(document)
    line = shlex.quote(json.dumps(table, ensure_ascii=False))
    return {
        "spot": worked_spot(document, solution),
        "parts": beside(document, solution, row.response, row.answer, solution.answer),
        "changed": dict(solution.answer) != row.answer,
        "document_text": toml.dumps(table),
        "command": f"printf '%s\\n' {line} | .venv/bin/python manage.py solve -",
        "spot_name": "" if row.drill.bucket.reserve else sharing.spot_name(row.drill_id, row.ruleset),
    }
