"""The pages of a class's gradebook, its files, the answers of one learner, and the report of mistakes."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.classrooms import answers, gradebook, misconceptions, remedies
from trainer.classrooms.models import Assignment, Membership
from trainer.classrooms.permissions import RIGHTS, classroom_for, find
from trainer.classrooms.sheets import csv_response
from trainer.classrooms.views.common import numbers, user_of
from trainer.classrooms.workbooks import xlsx_response


@require_safe
@login_required
@never_cache
def class_gradebook(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the learners of a class have done, skill by skill."""
    classroom = classroom_for(user_of(request), pk, "see")
    page, found = gradebook.page(classroom, request.GET.get("page", 1))
    context = {"classroom": classroom, "page": page, "gradebook": found}
    return render(request, "classrooms/gradebook.html", context)


@require_safe
@login_required
@never_cache
def class_gradebook_file(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """Send the whole gradebook as a file for spreadsheets, `form` being "csv" or "xlsx"."""
    classroom = classroom_for(user_of(request), pk, "see")
    name = f"{slugify(classroom.name) or 'class'}.{form}"
    write = csv_response if form == "csv" else xlsx_response
    return write(name, gradebook.sheet(classroom))


@require_safe
@login_required
@never_cache
def class_learner(request: HttpRequest, pk: int, learner: int) -> HttpResponse:
    """Show each answer that a learner gave since joining the class, or to one of its assignments: ?assignment=7."""
    classroom = classroom_for(user_of(request), pk, "see")
    asked, assignment = numbers([request.GET.get("assignment", "")]), None
    if asked:
        assignment = get_object_or_404(Assignment, classroom=classroom, pk__in=asked)
    try:
        found, page, rows = answers.answers(classroom, learner, request.GET.get("page", 1), assignment)
    except Membership.DoesNotExist as error:
        raise Http404 from error
    context = {"classroom": classroom, "member": found, "page": page, "answers": rows, "assignment": assignment}
    context["query"] = f"assignment={assignment.pk}&" if assignment else ""
    return render(request, "classrooms/gradebook_learner.html", context)


@require_safe
@login_required
@never_cache
def class_mistakes(request: HttpRequest, pk: int) -> HttpResponse:
    """Show which misconceptions a class has, with a way to practise each."""
    classroom, role = find(user_of(request), pk, "see")
    rows = misconceptions.report(classroom, timezone.now())
    context = {"classroom": classroom, "rows": rows, "teaches": "teach" in RIGHTS[role]}
    return render(request, "classrooms/misconceptions.html", context)


@require_POST
@login_required
def class_remedy(request: HttpRequest, pk: int, kind: str, mistake: str) -> HttpResponse:
    """Give the learners who show a misconception spots against it, and go to that assignment."""
    classroom = classroom_for(user_of(request), pk, "teach")
    row = misconceptions.find(classroom, kind, mistake)
    if row is None:
        raise Http404
    try:
        given = remedies.give(user_of(request), classroom, row, timezone.now().replace(second=0, microsecond=0))
    except remedies.NobodyShowsIt:
        messages.info(request, _("No learner of the class shows that mistake any more."))
        return redirect("class_mistakes", pk)
    messages.success(request, _("Those who show this mistake have it to do. Change what you like."))
    return redirect("assignment", pk, given.pk)
