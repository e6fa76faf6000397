"""The pages of classes: one's own, joining, leaving, and a teacher's view of a class."""

from __future__ import annotations

from allauth.core.ratelimit import consume_or_429
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from trainer.accounts.models import User
from trainer.classrooms import classes
from trainer.classrooms.models import Classroom


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
    """Make a class and go to it."""
    form = ClassForm(request.POST)
    if not form.is_valid():
        return _home(request, class_form=form)
    try:
        classroom = classes.make(_user(request), form.cleaned_data["name"])
    except classes.NotATeacher as error:
        raise PermissionDenied(_("Only instructors can make classes.")) from error
    return redirect("classroom", classroom.pk)


@require_POST
@login_required
def join(request: HttpRequest) -> HttpResponse:
    """Join a class by its code."""
    if limited := consume_or_429(request, action="join_class"):
        return limited
    form = JoinForm(request.POST)
    if form.is_valid():
        try:
            classroom = classes.join(_user(request), form.cleaned_data["code"])
        except classes.NoSuchClass:
            form.add_error("code", _("No class has this code. Ask your teacher to show it once more."))
        else:
            messages.success(request, _("You are in %(name)s. Its teacher sees how you do.") % {"name": classroom.name})
            return redirect("classes")
    return _home(request, join_form=form)


@require_POST
@login_required
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a class."""
    classes.leave(_user(request), pk)
    messages.success(request, _("You have left the class. Its teacher doesn't see your answers any more."))
    return redirect("classes")


@require_safe
@login_required
@never_cache
def classroom(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a class to its teacher; to everybody else it is not there."""
    found = get_object_or_404(Classroom, pk=pk, teacher=_user(request))
    return render(request, "classrooms/classroom.html", {"classroom": found, "report": classes.report(found)})


def _home(request: HttpRequest, join_form: JoinForm | None = None, class_form: ClassForm | None = None) -> HttpResponse:
    user = _user(request)
    context = {
        "joined": classes.joined_by(user),
        "taught": classes.taught_by(user),
        "teaches": user.role == User.Role.INSTRUCTOR,
        "join_form": join_form or JoinForm(),
        "class_form": class_form or ClassForm(),
    }
    return render(request, "classrooms/home.html", context, status=422 if join_form or class_form else 200)


def _user(request: HttpRequest) -> User:
    """Return who is signed in."""
    assert isinstance(request.user, User)
    return request.user
