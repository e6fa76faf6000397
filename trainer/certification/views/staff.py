"""The pages of a card room's staff: for its manager, and for whoever is asked to be seen by one."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required, permission_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes import house_rules
from quizzes.engine.rulesets import RULESET_IDS
from quizzes.limits import limited
from quizzes.wording.houses import house_name
from trainer.accounts.models import User
from trainer.certification import files, house_sheet, houses, missed, renewals
from trainer.certification import staff as path
from trainer.certification.models import Candidate, Staff
from trainer.classrooms.sheets import csv_response
from trainer.classrooms.views.common import user_of
from trainer.classrooms.workbooks import xlsx_response

ONLY = ("ending", "none")
manager_only = permission_required(path.MANAGE, raise_exception=True)


class StaffForm(forms.Form):
    """A staff's name, and the house rules that the card room plays by."""

    name = forms.CharField(label=gettext_lazy("Name of the card room"), max_length=80)
    house = forms.ChoiceField(label=gettext_lazy("House rules"), widget=forms.Select({"class": "select"}))

    def __init__(self, *args: Any, manager: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = house_rules.usable(manager.pk).filter(after__isnull=True).order_by("name", "pk")
        shipped = [(id, house_name(house_rules.rules_of(id))) for id in RULESET_IDS]
        chosen = str(self.initial.get("house", ""))
        kept = [] if chosen in dict(shipped) or not chosen else [(chosen, houses.name_of(chosen))]
        choices = {**dict(shipped), **{row.id_in_drills: str(row) for row in own}, **dict(kept)}
        self.fields["house"] = forms.ChoiceField(
            label=self.fields["house"].label, choices=list(choices.items()), widget=self.fields["house"].widget
        )


class InviteForm(forms.Form):
    """E-mail addresses, as they are copied from anywhere."""

    addresses = forms.CharField(
        label=gettext_lazy("E-mail addresses"),
        help_text=gettext_lazy("One a line, or with commas. Only accounts that have confirmed theirs get a letter."),
        max_length=20_000,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
    )

    def split(self) -> list[str]:
        return re.split(r"[\s,;]+", self.cleaned_data["addresses"])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@manager_only
@never_cache
def staffs(request: HttpRequest) -> HttpResponse:
    """Show the staffs of a manager, and begin one."""
    manager = user_of(request)
    form = StaffForm(request.POST if request.method == "POST" else None, manager=manager)
    if form.is_valid():
        try:
            return redirect("staff", path.make(manager, **form.cleaned_data).pk)
        except path.TooMany:
            form.add_error(None, _("You have %(count)s staffs, and there can’t be more.") % {"count": path.MOST_STAFFS})
    context = {"form": form, "staffs": path.of(manager)}
    return render(request, "certification/staffs.html", context, status=422 if form.errors else 200)


@require_safe
@login_required
@never_cache
def staff(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who is in a staff and what they hold."""
    found = path.find(user_of(request), pk)
    only = request.GET.get("only", "")
    only = only if only in ONLY else ""
    page, lines = path.page_of(found, request.GET.get("page"), only, timezone.now())
    query = f"only={only}&" if only else ""
    context = {"staff": found, "page": page, "lines": lines, "only": only, "query": query}
    context |= _house(found)
    context["reminded_before"] = renewals.REMIND_BEFORE.days
    return render(request, "certification/staff.html", context)


@require_safe
@login_required
@never_cache
def staff_file(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """Send the whole list as a file for spreadsheets, `form` being "csv" or "xlsx"."""
    found = path.find(user_of(request), pk)
    write = csv_response if form == "csv" else xlsx_response
    return write(f"{slugify(found.name) or 'staff'}.{form}", path.rows(found, timezone.now()))


@require_safe
@login_required
@never_cache
def staff_missed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show which rules a staff misses."""
    found, now = path.find(user_of(request), pk), timezone.now()
    context = {"staff": found, "sections": missed.sections(found, now), "mistakes": missed.mistakes(found, now)}
    return render(request, "certification/staff_missed.html", context)


@require_safe
@login_required
@never_cache
def staff_sheet(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the house's rules as a sheet to print."""
    found = path.find(user_of(request), pk)
    house = house_rules.rules_of(found.house)
    context = {"staff": found, **_house(found), "chapters": house_sheet.sheet(house)}
    return render(request, "certification/staff_sheet.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def staff_settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a staff's name and house rules."""
    manager = user_of(request)
    found = path.find(manager, pk)
    kept = {"name": found.name, "house": found.house}
    form = StaffForm(request.POST if request.method == "POST" else None, manager=manager, initial=kept)
    if form.is_valid():
        path.change(found, **form.cleaned_data)
        messages.success(request, _("It is stored."))
        return redirect("staff", pk)
    context = {"staff": found, "form": form}
    return render(request, "certification/staff_settings.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@limited("staff_letters")
def staff_invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the address by which one joins a staff, and write to people."""
    found = path.find(user_of(request), pk)
    form = InviteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            path.invite(found, form.split())
        except path.TooMany:
            form.add_error("addresses", _("Write to %(count)s at most at once.") % {"count": path.MOST_ADDRESSES})
        else:
            said = _("Whoever of them has an account with that address confirmed, and is not in it, gets a letter.")
            messages.success(request, said)
            return redirect("staff_invite", pk)
    address = request.build_absolute_uri(reverse("staff_join", args=[found.code]))
    context = {"staff": found, "form": form, "address": address}
    return render(request, "certification/staff_invite.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def staff_new_code(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a staff another code."""
    path.new_code(path.find(user_of(request), pk))
    messages.success(request, _("With the former address nobody comes in any more."))
    return redirect("staff_invite", pk)


@require_POST
@login_required
@limited("staff_letters")
def staff_remind(request: HttpRequest, pk: int) -> HttpResponse:
    """Write to those whose certificate ends soon, and say how many have no address to write to."""
    count, out_of_reach = path.remind(path.find(user_of(request), pk), timezone.now())
    said = ngettext("%(count)s letter is on its way.", "%(count)s letters are on their way.", count)
    messages.success(request, said % {"count": count})
    if out_of_reach:
        said = ngettext(
            "%(count)s person can’t be reached, since the account has no confirmed address.",
            "%(count)s people can’t be reached, since their accounts have no confirmed address.",
            out_of_reach,
        )
        messages.warning(request, said % {"count": out_of_reach})
    return redirect(reverse("staff", args=[pk]) + "?only=ending")


@require_POST
@login_required
def staff_remove(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Take somebody off a staff."""
    path.remove(path.find(user_of(request), pk), member)
    return redirect("staff", pk)


@require_safe
@login_required
@never_cache
def staff_person(request: HttpRequest, pk: int, member: int) -> HttpResponse:
    """Send what a member lets the card room see: certificates and released results."""
    found = path.find(user_of(request), pk)
    candidate = Candidate.objects.filter(user__staff_places__staff=found, user__staff_places=member).first()
    if candidate is None:
        raise Http404
    response = JsonResponse(files.for_staff(candidate), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = 'attachment; filename="certificates.json"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def staff_join(request: HttpRequest, code: str) -> HttpResponse:
    """Ask somebody whether a card room may see their certificates, and take their word."""
    try:
        if request.method == "POST":
            found = path.agree(user_of(request), code)
            messages.success(request, _("%(name)s sees your certificates from here on.") % {"name": found.name})
            return redirect("staff_places")
        found = path.asked_by(code)
    except path.NoSuchStaff as error:
        raise Http404 from error
    return render(request, "certification/staff_join.html", {"staff": found})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def staff_places(request: HttpRequest) -> HttpResponse:
    """Show which card rooms see one's certificates, and end that."""
    user = user_of(request)
    if request.method == "POST":
        staff_pk = request.POST.get("staff", "")
        if staff_pk.isascii() and staff_pk.isdigit() and len(staff_pk) < 16:
            path.leave(user, int(staff_pk))
        return redirect("staff_places")
    return render(request, "certification/staff_places.html", {"places": path.places(user)})


def _house(found: Staff) -> dict[str, object]:
    """Return what the pages of a staff tell of its house rules: their name, and the newer version that there may be."""
    return {"house": houses.name_of(found.house), "newer": houses.newer(found.house, found.manager_id)}
