"""One's own classes, joining by a code, leaving, and the page of a class."""

from __future__ import annotations

from typing import Any

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.classrooms import classes, classwork, permissions
from trainer.classrooms import messages as class_messages
from trainer.classrooms.joining import joined_words
from trainer.classrooms.models import Classroom
from trainer.classrooms.views.common import PAGE, sent_before, user_of
from trainer.classrooms.views.terms import zones


class ClassForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the class"), max_length=60)


class JoinForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code that your teacher gave you"),
        max_length=20,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@require_safe
@login_required
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Show the classes that one is in, and those that one teaches."""
    return _home(request)


@require_POST
@login_required
def make(request: HttpRequest) -> HttpResponse:
    """Make a class in the time zone of its teacher's browser, and go to it."""
    form = ClassForm(request.POST)
    user = user_of(request)
    if not user.has_perm("classrooms.add_classroom"):
        raise PermissionDenied(_("Only instructors can make classes."))
    if not form.is_valid():
        return _home(request, class_form=form)
    if sent_before(request):
        return redirect("classes")
    zone = str(timezone.get_current_timezone())
    made = classes.make(user, form.cleaned_data["name"], zone if zone in dict(zones()) else "UTC")
    return redirect("classroom", made.pk)


@require_POST
@login_required
def join(request: HttpRequest) -> HttpResponse:
    """Join a class by its code."""
    if limited := consume_or_429(request, action="join_class"):
        return limited
    form = JoinForm(request.POST)
    if form.is_valid():
        try:
            classroom = classes.join(user_of(request), form.cleaned_data["code"])
        except classes.NoSuchClass:
            form.add_error("code", _("No class has this code. Ask your teacher to show it once more."))
        else:
            messages.success(request, joined_words(classroom.name))
            return redirect("classroom", classroom.pk)
    return _home(request, join_form=form)


@require_POST
@login_required
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a class."""
    classes.leave(user_of(request), pk)
    messages.success(request, _("You have left the class. Its teacher doesn't see your answers any more."))
    return redirect("classes")


@require_safe
@login_required
@never_cache
def classroom(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a class: to its learners what they do in it, to its staff how they do; to everybody else it is not there."""
    found, role = permissions.find(user_of(request), pk, "belong")
    if "see" not in permissions.RIGHTS[role]:
        written = class_messages.written(found, request.GET.get("page"))
        work, given = classwork.in_class(user_of(request).pk, found, request.GET.get("work"), timezone.now())
        turned = {"page": written.number, "work": work.number}
        kept = {f"{name}_kept": f"{name}={number}&" if number > 1 else "" for name, number in turned.items()}
        context = {"classroom": found, "page": written, "work": work, "given": given, **kept}
        return render(request, "classrooms/member.html", context)
    return render(request, "classrooms/classroom.html", _as_staff(request, found, role))


def _as_staff(request: HttpRequest, found: Classroom, role: str) -> dict[str, Any]:
    page = Paginator(classes.learners_of(found), PAGE).get_page(request.GET.get("page"))
    return {
        "classroom": found,
        "role": role,
        "rights": permissions.RIGHTS[role],
        "page": page,
        "report": classes.report(found, list(page)),
    }


def _home(request: HttpRequest, join_form: JoinForm | None = None, class_form: ClassForm | None = None) -> HttpResponse:
    user = user_of(request)
    context = {
        "joined": classes.joined_by(user),
        "helped": classes.helped_by(user),
        "taught": classes.taught_by(user),
        "teaches": user.has_perm("classrooms.add_classroom"),
        "join_form": join_form or JoinForm(),
        "class_form": class_form or ClassForm(),
    }
    return render(request, "classrooms/home.html", context, status=422 if join_form or class_form else 200)
