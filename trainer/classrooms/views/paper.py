"""An assignment on paper with its key."""

from __future__ import annotations

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.classrooms import assignment_paper as paper
from trainer.classrooms import assignments
from trainer.classrooms.models import Assignment, Classroom
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.views.common import user_of


@require_POST
@login_required
def draw(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Draw a new sheet, and go to its page; say so where there is nothing to ask."""
    classroom = classroom_for(user_of(request), pk, "teach")
    found = _printable(classroom, number)
    wanted = paper.USUAL_QUESTIONS
    with suppress(ValueError):
        wanted = max(1, min(int(request.POST.get("questions", "")), paper.MOST_QUESTIONS))
    try:
        drawn = paper.draw(found, wanted)
    except paper.NoSheet:
        messages.info(request, _("There is nothing to print yet."))
        return redirect("assignment", pk, number)
    return redirect("assignment_paper", pk, number, str(drawn))


@require_safe
@login_required
@never_cache
def sheet(request: HttpRequest, pk: int, number: int, name: str) -> HttpResponse:
    """Show a sheet to be printed: its questions, and the key on sheets of its own."""
    classroom = classroom_for(user_of(request), pk, "teach")
    found = _printable(classroom, number)
    try:
        drawn = paper.read(name)
        questions = paper.printed(found, drawn)
    except paper.NoSheet as error:
        raise Http404 from error
    context = {
        "classroom": classroom,
        "assignment": found,
        "words": assignments.words_of(found),
        "questions": questions,
        "name": name,
        "wanted": drawn.number,
        "short": found.what != Assignment.What.SET and len(questions) < drawn.number,
    }
    return render(request, "classrooms/assignment_paper.html", context)


def _printable(classroom: Classroom, number: int) -> Assignment:
    """Return an assignment of a class that can be printed: lessons can't. Raises Http404."""
    found = Assignment.objects.select_related("pool").exclude(what=Assignment.What.PATH)
    return get_object_or_404(found, classroom=classroom, pk=number)
