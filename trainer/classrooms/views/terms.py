"""The settings of a class, and its end: for the next term it is copied, ended or deleted."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from trainer.classrooms import classes, copying
from trainer.classrooms.models import Classroom
from trainer.classrooms.permissions import classroom_for
from trainer.classrooms.views.common import sent_before, user_of

MOST_WEEKS = 104


def zones() -> list[tuple[str, str]]:
    """Return the time zones to choose from: UTC, and those that are named after a place."""
    places = sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [(name, name.replace("_", " ")) for name in ("UTC", *places)]


class SettingsForm(forms.ModelForm[Classroom]):
    zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=zones,
        help_text=gettext_lazy("In which dates and times of this class are meant."),
        widget=forms.Select({"class": "select"}),
    )

    class Meta:
        model = Classroom
        fields = ("name", "zone", "by_name")
        labels = {  # noqa: RUF012  # Django declares it so
            "name": gettext_lazy("Name of the class"),
            "by_name": gettext_lazy("Learners may join with a name alone, without an account"),
        }


class CopyForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the new class"), max_length=60)
    weeks = forms.IntegerField(
        label=gettext_lazy("Weeks by which its dates are later"),
        min_value=0,
        max_value=MOST_WEEKS,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a class's name and time zone, and whether a name is enough to join it."""
    classroom = classroom_for(user_of(request), pk, "manage")
    form = SettingsForm(request.POST or None, instance=classroom)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("The settings are stored."))
        return redirect("classroom", pk)
    shown = Classroom.objects.get(pk=pk) if form.errors else classroom  # a form that is wrong has changed its instance
    status = 422 if form.errors else 200
    return render(request, "classrooms/settings.html", {"classroom": shown, "form": form}, status=status)


@require_POST
@login_required
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a class, or take it up again."""
    classroom = classroom_for(user_of(request), pk, "manage")
    again = "again" in request.POST
    classes.end(classroom, None if again else timezone.now())
    said = _("%(name)s goes on.") if again else _("%(name)s has ended: nobody joins it any more.")
    messages.success(request, said % {"name": classroom.name})
    return redirect("classroom", pk)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a class like this one, with nobody in it."""
    classroom = classroom_for(user_of(request), pk, "manage")
    form = CopyForm(request.POST or None, initial={"name": copying.next_name(classroom.name), "weeks": 0})
    if request.method == "POST" and form.is_valid():
        if sent_before(request):
            return redirect("classes")
        later = timedelta(weeks=form.cleaned_data["weeks"])
        made = copying.copy(user_of(request), classroom, form.cleaned_data["name"], later)
        messages.success(request, _("This is the new class. Nobody is in it yet."))
        return redirect("classroom", made.pk)
    context = {"classroom": classroom, "form": form}
    return render(request, "classrooms/copy.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a class, after a page that says what goes with it."""
    classroom = classroom_for(user_of(request), pk, "delete")
    if request.method == "POST":
        classes.delete(classroom)
        messages.success(request, _("%(name)s is deleted.") % {"name": classroom.name})
        return redirect("classes")
    context = {
        "classroom": classroom,
        "people": classroom.memberships.count(),
        "accounts": classroom.class_accounts.count(),
    }
    return render(request, "classrooms/delete.html", context)
