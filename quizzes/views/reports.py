"""Reporting a problem with a question, and seeing what became of it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from quizzes import limits
from quizzes.authoring import reporting
from quizzes.forms import ReportForm
from quizzes.learners import learner_of
from quizzes.practising import sharing
from quizzes.practising.sharing import NoSpot
from quizzes.views.parts import is_htmx, template
from quizzes.wording.kinds import kind_name


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report(request: HttpRequest, name: str) -> HttpResponse:
    """Take a report about the spot of this name. htmx gets the form alone, so that the feedback stays where it is."""
    form = ReportForm(request.POST or None)
    try:
        served = sharing.shared_spot(name)
        if request.method == "POST" and form.is_valid():
            told = form.cleaned_data
            reporting.report(learner_of(request), name, told["about"], told["text"], limits.address_of(request))
            if is_htmx(request):
                return render(request, "practice/report.html#sent")
            messages.success(request, _("Thank you. What becomes of your report is shown here."))
            return redirect("quizzes:reports")
    except NoSpot as error:
        raise Http404 from error
    except reporting.TooMany:
        form.add_error(None, _("That is enough for now. Please try again in an hour."))
    context = {"form": form, "kind": kind_name(served.kind.id), "name": name}
    page = template(request, "practice/report", "form")
    return render(request, page, context, status=422 if form.is_bound else 200)


@require_safe
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """Show a learner's reports and what became of each."""
    rows = [
        {
            "report": each,
            "kind": kind_name(each.drill.bucket.kind),
            "spot": sharing.spot_name(each.drill_id, each.ruleset),
        }
        for each in reporting.reports_of(learner_of(request))
    ]
    return render(request, "practice/reports.html", {"rows": rows})
