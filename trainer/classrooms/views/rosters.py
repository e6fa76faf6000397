"""A roster out of a file: what it would change is shown before anything is changed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from quizzes.limits import limited
from trainer.classrooms import joining, sheets
from trainer.classrooms import rosters as path
from trainer.classrooms.models import Classroom
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.rosters import Line
from trainer.classrooms.views.common import numbers, user_of

STAYS = 3600
"""Seconds for which a file that was sent can be looked at and followed."""

SHOWN = 200
"""So many people of a sort are shown; the others are counted."""


class RosterForm(forms.Form):
    file = forms.FileField(
        label=gettext_lazy("CSV or XLSX file"),
        help_text=gettext_lazy("A name in each line, after it a role where it is another than learner."),
        widget=forms.ClearableFileInput({"accept": ".csv,.xlsx"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@limited("roster")
def upload(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a file and go to what it would change."""
    classroom = classroom_for(user_of(request), pk, "roster")
    form = RosterForm(request.POST, request.FILES) if request.method == "POST" else RosterForm()
    if request.method == "POST" and form.is_valid():
        sent = form.cleaned_data["file"]
        try:
            lines = path.lines_of(sheets.read(sent, sent.name))
        except sheets.NotASheet as error:
            form.add_error("file", str(error))
        else:
            token = secrets.token_urlsafe(16)
            cache.set(_key(request, pk, token), lines, STAYS)
            return redirect("class_roster_check", pk, token)
    context = {"classroom": classroom, "form": form}
    return render(request, "classrooms/roster.html", context, status=422 if request.method == "POST" else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def check(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Show what a file would change, and change it once that is confirmed."""
    classroom = classroom_for(user_of(request), pk, "roster")
    lines: Sequence[Line] | None = cache.get(_key(request, pk, token))
    if lines is None:
        messages.info(request, _("This file was dealt with, or an hour has passed since it was sent."))
        return redirect("class_people", pk)
    if request.method == "POST" and _followed(request, classroom, lines):
        cache.delete(_key(request, pk, token))
        return redirect("class_people", pk)
    found = path.differences(user_of(request), classroom, lines)
    return render(request, "classrooms/roster_check.html", {"classroom": classroom, "found": found, "shown": SHOWN})


def _followed(request: HttpRequest, classroom: Classroom, lines: Sequence[Line]) -> bool:
    """Change a class as a file says, and say what was done. Return False where nothing was."""
    lower, remove = (numbers(request.POST.getlist(name)) for name in ("lower", "remove"))
    try:
        done = path.follow(user_of(request), classroom, lines, lower, remove)
    except joining.NotByName:
        messages.error(request, _("A class has at most %(count)s accounts.") % {"count": joining.MOST_BY_NAME})
    except joining.NameTaken:
        messages.error(request, _("Somebody took one of these names a moment ago. Try again."))
    else:
        said = _("Added: %(added)s. Given another role: %(changed)s. Removed: %(removed)s.")
        messages.success(request, said % done)
        return True
    return False


def _key(request: HttpRequest, pk: int, token: str) -> str:
    return f"class-roster:{pk}:{user_of(request).pk}:{token}"
